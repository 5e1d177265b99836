"""How the bots see chess: the rules' own letters, and an account kept from move to move."""

from typing import NamedTuple

from tablehall.bots.chess.piece_values import ENDGAME, POINTS, WORTH, account, endgame
from tablehall.bots.search import Model
from tablehall.games.chess.moves import (
    CASTLES,
    KING_STEPS,
    KNIGHT_LEAPS,
    LINES,
    MEN,
    PAWN_HITS,
    Guard,
    attacked,
    guard,
    passed_pawn,
    passing_square,
    targets,
    without_king,
)
from tablehall.games.chess.position import Position, fingerprint, is_dead

QUIET_LIMIT = 100
PROMOTION = -1
"""A move from nowhere puts what a pawn became: a letter by its place in PROMOTIONS."""
PROMOTIONS = ("QNRB", "qnrb")
HOMES: dict[int, str] = {castle.rook: castle.right for castles in CASTLES for castle in castles}
HOMES |= {castles[0].king: castles[0].right + castles[1].right for castles in CASTLES}

Hop = tuple[int, int]


class ScoredPosition(NamedTuple):
    """A position with White's account."""

    board: str
    turn: int
    castling: str
    passing: int
    promoting: int
    quiet: int
    white: int


def seen_by(state: Position) -> ScoredPosition:
    """The position of a state."""
    return ScoredPosition(
        state.board,
        state.turn,
        state.castling,
        state.passing,
        state.promoting,
        state.quiet,
        account(state.board),
    )


class ChessModel(Model[ScoredPosition, Hop]):
    """Counts pieces and their squares; plays captures out; looks further when in check."""

    def __init__(self, past: tuple[int, ...] = ()) -> None:
        self.past = past

    def turn(self, position: ScoredPosition) -> int:
        return position.turn

    def moves(self, position: ScoredPosition) -> tuple[list[Hop], list[Hop]]:
        board, seat = position.board, position.turn
        if position.promoting >= 0:
            return [(PROMOTION, 0), (PROMOTION, 1)], [(PROMOTION, 2), (PROMOTION, 3)]
        bound, men = guard(board, seat), MEN[seat]
        takes: list[Hop] = []
        quiet: list[Hop] = []
        for square, piece in enumerate(board):
            if piece in men:
                last = piece in "Pp" and square >> 3 in (1, 6)
                for to in targets(board, square, seat, position.castling, position.passing, bound):
                    heap = takes if board[to] != "." or (last and to >> 3 in (0, 7)) else quiet
                    heap.append((square, to))
        takes.sort(key=lambda hop: 10 * POINTS[board[hop[1]]] - POINTS[board[hop[0]]], reverse=True)
        return takes, quiet

    def forcing(self, position: ScoredPosition) -> list[Hop]:
        board, seat = position.board, position.turn
        if position.promoting >= 0:
            return [(PROMOTION, 0), (PROMOTION, 1)]
        bound = guard(board, seat)
        takes = [hop for hop in _strikes(board, seat) if _allowed(hop, bound, board, seat)]
        takes = [(square, to) for square, to in takes if not _loses(board, square, to, seat)]
        takes.sort(key=lambda hop: 10 * POINTS[board[hop[1]]] - POINTS[board[hop[0]]], reverse=True)
        return takes

    def after(self, position: ScoredPosition, move: Hop) -> ScoredPosition:
        board, seat, castling, passing, promoting, quiet, white = position
        square, to = move
        squares = list(board)
        if square == PROMOTION:
            squares[promoting] = letter = PROMOTIONS[seat][to]
            return ScoredPosition(
                "".join(squares), 1 - seat, castling, -1, -1, 0, white + WORTH[letter][promoting]
            )
        piece, captured = board[square], board[to]
        squares[square], squares[to] = ".", piece
        white += WORTH[piece][to] - WORTH[piece][square] - WORTH[captured][to]
        if castling and (square in HOMES or to in HOMES):
            lost = HOMES.get(square, "") + HOMES.get(to, "")
            castling = "".join(right for right in castling if right not in lost)
        if piece in "Pp":
            return _pawn_after(squares, seat, castling, square, to, passing, white)
        if piece in "Kk" and abs(to - square) == 2:
            castle = next(castle for castle in CASTLES[seat] if castle.king_to == to)
            rook = squares[castle.rook]
            squares[castle.rook], squares[castle.rook_to] = ".", rook
            white += WORTH[rook][castle.rook_to] - WORTH[rook][castle.rook]
        quiet = 0 if captured != "." else quiet + 1
        return ScoredPosition("".join(squares), 1 - seat, castling, -1, -1, quiet, white)

    def value(self, position: ScoredPosition) -> int:
        white, board = position.white, position.board
        if board.count(".") >= ENDGAME:
            white += endgame(board, white)
        white -= white * position.quiet // (2 * QUIET_LIMIT)
        return -white if position.turn else white

    def verdict(self, position: ScoredPosition) -> int | None:
        if position.quiet >= QUIET_LIMIT:
            return 0
        dead = position.board.count(".") >= 58 and position.promoting < 0 and is_dead(position.board)
        return 0 if dead else None

    def stuck(self, position: ScoredPosition) -> int:
        return -1 if self.urgent(position) else 0

    def urgent(self, position: ScoredPosition) -> bool:
        board, seat = position.board, position.turn
        return attacked(board, board.index(MEN[seat][5]), seat)

    def seen(self, position: ScoredPosition) -> bool:
        if position.quiet < 2 or not self.past:
            return False
        board, turn, castling, passing = position[:4]
        return fingerprint(board, turn, castling, passing) in self.past

    def key(self, position: ScoredPosition) -> tuple[object, ...]:
        return position[:5]


def _pawn_after(
    squares: list[str], seat: int, castling: str, square: int, to: int, passing: int, white: int
) -> ScoredPosition:
    """The position after a pawn's step: it may capture in passing, be captured so, or leave."""
    pawn = squares[to]
    if to >> 3 in (0, 7):
        squares[to] = "."
        return ScoredPosition("".join(squares), seat, castling, -1, to, 0, white - WORTH[pawn][to])
    if to == passing:
        victim = passed_pawn(square, to)
        white -= WORTH[squares[victim]][victim]
        squares[victim] = "."
    board = "".join(squares)
    passed = passing_square(board, 1 - seat, (square + to) // 2) if abs(to - square) == 16 else -1
    return ScoredPosition(board, 1 - seat, castling, passed, -1, 0, white)


def _strikes(board: str, seat: int) -> list[Hop]:
    """Every capture and every step of a pawn to the last row, if kings did not matter."""
    men, foes, found = MEN[seat], MEN[1 - seat], []
    for square, piece in enumerate(board):
        if piece not in men:
            continue
        if piece in LINES:
            for ray in LINES[piece][square]:
                for to in ray:
                    if board[to] != ".":
                        if board[to] in foes:
                            found.append((square, to))
                        break
        elif piece in "Pp":
            found += [(square, to) for to in PAWN_HITS[seat][square] if board[to] in foes]
            ahead = square + (8, -8)[seat]
            if ahead >> 3 in (0, 7) and board[ahead] == ".":
                found.append((square, ahead))
        else:
            leaps = KNIGHT_LEAPS if piece in "Nn" else KING_STEPS
            found += [(square, to) for to in leaps[square] if board[to] in foes]
    return found


def _allowed(hop: Hop, bound: Guard, board: str, seat: int) -> bool:
    """Whether the king is safe after a strike."""
    square, to = hop
    if square == bound.king:
        return not attacked(without_king(board, seat), to, seat)
    if bound.parries is not None and to not in bound.parries:
        return False
    return square not in bound.pins or to in bound.pins[square]


def _loses(board: str, square: int, to: int, seat: int) -> bool:
    """Whether a strike gives more than it takes: a dear piece for a cheap one that is defended."""
    if POINTS[board[to]] >= POINTS[board[square]] - 50 or board[square] in "Pp":
        return False
    lifted = f"{board[:square]}.{board[square + 1 :]}"
    return attacked(lifted, to, seat)
