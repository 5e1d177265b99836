"""Three players of checkers, on the letters of the rules' own board."""

from typing import NamedTuple

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.bots.search import Model, Search
from tablehall.games.api import AnyGame
from tablehall.games.board import Step
from tablehall.games.checkers import MEN, PLAYED, QUIET_LIMIT, Board, fingerprint, jumps, steps

POSITIONS = 3000
"""How many positions level 3 looks at."""
MAN, KING = 100, 160
CHASE = 8
"""With no more pieces than this, who is ahead goes after the other's."""

Hop = tuple[int, int]


class Draught(NamedTuple):
    """The pieces, who is to move, a piece that must jump on, and the quiet moves so far."""

    squares: str
    turn: int
    jumping: int
    quiet: int


def _worth(piece: str, square: int) -> int:
    """A man is worth more the further it got, and at home while it guards the row of kings."""
    row, column = divmod(square, 8)
    inside = 3 - max(abs(2 * row - 7), abs(2 * column - 7)) // 2
    if piece in "Kk":
        return KING + 4 * inside
    advance = row if piece == "M" else 7 - row
    return MAN + 3 * advance + 2 * inside + (12 if advance == 0 else 0)


WORTH = {
    piece: tuple(
        (1 if piece in MEN[0] else -1) * _worth(piece, square) if piece != "." else 0 for square in range(64)
    )
    for piece in ".MKmk"
}
"""What a piece adds to the account of seat 0."""


class CheckersModel(Model[Draught, Hop]):
    """Counts men and kings; whoever has more likes to exchange, and then to hunt."""

    compulsory = True

    def __init__(self, past: tuple[int, ...] = ()) -> None:
        self.past = past

    def turn(self, position: Draught) -> int:
        return position.turn

    def moves(self, position: Draught) -> tuple[list[Hop], list[Hop]]:
        found = steps(position.squares, position.turn, position.jumping)
        return (found, []) if found and abs(found[0][0] - found[0][1]) > 9 else ([], found)

    def after(self, position: Draught, move: Hop) -> Draught:
        square, to = move
        squares, seat = list(position.squares), position.turn
        piece, squares[square] = squares[square], "."
        captured, crowned = abs(to - square) > 9, piece in "Mm" and to >> 3 in (0, 7)
        squares[to] = MEN[seat][1] if crowned else piece
        if captured:
            squares[(square + to) // 2] = "."
        after = "".join(squares)
        if captured and not crowned and jumps(after, to):
            return Draught(after, seat, to, 0)
        quiet = 0 if captured or piece in "Mm" else position.quiet + 1
        return Draught(after, 1 - seat, -1, quiet)

    def value(self, position: Draught) -> int:
        squares = position.squares
        dark = sum([WORTH[squares[square]][square] for square in PLAYED])
        first, second = (sum(map(squares.count, men)) for men in MEN)
        dark += 300 * (first - second) // (first + second)
        if first + second <= CHASE and first != second:
            dark += _distance(squares) * (-3 if first > second else 3)
        dark -= dark * position.quiet // (2 * QUIET_LIMIT)
        return -dark if position.turn else dark

    def verdict(self, position: Draught) -> int | None:
        return 0 if position.quiet >= QUIET_LIMIT else None

    def stuck(self, position: Draught) -> int:
        return -1

    def seen(self, position: Draught) -> bool:
        if position.quiet < 2 or not self.past:
            return False
        return fingerprint(position.squares, position.turn) in self.past

    def key(self, position: Draught) -> tuple[str, int, int]:
        return position[:3]


def _distance(squares: str) -> int:
    """How far the pieces of the two are from each other, in all."""
    first = [square for square in PLAYED if squares[square] in MEN[0]]
    second = [square for square in PLAYED if squares[square] in MEN[1]]
    return sum(max(abs((a >> 3) - (b >> 3)), abs((a & 7) - (b & 7))) for a in first for b in second)


def seen_by(state: Board) -> Draught:
    """The position of a state."""
    return Draught(state.squares, state.turn, state.jumping, state.quiet)


def greedy(game: AnyGame, state: Board, seat: int, thought: Thought) -> Step:
    """Takes what looks best at once, and does not like to be jumped next."""
    model, position = CheckersModel(), seen_by(state)

    def judge(move: Hop) -> int:
        after = model.after(position, move)
        if after.turn == seat:
            return model.value(after) + MAN
        return -model.value(after) - MAN * len(model.forcing(after))

    return step(favourite(steps(state.squares, seat, state.jumping), judge, thought))


def searching(game: AnyGame, state: Board, seat: int, thought: Thought) -> Step:
    """Looks some eight moves ahead, and every jump to its end."""
    return step(Search(CheckersModel(state.seen), POSITIONS, thought).best(seen_by(state)))


def step(hop: Hop) -> Step:
    """The move from one square to another."""
    return Step(*divmod(hop[0], 8), *divmod(hop[1], 8))


levels: Levels = (careless, greedy, searching)
