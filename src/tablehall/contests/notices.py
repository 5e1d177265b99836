"""What a contest tells its doors, besides what happens at its tables."""

from typing import Literal

from tablehall.contests.roster import Client, Contestant
from tablehall.hall.notices import News
from tablehall.hall.refusals import Why


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


class Due(News):
    """A deadline of a contest is about to pass: whatever has arrived in time counts."""

    __slots__ = ()

    def __init__(self) -> None:
        self.shared = None
