"""Standard algebraic notation, as chess players write their moves down: Nf3, exd5, O-O, e8=Q, R1e2+."""

import re
from collections.abc import Sequence

from tablehall.games.board import BoardView, Place, Step
from tablehall.games.chess.fen import square_name
from tablehall.games.chess.moves import can_move, guard, passing_square, targets
from tablehall.games.notation import Meant, Notation

LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
_MOVE = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:e\.?p\.?)?(?:[=/]?\(?([QRBNqrbn])\)?)?")
_CASTLING = re.compile(r"[oO0]-?[oO0](-?[oO0])?")


def board_of(view: BoardView) -> str:
    """The 64 letters of a board; anything but a board of chess is a `ValueError`."""
    letters = []
    for piece in (piece for row in view.rows for piece in row):
        letter = LETTERS.get(piece.kind, "?") if piece else "."
        letters.append(letter.lower() if piece and piece.owner else letter)
    board = "".join(letters)
    if len(board) != 64 or "?" in board or (board.count("K"), board.count("k")) != (1, 1):
        raise ValueError("this is no board of chess")
    return board


class Algebraic(Notation):
    """The notation of FIDE's laws; of a promotion, which is two moves here, it writes each."""

    def write(self, view: BoardView, move: Step | Place, after: BoardView | None = None) -> str:
        if isinstance(move, Place):
            written = f"{square_name(8 * move.r + move.c)}={LETTERS.get(move.piece, '?')}"
        else:
            written = _step(board_of(view), view.turn, 8 * move.r + move.c, 8 * move.to_r + move.to_c)
        return written + (_sign(board_of(after), after.turn, view.turn, move) if after else "")

    def read(self, written: str, view: BoardView, moves: Sequence[Step | Place]) -> list[Meant]:
        text = re.sub(r"\s|[+#!?]+$", "", written)
        found = _meant(text, board_of(view), moves)
        return found or _meant(text[:1].upper() + text[1:], board_of(view), moves)


def _step(board: str, seat: int, square: int, to: int) -> str:
    piece, taken = board[square].upper(), board[to] != "."
    if piece == "K" and abs(to - square) == 2:
        return "O-O" if to > square else "O-O-O"
    if piece == "P":
        return f"{square_name(square)[0]}x{square_name(to)}" if (to - square) % 8 else square_name(to)
    return f"{piece}{_which(board, seat, square, to)}{'x' * taken}{square_name(to)}"


def _which(board: str, seat: int, square: int, to: int) -> str:
    """What tells a piece from another of its kind that may go to the same square."""
    bound = guard(board, seat)
    rivals = [
        other
        for other, piece in enumerate(board)
        if piece == board[square] and other != square and to in targets(board, other, seat, "", -1, bound)
    ]
    if not rivals:
        return ""
    name = square_name(square)
    column, row = name[0], name[1]
    if all(other & 7 != square & 7 for other in rivals):
        return column
    return row if all(other >> 3 != square >> 3 for other in rivals) else column + row


def _sign(board: str, turn: int, mover: int, move: Step | Place) -> str:
    """Whether the move gives check or mate; before a pawn has become something, neither."""
    if turn == mover:
        return ""
    passing = -1
    if isinstance(move, Step) and board[8 * move.to_r + move.to_c] in "Pp" and abs(move.to_r - move.r) == 2:
        passing = passing_square(board, turn, 4 * (move.r + move.to_r) + move.c)
    bound = guard(board, turn)
    if bound.parries is None:
        return ""
    return "+" if can_move(board, turn, "", passing, bound) else "#"


def _meant(text: str, board: str, moves: Sequence[Step | Place]) -> list[Meant]:
    steps = [
        (8 * move.r + move.c, 8 * move.to_r + move.to_c, move) for move in moves if isinstance(move, Step)
    ]
    if castling := _CASTLING.fullmatch(text):
        way = -2 if castling[1] else 2
        return [Meant(move) for square, to, move in steps if board[square] in "Kk" and to - square == way]
    found = _MOVE.fullmatch(text)
    if found is None:
        return []
    kind, column, row, to_name, becomes = found.groups("")
    return [
        Meant(move, becomes.lower())
        for square, to, move in steps
        if board[square].upper() == (kind or "P")
        and column in square_name(square)
        and row in square_name(square)
        and square_name(to) == to_name
        and (not becomes or (board[square] in "Pp" and to >> 3 in (0, 7)))
    ]


NOTATION = Algebraic()
