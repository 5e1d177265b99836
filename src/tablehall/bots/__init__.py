"""The house's opponents. Each decides on what its seat may know, never on more."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from tablehall.games.api import AnyGame

V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Strategy(Protocol[V_contra, M_co]):
    """A way of playing: what the seat on turn sees, and its own luck, make a move."""

    def __call__(self, view: V_contra, chance: random.Random, /) -> M_co: ...


def never() -> bool:
    """There is all the time in the world."""
    return False


def unheard(value: int) -> None:
    """Nobody wants to know what a move is worth."""


class Thought(NamedTuple):
    """What a bot thinks with. The same luck and the same effort make the same move, unless
    the time was up."""

    chance: random.Random
    effort: float = 1.0
    """How much it may look at: so many times what its level usually looks at."""
    time_is_up: Callable[[], bool] = never
    """Asked now and then while searching; then the best move found so far is made."""
    judged: Callable[[int], None] = unheard
    """Told what the move that is made seems to be worth to who makes it, by a bot that knows."""


class Bot(Protocol):
    """A player of the house. The state is one that its seat cannot tell from the true one
    (`Game.redeal`): what is hidden from the seat has been dealt anew. It may deal again."""

    def __call__(self, game: AnyGame, state: Any, seat: int, thought: Thought, /) -> Any: ...


class Question(msgspec.Struct, array_like=True):
    """What does this seat do here? As it is put to a process in which bots think."""

    game: str
    state: msgspec.Raw
    seat: int
    level: int
    seconds: float


class Answer(msgspec.Struct, array_like=True):
    """The move, and what the bot has said of it: what it seems to be worth to who makes it, or, if it has
    seen the end, after how many moves that comes (less than 0: they lose)."""

    move: msgspec.Raw
    value: int | None = None
    ends: int | None = None


ENGINE = 4
"""The level of an engine that is no player of ours."""

Levels = Sequence[Bot]
"""The players of one game, the weakest first: sane, greedy, searching."""
