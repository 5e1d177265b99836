"""Positions in Forsyth-Edwards Notation, as chess players write them down."""

from tablehall.games.chess.moves import CASTLES, MEN, passing_square
from tablehall.games.chess.position import Position, reached
from tablehall.games.formats import Format, ScoreSheet

COLUMNS = "abcdefgh"


def from_fen(fen: str) -> Position:
    """The position a FEN describes, with nothing seen before it."""
    placement, side, rights, passing_name, quiet, *_ = [*fen.split(), "0", "1"]
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    board = "".join(reversed(placement.split("/")))
    if len(board) != 64 or board.count("K") != 1 or board.count("k") != 1:
        raise ValueError(f"not a position of chess: {fen}")
    seat = "wb".index(side)
    passing = -1 if passing_name == "-" else square_named(passing_name)
    return reached(
        board, seat, _castling(board, rights), passing_square(board, seat, passing), int(quiet), ()
    )


def to_fen(position: Position) -> str:
    """The position in FEN, without the two counters at its end."""
    rows = [position.board[row : row + 8] for row in range(56, -1, -8)]
    placement = "/".join(rows)
    for empty in range(8, 0, -1):
        placement = placement.replace("." * empty, str(empty))
    passing = "-" if position.passing < 0 else square_name(position.passing)
    return f"{placement} {'wb'[position.turn]} {position.castling or '-'} {passing}"


class Fen(Format):
    """The position at the end of a score sheet, with both counters."""

    def write(self, sheet: ScoreSheet) -> str:
        number = 1 + sum(move.seat == 1 for move in sheet.moves)
        return f"{to_fen(sheet.position)} {sheet.position.quiet} {number}\n"


def square_name(square: int) -> str:
    """A square as players call it: e4."""
    return f"{COLUMNS[square & 7]}{(square >> 3) + 1}"


def square_named(name: str) -> int:
    """The square that players call so."""
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)


def _castling(board: str, rights: str) -> str:
    """The rights whose king and rook really stand at home."""
    return "".join(
        castle.right
        for seat in (0, 1)
        for castle in CASTLES[seat]
        if castle.right in rights and board[castle.king] + board[castle.rook] == MEN[seat][5] + MEN[seat][3]
    )


START = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
