"""Dáma: simplified Czech draughts on six by six squares. Row 0 is seat 0's home row.

Men step one square diagonally forward or jump over one opponent; kings fly along a
diagonal over anything and take every opponent they pass. Capturing is optional, one jump
a turn.

Each seat's pieces are bits of one number, seven bits a row: bit 7r + c. The seventh bit of
every row stays empty, so that no diagonal runs over the edge.
"""

from typing import ClassVar

from tablehall.games.api import Absence, Game, Outcome, Played, Refusal, Rule, Turn, Value, drawn, won_by
from tablehall.games.board import (
    BoardEvent,
    BoardNo,
    BoardView,
    Piece,
    Placed,
    Removed,
    Square,
    Step,
    Stepped,
    draw,
)
from tablehall.games.dice import Dice
from tablehall.games.draughts import NAMED
from tablehall.games.drawing import EBONY, IVORY, KING, MAN, chequers, draughts, several
from tablehall.games.formats import Format, Tagged
from tablehall.games.look import Look, texts

SIZE = 6
QUIET_PLIES = 80


def bit(r: int, c: int) -> int:
    """The bit of a square."""
    return 1 << 7 * r + c


def on_board(r: int, c: int) -> bool:
    """Whether there is such a square."""
    return 0 <= r < SIZE and 0 <= c < SIZE


def diagonals(r: int, c: int) -> dict[Square, int]:
    """Every square on the diagonals of (r, c), with the bits strictly between."""
    found = {}
    for up in (1, -1):
        for side in (1, -1):
            between, to_r, to_c = 0, r + up, c + side
            while on_board(to_r, to_c):
                found[to_r, to_c] = between
                between |= bit(to_r, to_c)
                to_r, to_c = to_r + up, to_c + side
    return found


DARK = tuple((r, c) for r in range(SIZE) for c in range(SIZE) if (r + c) % 2)
SQUARES = {bit(r, c): (r, c) for r, c in DARK}
WHOLE = sum(SQUARES)
Way = tuple[int, int, Step]
"""The bit of a target, the bits on the way, and the move itself."""
FLIGHTS: dict[int, tuple[Way, ...]] = {
    start: tuple((bit(*to), between, Step(*at, *to)) for to, between in diagonals(*at).items())
    for start, at in SQUARES.items()
}
STEPS = tuple(
    {
        start: tuple(way for way in ways if forward * (way[2].to_r - way[2].r) in (1, 2))
        for start, ways in FLIGHTS.items()
    }
    for forward in (1, -1)
)
REACH = {start: sum(target for target, _, _ in ways) for start, ways in FLIGHTS.items()}
REMOVED = {square: Removed(*at) for square, at in SQUARES.items()}
FAR_ROW = (5, 0)
MEN = (Piece(0, "man"), Piece(1, "man"))
KINGS = (Piece(0, "king"), Piece(1, "king"))
HOME = (
    sum(bit(r, c) for r, c in DARK if r < 2),
    sum(bit(r, c) for r, c in DARK if r > 3),
)


class Board(Value, frozen=True):
    """The pieces of each seat, which of all pieces are kings, and whose turn it is."""

    pieces: tuple[int, int] = HOME
    kings: int = 0
    turn: int = 0
    quiet: int = 0
    """Plies since the last capture or move of a man."""


def bits(pieces: int) -> list[int]:
    """The single bits of a number, lowest first."""
    found = []
    while pieces:
        lowest = pieces & -pieces
        found.append(lowest)
        pieces ^= lowest
    return found


def can_move(board: Board) -> bool:
    """Whether the seat on turn has any move."""
    own, other = board.pieces[board.turn], board.pieces[1 - board.turn]
    empty = WHOLE & ~(own | other)
    men = own & ~board.kings
    if board.turn:
        steps = men >> 6 | men >> 8
        jumps = (men >> 6 & other) >> 6 | (men >> 8 & other) >> 8
    else:
        steps = men << 6 | men << 8
        jumps = (men << 6 & other) << 6 | (men << 8 & other) << 8
    return bool((steps | jumps) & empty) or any(REACH[king] & empty for king in bits(own & board.kings))


LOOK = Look(
    board="chequered",
    dark_corner=False,
    facing=True,
    pieces=draughts(6, ("○●", "◎◉"), IVORY, EBONY),
    inks=("#ffffff", "#101010"),
    palette={
        "accent": "light-dark(#98401f, #f0a582)",
        "ground": "light-dark(#6e3420, #4a2214)",
        "ground-2": "light-dark(#874831, #5d301f)",
        "ink": "#fbe9d8",
        "wood-light": "light-dark(#f4e1bf, #d0b890)",
        "wood-dark": "light-dark(#c1805a, #935c3d)",
    },
    cover=chequers(3, 2, 55, 1)
    + several(((55, 55),), 55, KING, IVORY)
    + several(((0, 0), (110, 0)), 55, MAN, EBONY),
    about=texts(
        "Simplified Czech draughts on six by six squares.",
        "Vereinfachte tschechische Dame auf sechs mal sechs Feldern.",
        "Dama ceca semplificata su sei per sei caselle.",
        "Zjednodušená česká dáma na šesti krát šesti polích.",
        "Dames tchèques simplifiées sur six cases sur six.",
        "Damas checas simplificadas en seis por seis casillas.",
    ),
)


class Dama(Game[Board, Step, BoardView]):
    name, title = "dama", "Dáma"
    State, Move, View, Event = Board, Step, BoardView, BoardEvent
    seat_names = ("White", "Black")
    open_information = takeback = draw_by_agreement = True
    absence = Absence(grace=600_000, pause=True)
    look, notation = LOOK, NAMED
    # Czech draughts, which it simplifies, on six by six squares: no type of PDN is nearer.
    formats: ClassVar[dict[str, Format]] = {"pdn": Tagged(GameType="29,W,6,6,A0,1", Variant="Dama 6x6")}

    def setup(self, seats: int, options: object, dice: Dice) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        return Turn(() if self.outcome(state) else (state.turn,))

    def legal(self, state: Board, seat: int) -> list[Step]:
        if seat != state.turn or state.quiet >= QUIET_PLIES:
            return []
        own, other = state.pieces[seat], state.pieces[1 - seat]
        taken, kings, steps = own | other, state.kings, STEPS[seat]
        moves = []
        for start in bits(own):
            king = start & kings
            for target, over, step in FLIGHTS[start] if king else steps[start]:
                if not target & taken and (king or not over or over & other):
                    moves.append(step)
        return moves

    def play(self, state: Board, seat: int, move: Step, dice: Dice) -> Played[Board] | Refusal:
        if self.outcome(state):
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if not (on_board(move.r, move.c) and on_board(move.to_r, move.to_c)):
            return Refusal(BoardNo.OFF_BOARD)
        own, other = state.pieces[seat], state.pieces[1 - seat]
        start, target = bit(move.r, move.c), bit(move.to_r, move.to_c)
        if not own & start:
            return Refusal(BoardNo.NOT_YOURS)
        if (own | other) & target:
            return Refusal(BoardNo.TAKEN)
        king = state.kings & start
        for to, over, _ in FLIGHTS[start] if king else STEPS[seat][start]:
            if to == target and (king or not over or over & other):
                return moved(state, move, start, target, over & other)
        return Refusal(BoardNo.CANNOT_GO_THERE)

    def view(self, state: Board, seat: int | None) -> BoardView:
        rows: list[list[Piece | None]] = [[None] * SIZE for _ in range(SIZE)]
        for owner, pieces in enumerate(state.pieces):
            for square in bits(pieces):
                r, c = SQUARES[square]
                rows[r][c] = (KINGS if square & state.kings else MEN)[owner]
        return BoardView(tuple(map(tuple, rows)), state.turn)

    def outcome(self, state: Board) -> Outcome | None:
        if not can_move(state):
            return won_by(1 - state.turn, reason="blocked" if state.pieces[state.turn] else "no_pieces")
        return drawn(reason="draw_80") if state.quiet >= QUIET_PLIES else None

    def describe(self, view: BoardView) -> str:
        return draw(view, LOOK)


def moved(board: Board, move: Step, start: int, target: int, captured: int) -> Played[Board]:
    """The board after a legal move, and what was seen to happen on it."""
    seat = board.turn
    own, other = board.pieces[seat] ^ start | target, board.pieces[1 - seat] & ~captured
    kings = board.kings & ~captured
    king = kings & start
    events: list[BoardEvent] = [REMOVED[square] for square in bits(captured)]
    events.append(Stepped(move.r, move.c, move.to_r, move.to_c))
    if king:
        kings ^= start | target
    elif move.to_r == FAR_ROW[seat]:
        kings |= target
        events += (REMOVED[target], Placed(move.to_r, move.to_c, KINGS[seat]))
    quiet = board.quiet + 1 if king and not captured else 0
    pieces = (other, own) if seat else (own, other)
    return Played(Board(pieces, kings, 1 - seat, quiet), tuple(events))


game = Dama()
