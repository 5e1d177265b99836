"""Connect Four: four in a line, discs fall to the lowest free row. Row 0 is the lowest.

Each seat's discs are bits of one number, seven bits a column: bit 7c + r. The seventh bit
of every column stays empty, so that no line runs over the edge.
"""

from functools import lru_cache

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, drawn, won_by
from tablehall.games.board import BoardEvent, BoardNo, BoardView, Piece, Place, Placed, draw
from tablehall.games.coordinates import BY_COLUMN
from tablehall.games.dice import Dice
from tablehall.games.drawing import BEHIND, DISC, FRAME, Paint, circles, painted, several
from tablehall.games.look import Look, PieceLook, texts

ROWS, COLUMNS = 6, 7
BOTTOM = sum(1 << 7 * c for c in range(COLUMNS))
FULL = BOTTOM * 0b111111
DIRECTIONS = (1, 7, 6, 8)


class Board(Value, frozen=True):
    """The discs of each seat, and whose turn it is."""

    discs: tuple[int, int] = (0, 0)
    turn: int = 0


DISCS = (Piece(0, "red"), Piece(1, "yellow"))

RINGS = '<circle cx="50" cy="52" r="18" fill="none" stroke="LINE" stroke-width="7"/>'
STAR = (
    '<path fill="LINE" stroke="none"'
    ' d="M50 28l7 15.5 17 2-12.5 11.5 3.5 17-15-8.5-15 8.5 3.5-17L26 45.5l17-2z"/>'
)
RED = Paint("#cf4637", "#7a1c15", "#f6c9bf", "#a32d22", "#f08a7b")
YELLOW = Paint("#f2c43d", "#83610b", "#94690a", "#d09c1f", "#fff0b3")
HOLES = circles([(20 + c * 40, 17 + r * 38) for c in range(4) for r in range(3)], 15)
LOOK = Look(
    board="frame",
    falls=True,
    line=4,
    pieces={
        "red": PieceLook(painted(DISC + RINGS, RED), "●"),
        "yellow": PieceLook(("", *painted(DISC + STAR, YELLOW)), " ○"),
    },
    inks=("#ff6b5e", "#ffe14d"),
    palette={
        "accent": "light-dark(#1f5796, #9cc6f5)",
        "ground": "light-dark(#2d5f9a, #21466f)",
        "ground-2": "light-dark(#234c7e, #193655)",
        "ink": "#ffffff",
    },
    cover=f'<rect width="160" height="110" fill="{FRAME}"/><g fill="{BEHIND}">{HOLES}</g>'
    + several(((4, 77), (84, 77), (44, 39), (84, 1)), 33, DISC + RINGS, RED)
    + several(((44, 77), (84, 39)), 33, DISC + STAR, YELLOW),
    titles={
        "de": "Vier gewinnt",
        "it": "Forza quattro",
        "cs": "Čtyři v řadě",
        "fr": "Puissance 4",
        "es": "Cuatro en raya",
    },
    about=texts(
        "Four in a line; discs fall.",
        "Vier in einer Linie; die Scheiben fallen.",
        "Quattro in linea; i dischi cadono.",
        "Čtyři v linii, žetony padají dolů.",
        "Quatre alignés ; les jetons tombent.",
        "Cuatro en línea; las fichas caen.",
    ),
    ends={"line": "Four in a row!", "full": "Draw: the board is full"},
    boards=4,
)


def four(discs: int) -> bool:
    """Whether four of these discs stand in a line."""
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@lru_cache(4096)
def _row(red: int, yellow: int) -> tuple[Piece | None, ...]:
    """One row as seen, from its discs as the bits 7c; there are no more than 2,187 different ones."""
    columns = range(0, 7 * COLUMNS, 7)
    return tuple([DISCS[0] if red >> c & 1 else DISCS[1] if yellow >> c & 1 else None for c in columns])


class ConnectFour(Game[Board, Place, BoardView]):
    name, title = "connect_four", "Connect Four"
    State, Move, View, Event = Board, Place, BoardView, BoardEvent
    seat_names = ("Red", "Yellow")
    open_information = takeback = draw_by_agreement = True
    look, notation = LOOK, BY_COLUMN

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        return Turn(() if self.outcome(state) else (state.turn,))

    def legal(self, state: Board, seat: int) -> list[Place]:
        if seat != state.turn or self.outcome(state):
            return []
        taken = state.discs[0] | state.discs[1]
        heights = ((taken >> 7 * column & 0b111111).bit_count() for column in range(COLUMNS))
        return [Place(height, column) for column, height in enumerate(heights) if height < ROWS]

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        if self.outcome(state):
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if not (0 <= move.r < ROWS and 0 <= move.c < COLUMNS):
            return Refusal(BoardNo.OFF_BOARD)
        if move.piece:
            return Refusal(BoardNo.NOT_THAT_PIECE)
        red, yellow = state.discs
        disc = 1 << 7 * move.c + move.r
        if (red | yellow) & disc:
            return Refusal(BoardNo.TAKEN)
        if move.r and not (red | yellow) & disc >> 1:
            return Refusal(BoardNo.CANNOT_GO_THERE)
        after = (red, yellow | disc) if seat else (red | disc, yellow)
        return Played(Board(after, 1 - seat), (Placed(move.r, move.c, DISCS[seat]),))

    def view(self, state: Board, seat: int | None) -> BoardView:
        red, yellow = state.discs
        rows = tuple([_row(red >> row & BOTTOM, yellow >> row & BOTTOM) for row in range(ROWS)])
        pools = ((("red", 21 - red.bit_count()),), (("yellow", 21 - yellow.bit_count()),))
        return BoardView(rows, state.turn, pools)

    def outcome(self, state: Board) -> Outcome | None:
        last = 1 - state.turn
        if four(state.discs[last]):
            return won_by(last, reason="line")
        return drawn(reason="full") if state.discs[0] | state.discs[1] == FULL else None

    def describe(self, view: BoardView) -> str:
        return draw(view, LOOK)


game = ConnectFour()
