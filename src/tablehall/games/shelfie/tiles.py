"""Item tiles. Inside the rules a tile is a letter; moves and events call it by its name."""

from collections.abc import Iterable
from typing import Literal

from tablehall.games.api import Value

Kind = Literal["CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT"]

KINDS: tuple[Kind, ...] = ("CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT")
LETTERS = "".join(kind[0] for kind in KINDS)
EACH = 22
"""How many tiles of every kind the box holds."""
NAMES: dict[str, Kind] = {kind[0]: kind for kind in KINDS}


class Tile(Value, frozen=True):
    """A tile and where it is: in the living room x is the row from the top and y the column
    from the left, on a shelf x is the column from the left and y the row from the bottom."""

    x: int
    y: int
    type: Kind


def letters(kinds: Iterable[Kind]) -> str:
    """The letters of these tiles, in the same order."""
    return "".join([kind[0] for kind in kinds])


def names(letters: str) -> tuple[Kind, ...]:
    """The names of these tiles, in the same order."""
    return tuple([NAMES[letter] for letter in letters])
