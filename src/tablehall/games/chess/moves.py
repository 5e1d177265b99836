"""How the pieces of chess move, and how they guard their king.

A board is 64 letters, square 8r + c, `.` for an empty one: capitals are White's (seat 0),
small letters Black's, as in FEN. Squares that a piece could ever reach are looked up, not
computed, and pins and checks are found once per position, not once per move.
"""

from typing import NamedTuple

Squares = tuple[int, ...]

MEN = ("PNBRQK", "pnbrqk")
LANDINGS = (".pnbrqk", ".PNBRQK")
"""What each seat's pieces may land on."""
_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))


def _ray(square: int, dr: int, dc: int) -> Squares:
    row, column = divmod(square, 8)
    squares = []
    while 0 <= (row := row + dr) < 8 and 0 <= (column := column + dc) < 8:
        squares.append(8 * row + column)
    return tuple(squares)


def _rays(directions: tuple[Squares, ...]) -> tuple[tuple[Squares, ...], ...]:
    return tuple(tuple(filter(None, (_ray(s, *d) for d in directions))) for s in range(64))


def _leaps(directions: tuple[Squares, ...]) -> tuple[Squares, ...]:
    return tuple(tuple(ray[0] for ray in rays) for rays in _rays(directions))


FILES_AND_ROWS, DIAGONALS, STAR = _rays(_STRAIGHT), _rays(_DIAGONAL), _rays(_STRAIGHT + _DIAGONAL)
LINES = {"B": DIAGONALS, "b": DIAGONALS, "R": FILES_AND_ROWS, "r": FILES_AND_ROWS, "Q": STAR, "q": STAR}
KNIGHT_LEAPS, KING_STEPS = _leaps(_KNIGHT), _leaps(_STRAIGHT + _DIAGONAL)
PAWN_HITS = (_leaps(((1, -1), (1, 1))), _leaps(((-1, -1), (-1, 1))))
"""The squares each seat's pawns attack."""
_PAWN_PATHS = tuple(
    tuple(_ray(square, forward, 0)[: 2 if square >> 3 == home else 1] for square in range(64))
    for forward, home in ((1, 1), (-1, 6))
)
_SIGHT = tuple(tuple((ray, ray in DIAGONALS[square]) for ray in STAR[square]) for square in range(64))
_LONG_RANGE = (("rq", "bq"), ("RQ", "BQ"))
"""The foes of each seat that strike along straight and along diagonal lines."""


class Castle(NamedTuple):
    """One way of castling: its letter in FEN, where king and rook go, what must be free."""

    right: str
    king: int
    rook: int
    king_to: int
    rook_to: int
    between: Squares


CASTLES = (
    (Castle("K", 4, 7, 6, 5, (5, 6)), Castle("Q", 4, 0, 2, 3, (1, 2, 3))),
    (Castle("k", 60, 63, 62, 61, (61, 62)), Castle("q", 60, 56, 58, 59, (57, 58, 59))),
)


def with_changes(board: str, *changes: tuple[int, str]) -> str:
    """The board with other letters on some squares."""
    squares = list(board)
    for square, letter in changes:
        squares[square] = letter
    return "".join(squares)


def attacked(board: str, square: int, seat: int) -> bool:
    """Whether a foe of this seat attacks the square."""
    foes = MEN[1 - seat]
    knight, pawn = foes[1], foes[0]
    for near in KNIGHT_LEAPS[square]:
        if board[near] == knight:
            return True
    for near in PAWN_HITS[seat][square]:
        if board[near] == pawn:
            return True
    long_range = _LONG_RANGE[seat]
    for ray, diagonal in _SIGHT[square]:
        for far in ray:
            if (piece := board[far]) != ".":
                if piece in long_range[diagonal]:
                    return True
                break
    return board.find(foes[5]) in KING_STEPS[square]


class Guard(NamedTuple):
    """A king and what binds the men before it."""

    king: int
    pins: dict[int, Squares]
    """Men who may move on this line only."""
    parries: Squares | None
    """None: no check. Else the squares where a man ends the check (none if it is double)."""


def guard(board: str, seat: int) -> Guard:
    """Find the pins and checks that bind this seat."""
    king = board.index(MEN[seat][5])
    foes = MEN[1 - seat]
    long_range = _LONG_RANGE[seat]
    pins: dict[int, Squares] = {}
    checks: list[Squares] = []
    for ray, diagonal in _SIGHT[king]:
        shield = -1
        for square in ray:
            if (piece := board[square]) == ".":
                continue
            if piece in foes:
                if piece in long_range[diagonal]:
                    if shield >= 0:
                        pins[shield] = ray
                    else:
                        checks.append(ray[: ray.index(square) + 1])
                break
            if shield >= 0:
                break
            shield = square
    checks += [(square,) for square in KNIGHT_LEAPS[king] if board[square] == foes[1]]
    checks += [(square,) for square in PAWN_HITS[seat][king] if board[square] == foes[0]]
    return Guard(king, pins, None if not checks else checks[0] if len(checks) == 1 else ())


def reach(board: str, square: int, seat: int) -> list[int]:
    """Where a piece could go if kings did not matter (no castling, no en passant)."""
    piece = board[square]
    landing = LANDINGS[seat]
    if piece in "Pp":
        found = [to for to in PAWN_HITS[seat][square] if board[to] != "." and board[to] in landing]
        for to in _PAWN_PATHS[seat][square]:
            if board[to] != ".":
                break
            found.append(to)
        return found
    if piece not in LINES:
        leaps = KNIGHT_LEAPS if piece in "Nn" else KING_STEPS
        return [to for to in leaps[square] if board[to] in landing]
    found = []
    for ray in LINES[piece][square]:
        for to in ray:
            if board[to] == ".":
                found.append(to)
            else:
                if board[to] in landing:
                    found.append(to)
                break
    return found


def targets(board: str, square: int, seat: int, castling: str, passing: int, guard: Guard) -> list[int]:
    """The squares a piece may go to by all the rules."""
    found = reach(board, square, seat)
    if square == guard.king:
        shelter = without_king(board, seat)
        found = [to for to in found if not attacked(shelter, to, seat)]
        return found + castlings(board, seat, castling, guard) if castling else found
    if guard.pins and square in guard.pins:
        line = guard.pins[square]
        found = [to for to in found if to in line]
    if guard.parries is not None:
        found = [to for to in found if to in guard.parries]
    if passing >= 0 and board[square] in "Pp" and en_passant(board, square, seat, passing):
        found.append(passing)
    return found


def may_go(board: str, square: int, to: int, seat: int, castling: str, passing: int, guard: Guard) -> bool:
    """Whether `to` is among the targets; for a king, without looking at all the others."""
    if square != guard.king:
        return to in targets(board, square, seat, castling, passing, guard)
    if to in KING_STEPS[square]:
        return board[to] in LANDINGS[seat] and not attacked(without_king(board, seat), to, seat)
    return to in castlings(board, seat, castling, guard)


def can_move(board: str, seat: int, castling: str, passing: int, guard: Guard) -> bool:
    """Whether a seat has any move. (Who can castle can also take a single step.)"""
    men = MEN[seat]
    for square, piece in enumerate(board):
        if piece in men and square != guard.king and targets(board, square, seat, castling, passing, guard):
            return True
    shelter = without_king(board, seat)
    return any(not attacked(shelter, to, seat) for to in reach(board, guard.king, seat))


def without_king(board: str, seat: int) -> str:
    """The board as seen by those who attack a king: it does not hide the squares behind it."""
    return board.replace(MEN[seat][5], ".")


def castlings(board: str, seat: int, castling: str, guard: Guard) -> list[int]:
    """Where the king may castle to."""
    if guard.parries is not None:
        return []
    return [
        castle.king_to
        for castle in CASTLES[seat]
        if castle.right in castling
        and all(board[square] == "." for square in castle.between)
        and not attacked(board, castle.rook_to, seat)
        and not attacked(board, castle.king_to, seat)
    ]


def en_passant(board: str, square: int, seat: int, passing: int) -> bool:
    """Whether the pawn on `square` may capture the pawn that has just passed `passing`."""
    if passing not in PAWN_HITS[seat][square]:
        return False
    changes = (square, "."), (passed_pawn(square, passing), "."), (passing, board[square])
    after = with_changes(board, *changes)
    return not attacked(after, after.index(MEN[seat][5]), seat)


def passed_pawn(square: int, passing: int) -> int:
    """Where the pawn stands that is captured en passant."""
    return (square & 56) + (passing & 7)


def passing_square(board: str, seat: int, passing: int) -> int:
    """`passing` if a pawn of this seat can really capture there en passant, else -1."""
    if passing >= 0:
        for square in PAWN_HITS[1 - seat][passing]:
            if board[square] == MEN[seat][0] and en_passant(board, square, seat, passing):
                return passing
    return -1
