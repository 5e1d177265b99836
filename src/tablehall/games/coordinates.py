"""Moves by the names of squares: a letter for the column, a number for the row, from seat 0's left corner on.
No letter is left out, as page and terminal draw it: the fields of Pente are a1 to s19."""

from collections.abc import Sequence
from typing import Any

from tablehall.games.notation import Meant, Notation

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMES = tuple(tuple(f"{letter}{row}" for letter in LETTERS) for row in range(1, 27))
"""The names of the squares of any board that is not larger, by row and column."""


def square_name(r: int, c: int) -> str:
    """A square's name: row 0, column 0 is a1."""
    return NAMES[r][c] if 0 <= r < 26 and 0 <= c < 26 else f"{c + 1}/{r + 1}"


class Coordinates(Notation):
    """Pieces that are placed: the square says it all."""

    def write(self, view: Any, move: Any, after: Any = None) -> str:
        return square_name(move.r, move.c)

    def read(self, written: str, view: Any, moves: Sequence[Any]) -> list[Meant]:
        name = written.strip().lower()
        return [Meant(move) for move in moves if self.write(view, move) == name]

    def written(self, game: Any, before: Any, move: Any, after: Any) -> str:
        return self.write(None, move)


class Columns(Coordinates):
    """Pieces that fall: the number of the column, counted from 1."""

    told = False

    def write(self, view: Any, move: Any, after: Any = None) -> str:
        return str(move.c + 1)


BY_SQUARE, BY_COLUMN = Coordinates(), Columns()
