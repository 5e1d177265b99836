"""One game of a contest, and what can be set about a contest."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablehall.hall.contestants import Contestant
from tablehall.hall.table import Table

Milliseconds = Annotated[int, Meta(ge=1, le=24 * 3600 * 1000)]


class ContestSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a contest is held. Times are milliseconds."""

    answer: Milliseconds = 250
    """How long a program may take for an answer, measured from the question."""
    grace: Annotated[int, Meta(ge=0, le=60_000)] = 0
    """What is added to it for slow networks."""
    join_window: Milliseconds = 250
    """How long an invitation stands."""
    early_start: bool = True
    """Whether a game begins as soon as everybody who is waited for has joined."""
    parked_after: Annotated[int, Meta(ge=1, le=1000)] = 3
    """After so many missed invitations in a row a program is no longer waited for."""
    forgotten_after: Milliseconds = 600_000
    """After so long a silence a program that is not waited for is forgotten."""
    spectator_forgotten_after: Milliseconds = 3_600_000
    table_size: Annotated[int, Meta(ge=2, le=40)] = 40
    players: Annotated[int, Meta(ge=2, le=100_000)] = 10_000
    spectators: Annotated[int, Meta(ge=0, le=10_000)] = 100
    person_answer: Annotated[int, Meta(ge=1000, le=24 * 3600 * 1000)] = 30_000
    """How long a person at the house door may take for an answer."""
    person_pause: Annotated[int, Meta(ge=0, le=600_000)] = 3_000
    """How long a person may look at the end of a game before the next one."""
    company: Annotated[int, Meta(ge=2, le=40)] = 4
    """How many sit at a person's table; the others need not wait for him."""
    fill: Annotated[int, Meta(ge=0, le=40)] = 0
    """The house's own players join as long as fewer than so many have; 0: never."""
    house_bots: tuple[str, ...] = ("honest", "threshold", "equilibrium")
    """Which of the house's players."""


class Info(msgspec.Struct, omit_defaults=True):
    """What is kept of a contest beside its players' totals."""

    game: str = ""
    title: str = ""
    games: int = 0


class Match:
    """A game of a contest while it is played."""

    __slots__ = (
        "asked",
        "asks_at",
        "counts",
        "groups",
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
        self.groups: dict[str, Any] = {}
        """Where each door sends what everybody hears; to be found out anew when it is empty."""
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
