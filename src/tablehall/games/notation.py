"""How those who know a game write its moves: Nf3, 11-15, d4."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple


class Meant(NamedTuple):
    """A move that was written, and what is left of the writing for the move after it."""

    move: Any
    then: str = ""


class Notation(ABC):
    """The way in which the moves of a game are written in its books: the lists of page, terminal and exports
    are written so. `write` and `read` need nothing but what a player sees, so whoever shows the game may use
    them; a view they cannot be used with is a `ValueError`. The hall, which knows more, has `written`."""

    told: ClassVar[bool] = True
    """Whether who sees nothing but the names of the squares, in a terminal, is told moves in it, too."""

    @abstractmethod
    def write(self, view: Any, move: Any, after: Any = None) -> str:
        """A move in the position in which it is made, and the one it has led to, if that is known."""

    @abstractmethod
    def read(self, written: str, view: Any, moves: Sequence[Any]) -> list[Meant]:
        """Those of the moves that may be meant: none if it is no move in this notation, several if it
        does not say which."""

    def written(self, game: Any, before: Any, move: Any, after: Any) -> str:
        """A move from one state of the game to another. What is made in several parts is one in books: each
        part is what must be put behind those before it. In the path of every move."""
        return self.write(game.view(before, None), move, game.view(after, None))

    def goes_on(self, state: Any) -> bool:
        """Whether the move that led here is not complete: its player makes the next part of it."""
        return False
