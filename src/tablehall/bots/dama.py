"""Three players of dáma. Pieces are bits, as in the rules: bit 7r + c."""

from typing import NamedTuple

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.bots.search import Model, Search
from tablehall.games.api import AnyGame
from tablehall.games.board import Step
from tablehall.games.dama import FAR_ROW, FLIGHTS, QUIET_PLIES, SQUARES, STEPS, Board, bits

POSITIONS = 3000
"""How many positions level 3 looks at."""
MAN, KING = 100, 300
CROWNING = tuple(sum(bit for bit, (row, _) in SQUARES.items() if row == far) for far in FAR_ROW)
ROWS = tuple(sum(bit for bit, (row, _) in SQUARES.items() if row == r) for r in range(6))
ADVANCE = (0, 4, 8, 14, 30, 0)
"""What a man gains by coming so many rows forward."""


class Leap(NamedTuple):
    """A move: the bits it starts from, ends on, and takes."""

    start: int
    target: int
    taken: int


class Men(NamedTuple):
    """The pieces of both seats, all kings, who is to move, and the quiet moves so far."""

    white: int
    black: int
    kings: int
    turn: int
    quiet: int


class DamaModel(Model[Men, Leap]):
    """Counts men and kings; a king flies and takes all it passes, so it is worth three."""

    def turn(self, position: Men) -> int:
        return position.turn

    def moves(self, position: Men) -> tuple[list[Leap], list[Leap]]:
        seat, kings = position.turn, position.kings
        own, other = (position.black, position.white) if seat else (position.white, position.black)
        full, steps, crowning = own | other, STEPS[seat], CROWNING[seat]
        takes: list[Leap] = []
        quiet: list[Leap] = []
        for start in bits(own):
            king = start & kings
            for target, over, _ in FLIGHTS[start] if king else steps[start]:
                if not target & full:
                    if taken := over & other:
                        takes.append(Leap(start, target, taken))
                    elif king or not over:
                        heap = takes if target & crowning and not king else quiet
                        heap.append(Leap(start, target, 0))
        if len(takes) > 1:
            takes.sort(
                key=lambda leap: leap.taken.bit_count() + (leap.taken & kings).bit_count(), reverse=True
            )
        return takes, quiet

    def after(self, position: Men, move: Leap) -> Men:
        white, black, kings, seat, quiet = position
        start, target, taken = move
        king = kings & start
        kings &= ~(taken | start)
        if king or target & CROWNING[seat]:
            kings |= target
        quiet = quiet + 1 if king and not taken else 0
        if seat:
            return Men(white & ~taken, black ^ start | target, kings, 0, quiet)
        return Men(white ^ start | target, black & ~taken, kings, 1, quiet)

    def value(self, position: Men) -> int:
        white, black, kings, turn, quiet = position
        first, second = white.bit_count(), black.bit_count()
        value = MAN * (first - second)
        value += (KING - MAN) * ((white & kings).bit_count() - (black & kings).bit_count())
        for row, gain in enumerate(ADVANCE):
            value += gain * (white & ~kings & ROWS[row]).bit_count()
            value -= gain * (black & ~kings & ROWS[5 - row]).bit_count()
        value += 200 * (first - second) // (first + second)
        value -= value * quiet // (2 * QUIET_PLIES)
        return -value if turn else value

    def verdict(self, position: Men) -> int | None:
        if not position.black or not position.white:
            return -1
        return 0 if position.quiet >= QUIET_PLIES else None

    def stuck(self, position: Men) -> int:
        return -1

    def key(self, position: Men) -> tuple[int, ...]:
        return position[:4]


MODEL = DamaModel()


def seen_by(state: Board) -> Men:
    """The position of a state."""
    return Men(*state.pieces, state.kings, state.turn, state.quiet)


def greedy(game: AnyGame, state: Board, seat: int, thought: Thought) -> Step:
    """Takes what looks best at once, and does not like to be taken next."""
    position = seen_by(state)

    def judge(leap: Leap) -> int:
        after = MODEL.after(position, leap)
        if MODEL.verdict(after) == -1:
            return 10 * KING
        risk = max((reply.taken.bit_count() for reply in MODEL.forcing(after)), default=0)
        return -MODEL.value(after) - MAN * risk

    takes, quiet = MODEL.moves(position)
    return step(favourite(takes + quiet, judge, thought))


def searching(game: AnyGame, state: Board, seat: int, thought: Thought) -> Step:
    """Looks some six moves ahead, and every exchange to its end."""
    return step(Search(MODEL, POSITIONS, thought).best(seen_by(state)))


def step(leap: Leap) -> Step:
    """The move from one square to another."""
    return Step(*SQUARES[leap.start], *SQUARES[leap.target])


levels: Levels = (careless, greedy, searching)
