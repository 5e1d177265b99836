"""My Shelfie: JSON lines over TCP."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablehall.games.shelfie import game
from tablehall.hall.clock import LONGEST
from tablehall.hall.hall import Hall
from tablehall.hall.people import Person
from tablehall.protocols.door import Door, Port
from tablehall.protocols.shelfie.dialects import DIALECTS, DOCUMENT, Dialect
from tablehall.protocols.shelfie.lobby import Lobby
from tablehall.protocols.shelfie.returners import Returners
from tablehall.protocols.shelfie.session import ShelfieSession

Time = Annotated[int, Meta(ge=0, le=LONGEST)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set for this door. Times are milliseconds."""

    tables: Literal["many", "one"] = "many"
    """Whether a new lobby opens while games are played, or one game is played at a time."""
    dialect: Literal["auto", "document", "original"] = "auto"
    ping: Time = 3_000
    """How often a client is asked whether it is still there; 0: never."""
    pong: Time = 3_000
    """How long it may take to answer that."""
    moment: Time = 300
    """How long the authors' client may take to say all that it says when it is started."""
    offer: Time = 60_000
    """How long the first player may take to create the game while somebody else wants to."""
    alone: Time = 60_000
    """After so long with nobody else left, whoever is still here wins."""
    grace: Time = 600_000
    """How long a game is kept that everybody has left."""


class ShelfieDoor(Door):
    """The door of My Shelfie."""

    name, title, transport, port = "shelfie", "My Shelfie, JSON lines", "lines", 6000
    Settings: ClassVar[Any] = Settings

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings or Settings())
        self.lobby = Lobby(hall)
        self.returners = Returners(self)
        self.absence = replace(
            game.absence,
            grace=self.settings.grace,
            alone=self.settings.alone,
            all_gone=self.settings.grace,
        )

    def session(self, port: Port, path: str = "/") -> ShelfieSession:
        return ShelfieSession(self.hall, port, self)

    def dialect_of(self, person: Person) -> Dialect:
        """How somebody wants to be spoken to, as far as is known."""
        chosen = self.settings.dialect
        return DIALECTS.get(person.profile.dialect if chosen == "auto" else chosen, DOCUMENT)


door = ShelfieDoor
