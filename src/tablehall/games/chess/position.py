"""A position of chess: the board, what it remembers, and whether the game is over."""

from hashlib import blake2b

from tablehall.games.api import Value
from tablehall.games.chess.moves import (
    CASTLES,
    MEN,
    Guard,
    attacked,
    can_move,
    guard,
    passed_pawn,
    passing_square,
    with_changes,
)

_HOMES = {castle.rook: castle.right for castles in CASTLES for castle in castles}
_HOMES |= {castles[0].king: castles[0].right + castles[1].right for castles in CASTLES}
"""The rights to castle that end when a piece leaves a square, or is captured on it."""
_MATING = frozenset("PpRrQq")
_NOT_MINOR = str.maketrans("", "", ".Kk")


class Position(Value, frozen=True):
    """Where the pieces stand, who is to move, and what the rules must remember."""

    board: str
    turn: int = 0
    castling: str = ""
    """The castlings still possible one day, as in FEN: `KQkq`."""
    passing: int = -1
    """The square on which a pawn can be captured en passant now; -1: none."""
    promoting: int = -1
    """The square on which the seat on turn puts what its pawn became; -1: none."""
    quiet: int = 0
    """Moves, of both sides, since the last capture or pawn move."""
    seen: tuple[int, ...] = ()
    """Fingerprints of the positions that could come again."""
    end: str = ""
    """Why the game is over, once it is."""
    check: bool | None = None
    """Whether the king of the seat on turn is in check; None: written before this was noted."""


def fingerprint(board: str, turn: int, castling: str, passing: int) -> int:
    """What makes two positions the same, for a draw by repetition."""
    text = f"{board}{turn}{castling}{passing}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def reached(
    board: str, turn: int, castling: str, passing: int, quiet: int, seen: tuple[int, ...]
) -> Position:
    """The position after a move is complete, with the verdict on it."""
    mark = fingerprint(board, turn, castling, passing)
    seen = (*seen, mark)
    bound = guard(board, turn)
    end = _verdict(board, turn, castling, passing, quiet, seen.count(mark), bound)
    return Position(board, turn, castling, passing, -1, quiet, seen, end, bound.parries is not None)


def _verdict(board: str, turn: int, castling: str, passing: int, quiet: int, times: int, bound: Guard) -> str:
    if not can_move(board, turn, castling, passing, bound):
        return "stalemate" if bound.parries is None else "checkmate"
    if is_dead(board):
        return "dead_position"
    if times >= 3:
        return "threefold"
    return "fifty_moves" if quiet >= 100 else ""


def is_dead(board: str) -> bool:
    """Whether too little is left to mate with: a lone knight, or bishops of one colour."""
    if not _MATING.isdisjoint(board):
        return False
    minor = board.translate(_NOT_MINOR)
    if len(minor) < 2:
        return True
    colours = {(square ^ square >> 3) & 1 for square, piece in enumerate(board) if piece in "Bb"}
    return len(colours) == 1 and minor.strip("Bb") == ""


def stepped(position: Position, square: int, to: int) -> Position:
    """The position after a legal step; a pawn on the last row leaves the board to become another piece."""
    board, seat, piece = position.board, position.turn, position.board[square]
    castling = position.castling
    for corner in (square, to):
        if castling and corner in _HOMES:
            castling = "".join(right for right in castling if right not in _HOMES[corner])
    if piece in "Pp":
        return _pawn_stepped(position, square, to, castling)
    changes = [(square, "."), (to, piece)]
    if piece in "Kk" and abs(to - square) == 2:
        castle = next(castle for castle in CASTLES[seat] if castle.king_to == to)
        changes += [(castle.rook, "."), (castle.rook_to, MEN[seat][3])]
    irreversible = board[to] != "." or castling != position.castling
    return reached(
        with_changes(board, *changes),
        1 - seat,
        castling,
        -1,
        0 if board[to] != "." else position.quiet + 1,
        () if irreversible else position.seen,
    )


def _pawn_stepped(position: Position, square: int, to: int, castling: str) -> Position:
    board, seat, piece = position.board, position.turn, position.board[square]
    if to >> 3 in (0, 7):
        after = with_changes(board, (square, "."), (to, "."))
        return Position(after, seat, castling, promoting=to, check=False)
    changes = [(square, "."), (to, piece)]
    if to == position.passing:
        changes.append((passed_pawn(square, to), "."))
    after = with_changes(board, *changes)
    passing = (square + to) // 2 if abs(to - square) == 16 else -1
    # The square counts only if a pawn can really capture there: positions repeat if the same
    # moves are possible in them.
    passing = passing_square(after, 1 - seat, passing)
    return reached(after, 1 - seat, castling, passing, 0, ())


def king_in_check(position: Position) -> int | None:
    """The square of the king of the seat on turn, if it is in check."""
    if position.check is False:
        return None
    king = position.board.index(MEN[position.turn][5])
    return king if position.check or attacked(position.board, king, position.turn) else None


def promoted(position: Position, letter: str) -> Position:
    """The position after a pawn became a piece."""
    board = with_changes(position.board, (position.promoting, letter))
    return reached(board, 1 - position.turn, position.castling, -1, 0, ())
