"""Trying moves out: play on with quick hands, again and again, and make what did best.

A candidate is a plan: the moves with which the seat on turn could finish its turn. What is
hidden is dealt anew for every playout, the plan is made, and then everybody replies at once,
turn by turn, to a horizon where the position is judged. All candidates meet the same luck, so
they differ by what they are and not by what they drew; after each round the worse half is
dropped, and what they would have cost goes to the better one.
"""

import random
from collections.abc import Sequence
from math import ceil, log2
from typing import Any, Protocol

from tablehall.bots import Thought
from tablehall.games.api import AnyGame, Played
from tablehall.games.dice import Dice

Plan = Sequence[Any]
"""The moves of one turn, or of what is left of it."""


class Craft(Protocol):
    """What a game's own bot knows about playing it well."""

    @property
    def playouts(self) -> int:
        """How many playouts each candidate is usually worth, in the mean."""

    @property
    def horizon(self) -> int:
        """How many turns are played after the plan."""

    def plans(self, state: Any, seat: int, chance: random.Random) -> Sequence[Plan]:
        """The candidates, the most promising first; never none."""

    def reply(self, state: Any, seat: int, chance: random.Random) -> Plan:
        """What this seat does in its turn if it does not think long."""

    def worth(self, state: Any, seat: int) -> float:
        """How well this seat, or its team, stands: 0 lost, 1 won."""


class Candidate:
    """A plan and how it fared."""

    __slots__ = ("plan", "sum", "tries")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tries = 0
        self.sum = 0.0

    @property
    def mean(self) -> float:
        """What the plan is worth, as far as it was tried."""
        return self.sum / self.tries if self.tries else -1.0


class Luck:
    """The luck of one playout, the same for every candidate that has to meet it."""

    __slots__ = ("key", "seed", "state")

    def __init__(self, game: AnyGame, state: Any, seat: int, chance: random.Random) -> None:
        self.key = chance.randbytes(32)
        self.seed = chance.getrandbits(64)
        self.state = game.redeal(state, seat, Dice(chance.randbytes(32)))


def search(game: AnyGame, state: Any, seat: int, thought: Thought, craft: Craft) -> Any:
    """The first move of the plan that did best in the playouts this thought is worth."""
    candidates = [Candidate(plan) for plan in craft.plans(state, seat, thought.chance)]
    if all(candidate.plan[0] == candidates[0].plan[0] for candidate in candidates):
        return candidates[0].plan[0]
    rounds = ceil(log2(len(candidates)))
    budget = thought.effort * craft.playouts * len(candidates) / rounds
    for _ in range(rounds):
        for _ in range(max(1, int(budget / len(candidates)))):
            luck = Luck(game, state, seat, thought.chance)
            for candidate in candidates:
                if thought.time_is_up():
                    return best_first(candidates)[0].plan[0]
                candidate.sum += playout(game, seat, candidate.plan, luck, craft)
                candidate.tries += 1
        candidates = best_first(candidates)[: (len(candidates) + 1) // 2]
    return candidates[0].plan[0]


def best_first(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates by what they proved to be worth; of equals the more promising first."""
    return sorted(candidates, key=lambda candidate: -candidate.mean)


def playout(game: AnyGame, seat: int, plan: Plan, luck: Luck, craft: Craft) -> float:
    """What a plan is worth to this seat if the dice fall this way."""
    dice, chance = Dice(luck.key), random.Random(luck.seed)
    state = follow(game, luck.state, seat, plan, dice)
    for _ in range(craft.horizon):
        seats = game.turn(state).seats
        if not seats:
            break
        state = follow(game, state, seats[0], craft.reply(state, seats[0], chance), dice)
    return craft.worth(state, seat)


def follow(game: AnyGame, state: Any, seat: int, plan: Plan, dice: Dice) -> Any:
    """The position after a plan, or as much of it as the rules allow before the game ends."""
    for move in plan:
        played = game.play(state, seat, move, dice)
        if not isinstance(played, Played):
            break
        state = played.state
    return state
