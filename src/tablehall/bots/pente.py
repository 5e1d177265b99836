"""Three players of Pente.

Every five squares in a row that only one of the two has stones in are a hope of theirs. What a
stone adds to the account of hopes can be looked up, line by line, in the nine squares around it.
"""

from functools import lru_cache
from typing import NamedTuple

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import favourite
from tablehall.bots.search import Model, Search
from tablehall.games.api import AnyGame
from tablehall.games.board import Place
from tablehall.games.pente import FIVES, LINES, MARKS, MOVES, PAIRS_TO_WIN, SIZE, Board, captives

POSITIONS = 2000
"""How many positions level 3 looks at."""
WIDTH = 10
"""How many squares it takes seriously in each."""
HOPES = (0, 2, 12, 60, 320, 100_000)
"""What five squares in a row are worth with so many stones of one seat and none of the other."""
PAIRS = (0, 120, 300, 600, 1200, 100_000)
"""What so many captured pairs are worth."""
WON_NEXT = 50_000
CENTRE = SIZE * SIZE // 2


class Effect(NamedTuple):
    """What a stone of one seat changes in a line: seat 0's account, how many fours each seat has
    that lack only one stone, and how many pairs it captures."""

    account: int
    fours: int
    other_fours: int
    pairs: int


class Outlook(NamedTuple):
    """What an empty square in a line means: to either seat on it, and how either wants it."""

    effects: tuple[Effect, Effect]
    wishes: tuple[int, int]
    captures: bool


@lru_cache(1 << 17)
def outlook(window: str, offset: int) -> Outlook:
    """What an empty square means, seen along one line."""
    first, second = _effect(window, offset, 0), _effect(window, offset, 1)
    # The account is seat 0's. A stone is wanted for oneself, and so that the other has it not.
    wishes = 9 * first.account - 8 * second.account, 8 * first.account - 9 * second.account
    return Outlook((first, second), wishes, first.pairs + second.pairs > 0)


def _effect(window: str, offset: int, seat: int) -> Effect:
    mine, foe = MARKS[seat], MARKS[1 - seat]
    gain = fours = other_fours = 0
    for first in range(max(0, offset - 4), min(offset, len(window) - 5) + 1):
        five = window[first : first + 5]
        own, others = five.count(mine), five.count(foe)
        if not others:
            gain += HOPES[own + 1] - HOPES[own]
            fours += (own == 3) - (own == 4)
        elif not own:
            gain += HOPES[others]
            other_fours -= others == 4
    pairs = window.startswith(foe + foe + mine, offset + 1) + window.endswith(mine + foe + foe, 0, offset)
    return Effect(-gain if seat else gain, fours, other_fours, pairs)


def _windows(square: int) -> tuple[tuple[slice, int], ...]:
    """The four lines through a square, four squares to either side, and where it is in each."""
    r, c = divmod(square, SIZE)
    found = []
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        room = [n for n in range(-4, 5) if 0 <= r + n * dr < SIZE and 0 <= c + n * dc < SIZE]
        step = SIZE * dr + dc
        found.append((slice(square + room[0] * step, square + room[-1] * step + 1, step), -room[0]))
    return tuple(found)


WINDOWS = tuple(_windows(square) for square in range(SIZE * SIZE))
NEAR = tuple(
    frozenset(
        SIZE * (r + n * dr) + c + n * dc
        for n in (1, 2)
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        if 0 <= r + n * dr < SIZE and 0 <= c + n * dc < SIZE
    )
    for r in range(SIZE)
    for c in range(SIZE)
)


class Stones(NamedTuple):
    """A position, what is near its stones, and the accounts kept from move to move."""

    stones: str
    turn: int
    captured: tuple[int, int]
    near: frozenset[int]
    account: int
    fours: tuple[int, int]
    won: bool


def seen_by(state: Board) -> Stones:
    """The position of a state, its accounts made stone by stone."""
    position = Stones("." * len(state.stones), 0, state.captured, frozenset(), 0, (0, 0), False)
    for square, mark in enumerate(state.stones):
        if mark != ".":
            position = _put(position, square, MARKS.index(mark))
    return position._replace(turn=state.turn)


def _put(position: Stones, square: int, seat: int) -> Stones:
    """A stone more; nothing is captured by it."""
    stones = f"{position.stones[:square]}{MARKS[seat]}{position.stones[square + 1 :]}"
    account, fours = _changed(position.stones, square, seat, position.account, position.fours, 1)
    near = position.near | NEAR[square]
    return Stones(stones, 1 - seat, position.captured, near, account, fours, False)


def _changed(
    stones: str, square: int, seat: int, account: int, fours: tuple[int, int], sign: int
) -> tuple[int, tuple[int, int]]:
    """The accounts once a stone has come to an empty square (1) or has been taken off it (-1)."""
    mine, others = fours[seat], fours[1 - seat]
    for line, offset in WINDOWS[square]:
        effect = outlook(stones[line], offset).effects[seat]
        account += sign * effect.account
        mine += sign * effect.fours
        others += sign * effect.other_fours
    return account, (others, mine) if seat else (mine, others)


class PenteModel(Model[Stones, int]):
    """Looks at a few squares only: those that hope most, for either seat."""

    def turn(self, position: Stones) -> int:
        return position.turn

    def moves(self, position: Stones) -> tuple[list[int], list[int]]:
        seat = position.turn
        squares = ranked(position)
        if position.fours[seat]:
            return squares[:1], []
        if position.fours[1 - seat]:
            takes = [square for square in squares[1:] if captives(position.stones, square, seat)]
            return squares[:1] + takes, []
        return [], squares[:WIDTH]

    def after(self, position: Stones, move: int) -> Stones:
        seat, captured = position.turn, position.captured
        after = _put(position, move, seat)
        stones, account, fours = after.stones, after.account, after.fours
        if lost := captives(stones, move, seat):
            for captive in lost:
                stones = f"{stones[:captive]}.{stones[captive + 1 :]}"
                account, fours = _changed(stones, captive, 1 - seat, account, fours, -1)
            pairs = captured[seat] + len(lost) // 2
            captured = (captured[0], pairs) if seat else (pairs, captured[1])
        won = captured[seat] >= PAIRS_TO_WIN or any(FIVES[seat] in stones[line] for line in LINES[move])
        return Stones(stones, 1 - seat, captured, after.near, account, fours, won)

    def value(self, position: Stones) -> int:
        seat, (first, second) = position.turn, position.captured
        if position.fours[seat]:
            return WON_NEXT
        account = position.account + PAIRS[min(first, 5)] - PAIRS[min(second, 5)]
        return -account if seat else account

    def forcing(self, position: Stones) -> list[int]:
        return []

    def verdict(self, position: Stones) -> int | None:
        return -1 if position.won else None

    def urgent(self, position: Stones) -> bool:
        return position.fours[1 - position.turn] > 0

    def key(self, position: Stones) -> tuple[object, ...]:
        return position[:3]


MODEL = PenteModel()


def liking(position: Stones, square: int) -> int:
    """How much the seat on turn wants a square: for itself, and so that the other has it not."""
    seat, stones = position.turn, position.stones
    wish, captures = 0, False
    for line, offset in WINDOWS[square]:
        found = outlook(stones[line], offset)
        wish += found.wishes[seat]
        captures = captures or found.captures
    if captures:
        for who, weight in ((seat, 9), (1 - seat, 8)):
            had = position.captured[who]
            pairs = had + len(captives(stones, square, who)) // 2
            wish += weight * (PAIRS[min(PAIRS_TO_WIN, pairs)] - PAIRS[had])
    return wish


def ranked(position: Stones) -> list[int]:
    """The empty squares near the stones, the best first."""
    stones = position.stones
    squares = [square for square in sorted(position.near) if stones[square] == "."]
    if not squares:
        return [square for square in (CENTRE, *range(SIZE * SIZE)) if stones[square] == "."][:1]
    likings = {square: liking(position, square) for square in squares}
    return sorted(likings, key=likings.__getitem__, reverse=True)


def careless(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Takes a win; else plays anywhere near the stones."""
    position = seen_by(state)
    squares = ranked(position)
    wins = [square for square in squares if MODEL.after(position, square).won]
    return MOVES[wins[0] if wins else thought.chance.choice(squares)]


def greedy(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Takes the square that the two want most between them."""
    position = seen_by(state)
    return MOVES[favourite(ranked(position), lambda square: liking(position, square), thought)]


def searching(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Looks some four moves ahead, and every four to its end."""
    return MOVES[Search(MODEL, POSITIONS, thought).best(seen_by(state))]


levels: Levels = (careless, greedy, searching)
