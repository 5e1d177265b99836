"""What the hall tells: news, each to an audience of connections. A room above may add its own.

News hold frozen values only, taken when the decision was made: they are told later, when
what they say is on disk, and must then still say the same.
"""

from typing import Any, Literal

from tablehall.games.api import AnyGame
from tablehall.hall.records import AnyRecord, Moved
from tablehall.hall.scene import Scene, Sheet

Audience = list[tuple[int, int | None]]
"""Connections, each with the seat through whose eyes it sees (None: a spectator)."""


class News:
    """Base of all news. `shared` lets a door render once what many connections read: while
    they are told, a place for their renderings, by whatever tells them apart."""

    __slots__ = ("shared",)

    shared: dict[Any, bytes] | None


class Happened(News):
    """A record was written into a table's log: what it says, and the table after it. `before` is the state
    of the game before it."""

    __slots__ = ("_written", "before", "events", "game", "record", "scene", "sheet")

    def __init__(
        self,
        record: AnyRecord,
        events: tuple[Any, ...],
        sheet: Sheet,
        scene: Scene,
        game: AnyGame,
        before: Any = None,
    ) -> None:
        self.shared = None
        self.before = before
        self._written: str | None = None
        self.record = record
        self.events = events
        self.sheet = sheet
        self.scene = scene
        self.game = game

    def written(self) -> str:
        """A move in the game's own notation; nothing if it has none, or this is no move. It is written once,
        however many are told of it."""
        if self._written is None:
            self._written = ""
            game, scene, before = self.game, self.scene, self.before
            if game.notation is not None and before is not None and type(self.record) is Moved:
                assert scene.last is not None
                try:
                    self._written = game.notation.written(game, before, scene.last[1], scene.state)
                except ValueError:  # it is told as a move
                    self._written = ""
        return self._written

    def goes_on(self) -> bool:
        """Whether this is but a part of a move as books write it, and its player makes the next one."""
        notation, scene = self.game.notation, self.scene
        return notation is not None and scene.state is not None and notation.goes_on(scene.state)


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
