"""What a contest tells its doors, besides what happens at its tables."""

from typing import TYPE_CHECKING, Any, Literal, Protocol

from tablehall.contests.roster import Client, Contestant
from tablehall.hall.notices import News
from tablehall.hall.records import AnyRecord
from tablehall.hall.refusals import Why

if TYPE_CHECKING:
    from tablehall.contests.match import Match


class Herald(Protocol):
    """A door of a contest, which tells its programs what happens. It is told at once: nothing that a contest
    says before a game is over has to be remembered first."""

    conn: int
    """What it is known by when something has to be remembered before it is told."""

    def tell(self, news: News, seat: None) -> None:
        """There is news; whatever goes wrong in telling it is the door's own business."""


class Enlisted(News):
    """A program has registered there; it may be at yet another address by now."""

    __slots__ = ("client", "who")

    def __init__(self, who: Contestant, client: Client) -> None:
        self.shared = None
        self.who = who
        self.client = client


class Rejected(News):
    """A program may not register."""

    __slots__ = ("client", "why")

    def __init__(self, client: Client, why: Why) -> None:
        self.shared = None
        self.client = client
        self.why = why


class Withdrawn(News):
    """A program has left a contest."""

    __slots__ = ("who",)

    def __init__(self, who: Contestant) -> None:
        self.shared = None
        self.who = who


class Invited(News):
    """A game of a contest is about to begin: everybody has a token to join it with."""

    __slots__ = ("who",)

    def __init__(self, who: list[Contestant]) -> None:
        self.shared = None
        self.who = who


class Began(News):
    """A game of a contest begins."""

    __slots__ = ("match",)

    def __init__(self, match: "Match") -> None:
        self.shared = None
        self.match = match


class Played(News):
    """Something happened in a game of a contest, and stands in its log or will do so when it is over."""

    __slots__ = ("asks", "events", "match", "record", "state")

    def __init__(
        self, match: "Match", record: AnyRecord, events: tuple[Any, ...], state: Any, asks: bool
    ) -> None:
        self.shared = None
        self.match = match
        self.record = record
        self.events = events
        self.state = state
        self.asks = asks
        """Whether the player on turn is to be asked now."""


class CalledOff(News):
    """A game of a contest does not take place; `player` is the only one who wanted to play."""

    __slots__ = ("number", "player", "token", "who", "why")

    def __init__(
        self,
        why: Literal["no_players", "only_one_player"],
        who: list[Contestant],
        player: Contestant | None = None,
        number: int = 0,
        token: str = "",
    ) -> None:
        self.shared = None
        self.why = why
        self.who = who
        self.player = player
        self.number = number
        self.token = token


class Rescheduled(News):
    """The next deadline of a contest may be an earlier one now."""

    __slots__ = ()

    def __init__(self) -> None:
        self.shared = None


class Due(News):
    """A deadline of a contest is about to pass: whatever has arrived in time counts."""

    __slots__ = ()

    def __init__(self) -> None:
        self.shared = None
