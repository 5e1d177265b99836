"""What a shelf promises: the points it has, and those it may still get."""

from functools import lru_cache
from itertools import combinations, permutations, zip_longest
from typing import NamedTuple

from tablehall.games.shelfie.cards import DIAGONALS, PERSONAL, STAIRS, CommonName
from tablehall.games.shelfie.scoring import FOR_GROUP, FOR_HITS
from tablehall.games.shelfie.shelf import COLUMNS, ROWS, Shelf, by_kind, groups, shelved

Wish = tuple[CommonName, int]
"""A common card that is still open, and the points on its next token."""

CELLS = COLUMNS * ROWS
SHELF = sum(0b111111 << 7 * x for x in range(COLUMNS))
GROWTH = (0.0, 0.3, 0.9, 1.1, 1.5, 1.9, 0.0)
"""What a group of each size may still gain while it can grow."""
HOPE = 0.4
"""How likely a wish of the personal card comes true while its cell is empty."""
EASE: dict[CommonName, float] = {
    "SQUARE": 0.70,
    "2_COLUMNS_COLOURFUL": 0.84,
    "4_GROUPS_4_TILES": 0.84,
    "6_GROUPS_2_TILES": 0.80,
    "3_COLUMNS_3_COLOR": 0.93,
    "2_ROWS_COLOURFUL": 0.82,
    "4_ROWS_3_COLOR": 0.91,
    "CORNERS": 0.70,
    "8_SAME": 0.84,
    "X": 0.62,
    "DIAGONAL": 0.66,
    "STAIRS": 0.95,
}
"""How likely each tile comes that a common card still lacks."""
RACE = 0.85
"""What a token is worth that others may take first."""
CROSSES = tuple((1 | 1 << 2 | 1 << 8 | 1 << 14 | 1 << 16) << 7 * x + y for x in range(3) for y in range(4))
SQUARE = 1 | 1 << 1 | 1 << 7 | 1 << 8
CORNERS = 1 | 1 << 5 | 1 << 28 | 1 << 33
WISHES = {
    number: tuple((goal.x, goal.y, goal.type[0]) for goal in card.goals) for number, card in PERSONAL.items()
}
IMPOSSIBLE = 99
FAR = 12
"""So many tiles to come, or more: the end is not in sight."""


@lru_cache(maxsize=12_000)
def promise(shelf: Shelf, personal: int, wishes: tuple[Wish, ...], left: int) -> float:
    """The points to expect from a shelf on which so many tiles may still be put."""
    kinds = by_kind(shelf)
    empty = SHELF & ~(kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4] | kinds[5])
    hope = min(1.0, left / 10)
    total = group_promise(kinds, empty, hope) + personal_promise(shelf, personal, left, HOPE * hope)
    for name, token in wishes:
        lacking = lacks(name, shelf, kinds, empty)
        if lacking <= left or (left == FAR and lacking < IMPOSSIBLE):
            total += token * (RACE * EASE[name] ** lacking if lacking else 1.0)
    return total


def group_promise(kinds: tuple[int, ...], empty: int, hope: float) -> float:
    """The points of all groups, and what those may gain that have room to grow."""
    total = 0.0
    beside = empty << 7 | empty >> 7 | empty >> 1
    for cells in kinds:
        left = cells & (cells << 1 | cells >> 1 | cells << 7 | cells >> 7)
        total += GROWTH[1] * hope * ((cells ^ left) & beside).bit_count()
        while left:
            group, grown = 0, left & -left
            while grown != group:
                group = grown
                grown |= (group << 1 | group >> 1 | group << 7 | group >> 7) & left
            left ^= group
            size = min(6, group.bit_count())
            total += FOR_GROUP[size]
            if group & beside:
                total += GROWTH[size] * hope
    return total


def personal_promise(shelf: Shelf, number: int, left: int, hope: float) -> float:
    """The points of a personal card, with the hope for its wishes that are still open."""
    hits, open_wishes = 0, 0
    for x, y, letter in WISHES[number]:
        height = len(shelf[x])
        if height > y:
            hits += shelf[x][y] == letter
        else:
            open_wishes += y - height < left
    hoped = hits + hope * open_wishes
    whole = int(hoped)
    return FOR_HITS[whole] + (hoped - whole) * (FOR_HITS[min(6, whole + 1)] - FOR_HITS[whole])


def lacks(name: CommonName, shelf: Shelf, kinds: tuple[int, ...], empty: int) -> int:
    """How many tiles a shelf lacks for a common card, if they come as wished."""
    if name == "STAIRS":
        heights = tuple(map(len, shelf))
        return min([steps(heights, stairs) for stairs in STAIRS])
    if name == "8_SAME":
        return max(0, 8 - max([cells.bit_count() for cells in kinds]))
    if name in SHAPES:
        return shape(SHAPES[name], kinds, empty)
    if name == "SQUARE":
        return two_squares(kinds, empty)
    if name == "6_GROUPS_2_TILES":
        return max(0, 6 - len(groups(shelf)))
    if name == "4_GROUPS_4_TILES":
        sizes = sorted((*groups(shelf), 1, 1, 1, 1), reverse=True)[:4]
        return sum([max(0, 4 - size) for size in sizes])
    card = LINES[name]
    lines = rows(shelf) if card.across else shelf
    missing = sorted([line_lacks(line, card.full, card.most, card.least) for line in lines])
    return sum(missing[: card.wanted])


def steps(heights: tuple[int, ...], stairs: tuple[int, ...]) -> int:
    """The tiles between these heights and stairs."""
    missing = 0
    for height, wanted in zip(heights, stairs, strict=True):
        if height > wanted:
            return IMPOSSIBLE
        missing += wanted - height
    return missing


def shape(shapes: tuple[int, ...], kinds: tuple[int, ...], empty: int) -> int:
    """The fewest cells of any of the shapes that are still empty, the others of one kind."""
    fewest = IMPOSSIBLE
    for cells in kinds:
        free = cells | empty
        for wanted in shapes:
            if not wanted & ~free:
                fewest = min(fewest, (wanted & ~cells).bit_count())
    return fewest


def two_squares(kinds: tuple[int, ...], empty: int) -> int:
    """The tiles lacking for the two nearest squares that do not overlap."""
    begun = []
    for cells in kinds:
        free = cells | empty
        corners = free & free >> 1 & free >> 7 & free >> 8 & (cells | cells >> 1 | cells >> 7 | cells >> 8)
        while corners:
            corner = corners & -corners
            corners ^= corner
            square = corner * SQUARE
            begun.append(((square & ~cells).bit_count(), square))
    begun.sort()
    pairs = [a + b for (a, one), (b, other) in combinations(begun[:12], 2) if not one & other]
    return min(pairs, default=begun[0][0] + 4 if begun else 8)


def line_lacks(line: str, full: int, most: int, least: int) -> int:
    """The tiles a row or column lacks to be full with no more, and no fewer, kinds than wished."""
    kinds = len(set(line))
    if kinds > most or full - len(line) < least - kinds:
        return IMPOSSIBLE
    return full - len(line)


def rows(shelf: Shelf) -> list[str]:
    """The six rows of a shelf without their gaps."""
    begun = ["".join(row) for row in zip_longest(*shelf, fillvalue="")]
    return begun + [""] * (ROWS - len(begun))


class LineCard(NamedTuple):
    """A card about rows or columns."""

    across: bool
    """Whether rows."""
    wanted: int
    """How many of them."""
    full: int
    """Of how many tiles each is."""
    most: int
    """At most so many kinds, ..."""
    least: int
    """... and at least so many."""


LINES: dict[CommonName, LineCard] = {
    "2_COLUMNS_COLOURFUL": LineCard(False, 2, 6, 6, 6),
    "2_ROWS_COLOURFUL": LineCard(True, 2, 5, 5, 5),
    "3_COLUMNS_3_COLOR": LineCard(False, 3, 6, 3, 1),
    "4_ROWS_3_COLOR": LineCard(True, 4, 5, 3, 1),
}
SHAPES: dict[CommonName, tuple[int, ...]] = {"X": CROSSES, "DIAGONAL": DIAGONALS, "CORNERS": (CORNERS,)}


@lru_cache(maxsize=12_000)
def best_put(
    shelf: Shelf, tiles: str, personal: int, wishes: tuple[Wish, ...], left: int
) -> tuple[float, int, str]:
    """Where these tiles promise most: the promise, the column, and the order of the tiles."""
    orders = {"".join(order) for order in permutations(tiles)}
    return max(
        [
            (promise(shelved(shelf, x, order), personal, wishes, left), x, order)
            for x in range(COLUMNS)
            if len(shelf[x]) + len(tiles) <= ROWS
            for order in orders
        ]
    )
