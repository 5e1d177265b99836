"""My Shelfie: JSON lines over TCP."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablehall.games.shelfie import game
from tablehall.hall.clock import LONGEST
from tablehall.hall.hall import Hall
from tablehall.protocols.door import Door, Port
from tablehall.protocols.shelfie.dialects import DIALECTS, DOCUMENT, ORIGINAL, Dialect
from tablehall.protocols.shelfie.lobby import Lobby
from tablehall.protocols.shelfie.session import ShelfieSession

Time = Annotated[int, Meta(ge=0, le=LONGEST)]
REMEMBERED = 1_000


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set for this door. Times are milliseconds."""

    tables: Literal["many", "one"] = "many"
    """Whether a new lobby opens while games are played, or one game is played at a time."""
    dialect: Literal["auto", "document", "original"] = "auto"
    ping: Time = 3_000
    """How often a client is asked whether it is still there; 0: never."""
    pong: Time = 3_000
    """How long it may take to answer that."""
    offer: Time = 60_000
    """How long the first player may take to create the game."""
    alone: Time = 20_000
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
        self.absence = replace(
            game.absence,
            grace=self.settings.grace,
            alone=self.settings.alone,
            all_gone=self.settings.grace,
        )
        self._original: set[int] = set()
        """Who has shown that they speak the original dialect; it goes with their seat."""
        self._room = REMEMBERED

    def session(self, port: Port, path: str = "/") -> ShelfieSession:
        return ShelfieSession(self.hall, port, self)

    def dialect_of(self, person: int) -> Dialect:
        """How somebody wants to be spoken to, as far as is known."""
        chosen = self.settings.dialect
        if chosen != "auto":
            return DIALECTS[chosen]
        return ORIGINAL if person in self._original else DOCUMENT

    def recognise(self, person: int) -> None:
        """Somebody has shown that they speak the original dialect."""
        if len(self._original) >= self._room:
            self._original.intersection_update(self.hall.people.by_id)
            self._room = max(REMEMBERED, 2 * len(self._original))
        self._original.add(person)


door = ShelfieDoor
