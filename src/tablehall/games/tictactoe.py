"""Tic Tac Toe: three in a row on three by three, five marks each."""

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, drawn, won_by
from tablehall.games.board import BoardEvent, BoardNo, BoardView, Piece, Place, Placed, draw
from tablehall.games.coordinates import BY_SQUARE
from tablehall.games.dice import Dice
from tablehall.games.drawing import APRICOT, BLUE, CHALK, ORANGE, SLATE, at, ruled
from tablehall.games.look import Look, PieceLook, texts

LINES = tuple(
    sum(1 << cell for cell in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
FULL = 0b111_111_111
WINS = tuple(any(marks & line == line for line in LINES) for marks in range(FULL + 1))
MARKS = (Piece(0, "x"), Piece(1, "o"))
CELLS = (None, *MARKS)
ROWS = tuple(
    tuple(tuple(CELLS[(x >> c & 1) + 2 * (o >> c & 1 & ~x >> c)] for c in range(3)) for o in range(8))
    for x in range(8)
)
MOVES = tuple(Place(r, c) for r in range(3) for c in range(3))
FREE = tuple(
    tuple(move for cell, move in enumerate(MOVES) if not taken >> cell & 1) for taken in range(FULL + 1)
)
TURNS = (Turn((0,)), Turn((1,)), Turn(()))
PLACED = tuple(tuple(Placed(m.r, m.c, mark) for m in MOVES) for mark in MARKS)


GRAINS = (('width="9" stroke-opacity=".4"', 0, 0), ('width="5"', -2, -1), ('width="3"', 3, 2))


def _chalk(colour: str, *strokes: str) -> str:
    """Strokes of chalk, one after the other: a broad soft one, and grains that were pressed harder.
    Their length counts as 1, so that whoever can may draw them before one's eyes."""
    drawn = "".join(
        f'<path pathLength="1" stroke-{width} transform="translate({x} {y})" d="{stroke}"/>'
        for stroke in strokes
        for width, x, y in GRAINS
    )
    return f'<g fill="none" stroke="{colour}" stroke-linecap="round">{drawn}</g>'


CROSSING = ("M21 22Q47 47 78 79", "M79 20Q52 46 22 80")
ROUND = "M54 19C34 15 18 32 20 52S40 83 57 79 84 58 79 40 64 19 48 21"
CROSS, RING = _chalk(BLUE, *CROSSING), _chalk(ORANGE, ROUND)
GRID = ruled("M62 9Q60 60 63 101M98 10Q99 55 97 100M27 38Q80 36 133 39M28 72Q80 73 132 70", CHALK, 3)
LOOK = Look(
    board="cells",
    line=3,
    pieces={"x": PieceLook((CROSS,)), "o": PieceLook(("", RING))},
    ground=SLATE,
    rules=CHALK,
    palette={
        "accent": "light-dark(#3f5b5a, #a9cbc8)",
        "ground": "light-dark(#34423f, #252f2d)",
        "ground-2": "light-dark(#455651, #31403c)",
        "ink": "#f4f1e4",
    },
    cover=f'<rect width="160" height="110" fill="{SLATE}"/>{GRID}'
    + "".join(at(x, y, 32, ruled("".join(CROSSING), CHALK, 11)) for x, y in ((64, 39), (98, 8), (29, 71)))
    + "".join(at(x, y, 32, ruled(ROUND, APRICOT, 11)) for x, y in ((29, 8), (98, 71))),
    titles={"it": "Tris", "cs": "Piškvorky 3 × 3", "fr": "Morpion", "es": "Tres en raya"},
    about=texts(
        "Three in a row.",
        "Drei in einer Reihe.",
        "Tre in fila.",
        "Tři v řadě.",
        "Trois à la suite.",
        "Tres en raya.",
    ),
    ends={"line": "Three in a row!", "full": "Draw: the board is full"},
    boards=1,
)


class Board(Value, frozen=True):
    """The marks of each seat as bits 3r + c, and whose turn it is."""

    marks: tuple[int, int] = (0, 0)
    turn: int = 0


def over(state: Board) -> bool:
    """Whether somebody has three in a row, or the board is full."""
    x, o = state.marks
    return x | o == FULL or WINS[x if state.turn else o]


class TicTacToe(Game[Board, Place, BoardView]):
    name, title = "tictactoe", "Tic Tac Toe"
    State, Move, View, Event = Board, Place, BoardView, BoardEvent
    seat_names = ("X", "O")
    open_information = takeback = draw_by_agreement = True
    look, notation = LOOK, BY_SQUARE

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        return TURNS[2 if over(state) else state.turn]

    def legal(self, state: Board, seat: int) -> list[Place]:
        if seat != state.turn or over(state):
            return []
        return list(FREE[state.marks[0] | state.marks[1]])

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        if over(state):
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        r, c = move.r, move.c
        if not (0 <= r < 3 and 0 <= c < 3):
            return Refusal(BoardNo.OFF_BOARD)
        if move.piece:
            return Refusal(BoardNo.NOT_THAT_PIECE)
        x, o = state.marks
        cell = 3 * r + c
        if (x | o) >> cell & 1:
            return Refusal(BoardNo.TAKEN)
        marks = (x, o | 1 << cell) if seat else (x | 1 << cell, o)
        return Played(Board(marks, 1 - seat), (PLACED[seat][cell],))

    def view(self, state: Board, seat: int | None) -> BoardView:
        x, o = state.marks
        rows = ROWS[x & 7][o & 7], ROWS[x >> 3 & 7][o >> 3 & 7], ROWS[x >> 6][o >> 6]
        pools = ((("x", 5 - x.bit_count()),), (("o", 5 - o.bit_count()),))
        return BoardView(rows, state.turn, pools)

    def outcome(self, state: Board) -> Outcome | None:
        last = 1 - state.turn
        if WINS[state.marks[last]]:
            return won_by(last, reason="line")
        return drawn(reason="full") if state.marks[0] | state.marks[1] == FULL else None

    def describe(self, view: BoardView) -> str:
        return draw(view, LOOK)


game = TicTacToe()
