"""What can be set about a contest, and what its doors can announce."""

from collections.abc import Callable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

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
    silent_after: Milliseconds = 60_000
    """After so long a silence such a program is invited only ..."""
    silent_invited_every: Milliseconds = 10_000
    """... so often."""
    forgotten_after: Milliseconds = 600_000
    """After so long a silence a program that is not waited for is forgotten."""
    spectator_forgotten_after: Milliseconds = 3_600_000
    names_per_address: Annotated[int, Meta(ge=1, le=100_000)] = 256
    """So many programs, and so many spectators, one address may register."""
    table_size: Annotated[int, Meta(ge=2, le=40)] = 40
    players: Annotated[int, Meta(ge=2, le=100_000)] = 10_000
    spectators: Annotated[int, Meta(ge=0, le=10_000)] = 100
    person_answer: Annotated[int, Meta(ge=1000, le=24 * 3600 * 1000)] = 30_000
    """How long a person at the house door may take for an answer."""
    person_pause: Annotated[int, Meta(ge=0, le=600_000)] = 3_000
    """How long a person may look at the end of a game before the next one."""
    company: Annotated[int, Meta(ge=2, le=40)] = 4
    """How many sit at a person's table; the others need not wait for them."""
    fill: Annotated[int, Meta(ge=0, le=40)] = 0
    """The house's own players join as long as fewer than so many have; 0: never."""
    house_bots: tuple[str, ...] = ("honest", "threshold", "equilibrium")
    """Which of the house's players."""


class NameRules(NamedTuple):
    """Which names the doors of a contest can announce, and how many of them in one message."""

    good: Callable[[str], bool]
    """Whether a name can be part of a message."""
    size: Callable[[str], int]
    """How much room a player's name and points may need."""
    room: int
    """How much room there is for all players of a table."""
