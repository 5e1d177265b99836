"""Games on squares in numbers: planes of pieces, one's own first, and every move as one sees it.

A seat that sits opposite (`Look.facing`) sees the board from its own side: its home row is row 0, and its
moves have the numbers that the same moves have for seat 0. So one policy learns from both sides.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple, get_args

from tablehall.games import chess, connect_four, dama
from tablehall.games.api import AnyGame
from tablehall.games.board import BoardView, Place, Step
from tablehall.games.checkers import JUMPS, PLAYED, WALKS
from tablehall.games.chess.moves import KNIGHT_LEAPS, STAR
from tablehall.games.dice import Dice
from tablehall.rl.encoding import Field, Listed

BoardMove = Place | Step
Turning = Callable[[int, int], tuple[int, int]]
"""Where a square is for the seat opposite."""


class Extra(NamedTuple):
    """What a view says beside the board: a plane for each number."""

    fields: tuple[Field, ...]
    read: Callable[[Any, int], Sequence[int]]


def _placing(view: BoardView, seat: int) -> Sequence[int]:
    return (int(bool(view.pools[seat])),)


def _nothing(view: Any, seat: int) -> Sequence[int]:
    return ()


def _captured(view: Any, seat: int) -> Sequence[int]:
    return view.captured[seat], view.captured[1 - seat]


EXTRAS = {
    "chess": Extra((Field("must place what a pawn becomes", 1),), _placing),
    "pente": Extra((Field("own captured pairs", 1, 12), Field("other's captured pairs", 1, 12)), _captured),
}
NO_EXTRA = Extra((), _nothing)


class Squares(Listed):
    """A game on squares; `name` is that of a game of the house, or nothing."""

    def __init__(self, game: AnyGame, seats: int, options: Any, name: str = "") -> None:
        view: BoardView = game.view(game.setup(seats, options, Dice(bytes(32))), 0)
        rows, columns = len(view.rows), len(view.rows[0])
        turned = _turning(game, name, rows, columns)
        listed = LISTS[name]() if name in LISTS else every_move(game, rows, columns)
        super().__init__(listed, *([[_seen(move, turned) for move in listed]] if turned else []))
        kinds, self._extra = _kinds(game), EXTRAS.get(name, NO_EXTRA)
        self.fields = (*_pieces(kinds, seats), *self._extra.fields, Field("on turn", 1))
        self.shape = (rows, columns, len(self.fields))
        self._size, self._planes = rows * columns * len(self.fields), len(self.fields)
        self._plane = [
            [_planes(kinds, (owner - seat) % seats) for owner in range(seats)] for seat in range(seats)
        ]
        near = [[(r * columns + c) * self._planes for c in range(columns)] for r in range(rows)]
        far = (
            [[near[r][c] for r, c in (turned(r, c) for c in range(columns))] for r in range(rows)]
            if turned
            else near
        )
        self._bases = [far if seat == 1 else near for seat in range(seats)]
        """Where the numbers of each square begin, for each seat."""

    def features(self, view: BoardView, seat: int) -> bytearray:
        """A 1 for every piece on the plane of its owner and kind; the last plane: whether one is on turn."""
        found, planes = bytearray(self._size), self._plane[seat]
        for pieces, bases in zip(view.rows, self._bases[seat], strict=True):
            for piece, base in zip(pieces, bases, strict=True):
                if piece is not None:
                    found[base + planes[piece.owner][piece.kind]] = 1
        step = self._planes
        plane = step - 1
        if view.turn == seat:
            found[plane::step] = b"\1" * (self._size // step)
        for number in reversed(self._extra.read(view, seat)):
            plane -= 1
            found[plane::step] = bytes((number,)) * (self._size // step)
        return found


class Columns(Squares):
    """Connect Four: a column says everything, since discs fall."""

    def __init__(self, game: AnyGame, seats: int, options: Any, name: str = "") -> None:
        super().__init__(game, seats, options, name)
        self.actions = connect_four.COLUMNS
        self._indexes = [{move: move.c for move in self._moves[0]}]

    def move(self, index: int, seat: int, view: Any = None) -> Place:
        """The move into this column, as high as its discs are in the view."""
        height = sum(row[index] is not None for row in view.rows)
        return Place(height, index)


def _kinds(game: AnyGame) -> dict[str, int]:
    """The plane of each kind of piece. Where every kind belongs to one seat only (red, yellow), the seats'
    kinds share their planes."""
    pieces = game.look.pieces
    if not pieces:
        raise ValueError(f"The look of {game.title} names no pieces: give it an Encoding of your own.")
    owners = {kind: tuple(map(bool, look.pictures)) for kind, look in pieces.items()}
    if not all(owned.count(True) == 1 for owned in owners.values()):
        return {kind: place for place, kind in enumerate(pieces)}
    seats = [owned.index(True) for owned in owners.values()]
    return {kind: seats[:place].count(seats[place]) for place, kind in enumerate(pieces)}


def _planes(kinds: dict[str, int], owner: int) -> dict[str, int]:
    """The planes of the pieces of an owner, who is so many seats on."""
    return {kind: owner * (max(kinds.values()) + 1) + plane for kind, plane in kinds.items()}


def _pieces(kinds: dict[str, int], seats: int) -> list[Field]:
    """The planes of all pieces in words."""
    names = ["/".join([k for k, at in kinds.items() if at == plane]) for plane in sorted(set(kinds.values()))]
    others = ["other's"] if seats == 2 else [f"{n} seats on:" for n in range(1, seats)]
    return [Field(f"{who} {name}", 1) for who in ("own", *others) for name in names]


def _turning(game: AnyGame, name: str, rows: int, columns: int) -> Turning | None:
    if not game.look.facing or game.seats != (2,):
        return None
    if name == "chess":  # the kings face each other
        return lambda r, c: (rows - 1 - r, c)
    return lambda r, c: (rows - 1 - r, columns - 1 - c)


def _seen(move: BoardMove, turned: Turning) -> BoardMove:
    if isinstance(move, Place):
        return Place(*turned(move.r, move.c), move.piece)
    return Step(*turned(move.r, move.c), *turned(move.to_r, move.to_c))


def every_move(game: AnyGame, rows: int, columns: int) -> list[BoardMove]:
    """Whatever could ever be a move on such a board, for a game that is not listed below."""
    squares, kinds = list(product(range(rows), range(columns))), get_args(game.Move) or (game.Move,)
    found: list[BoardMove] = []
    if Place in kinds:
        found += [Place(*square, kind) for kind in ("", *game.look.pieces) for square in squares]
    if Step in kinds:
        found += [Step(*square, *to) for square in squares for to in squares if square != to]
    return found


def _places(rows: int, columns: int) -> list[BoardMove]:
    return [Place(r, c) for r in range(rows) for c in range(columns)]


def _chess() -> list[BoardMove]:
    ways = [(square, to) for square in range(64) for ray in STAR[square] for to in ray]
    ways += [(square, to) for square in range(64) for to in KNIGHT_LEAPS[square]]
    found: list[BoardMove] = [chess.STEPS[square][to] for square, to in sorted(ways)]
    return found + [Place(7, column, kind) for column in range(8) for kind, _ in chess.POOL]


def _checkers() -> list[BoardMove]:
    found: list[BoardMove] = []
    for square in PLAYED:
        ways = [*WALKS["K"][square], *(to for _, to in JUMPS["K"][square])]
        found += [Step(*divmod(square, 8), *divmod(to, 8)) for to in sorted(ways)]
    return found


LISTS: dict[str, Callable[[], list[BoardMove]]] = {
    "tictactoe": lambda: _places(3, 3),
    "connect_four": lambda: _places(connect_four.ROWS, connect_four.COLUMNS),
    "pente": lambda: _places(19, 19),
    "checkers": _checkers,
    "chess": _chess,
    "dama": lambda: [step for ways in dama.FLIGHTS.values() for _, _, step in ways],
}
"""The moves of the house's games in the order of their numbers, as seat 0 sees them."""
