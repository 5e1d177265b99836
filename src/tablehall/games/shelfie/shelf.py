"""A bookshelf: five columns of up to six tiles, each column a string of letters, lowest first.

For shapes and groups the tiles of one kind become bits, seven a column: bit 7x + y. The
seventh bit of every column stays empty, so that nothing runs over the top edge.
"""

from functools import lru_cache

from tablehall.games.shelfie.tiles import LETTERS, NAMES, Tile

Shelf = tuple[str, ...]

COLUMNS, ROWS = 5, 6
EMPTY: Shelf = ("",) * COLUMNS


def room_for(shelf: Shelf) -> int:
    """How many tiles fit into the emptiest column."""
    return ROWS - min(map(len, shelf))


def is_full(shelf: Shelf) -> bool:
    """Whether all thirty cells hold a tile."""
    return min(map(len, shelf)) == ROWS


def shelved(shelf: Shelf, column: int, tiles: str) -> Shelf:
    """The shelf after these tiles were put into a column, the first one lowest."""
    return (*shelf[:column], shelf[column] + tiles, *shelf[column + 1 :])


def tiles_on(shelf: Shelf) -> tuple[Tile, ...]:
    """Every tile on the shelf, column by column from the bottom."""
    return tuple(
        [Tile(x, y, NAMES[letter]) for x, column in enumerate(shelf) for y, letter in enumerate(column)]
    )


# A put asks several cards about one shelf: the last answers are kept at hand.
@lru_cache(maxsize=64)
def by_kind(shelf: Shelf) -> tuple[int, ...]:
    """The cells of each kind of tile, as bits."""
    kinds = dict.fromkeys(LETTERS, 0)
    for x, column in enumerate(shelf):
        bit = 1 << 7 * x
        for letter in column:
            kinds[letter] |= bit
            bit <<= 1
    return tuple(kinds.values())


@lru_cache(maxsize=64)
def groups(shelf: Shelf) -> tuple[int, ...]:
    """The sizes of all groups: two or more tiles of one kind that touch side by side."""
    sizes = []
    for cells in by_kind(shelf):
        left = cells & (cells << 1 | cells >> 1 | cells << 7 | cells >> 7)
        while left:
            group, grown = 0, left & -left
            while grown != group:
                group = grown
                grown |= (group << 1 | group >> 1 | group << 7 | group >> 7) & left
            sizes.append(group.bit_count())
            left ^= group
    return tuple(sizes)
