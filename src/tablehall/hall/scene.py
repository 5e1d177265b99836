"""A table at one moment: frozen, so that what is told later is what was decided now."""

from typing import Any, Literal

import msgspec

from tablehall.games.api import Outcome, Turn
from tablehall.hall.records import GENESIS, Proposable
from tablehall.hall.terms import Terms

Status = Literal["waiting", "playing", "finished", "saved", "closed"]

NOBODY = Turn(())


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Who sits where."""

    person: int
    name: str
    entropy: str = ""
    away: int = 0
    """Since when they are away; 0: they are here."""
    came: int = 0
    """Since when they are here, if they are."""
    asks: bool = False
    """Whether their door can ask them what shall become of somebody who is away."""
    patience: int = 0
    """Since when who waits for them has wanted to wait on."""
    overdue: int = 0
    """Since when they have been away for longer than they are awaited, and who waits is asked."""
    expected: int = 0
    """When the game began without them, if they have not been here since."""
    was: int = 0
    """At a table that was brought back from a save: whose seat it was."""
    noticed: bool = False
    """Whether the rules of the game have been told that they are away."""
    gone: bool = False
    """Out of this game for good."""
    bot: int = 0
    """The level of the house's player who sits here; 0: a person."""
    stranger: bool = False
    """Whether their name is one for this table only, which anybody may have chosen."""


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happens if everybody agrees."""

    kind: Proposable
    seat: int
    agreed: tuple[int, ...]


class Sheet(Terms, frozen=True, kw_only=True):
    """What was agreed on when the table was opened, and what it is known by."""

    table: int
    version: int
    opened: int
    commitment: str
    code: str = ""
    """The invite code of a private table; empty for a public one."""
    host: int = 0

    def terms(self) -> Terms:
        """What another table like this one is opened with."""
        return Terms(**{name: getattr(self, name) for name in Terms.__struct_fields__})


class BeforeMove(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What a take-back goes back to: who moved, and the state, last move and dice before it."""

    mover: int
    state: Any
    last: Any
    dice: int


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything about a table that changes."""

    status: Status
    seats: tuple[Seat | None, ...]
    seq: int = -1
    prev: str = GENESIS
    at: int = 0
    state: Any = None
    turn: Turn = NOBODY
    left: tuple[int, ...] = ()
    running: tuple[int, ...] = ()
    paused: int = 0
    """Since when the game stands still; 0: it does not."""
    unmet: bool = False
    """Whether somebody has not been here since it began; until then no clock runs."""
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    last: tuple[int, Any] | None = None
    """The last move and whose it was."""
    save: str = ""
    """The name of the save it was brought back from, if any."""
    rematch: str = ""
    """The hash of the seed that a rematch is promised."""

    def seat_of(self, person: int) -> int | None:
        """Where a person sits."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.person == person:
                return number
        return None

    def players(self) -> list[tuple[int, Seat]]:
        """The seats, with their numbers, of those who are in the game and no players of the house."""
        return [(n, seat) for n, seat in enumerate(self.seats) if seat and not seat.gone and not seat.bot]

    def people(self) -> list[tuple[int, Seat]]:
        """The same, of people of the hall only: not the programs of a contest, nor the seats of a save
        that nobody has taken yet."""
        return [(number, seat) for number, seat in self.players() if seat.person]

    def anybody_away(self) -> bool:
        """Whether somebody who is in the game is away."""
        for seat in self.seats:  # noqa: SIM110 (in the path of every move: a loop is faster)
            if seat is not None and seat.away and not seat.gone:
                return True
        return False

    @property
    def hidden(self) -> bool:
        """Whether nobody may see the position: a saved game waits for all its players."""
        return self.status == "waiting" and self.state is not None

    def forfeited(self, why: str) -> Outcome:
        """The result when those who are out lose and the rest win."""
        return Outcome(tuple(2 if self.is_out(n) else 1 for n in range(len(self.seats))), reason=why)

    def is_out(self, number: int) -> bool:
        """Whether the player of a seat is out of the game for good."""
        seat = self.seats[number]
        return seat is None or seat.gone

    def occupied(self) -> bool:
        """Whether any person sits here who has not been put out of the game."""
        for seat in self.seats:  # noqa: SIM110 (a loop is faster)
            if seat is not None and seat.person and not seat.gone and not seat.bot:
                return True
        return False

    def welcoming(self) -> bool:
        """Whether whoever sits down finds somebody there: not if all who sit here are away."""
        if not self.anybody_away():
            return True
        return any(not seat.away for _, seat in self.people())

    def taken(self) -> list[int]:
        """The numbers of the taken seats."""
        return [number for number, seat in enumerate(self.seats) if seat is not None]
