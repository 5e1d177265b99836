"""Checkers, or English draughts: men forwards, kings both ways, captures compulsory.

The board is 64 letters, square 8r + c, `.` for an empty one: `M` and `K` are the man and
king of seat 0 (dark), `m` and `k` those of seat 1. Every hop of a jump is a move of its own:
the seat stays on turn until its piece can jump no further or is crowned.
"""

from hashlib import blake2b
from typing import ClassVar

from tablehall.games.api import Game, Outcome, Played, Reason, Refusal, Rule, Turn, Value, drawn, won_by
from tablehall.games.board import (
    BoardEvent,
    BoardNo,
    BoardView,
    Piece,
    Placed,
    Removed,
    Step,
    Stepped,
    draw,
)
from tablehall.games.dice import Dice
from tablehall.games.draughts import NUMBERED
from tablehall.games.drawing import EBONY, IVORY, KING, MAN, chequers, draughts, several
from tablehall.games.formats import Format, Tagged
from tablehall.games.look import Look, texts

PIECES = {".": None, "M": Piece(0, "man"), "K": Piece(0, "king"), "m": Piece(1, "man"), "k": Piece(1, "king")}
MEN = ("MK", "mk")
PLAYED = tuple(square for square in range(64) if (square ^ square >> 3) & 1 == 0)
START = "".join(
    "." if square not in PLAYED or 24 <= square < 40 else "M" if square < 24 else "m" for square in range(64)
)
QUIET_LIMIT = 80
"""Forty moves of each seat without a capture or a man's move are a draw."""
OVER, ON_TURN = Turn(()), (Turn((0,)), Turn((1,)))


class CheckersNo(Reason):
    """Why a move of checkers is refused."""

    MUST_CAPTURE = "You can capture, so you must."
    MUST_JUMP_ON = "The piece that jumped must jump on."


class Board(Value, frozen=True):
    """The pieces, who is to move, and what the rules must remember."""

    squares: str = START
    turn: int = 0
    jumping: int = -1
    """The piece that has jumped and must jump on; -1: none."""
    quiet: int = 0
    """Moves, of both seats, since the last capture or man's move."""
    seen: tuple[int, ...] = ()
    """Fingerprints of the positions that could come again."""
    end: str = ""
    """Why the game is over, once it is."""


def _rays(piece: str, square: int) -> list[tuple[int, ...]]:
    """The next two squares in each direction of a piece, as far as the board goes."""
    row, column = divmod(square, 8)
    return [
        tuple(
            8 * (row + n * dr) + column + n * dc
            for n in (1, 2)
            if 0 <= row + n * dr < 8 and 0 <= column + n * dc < 8
        )
        for dr in {"M": (1,), "m": (-1,)}.get(piece, (1, -1))
        for dc in (-1, 1)
    ]


WALKS = {
    piece: tuple(tuple(ray[0] for ray in _rays(piece, square) if ray) for square in range(64))
    for piece in "MKmk"
}
JUMPS = {
    piece: tuple(tuple(ray for ray in _rays(piece, square) if len(ray) == 2) for square in range(64))
    for piece in "MKmk"
}
"""For every piece and square: the squares it can jump over and where it lands."""


def jumps(squares: str, square: int) -> list[int]:
    """Where the piece can jump."""
    foes = "mk" if squares[square] in "MK" else "MK"
    return [to for over, to in JUMPS[squares[square]][square] if squares[over] in foes and squares[to] == "."]


def steps(squares: str, turn: int, jumping: int = -1) -> list[tuple[int, int]]:
    """Every step the seat on turn may make, as (from, to)."""
    if jumping >= 0:
        return [(jumping, to) for to in jumps(squares, jumping)]
    men, foes = MEN[turn], MEN[1 - turn]
    jumped: list[tuple[int, int]] = []
    walked: list[tuple[int, int]] = []
    for square in PLAYED:
        if (piece := squares[square]) in men:
            for over, to in JUMPS[piece][square]:
                if squares[to] == "." and squares[over] in foes:
                    jumped.append((square, to))
            walked += [(square, to) for to in WALKS[piece][square] if squares[to] == "."]
    return jumped or walked


def fingerprint(squares: str, turn: int) -> int:
    """What makes two positions the same, for a draw by repetition."""
    return int.from_bytes(blake2b(f"{squares}{turn}".encode(), digest_size=8).digest(), "big")


def reached(squares: str, turn: int, quiet: int = 0, seen: tuple[int, ...] = ()) -> Board:
    """The position after a move is complete, with the verdict on it."""
    mark = fingerprint(squares, turn)
    seen = (*seen, mark)
    end = ""
    if not steps(squares, turn):
        end = "no_moves" if any(man in squares for man in MEN[turn]) else "no_pieces"
    elif seen.count(mark) >= 3:
        end = "threefold"
    elif quiet >= QUIET_LIMIT:
        end = "forty_moves"
    return Board(squares, turn, -1, quiet, seen, end)


LOOK = Look(
    board="chequered",
    facing=True,
    pieces=draughts(12, ("●○", "◉◎"), EBONY, IVORY),
    inks=("#5a0f0f", "#fff3d6"),
    palette={
        "accent": "light-dark(#3d6335, #a6cf98)",
        "ground": "light-dark(#3f4a2c, #2b331e)",
        "ground-2": "light-dark(#55623d, #3a4429)",
        "ink": "#f5efd6",
        "wood-light": "light-dark(#f3e9cc, #cbc09b)",
        "wood-dark": "light-dark(#87a078, #65795a)",
    },
    cover=chequers(4, 3, 40, 1)
    + several(((0, 0), (80, 0)), 40, MAN, IVORY)
    + several(((40, 40), (0, 80)), 40, MAN, EBONY)
    + several(((120, 40),), 40, KING, EBONY),
    titles={"it": "Dama inglese", "cs": "Anglická dáma", "fr": "Dames anglaises", "es": "Damas inglesas"},
    about=texts(
        "Men forwards, kings both ways, who can capture must.",
        "Steine vorwärts, Damen in beide Richtungen, Schlagen ist Pflicht.",
        "Pedine in avanti, dame in ogni verso, chi può catturare deve.",
        "Kameny vpřed, dámy oběma směry, brát se musí.",
        "Les pions avancent, les dames vont dans les deux sens, qui peut prendre le doit.",
        "Peones hacia delante, damas en ambos sentidos, quien puede capturar debe.",
    ),
    ends={
        "no_moves": "No move left",
        "no_pieces": "No piece left",
        "threefold": "Draw by threefold repetition",
        "forty_moves": "Draw: forty moves without progress",
    },
    boards=2,
)


class Checkers(Game[Board, Step, BoardView]):
    name, title = "checkers", "Checkers"
    State, Move, View, Event = Board, Step, BoardView, BoardEvent
    seat_names = ("Dark", "Light")
    open_information = takeback = draw_by_agreement = True
    look, notation = LOOK, NUMBERED
    formats: ClassVar[dict[str, Format]] = {"pdn": Tagged(white=1, GameType="21,B,8,8,N1,0")}

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return reached(START, 0)

    def turn(self, state: Board) -> Turn:
        return OVER if state.end else ON_TURN[state.turn]

    def legal(self, state: Board, seat: int) -> list[Step]:
        if seat != state.turn or state.end:
            return []
        found = steps(state.squares, seat, state.jumping)
        return [Step(square >> 3, square & 7, to >> 3, to & 7) for square, to in found]

    def play(self, state: Board, seat: int, move: Step, dice: Dice) -> Played[Board] | Refusal:
        if state.end:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if not (0 <= move.r < 8 and 0 <= move.c < 8 and 0 <= move.to_r < 8 and 0 <= move.to_c < 8):
            return Refusal(BoardNo.OFF_BOARD)
        square, to = 8 * move.r + move.c, 8 * move.to_r + move.to_c
        if state.squares[square] not in MEN[seat]:
            return Refusal(BoardNo.NOT_YOURS)
        if (square, to) not in steps(state.squares, seat, state.jumping):
            return Refusal(_why_not(state, square, to))
        return _step(state, square, to)

    def view(self, state: Board, seat: int | None) -> BoardView:
        pieces = [PIECES[letter] for letter in state.squares]
        return BoardView(tuple(tuple(pieces[row : row + 8]) for row in range(0, 64, 8)), state.turn)

    def outcome(self, state: Board) -> Outcome | None:
        if not state.end:
            return None
        lost = state.end in ("no_moves", "no_pieces")
        return won_by(1 - state.turn, reason=state.end) if lost else drawn(reason=state.end)

    def describe(self, view: BoardView) -> str:
        return draw(view, LOOK)


def _why_not(state: Board, square: int, to: int) -> Reason:
    if state.jumping >= 0:
        return CheckersNo.MUST_JUMP_ON
    if state.squares[to] == "." and to in WALKS[state.squares[square]][square]:
        return CheckersNo.MUST_CAPTURE
    return BoardNo.CANNOT_GO_THERE


def _step(state: Board, square: int, to: int) -> Played[Board]:
    piece, over = state.squares[square], (square + to) // 2
    captured, crowned = abs(to - square) > 9, piece in "Mm" and to >> 3 in (0, 7)
    squares = list(state.squares)
    squares[square], squares[to] = ".", piece.replace("M", "K").replace("m", "k") if crowned else piece
    events: list[BoardEvent] = []
    if captured:
        squares[over] = "."
        events.append(Removed(over >> 3, over & 7))
    if crowned:
        events += (Removed(square >> 3, square & 7), Placed(to >> 3, to & 7, Piece(state.turn, "king")))
    else:
        events.append(Stepped(square >> 3, square & 7, to >> 3, to & 7))
    return Played(_next(state, "".join(squares), to, captured, crowned), tuple(events))


def _next(state: Board, squares: str, to: int, captured: bool, crowned: bool) -> Board:
    if captured and not crowned and jumps(squares, to):
        return Board(squares, state.turn, to)
    if captured or crowned or squares[to] in "Mm":
        return reached(squares, 1 - state.turn)
    return reached(squares, 1 - state.turn, state.quiet + 1, state.seen)


game = Checkers()
