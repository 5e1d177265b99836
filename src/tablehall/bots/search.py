"""Looking ahead: alpha-beta, ever deeper, until the bot has looked at enough positions.

A game is seen through its `Model`, on positions of its own that are small and quick. What was
found out about a position is kept in a table; the best move found there is tried first when the
position comes again. Where the pieces are in the middle of an exchange nothing is judged: the
forcing moves are played out first.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import ClassVar, Generic, NamedTuple, TypeVar

from tablehall.bots import Thought

P = TypeVar("P")
M = TypeVar("M", bound=Hashable)

WIN = 1_000_000
"""What a win is worth, less one for every move it takes."""
DECIDED = WIN - 1000
"""Beyond this a value is no guess but a win or a loss that was seen to its end."""
DEEPEST = 40
ASK = 31
"""The clock is looked at once in so many positions (and one)."""
LATE = 4
"""Quiet moves after so many others are first looked at less deeply."""


class Model(ABC, Generic[P, M]):
    """A game as the search sees it. Every value is in the eyes of the seat on turn."""

    compulsory: ClassVar[bool] = False
    """Whether a forcing move must be made if there is one."""

    @abstractmethod
    def turn(self, position: P) -> int:
        """The seat on turn; it may be the one that has just moved, too."""

    @abstractmethod
    def moves(self, position: P) -> tuple[list[M], list[M]]:
        """The moves that force matters, and the quiet ones; the most promising first."""

    @abstractmethod
    def after(self, position: P, move: M) -> P:
        """The position after a move."""

    @abstractmethod
    def value(self, position: P) -> int:
        """What the position seems to be worth, without looking ahead."""

    def forcing(self, position: P) -> list[M]:
        """The moves after which the value may be another: captures, above all."""
        return self.moves(position)[0]

    def verdict(self, position: P) -> int | None:
        """1, 0 or -1 if the game is over; who has no move at all is left to `stuck`."""
        return None

    def stuck(self, position: P) -> int:
        """What it means to have no move: 0 a draw, -1 the game is lost."""
        return 0

    def seen(self, position: P) -> bool:
        """Whether the game has been here before: going round in circles is a draw."""
        return False

    def urgent(self, position: P) -> bool:
        """Whether so much is hanging that one must look further."""
        return False

    def key(self, position: P) -> Hashable:
        """What makes two positions the same."""
        return position


def end_of(value: int) -> int | None:
    """After how many moves a game is won, or lost (less than 0), if a value says so."""
    if abs(value) <= DECIDED:
        return None
    return WIN - value if value > 0 else -WIN - value


class Known(NamedTuple, Generic[M]):
    """What the table remembers: a value, exact or at least or at most, and the best move."""

    depth: int
    bound: int
    value: int
    move: M


class Enough(Exception):  # noqa: N818 - nothing went wrong
    """The bot has looked at as much as it may."""


class Search(Generic[P, M]):
    """One look ahead. The same luck and the same number of positions find the same move."""

    def __init__(self, model: Model[P, M], positions: int, thought: Thought) -> None:
        self.model = model
        self.limit = max(1, int(positions * thought.effort))
        self.thought = thought
        self.looked = 0
        self.depth = 0
        self.value = 0
        self._guessed = False
        self._table: dict[Hashable, Known[M]] = {}
        self._merit: dict[M, int] = {}
        self._path: set[Hashable] = set()

    def best(self, position: P) -> M:
        """The best move that could be found; equals are chosen among by chance."""
        forcing, quiet = self.model.moves(position)
        moves = [*forcing, *quiet]
        self._choice = moves[0]
        if len(moves) == 1:
            return self._choice
        self.thought.chance.shuffle(moves)
        try:
            while self.depth < DEEPEST:
                self.depth, self._guessed = self.depth + 1, False
                self.value = self._compare(position, moves)
                moves.remove(self._choice)
                moves.insert(0, self._choice)
                self.thought.judged(self.value)
                if abs(self.value) > DECIDED or not self._guessed:
                    break
        except Enough:
            pass
        return self._choice

    def _compare(self, position: P, moves: list[M]) -> int:
        """The value of the best of these moves, which becomes the choice."""
        best = -WIN
        self._path = {self.model.key(position)}
        for number, move in enumerate(moves):
            if number:
                value = self._beyond(position, move, self.depth - 1, best, best + 1, 0)
            if not number or value > best:
                value = self._beyond(position, move, self.depth - 1, best, WIN, 0)
            if not number or value > best:
                best, self._choice = value, move
        return best

    def _beyond(self, position: P, move: M, depth: int, alpha: int, beta: int, ply: int) -> int:
        """What a move leads to, in the eyes of who makes it; a move may have several parts."""
        after = self.model.after(position, move)
        if self.model.turn(after) == self.model.turn(position):
            return self._worth(after, depth + 1, alpha, beta, ply + 1)
        return -self._worth(after, depth, -beta, -alpha, ply + 1)

    def _worth(self, position: P, depth: int, alpha: int, beta: int, ply: int) -> int:
        model = self.model
        self._count()
        if (verdict := model.verdict(position)) is not None:
            return verdict * (WIN - ply)
        key = model.key(position)
        if key in self._path or model.seen(position):
            return 0
        if depth <= 0:
            if ply > 2 * self.depth or not model.urgent(position):
                return self._calm(position, alpha, beta, ply)
            depth = 1
        known = self._table.get(key)
        if known and known.depth >= depth:
            value = _moved(known.value, -ply)
            if known.bound == 0 or (value >= beta if known.bound > 0 else value <= alpha):
                self._guessed = True
                return value
        self._path.add(key)
        value = self._try_all(position, depth, alpha, beta, ply, known)
        self._path.discard(key)
        return value

    def _try_all(
        self, position: P, depth: int, alpha: int, beta: int, ply: int, known: Known[M] | None
    ) -> int:
        """The value of the best move, or at least `beta` as soon as one is too good to be allowed."""
        forcing, quiet = self.model.moves(position)
        if not forcing and not quiet:
            return self.model.stuck(position) * (WIN - ply)
        merit = self._merit
        quiet.sort(key=lambda move: merit.get(move, 0), reverse=True)
        order = forcing + quiet
        if known and known.move in order:
            order.remove(known.move)
            order.insert(0, known.move)
        best, choice, low = -WIN, order[0], alpha
        for number, move in enumerate(order):
            value = self._try(position, move, depth, low, beta, ply, number, len(forcing))
            if value > best:
                best, choice = value, move
                low = max(low, value)
                if value >= beta:
                    merit[move] = merit.get(move, 0) + depth * depth
                    break
        bound = 1 if best >= beta else 0 if best > alpha else -1
        self._table[self.model.key(position)] = Known(depth, bound, _moved(best, ply), choice)
        return best

    def _try(
        self, position: P, move: M, depth: int, low: int, beta: int, ply: int, number: int, forcing: int
    ) -> int:
        """A move's value. All but the first only have to prove that they are better."""
        if number:
            less = 1 if depth >= 3 and number >= max(LATE, forcing) else 0
            value = self._beyond(position, move, depth - 1 - less, low, low + 1, ply)
            if value <= low or (value >= beta and not less):
                return value
        return self._beyond(position, move, depth - 1, low, beta, ply)

    def _calm(self, position: P, alpha: int, beta: int, ply: int) -> int:
        """The value once the forcing moves have been made, by whoever likes (or has) to."""
        model = self.model
        forcing = model.forcing(position) if model.compulsory else None
        best = -WIN
        if not forcing:
            self._guessed = True
            best = model.value(position)
            if best >= beta:
                return best
        for move in model.forcing(position) if forcing is None else forcing:
            after, low = model.after(position, move), max(alpha, best)
            again = model.turn(after) == model.turn(position)
            self._count()
            if (verdict := model.verdict(after)) is not None:
                value = (verdict if again else -verdict) * (WIN - ply - 1)
            elif again:
                value = self._calm(after, low, beta, ply + 1)
            else:
                value = -self._calm(after, -beta, -low, ply + 1)
            if value > best:
                best = value
                if value >= beta:
                    break
        return best

    def _count(self) -> None:
        self.looked += 1
        if self.looked > self.limit or (not self.looked & ASK and self.thought.time_is_up()):
            raise Enough


def _moved(value: int, ply: int) -> int:
    """A win seen from a position further along the way is nearer by so many moves."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value
