"""Pente: five in a row or five captured pairs, on nineteen by nineteen.

The board is 361 letters, square 19r + c: `x` for seat 0, `o` for seat 1, `.` for nothing.
"""

from functools import lru_cache

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, drawn, won_by
from tablehall.games.board import BoardEvent, BoardNo, BoardView, Piece, Place, Placed, Removed, draw
from tablehall.games.coordinates import BY_SQUARE
from tablehall.games.dice import Dice
from tablehall.games.drawing import STONE, THREAD, WOOD, Paint, painted, several
from tablehall.games.look import Look, PieceLook, texts

SIZE = 19
PAIRS_TO_WIN = 5
MARKS = "xo"
FIVES = tuple(5 * mark for mark in MARKS)
STONES = {".": None, "x": Piece(0, "stone"), "o": Piece(1, "stone")}
MOVES = tuple(Place(r, c) for r in range(SIZE) for c in range(SIZE))
POOLS = ((("stone", 1),), (("stone", 1),))
OVER, ON_TURN = Turn(()), (Turn((0,)), Turn((1,)))


def _ray(r: int, c: int, dr: int, dc: int) -> tuple[int, ...]:
    squares = []
    while 0 <= (r := r + dr) < SIZE and 0 <= (c := c + dc) < SIZE:
        squares.append(SIZE * r + c)
    return tuple(squares)


def _line(square: int, dr: int, dc: int) -> slice:
    """The whole line through a square, as a slice of the board."""
    r, c = divmod(square, SIZE)
    first = (_ray(r, c, -dr, -dc) or (square,))[-1]
    last = (_ray(r, c, dr, dc) or (square,))[-1]
    return slice(first, last + 1, SIZE * dr + dc)


LINES = tuple(
    tuple(_line(square, dr, dc) for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)))
    for square in range(SIZE * SIZE)
)
SANDWICHES = tuple(
    tuple(
        ray[:3]
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        if (dr or dc) and len(ray := _ray(move.r, move.c, dr, dc)) >= 3
    )
    for move in MOVES
)
"""For every square and direction: the two stones it could capture, and the one behind them."""


SLATE = Paint("#40474d", "#15181b", "", "#2b3035", "#aeb9c1")
SHELL = Paint("#f8f3e6", "#6d6250", "", "#d8cfb9", "#fff")
THREADS = "M0 19H160M0 43H160M0 67H160M0 91H160M20 0V110M44 0V110M68 0V110M92 0V110M116 0V110M140 0V110"
LOOK = Look(
    board="lines",
    line=5,
    pairs=PAIRS_TO_WIN,
    pieces={"stone": PieceLook(painted(STONE, SLATE, SHELL), letter="o")},
    palette={
        "accent": "light-dark(#7f5510, #e6bf77)",
        "ground": "light-dark(#e0b878, #b28d58)",
        "ground-2": "light-dark(#cfa362, #a98450)",
        "ink": "#2c1c06",
    },
    cover=f'<rect width="160" height="110" fill="{WOOD}"/>'
    f'<path stroke="{THREAD}" stroke-width="1.5" d="{THREADS}"/>'
    + several(((8, 79), (32, 55), (56, 31), (80, 7)), 24, STONE, SLATE)
    + several(((56, 79), (104, 31), (32, 31)), 24, STONE, SHELL),
    about=texts(
        "Five in a row, or five captured pairs.",
        "Fünf in einer Reihe oder fünf geschlagene Paare.",
        "Cinque in fila o cinque coppie catturate.",
        "Pět v řadě, nebo pět zajatých párů.",
        "Cinq à la suite, ou cinq paires capturées.",
        "Cinco en raya, o cinco parejas capturadas.",
    ),
    ends={"line": "Five in a row!", "captures": "Five pairs captured!", "full": "Draw: the board is full"},
    boards=5,
)


class Board(Value, frozen=True):
    """The stones, who is to move, and the pairs each seat has captured."""

    stones: str = "." * SIZE * SIZE
    turn: int = 0
    captured: tuple[int, int] = (0, 0)
    end: str = ""
    """Why the game is over, once it is."""


class PenteView(BoardView, frozen=True):
    """The board, and the pairs each seat has captured."""

    captured: tuple[int, int] = (0, 0)


class Pente(Game[Board, Place, PenteView]):
    name, title = "pente", "Pente"
    State, Move, View, Event = Board, Place, PenteView, BoardEvent
    seat_names = ("X", "O")
    open_information = takeback = draw_by_agreement = True
    look, notation = LOOK, BY_SQUARE

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        return OVER if state.end else ON_TURN[state.turn]

    def legal(self, state: Board, seat: int) -> list[Place]:
        if seat != state.turn or state.end:
            return []
        return [move for move, stone in zip(MOVES, state.stones, strict=True) if stone == "."]

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        if state.end:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if not (0 <= move.r < SIZE and 0 <= move.c < SIZE):
            return Refusal(BoardNo.OFF_BOARD)
        if move.piece:
            return Refusal(BoardNo.NOT_THAT_PIECE)
        square = SIZE * move.r + move.c
        if state.stones[square] != ".":
            return Refusal(BoardNo.TAKEN)
        lost = captives(state.stones, square, seat)
        events = tuple(Removed(*divmod(captive, SIZE)) for captive in lost)
        placed = Placed(move.r, move.c, Piece(seat, "stone"))
        return Played(_placed(state, square, lost), (*events, placed))

    def view(self, state: Board, seat: int | None) -> PenteView:
        rows = [_row(state.stones[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE)]
        return PenteView(tuple(rows), state.turn, POOLS, state.captured)

    def outcome(self, state: Board) -> Outcome | None:
        if not state.end:
            return None
        return drawn(reason="full") if state.end == "full" else won_by(1 - state.turn, reason=state.end)

    def describe(self, view: PenteView) -> str:
        board = draw(view, LOOK).replace("O", "X")
        return f"{board}\nPairs captured: X {view.captured[0]}, O {view.captured[1]}"


@lru_cache(4096)
def _row(stones: str) -> tuple[Piece | None, ...]:
    """One row as seen; most rows are as they were a move ago."""
    return tuple(STONES[stone] for stone in stones)


def captives(stones: str, square: int, seat: int) -> list[int]:
    """The stones that a stone of this seat captures by coming to a square."""
    mine, foe = MARKS[seat], MARKS[1 - seat]
    lost: list[int] = []
    for one, two, behind in SANDWICHES[square]:
        if stones[one] == foe and stones[two] == foe and stones[behind] == mine:
            lost += (one, two)
    return lost


def _placed(state: Board, square: int, lost: list[int]) -> Board:
    seat, board = state.turn, state.stones
    stones = f"{board[:square]}{MARKS[seat]}{board[square + 1 :]}"
    for captive in lost:
        stones = f"{stones[:captive]}.{stones[captive + 1 :]}"
    pairs = state.captured[seat] + len(lost) // 2
    end = ""
    if any(FIVES[seat] in stones[line] for line in LINES[square]):
        end = "line"
    elif pairs >= PAIRS_TO_WIN:
        end = "captures"
    elif "." not in stones:
        end = "full"
    captured = (state.captured[0], pairs) if seat else (pairs, state.captured[1])
    return Board(stones, 1 - seat, captured, end)


game = Pente()
