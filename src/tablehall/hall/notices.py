"""What the hall tells: a closed list of news, each to an audience of connections.

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
    """The lobby changed: a table came, changed or went. `before` is what the lobby knew of it."""

    __slots__ = ("before", "change", "game", "scene", "sheet")

    def __init__(
        self,
        change: Literal["opened", "changed", "gone"],
        sheet: Sheet,
        scene: Scene,
        game: AnyGame,
        before: Scene | None = None,
    ) -> None:
        self.shared = None
        self.before = before
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

    def __init__(self, why: Literal["elsewhere", "kicked", "closing"]) -> None:
        self.shared = None
        self.why = why


class Seated(News):
    """A contest has given this connection's person a seat at a table that begins, or, if he
    follows the contest, a place around it."""

    __slots__ = ("game", "scene", "sheet")

    def __init__(self, sheet: Sheet, scene: Scene, game: AnyGame) -> None:
        self.shared = None
        self.sheet = sheet
        self.scene = scene
        self.game = game


class Enlisted(News):
    """A program has come to a contest, or has come back from another address."""

    __slots__ = ("moved", "who")

    def __init__(self, who: Any, moved: bool) -> None:
        self.shared = None
        self.who = who
        self.moved = moved


class Withdrawn(News):
    """A program has left a contest."""

    __slots__ = ("who",)

    def __init__(self, who: Any) -> None:
        self.shared = None
        self.who = who


class Invited(News):
    """A game of a contest is about to begin: everybody has a token to join it with."""

    __slots__ = ("who",)

    def __init__(self, who: list[Any]) -> None:
        self.shared = None
        self.who = who


class CalledOff(News):
    """A game of a contest does not take place; `player` is the only one who wanted to play."""

    __slots__ = ("number", "player", "token", "who", "why")

    def __init__(
        self,
        why: Literal["no_players", "only_one_player"],
        who: list[Any],
        player: Any = None,
        number: int = 0,
        token: str = "",
    ) -> None:
        self.shared = None
        self.why = why
        self.who = who
        self.player = player
        self.number = number
        self.token = token


class Due(News):
    """A deadline of a contest is about to pass: whatever has arrived in time counts."""

    __slots__ = ()

    def __init__(self) -> None:
        self.shared = None


AnyNews = Happened | Listed | Gathered | Parted | Seated | Enlisted | Withdrawn | Invited | CalledOff | Due
