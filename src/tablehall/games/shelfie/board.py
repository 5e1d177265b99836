"""The living room: where tiles lie, which of them may be picked, and when more are dealt.

A room is one string of nine rows of ten characters: a letter for a tile, a dot for an empty
cell, a blank for no cell. The tenth column is always blank, so that on the same numbers used
as bits (cell 10x + y) no neighbour runs over the edge.
"""

from itertools import permutations

from tablehall.games.dice import Dice
from tablehall.games.shelfie.tiles import EACH, LETTERS, NAMES, Tile

Bag = tuple[int, ...]
"""How many tiles of each kind are in the bag. It has no order: every draw is a throw."""

FULL_BAG: Bag = (EACH,) * len(LETTERS)
ROWS = COLUMNS = 9
STRIDE = COLUMNS + 1
PLAN = (
    "...34....",
    "...224...",
    "..32223..",
    ".42222223",
    "422222224",
    "32222224.",
    "..32223..",
    "...422...",
    "....43...",
)
"""From how many players on each cell is used."""


def _empty(players: int) -> str:
    return "".join("." if "1" < cell <= str(players) else " " for row in PLAN for cell in f"{row} ")


EMPTY = {players: _empty(players) for players in (2, 3, 4)}
CELLS = {players: tuple(i for i, cell in enumerate(room) if cell == ".") for players, room in EMPTY.items()}


def _lines() -> list[tuple[int, ...]]:
    used = set(CELLS[4])
    lines: list[tuple[int, ...]] = [(cell,) for cell in CELLS[4]]
    for length in (2, 3):
        for step in (1, STRIDE):
            runs = [tuple(cell + step * i for i in range(length)) for cell in CELLS[4]]
            lines += [run for run in runs if used.issuperset(run)]
    return lines


LINES = {sum(1 << cell for cell in line): tuple(permutations(line)) for line in _lines()}
"""One to three cells side by side in a row or column: their bits, and every order of them."""
TILES = tuple(
    {letter: Tile(cell // STRIDE, cell % STRIDE, kind) for letter, kind in NAMES.items()}
    for cell in range(ROWS * STRIDE)
)
_BITS = str.maketrans(LETTERS + ". ", "1" * len(LETTERS) + "00")


def occupied(room: str) -> int:
    """The cells that hold a tile, as bits."""
    return int(room.translate(_BITS)[::-1], 2)


def free_sided(cells: int) -> int:
    """Those of the occupied cells that have at least one free side."""
    return cells & ~(cells << 1 & cells >> 1 & cells << STRIDE & cells >> STRIDE)


def all_alone(cells: int) -> bool:
    """Whether no tile has a neighbour: time to deal again."""
    return not cells & (cells >> 1 | cells >> STRIDE)


def rows(room: str) -> tuple[str, ...]:
    """The room as people look at it: nine rows of nine, the top one first."""
    return tuple([room[start : start + COLUMNS] for start in range(0, ROWS * STRIDE, STRIDE)])


def tiles_in(room: str) -> tuple[Tile, ...]:
    """Every tile that lies in the room, in reading order."""
    return tuple([TILES[cell][letter] for cell, letter in enumerate(room) if letter not in " ."])


def picks(room: str, most: int) -> list[tuple[Tile, ...]]:
    """Every way to pick up to so many tiles; the same tiles in another order are another way."""
    free = free_sided(occupied(room))
    return [
        tuple([TILES[cell][room[cell]] for cell in order])
        for mask, orders in LINES.items()
        if mask & free == mask and len(orders[0]) <= most
        for order in orders
    ]


def without(room: str, tiles: tuple[Tile, ...]) -> str:
    """The room after these tiles were taken."""
    cells = list(room)
    for tile in tiles:
        cells[STRIDE * tile.x + tile.y] = "."
    return "".join(cells)


def put_back(bag: Bag, tiles: str) -> Bag:
    """The bag after these tiles went back into it."""
    return tuple([count + tiles.count(letter) for count, letter in zip(bag, LETTERS, strict=True)])


def deal(players: int, bag: Bag, dice: Dice) -> tuple[str, Bag]:
    """A fresh room and the bag after it: dealt in reading order as far as the tiles reach."""
    cells, left = list(EMPTY[players]), list(bag)
    for cell, total in zip(CELLS[players], range(sum(bag), 0, -1), strict=False):
        draw = dice.below(total)
        kind = 0
        while draw >= left[kind]:
            draw -= left[kind]
            kind += 1
        left[kind] -= 1
        cells[cell] = LETTERS[kind]
    return "".join(cells), tuple(left)
