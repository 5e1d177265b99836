"""My Shelfie in numbers.

A pick is numbered by its cells in their order, a put by its column and the kinds of its tiles in theirs.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from tablehall.games.shelfie import Pick, Put, TableView
from tablehall.games.shelfie.board import COLUMNS as WIDTH
from tablehall.games.shelfie.board import LINES, ROWS, STRIDE, TILES
from tablehall.games.shelfie.cards import COMMON, PersonalCard
from tablehall.games.shelfie.shelf import COLUMNS, Shelf
from tablehall.games.shelfie.shelf import ROWS as HEIGHT
from tablehall.games.shelfie.tiles import EACH, KINDS, LETTERS, Kind
from tablehall.rl.encoding import Encoding, Field, around, row_of

Cells = tuple[int, ...]

PICKS: list[Cells] = [order for orders in LINES.values() for order in orders]
PICK_OF = {cells: index for index, cells in enumerate(PICKS)}
HANDS: list[tuple[Kind, ...]] = [hand for size in (1, 2, 3) for hand in product(KINDS, repeat=size)]
PUTS = [Put(column, hand) for column in range(COLUMNS) for hand in HANDS]
PUT_OF = {put: index for index, put in enumerate(PUTS, start=len(PICKS))}
TILE = {letter: bytes(letter == other for other in LETTERS) for letter in LETTERS + ". "}
"""A cell with this tile, or with none, as six numbers."""
NO_TILE = TILE["."]


class Shelfie(Encoding):
    """First every pick, then every put."""

    def __init__(self, seats: int, options: Any) -> None:
        self.actions = len(PICKS) + len(PUTS)
        shelf, cards = COLUMNS * HEIGHT * len(KINDS), len(COMMON)
        self.fields = (
            Field("living room: 9 rows of 9 cells, a 1 for the kind of tile", ROWS * WIDTH * len(KINDS)),
            Field("hand of whoever is on turn: how many of each kind", len(KINDS), 3),
            Field("shelves, from oneself on: 5 columns of 6 cells, a 1 for the kind", seats * shelf),
            Field("wishes of the own personal card: 5 columns of 6 cells", shelf),
            Field("common cards on the table", cards),
            Field("points of the next token on each", cards, 8),
            Field("tokens taken from each, from oneself on", seats * cards),
            Field("points, from oneself on", seats, 100),
            Field("on turn, from oneself on", seats),
            Field("place in the order of play, from oneself on", seats, 3),
            Field("filled their shelf first, from oneself on", seats),
            Field("absent, from oneself on", seats),
            Field("tiles in the bag", 1, EACH * len(KINDS)),
        )
        self.shape = row_of(self.fields)

    def index(self, move: Pick | Put, seat: int) -> int:
        """The number of a pick or a put."""
        if isinstance(move, Put):
            return PUT_OF[move]
        return PICK_OF[tuple([STRIDE * tile.x + tile.y for tile in move.tiles])]

    def move(self, index: int, seat: int, view: TableView) -> Pick | Put:
        """The pick of what lies on those cells in the view, or the put."""
        if index >= len(PICKS):
            return PUTS[index - len(PICKS)]
        return Pick(tuple([TILES[cell][view.room[cell // STRIDE][cell % STRIDE]] for cell in PICKS[index]]))

    def features(self, view: TableView, seat: int) -> bytearray:
        """Every field of the view, as seen from this seat."""
        seats = around(seat, len(view.shelves))
        commons = {card.name: card for card in view.commons}
        found = bytearray().join([TILE[letter] for row in view.room for letter in row])
        found += bytes([view.hand.count(letter) for letter in LETTERS])
        for other in seats:
            found += _shelf(view.shelves[other])
        found += _wishes(view.personal[seat])
        found += bytes([name in commons for name in COMMON])
        found += bytes([_next_token(commons[name].tokens) if name in commons else 0 for name in COMMON])
        for other in seats:
            found += bytes([name in commons and other in commons[name].takers for name in COMMON])
        found += bytes([view.points[other] for other in seats])
        found += bytes([view.turn == other for other in seats])
        found += bytes([view.order.index(other) for other in seats])
        found += bytes([view.finisher == other for other in seats])
        found += bytes([other in view.away or other in view.gone for other in seats])
        found.append(view.bag)
        return found


def _shelf(shelf: Shelf) -> bytes:
    return b"".join([TILE[letter] for column in shelf for letter in column.ljust(HEIGHT, ".")])


def _wishes(card: PersonalCard | None) -> bytes:
    wishes = {(goal.x, goal.y): TILE[goal.type[0]] for goal in card.goals} if card else {}
    return b"".join([wishes.get(cell, NO_TILE) for cell in product(range(COLUMNS), range(HEIGHT))])


def _next_token(tokens: Sequence[int]) -> int:
    return tokens[-1] if tokens else 0
