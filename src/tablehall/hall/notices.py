"""What the hall tells: news, each to an audience of connections. A room above may add its own.

News hold frozen values only, taken when the decision was made: they are told later, when
what they say is on disk, and must then still say the same.
"""

from typing import Any, Literal

from tablehall.games.api import AnyGame
from tablehall.hall.records import AnyRecord
from tablehall.hall.scene import Scene, Sheet

Audience = list[tuple[int, int | None]]
"""Connections, each with the seat through whose eyes it sees (None: a spectator)."""


class News:
    """Base of all news. `shared` lets a door render once what many connections read: while
    they are told, a place for their renderings, by whatever tells them apart."""

    __slots__ = ("shared",)

    shared: dict[Any, bytes] | None


class Happened(News):
    """A record was written into a table's log: what it says, and the table after it."""

    __slots__ = ("events", "game", "record", "scene", "sheet")

    def __init__(
        self, record: AnyRecord, events: tuple[Any, ...], sheet: Sheet, scene: Scene, game: AnyGame
    ) -> None:
        self.shared = None
        self.record = record
        self.events = events
        self.sheet = sheet
        self.scene = scene
        self.game = game


class Listed(News):
    """The lobby changed: a table came, changed or went. `before` is what the lobby knew of it, and `listing`
    the number of this change of the list."""

    __slots__ = ("before", "change", "game", "listing", "scene", "sheet")

    def __init__(
        self,
        change: Literal["opened", "changed", "gone"],
        sheet: Sheet,
        scene: Scene,
        game: AnyGame,
        before: Scene | None = None,
        listing: int = 0,
    ) -> None:
        self.shared = None
        self.before = before
        self.listing = listing
        self.change = change
        self.sheet = sheet
        self.scene = scene
        self.game = game


class Gathered(News):
    """The number of spectators around a table changed."""

    __slots__ = ("sheet", "watching")

    def __init__(self, sheet: Sheet, watching: int) -> None:
        self.shared = None
        self.sheet = sheet
        self.watching = watching


class Parted(News):
    """This connection no longer speaks for its person, and why."""

    __slots__ = ("why",)

    def __init__(self, why: Literal["elsewhere", "kicked", "closing", "left"]) -> None:
        self.shared = None
        self.why = why


class Seated(News):
    """A contest has given this connection's person a seat at a table that begins, or, if they
    follow the contest, a place around it."""

    __slots__ = ("game", "scene", "sheet")

    def __init__(self, sheet: Sheet, scene: Scene, game: AnyGame) -> None:
        self.shared = None
        self.sheet = sheet
        self.scene = scene
        self.game = game
