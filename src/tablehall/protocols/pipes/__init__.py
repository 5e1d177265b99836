"""The pipes doors: dáma over lines of fields between `|`, answered by numbers.

`syntax` takes lines apart, `dialects` says how the two kinds of client differ, `session`
turns requests into commands, `states` says what a client hears of its table, `notifications`
tell it, `lines` writes it down, `waiting` lists the games that wait, and `pulse` notices who is silent.
"""

from typing import Annotated, Any, ClassVar, Literal
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec
from msgspec.structs import replace

from tablehall.hall.clock import LONGEST
from tablehall.hall.hall import Hall
from tablehall.protocols.door import Door, DoorLimits, Port
from tablehall.protocols.pipes.dialects import DOCUMENT, ORIGINAL, Dialect
from tablehall.protocols.pipes.session import PipesSession
from tablehall.protocols.pipes.syntax import Request
from tablehall.protocols.pipes.waiting import WaitingGames

HOUR = 3_600_000


class OriginalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set of both pipes doors."""

    grace: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 600_000
    """Milliseconds for which a lost player may come back while the other one waits."""


class Settings(OriginalSettings, frozen=True, forbid_unknown_fields=True):
    """What can be set of the pipes door."""

    dialect: Literal["auto", "document", "original"] = "auto"
    """auto: whoever begins with a PING under number 0 speaks the original dialect."""
    strikes: Annotated[int, msgspec.Meta(ge=1)] = 5
    """So many invalid requests in a row are borne (document dialect)."""


Clients = WeakValueDictionary[str, PipesSession]
_clients: WeakKeyDictionary[Hall, Clients] = WeakKeyDictionary()
"""Who came to each hall through its pipes doors, by nickname. Nobody is kept alive by being listed here:
who is gone is gone without a word when a hall ends suddenly."""


class PipesDoor(Door):
    """The pipes door."""

    name, title, transport, port = "pipes", "dáma over '|' lines", "lines", 5050
    limits = DoorLimits(message=1024, idle=HOUR)
    Settings: ClassVar[Any] = Settings

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings or self.Settings())
        self.clients = _clients.setdefault(hall, WeakValueDictionary())
        self.waiting = WaitingGames(hall)

    def session(self, port: Port, path: str = "/") -> PipesSession:
        return PipesSession(self, port)

    def dialect_of(self, first: Request | None) -> Dialect:
        """How to speak to a client that begins with this (None: with nothing readable)."""
        wanted = self.settings.dialect
        if wanted == "auto":
            original = first is not None and first.kind == "PING" and first.user == 0
            wanted = "original" if original else "document"
        return ORIGINAL if wanted == "original" else replace(DOCUMENT, patience=self.settings.strikes)

    def may_be_gone(self, nick: str) -> int:
        """The connection of whoever has this nickname, if another one may have it; 0: it may not."""
        client = self.clients.get(nick)
        return client.port.conn if client is not None and client.may_be_gone() else 0


class OriginalPipesDoor(PipesDoor):
    """The door for clients of the document's authors that do not say so by a PING: it leads into the
    same lobby."""

    name, title, port = "pipes_original", "the same for the authors' older clients", 5051
    Settings = OriginalSettings

    def dialect_of(self, first: Request | None) -> Dialect:
        return ORIGINAL


doors = (PipesDoor, OriginalPipesDoor)
