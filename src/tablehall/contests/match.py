"""One game of a contest while it is played."""

from tablehall.contests.roster import Contestant
from tablehall.hall.table import Table


class Match:
    """A game of a contest while it is played."""

    __slots__ = (
        "asked",
        "asks_at",
        "audience_version",
        "counts",
        "number",
        "onlookers",
        "players",
        "slow",
        "table",
        "token",
        "told",
        "totals",
        "turn_token",
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
        self.asks_at = -1
        """The record after which the player on turn is to be asked."""
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

    def awaits(self, contestant: Contestant) -> bool:
        """Whether it is this player's turn."""
        return bool(self.turn_token) and self.players[self.asked] is contestant
