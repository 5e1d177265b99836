"""How those who know a game write its moves, where that is more than squares and numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple


class Meant(NamedTuple):
    """A move that was written, and what is left of the writing for the move after it."""

    move: Any
    then: str = ""


class Notation(ABC):
    """The way in which the moves of a game are written in its books. Whoever shows the game may use it: it
    needs nothing but what a player sees. A view it cannot be used with is a `ValueError`."""

    told: ClassVar[bool] = True
    """Whether moves are also told in it; else they are only read."""

    @abstractmethod
    def write(self, view: Any, move: Any, after: Any = None) -> str:
        """A move in the position in which it is made, and the one it has led to, if that is known."""

    @abstractmethod
    def read(self, written: str, view: Any, moves: Sequence[Any]) -> list[Meant]:
        """Those of the moves that may be meant: none if it is no move in this notation, several if it
        does not say which."""
