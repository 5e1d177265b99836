"""Opponents for a game that has none of its own: they know the rules and nothing else."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tablehall.bots import Levels, Thought
from tablehall.games.api import AnyGame, Outcome, Played
from tablehall.games.dice import Dice

M = TypeVar("M")

POSITIONS = 4000
"""How many positions a search of level 3 plays through."""
LONGEST = 200
"""A game played out at random is left undecided after so many moves."""
THROWS = 4
"""How often a move is tried, where dice may decide what it leads to."""


def fortune(outcome: Outcome | None, seat: int) -> float:
    """How an outcome looks from a seat: 1 the best, -1 the worst, 0 a draw or no end yet."""
    if outcome is None or len(outcome.ranks) < 2:
        return 0.0
    mine = outcome.ranks[seat]
    return sum((rank > mine) - (rank < mine) for rank in outcome.ranks) / (len(outcome.ranks) - 1)


def favourite(moves: Sequence[M], worth: Callable[[M], Any], thought: Thought) -> M:
    """The move that is worth most; equals are chosen among by chance."""
    worths = [worth(move) for move in moves]
    best = max(worths)
    return thought.chance.choice([move for move, value in zip(moves, worths, strict=True) if value == best])


def luck(thought: Thought) -> Dice:
    """Dice of the bot's own: it does not know those of the table."""
    return Dice(thought.chance.randbytes(32))


def made(game: AnyGame, state: Any, seat: int, move: Any, dice: Dice) -> Any:
    """The state after a legal move."""
    played = game.play(state, seat, move, dice)
    assert isinstance(played, Played), f"{move} is legal, but refused: {played}"
    return played.state


def careless(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Takes a win that lies on the table; else plays anything."""
    moves, dice = game.legal(state, seat), luck(thought)
    for move in moves:
        end = game.outcome(made(game, state, seat, move, dice))
        if end and end.winners == (seat,):
            return move
    return thought.chance.choice(moves)


def greedy(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Takes the move whose end, or whose points in the end, are best for it at once."""
    dice = luck(thought)

    def worth(move: Any) -> float:
        tries = (made(game, state, seat, move, dice) for _ in range(THROWS))
        return sum(fortune(game.outcome(after), seat) for after in tries)

    return favourite(game.legal(state, seat), worth, thought)


def searching(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Plays the game to its end at random, many times, what is hidden dealt anew each time;
    moves that did well are tried more often."""
    moves = list(game.legal(state, seat))
    if len(moves) == 1:
        return moves[0]
    thought.chance.shuffle(moves)
    dice, left = luck(thought), POSITIONS * thought.effort
    tried, gained = [0] * len(moves), [0.0] * len(moves)
    for number in range(1, int(left) + 1):
        chosen = _most_promising(tried, gained, number)
        world = game.redeal(state, seat, dice)
        gain, steps = _play_out(game, made(game, world, seat, moves[chosen], dice), seat, dice, thought)
        tried[chosen] += 1
        gained[chosen] += gain
        left -= steps + 1
        if left <= 0 or thought.time_is_up():
            break
    return moves[max(range(len(moves)), key=lambda index: (tried[index], gained[index]))]


def _most_promising(tried: list[int], gained: list[float], number: int) -> int:
    """Every move once; then the one that may still be the best (upper confidence bounds)."""
    if number <= len(tried):
        return number - 1
    bonus = 2 * math.log(number)
    return max(range(len(tried)), key=lambda i: gained[i] / tried[i] + math.sqrt(bonus / tried[i]))


def _play_out(game: AnyGame, state: Any, seat: int, dice: Dice, thought: Thought) -> tuple[float, int]:
    """How a game ends for a seat if everybody plays at random, and after how many moves."""
    chance = thought.chance
    for steps in range(LONGEST):
        if (outcome := game.outcome(state)) is not None:
            return fortune(outcome, seat), steps
        actor = chance.choice(game.turn(state).seats)
        state = made(game, state, actor, chance.choice(game.legal(state, actor)), dice)
        if thought.time_is_up():
            break
    return 0.0, LONGEST


levels: Levels = (careless, greedy, searching)
