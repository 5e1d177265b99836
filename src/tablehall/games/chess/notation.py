"""Standard algebraic notation, as chess players write their moves down: Nf3, exd5, O-O, e8=Q, R1e2+."""

import re
from collections.abc import Sequence
from typing import Any

from tablehall.games.board import BoardView, Place, Step
from tablehall.games.chess.fen import square_name
from tablehall.games.chess.moves import KNIGHT_LEAPS, LINES, can_move, guard, may_go, passing_square
from tablehall.games.chess.position import Position
from tablehall.games.notation import Meant, Notation

LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
NAMES = tuple(map(square_name, range(64)))
_NOTHING = slice(0, 0)
_WAYS = {
    man: tuple(
        {
            to: slice(ray[0], to, ray[1] - ray[0]) if at else _NOTHING
            for ray in rays
            for at, to in enumerate(ray)
        }
        for rays in lines
    )
    for man, lines in LINES.items()
}
_WAYS["N"] = _WAYS["n"] = tuple(dict.fromkeys(leaps, _NOTHING) for leaps in KNIGHT_LEAPS)
"""Where a piece could go on an empty board, and the squares on its way there."""
_MOVE = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:e\.?p\.?)?(?:[=/]?\(?([QRBNqrbn])\)?)?")
_BECOMING = re.compile(r"=([QRBNqrbn])")
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
    """The notation of FIDE's laws. A promotion is two moves here: the pawn's, and what it becomes, =Q, which
    stands behind it in books."""

    def write(self, view: BoardView, move: Step | Place, after: BoardView | None = None) -> str:
        if isinstance(move, Place):
            written = f"={LETTERS.get(move.piece, '?')}"
        else:
            written = _step(board_of(view), view.turn, 8 * move.r + move.c, 8 * move.to_r + move.to_c)
        return written + (_sign(board_of(after), after.turn, view.turn, move) if after else "")

    def written(self, game: Any, before: Position, move: Step | Place, after: Position) -> str:
        if isinstance(move, Place):
            text = f"={LETTERS[move.piece]}"
        else:
            text = _step(before.board, before.turn, 8 * move.r + move.c, 8 * move.to_r + move.to_c)
        if after.check:
            return f"{text}#" if after.end == "checkmate" else f"{text}+"
        return text

    def goes_on(self, state: Position) -> bool:
        return state.promoting >= 0

    def read(self, written: str, view: BoardView, moves: Sequence[Step | Place]) -> list[Meant]:
        text = re.sub(r"\s|[+#!?]+$", "", written)
        found = _meant(text, board_of(view), moves)
        return found or _meant(text[:1].upper() + text[1:], board_of(view), moves)


def _step(board: str, seat: int, square: int, to: int) -> str:
    man, name = board[square], NAMES[to]
    if man in "Pp":
        return f"{NAMES[square][0]}x{name}" if (to - square) & 7 else name
    if man in "Kk" and abs(to - square) == 2:
        return "O-O" if to > square else "O-O-O"
    which = _which(board, seat, square, to) if board.count(man) > 1 else ""
    return f"{man.upper()}{which}{name}" if board[to] == "." else f"{man.upper()}{which}x{name}"


def _which(board: str, seat: int, square: int, to: int) -> str:
    """What tells a piece from another of its kind that may go to the same square. Most of them could not even
    on an empty board, or something is in their way: the others are asked whether their king lets them."""
    man = board[square]
    rivals, ways, other = [], _WAYS[man], board.find(man)
    while other >= 0:
        if other != square and (way := ways[other].get(to)) is not None and board[way].strip(".") == "":
            rivals.append(other)
        other = board.find(man, other + 1)
    if rivals:
        bound = guard(board, seat)
        rivals = [other for other in rivals if may_go(board, other, to, seat, "", -1, bound)]
    if not rivals:
        return ""
    column, row = NAMES[square][0], NAMES[square][1]
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
    if becoming := _BECOMING.fullmatch(text):
        kind = becoming[1].upper()
        return [Meant(move) for move in moves if isinstance(move, Place) and LETTERS.get(move.piece) == kind]
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
