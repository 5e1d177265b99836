"""Chess, by the laws of FIDE; draws that a player would have to claim come by themselves.

Castling is the king's step of two squares. A promotion is two moves of the same seat: the
pawn's step to the last row, where it leaves the board, and placing what it becomes.
"""

from typing import ClassVar

from msgspec import UNSET, UnsetType

from tablehall.games.api import Game, Outcome, Played, Reason, Refusal, Rule, Turn, drawn, won_by
from tablehall.games.board import (
    BoardEvent,
    BoardNo,
    BoardView,
    Piece,
    Place,
    Placed,
    Removed,
    Square,
    Step,
    Stepped,
    draw,
)
from tablehall.games.chess.fen import START, Fen
from tablehall.games.chess.look import LOOK
from tablehall.games.chess.moves import CASTLES, MEN, guard, may_go, passed_pawn, reach, targets
from tablehall.games.chess.notation import NOTATION
from tablehall.games.chess.position import Position, king_in_check, promoted, stepped
from tablehall.games.dice import Dice
from tablehall.games.formats import Format, Tagged

KINDS = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
PIECES = {".": None} | {letter: Piece(seat, KINDS[letter.upper()]) for seat in (0, 1) for letter in MEN[seat]}
PROMOTIONS = tuple({"queen": men[4], "rook": men[3], "bishop": men[2], "knight": men[1]} for men in MEN)
POOL = tuple((kind, 1) for kind in PROMOTIONS[0])
STEPS = tuple(tuple(Step(a >> 3, a & 7, b >> 3, b & 7) for b in range(64)) for a in range(64))
OVER, ON_TURN = Turn(()), (Turn((0,)), Turn((1,)))


class ChessNo(Reason):
    """Why a move of chess is refused."""

    KING_IN_CHECK = "Your king would be in check."
    PROMOTE_FIRST = "First choose what your pawn becomes."


class ChessView(BoardView, frozen=True):
    """The board, and the square of a king that is in check; left out if none is."""

    check: Square | UnsetType = UNSET


class Chess(Game[Position, Step | Place, ChessView]):
    name, title = "chess", "Chess"
    State, Move, View, Event = Position, Step | Place, ChessView, BoardEvent
    seat_names = ("White", "Black")
    open_information = takeback = draw_by_agreement = True
    look, notation = LOOK, NOTATION
    formats: ClassVar[dict[str, Format]] = {"pgn": Tagged(), "fen": Fen()}

    def setup(self, seats: int, options: object, dice: Dice) -> Position:
        return START

    def turn(self, state: Position) -> Turn:
        return OVER if state.end else ON_TURN[state.turn]

    def legal(self, state: Position, seat: int) -> list[Step | Place]:
        if seat != state.turn or state.end:
            return []
        if state.promoting >= 0:
            row, column = divmod(state.promoting, 8)
            return [Place(row, column, kind) for kind in PROMOTIONS[seat]]
        board, castling, passing = state.board, state.castling, state.passing
        bound, men = guard(board, seat), MEN[seat]
        found: list[Step | Place] = []
        for square, piece in enumerate(board):
            if piece in men:
                steps = STEPS[square]
                found += [steps[to] for to in targets(board, square, seat, castling, passing, bound)]
        return found

    def play(self, state: Position, seat: int, move: Step | Place, dice: Dice) -> Played[Position] | Refusal:
        if state.end:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if isinstance(move, Place):
            return self._promote(state, move)
        if state.promoting >= 0:
            return Refusal(ChessNo.PROMOTE_FIRST)
        return self._step(state, move)

    def _promote(self, state: Position, move: Place) -> Played[Position] | Refusal:
        if state.promoting < 0:
            return Refusal(Rule.NOT_ALLOWED)
        if (move.r, move.c) != divmod(state.promoting, 8):
            return Refusal(BoardNo.CANNOT_GO_THERE)
        letter = PROMOTIONS[state.turn].get(move.piece)
        if letter is None:
            return Refusal(BoardNo.NOT_THAT_PIECE)
        return Played(promoted(state, letter), (Placed(move.r, move.c, Piece(state.turn, move.piece)),))

    def _step(self, state: Position, move: Step) -> Played[Position] | Refusal:
        if not (0 <= move.r < 8 and 0 <= move.c < 8 and 0 <= move.to_r < 8 and 0 <= move.to_c < 8):
            return Refusal(BoardNo.OFF_BOARD)
        board, seat = state.board, state.turn
        square, to = 8 * move.r + move.c, 8 * move.to_r + move.to_c
        if board[square] not in MEN[seat]:
            return Refusal(BoardNo.NOT_YOURS)
        if not may_go(board, square, to, seat, state.castling, state.passing, guard(board, seat)):
            blocked = to not in reach(board, square, seat)
            return Refusal(BoardNo.CANNOT_GO_THERE if blocked else ChessNo.KING_IN_CHECK)
        after = stepped(state, square, to)
        return Played(after, _events(state, after, square, to))

    def view(self, state: Position, seat: int | None) -> ChessView:
        pieces = [PIECES[letter] for letter in state.board]
        rows = tuple(tuple(pieces[row : row + 8]) for row in range(0, 64, 8))
        if state.promoting >= 0:
            return ChessView(rows, state.turn, ((), POOL) if state.turn else (POOL, ()))
        king = king_in_check(state)
        return ChessView(rows, state.turn, ((), ()), UNSET if king is None else (king >> 3, king & 7))

    def outcome(self, state: Position) -> Outcome | None:
        if not state.end:
            return None
        return (
            won_by(1 - state.turn, reason="checkmate")
            if state.end == "checkmate"
            else drawn(reason=state.end)
        )

    def describe(self, view: BoardView) -> str:
        return draw(view, LOOK)


def _events(before: Position, after: Position, square: int, to: int) -> tuple[BoardEvent, ...]:
    """What everybody sees of a step: the captured piece first, then the mover, then a castling rook."""
    board, piece = before.board, before.board[square]
    row, column, to_row, to_column = square >> 3, square & 7, to >> 3, to & 7
    captured: tuple[BoardEvent, ...] = ()
    if board[to] != ".":
        captured = (Removed(to_row, to_column),)
    elif piece in "Pp" and to == before.passing:
        captured = (Removed(*divmod(passed_pawn(square, to), 8)),)
    if after.promoting >= 0:
        return (*captured, Removed(row, column))
    mover = Stepped(row, column, to_row, to_column)
    if piece in "Kk" and abs(to - square) == 2:
        castle = next(castle for castle in CASTLES[before.turn] if castle.king_to == to)
        return (mover, Stepped(row, castle.rook & 7, row, castle.rook_to & 7))
    return (*captured, mover)


game = Chess()
