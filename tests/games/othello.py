"""Othello, as somebody would write it who has read docs/writing-a-game.md and nothing else.

The board is 64 letters, square 8r + c: `x` for seat 0, `o` for seat 1, `.` for nothing. Whoever has no
move is passed over.
"""

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, ranked
from tablehall.games.board import BoardEvent, BoardNo, BoardView, Piece, Place, Placed, Removed, draw
from tablehall.games.dice import Dice
from tablehall.games.drawing import EBONY, FELT, IVORY, STONE, at, painted, ruled
from tablehall.games.look import Look, PieceLook, texts

MARKS = "xo"
DISCS = {".": None, "x": Piece(0, "disc"), "o": Piece(1, "disc")}
POOLS = ((("disc", 1),), (("disc", 1),))

BLACK, WHITE = painted(STONE, EBONY, IVORY)
LOOK = Look(
    board="cells",
    ground=FELT,
    pieces={"disc": PieceLook((BLACK, WHITE), "●○")},
    inks=("#101010", "#ffffff"),
    cover=f'<rect width="160" height="110" fill="{FELT}"/>'
    + ruled("M44 4V106M80 4V106M116 4V106M8 37H152M8 73H152", "#0006", 2)
    + "".join(at(x, y, 30, BLACK) for x, y in ((47, 40), (83, 76), (11, 40)))
    + "".join(at(x, y, 30, WHITE) for x, y in ((83, 40), (47, 76), (119, 4))),
    about=texts("Enclose discs between two of yours, and they are yours."),
    ends={"discs": "Most discs", "equal": "Draw: as many discs each"},
    boards=6,
)


def _ray(r: int, c: int, dr: int, dc: int) -> tuple[int, ...]:
    squares = []
    while 0 <= (r := r + dr) < 8 and 0 <= (c := c + dc) < 8:
        squares.append(8 * r + c)
    return tuple(squares)


WAYS = tuple((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
RAYS = tuple(tuple(_ray(square >> 3, square & 7, *way) for way in WAYS) for square in range(64))


def enclosed(discs: str, square: int, seat: int) -> list[int]:
    """The discs that turn over if this seat sets one here."""
    turned: list[int] = []
    for ray in RAYS[square] if discs[square] == "." else ():
        line = "".join(discs[other] for other in ray)
        foes = len(line) - len(line.lstrip(MARKS[1 - seat]))
        if line[foes : foes + 1] == MARKS[seat]:
            turned += ray[:foes]
    return turned


def moves(discs: str, seat: int) -> list[Place]:
    """Where this seat may set a disc."""
    return [Place(*divmod(square, 8)) for square in range(64) if enclosed(discs, square, seat)]


class Board(Value, frozen=True):
    """The discs, and whose turn it is; -1: the game is over."""

    discs: str = "." * 27 + "ox" + "." * 6 + "xo" + "." * 27
    turn: int = 0


class Othello(Game[Board, Place, BoardView]):
    name, title = "othello", "Othello"
    State, Move, View, Event = Board, Place, BoardView, BoardEvent
    seat_names = ("Black", "White")
    open_information = takeback = draw_by_agreement = True
    look = LOOK

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        return Turn(() if state.turn < 0 else (state.turn,))

    def legal(self, state: Board, seat: int) -> list[Place]:
        return moves(state.discs, seat) if seat in self.turn(state).seats else []

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        if state.turn < 0:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if not (0 <= move.r < 8 and 0 <= move.c < 8):
            return Refusal(BoardNo.OFF_BOARD)
        square = 8 * move.r + move.c
        if state.discs[square] != ".":
            return Refusal(BoardNo.TAKEN)
        turned = enclosed(state.discs, square, seat)
        if move.piece or not turned:
            return Refusal(BoardNo.NOT_THAT_PIECE if move.piece else BoardNo.CANNOT_GO_THERE)
        discs = "".join(
            MARKS[seat] if at in (square, *turned) else disc for at, disc in enumerate(state.discs)
        )
        following = next((other for other in (1 - seat, seat) if moves(discs, other)), -1)
        mine = Piece(seat, "disc")
        events: list[BoardEvent] = [Placed(move.r, move.c, mine)]
        for r, c in (divmod(other, 8) for other in turned):
            events += (Removed(r, c), Placed(r, c, mine))
        return Played(Board(discs, following), tuple(events))

    def view(self, state: Board, seat: int | None) -> BoardView:
        pieces = [DISCS[disc] for disc in state.discs]
        rows = tuple(tuple(pieces[row : row + 8]) for row in range(0, 64, 8))
        return BoardView(rows, max(state.turn, 0), POOLS)

    def outcome(self, state: Board) -> Outcome | None:
        if state.turn >= 0:
            return None
        black, white = (state.discs.count(mark) for mark in MARKS)
        return ranked((black, white), "equal" if black == white else "discs")

    def describe(self, view: BoardView) -> str:
        owners = [piece.owner for row in view.rows for piece in row if piece]
        return f"{draw(view, LOOK)}\nDiscs: Black {owners.count(0)}, White {owners.count(1)}"


game = Othello()
