"""What a game is: pure functions over frozen values.

A game knows no clock, no socket, and no random number but those of the `Dice` it is
handed. State, Move, View and events are frozen msgspec structs made of immutable values,
so they can be compared, stored, replayed and shared between viewers.

A game is one file in this folder with a `game` at its end; from it the hall gives lobby,
seats, clocks, rejoining, spectators, chat, saves, replay, verification and ratings.
"""

import enum
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from tablehall.games.dice import Dice
from tablehall.games.look import Look
from tablehall.games.notation import Notation

if TYPE_CHECKING:
    from tablehall.games.formats import Format

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading JSON raises when it is not what was expected."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """Base of everything a game is made of: immutable, comparable, JSON in and out. Values
    never form cycles, so the garbage collector need not look at them."""


class Reason(enum.Enum):
    """A closed list of reasons for saying no; each member's value is its sentence."""

    @property
    def code(self) -> str:
        return self.name.lower()


class Rule(Reason):
    """The reasons every game shares; a game may add an enum of its own."""

    NOT_YOUR_TURN = "It is not your turn."
    NOT_ALLOWED = "The rules do not allow this move now."
    GAME_OVER = "The game is over."


class Refusal(Value, frozen=True):
    """A move that was not made, and why."""

    reason: Reason


class Turn(Value, frozen=True):
    """Who may act now. Several seats act simultaneously, none means the game is over."""

    seats: tuple[int, ...]
    pace: str = "move"
    """The class of deadline: a table's clock may give some classes their own time."""


class Outcome(Value, frozen=True):
    """How a game ended: a rank for every seat, 1 the best; all equal is a draw."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()
    reason: str = ""
    """A word for the log and the doors: `checkmate`, `line`, `resigned`..."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; nobody in a draw."""
        if min(self.ranks) == max(self.ranks) and len(self.ranks) > 1:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Played(Value, Generic[S], frozen=True):
    """A move that was made: the state after it and what happened on the way."""

    state: S
    events: tuple[Any, ...] = ()


class NoOptions(Value, frozen=True, forbid_unknown_fields=True):
    """A game without options."""


class Absence(Value, frozen=True, omit_defaults=True):
    """What a table does about a player whose connection is lost; times in milliseconds."""

    grace: int = 60_000
    """How long the seat is kept."""
    pause: bool = False
    """Whether the game stands still meanwhile (else the others may go on)."""
    then: Literal["forfeit", "stay"] = "forfeit"
    """After the grace: the seat is lost, or it stays and its deadlines are played out."""
    alone: int = 0
    """After this time with nobody else left whoever is still here wins; 0: they may wait."""
    all_gone: int = 600_000
    """How long a table without anybody is kept before it is dropped."""
    empty: int = 0
    """How long a table waits for its first player; 0: as long as the hall likes."""
    held: int = 0
    """How long the seat of somebody who is away is held while the table waits for players; 0: not at all,
    but for a moment after a restart of the hall or a reload of the page."""


class Game(ABC, Generic[S, M, V]):
    """The rules of one game. Stateless: one instance serves every table."""

    name: ClassVar[str]
    """The name of its file, used in logs and on wires."""
    title: ClassVar[str]
    """What people call it."""
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    """The numbers of players it can be played by."""
    seat_names: ClassVar[tuple[str, ...]] = ()
    """What the seats are called at the table, if anything: White, Black."""

    State: ClassVar[Any]
    Move: ClassVar[Any]
    """One frozen struct, or a union of tagged ones."""
    View: ClassVar[Any]
    Event: ClassVar[Any] = NoOptions
    Options: ClassVar[Any] = NoOptions

    open_information: ClassVar[bool] = False
    """Everybody sees everything: `view` does not depend on the seat."""
    takeback: ClassVar[bool] = False
    """Whether the last move may be taken back if the others agree."""
    draw_by_agreement: ClassVar[bool] = False
    absence: ClassVar[Absence] = Absence()
    look: ClassVar[Look] = Look()
    """What it looks like: page, terminal and the boards door draw from it."""
    notation: ClassVar[Notation | None] = None
    """How its moves are written in books, if they are: lists of moves are then told so, and the terminal
    reads them."""
    formats: ClassVar[Mapping[str, "Format"]] = {}
    """The kinds of files in which other programs know its games, by how their names end; they need a
    `notation`."""

    @abstractmethod
    def setup(self, seats: int, options: Any, dice: Dice) -> S:
        """The position before the first move."""

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Who may act."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Sequence[M]:
        """Every move this seat may make now; nothing when it may not act."""

    @abstractmethod
    def play(self, state: S, seat: int, move: M, dice: Dice) -> Played[S] | Refusal:
        """Make a move. Exactly the legal moves are accepted."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What this seat may know (None: a spectator)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""

    def expire(self, state: S, seat: int, dice: Dice) -> Played[S] | None:
        """A deadline missed by this seat. None: the seat is lost, see `drop`."""
        return None

    def blunder(self, state: S, seat: int, dice: Dice) -> Played[S] | Refusal:
        """This seat answered a contest's question with what is no move; most rules do not mind."""
        return Refusal(Rule.NOT_ALLOWED)

    def drop(self, state: S, seat: int, dice: Dice) -> Played[S] | None:
        """This seat's player is gone for good. None: the game ends, the others win."""
        return None

    def away(self, state: S, seat: int, dice: Dice) -> Played[S] | None:
        """This seat's player lost the connection. None: the rules do not mind."""
        return None

    def back(self, state: S, seat: int, dice: Dice) -> Played[S] | None:
        """This seat's player is here again. None: the rules do not mind."""
        return None

    def witness(self, event: Any, seat: int | None) -> Any | None:
        """What this seat (None: a spectator) notices of an event; None: nothing at all."""
        return event

    def redeal(self, state: S, seat: int | None, dice: Dice) -> S:
        """A state this viewer cannot tell from the given one: everything hidden from them
        dealt anew. The contract kit proves with it that views keep their secrets."""
        return state

    def describe(self, view: V) -> str:
        """The position in words, for terminal, screen reader and log."""
        return msgspec.json.format(msgspec.json.encode(view), indent=1).decode()

    def upgrade(self, version: int, move: bytes) -> bytes:
        """A move recorded by an older version of these rules, in today's words."""
        return move


AnyGame = Game[Any, Any, Any]


def ranked(scores: Sequence[int], reason: str = "") -> Outcome:
    """The outcome of a game that is decided by points: the most points rank first."""
    ranks = tuple(1 + sum(other > mine for other in scores) for mine in scores)
    return Outcome(ranks, tuple(scores), reason)


def won_by(seat: int, seats: int = 2, reason: str = "") -> Outcome:
    """One seat won, the others lost."""
    return Outcome(tuple(1 if s == seat else 2 for s in range(seats)), reason=reason)


def drawn(seats: int = 2, reason: str = "") -> Outcome:
    """Nobody won."""
    return Outcome((1,) * seats, reason=reason)
