"""The twelve common cards as questions to a shelf, and the twelve personal cards."""

from collections.abc import Callable
from typing import Literal

from tablehall.games.api import Value
from tablehall.games.shelfie.shelf import ROWS, Shelf, by_kind, groups
from tablehall.games.shelfie.tiles import LETTERS, Kind, Tile

CommonName = Literal[
    "SQUARE",
    "2_COLUMNS_COLOURFUL",
    "4_GROUPS_4_TILES",
    "6_GROUPS_2_TILES",
    "3_COLUMNS_3_COLOR",
    "2_ROWS_COLOURFUL",
    "4_ROWS_3_COLOR",
    "CORNERS",
    "8_SAME",
    "X",
    "DIAGONAL",
    "STAIRS",
]

TOKENS = {2: (4, 8), 3: (4, 6, 8), 4: (2, 4, 6, 8)}
"""The tokens on a common card by number of players; the last is the next to be taken."""
DIAGONALS = tuple(
    sum(1 << 7 * x + y for x, y in enumerate(heights))
    for heights in (range(5), range(1, 6), range(4, -1, -1), range(5, 0, -1))
)
STAIRS = {(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2)}


def two_squares(shelf: Shelf) -> bool:
    """Two blocks of two by two, each of one kind, that do not overlap."""
    corners = 0
    for cells in by_kind(shelf):
        corners |= cells & cells >> 1 & cells >> 7 & cells >> 8
    left = corners
    while left:
        corner = left & -left
        left ^= corner
        upright = corner | corner << 1 | corner >> 1
        if corners & ~(upright | upright << 7 | upright >> 7):
            return True
    return False


def two_colourful_columns(shelf: Shelf) -> bool:
    """Two full columns of six different kinds."""
    return sum(len(set(column)) == 6 for column in shelf) >= 2


def two_colourful_rows(shelf: Shelf) -> bool:
    """Two full rows of five different kinds."""
    return sum(len(set(row)) == 5 for row in full_rows(shelf)) >= 2


def three_plain_columns(shelf: Shelf) -> bool:
    """Three full columns of at most three kinds each."""
    return sum(len(column) == ROWS and len(set(column)) <= 3 for column in shelf) >= 3


def four_plain_rows(shelf: Shelf) -> bool:
    """Four full rows of at most three kinds each."""
    return sum(len(set(row)) <= 3 for row in full_rows(shelf)) >= 4


def full_rows(shelf: Shelf) -> list[tuple[str, ...]]:
    """The rows without a gap, the lowest first: tiles rest on each other, so none is above a gap."""
    return list(zip(*shelf, strict=False))


def four_groups_of_four(shelf: Shelf) -> bool:
    """Four groups of four or more."""
    return sum(size >= 4 for size in groups(shelf)) >= 4


def six_groups_of_two(shelf: Shelf) -> bool:
    """Six groups of two or more."""
    return sum(size >= 2 for size in groups(shelf)) >= 6


def same_corners(shelf: Shelf) -> bool:
    """The four corners are of one kind."""
    left, right = shelf[0], shelf[-1]
    return len(left) == len(right) == ROWS and left[0] == left[-1] == right[0] == right[-1]


def eight_same(shelf: Shelf) -> bool:
    """Eight tiles of one kind, anywhere."""
    tiles = "".join(shelf)
    return any(tiles.count(letter) >= 8 for letter in LETTERS)


def cross(shelf: Shelf) -> bool:
    """Five tiles of one kind in the shape of an X."""
    return any(cells & cells >> 2 & cells >> 8 & cells >> 14 & cells >> 16 for cells in by_kind(shelf))


def diagonal(shelf: Shelf) -> bool:
    """Five tiles of one kind on a diagonal."""
    return any(cells & line == line for cells in by_kind(shelf) for line in DIAGONALS)


def stairs(shelf: Shelf) -> bool:
    """Five columns of rising or falling height, each one tile higher than the next."""
    return tuple(map(len, shelf)) in STAIRS


COMMON: dict[CommonName, Callable[[Shelf], bool]] = {
    "SQUARE": two_squares,
    "2_COLUMNS_COLOURFUL": two_colourful_columns,
    "4_GROUPS_4_TILES": four_groups_of_four,
    "6_GROUPS_2_TILES": six_groups_of_two,
    "3_COLUMNS_3_COLOR": three_plain_columns,
    "2_ROWS_COLOURFUL": two_colourful_rows,
    "4_ROWS_3_COLOR": four_plain_rows,
    "CORNERS": same_corners,
    "8_SAME": eight_same,
    "X": cross,
    "DIAGONAL": diagonal,
    "STAIRS": stairs,
}


class CommonCard(Value, frozen=True):
    """A common card on the table: the tokens left on it and who has taken one, in order."""

    name: CommonName
    tokens: tuple[int, ...]
    takers: tuple[int, ...] = ()

    def worth(self, seat: int) -> int:
        """The points on the token this seat has taken from the card."""
        if seat not in self.takers:
            return 0
        return TOKENS[len(self.tokens) + len(self.takers)][-1 - self.takers.index(seat)]


class PersonalCard(Value, frozen=True):
    """A personal card: its number in the box and the six tiles it wishes on the shelf."""

    number: int
    goals: tuple[Tile, ...]

    def hits(self, shelf: Shelf) -> int:
        """How many of its six wishes a shelf fulfils."""
        return sum([shelf[goal.x][goal.y : goal.y + 1] == goal.type[0] for goal in self.goals])


_WISHES: tuple[Kind, ...] = ("PLANT", "FRAME", "CAT", "BOOK", "GAME", "TROPHY")
_CELLS = (
    "05 25 44 33 12 20",
    "14 40 03 42 23 31",
    "23 04 12 00 34 42",
    "32 23 21 11 45 03",
    "41 12 30 22 00 14",
    "00 31 45 33 11 25",
    "13 34 05 20 41 02",
    "02 45 14 31 30 23",
    "41 00 23 42 25 11",
    "30 11 32 03 14 45",
    "25 22 41 14 03 30",
    "14 23 00 25 41 32",
)


def _personal(number: int, cells: str) -> PersonalCard:
    places = zip(cells.split(), _WISHES, strict=True)
    return PersonalCard(number, tuple(Tile(int(cell[0]), int(cell[1]), kind) for cell, kind in places))


PERSONAL = {number: _personal(number, cells) for number, cells in enumerate(_CELLS, start=1)}
