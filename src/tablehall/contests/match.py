"""One game of a contest while it is played."""

from typing import Any

from tablehall.contests.roster import Contestant
from tablehall.games.api import Played
from tablehall.hall.records import Moved
from tablehall.hall.table import Table


class Match:
    """A game of a contest while it is played."""

    __slots__ = (
        "asked",
        "audience_version",
        "counts",
        "number",
        "onlookers",
        "players",
        "slow",
        "state",
        "table",
        "token",
        "told",
        "totals",
        "turn_token",
        "unwritten",
    )

    def __init__(self, number: int, token: str, table: Table, players: list[Contestant], slow: bool) -> None:
        self.number = number
        """Which game of the contest it is."""
        self.token = token
        """Known to everybody at the table."""
        self.table = table
        self.players = players
        """By their seats."""
        self.slow = slow
        """Whether somebody sits here whom the rest of the contest need not wait for."""
        self.onlookers: list[Contestant] = []
        self.asked = -1
        """The seat on turn, and the token that only its answers carry."""
        self.turn_token = ""
        self.state: Any = None
        """Where the game stands; the table may be some moves behind, ..."""
        self.unwritten: list[tuple[Moved, Played[Any]]] = []
        """... these, and what came of them."""
        self.audience_version = 0
        """Grows whenever somebody else hears what happens here: doors find out anew whom to tell."""
        self.counts = True
        """Whether its result counts: not if the contest was reset meanwhile."""
        self.totals: list[tuple[str, int]] = []
        """Its players' totals after the game, the most points first."""
        self.told = 0
        """How many doors have told the result."""

    def seat_of(self, contestant: Contestant) -> int:
        """Where somebody sits."""
        return self.players.index(contestant)

    def asks(self, contestant: Contestant) -> bool:
        """Whether it is this player's turn."""
        return bool(self.turn_token) and self.players[self.asked] is contestant

    def awaits(self, contestant: Contestant, token: str) -> bool:
        """Whether this is the player who is asked, and the token that the answer must carry."""
        return bool(token) and token == self.turn_token and self.players[self.asked] is contestant
