"""What a move costs by the rules alone: random games through the arena."""

import random
import time
from typing import NamedTuple

from tablehall.arena import Arena
from tablehall.games.api import AnyGame


class Pace(NamedTuple):
    """How fast random games of one kind are played by one core."""

    title: str
    seats: int
    steps: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Steps a second: asking what is legal, and one move."""
        return self.steps / self.seconds


def pace(game: AnyGame, seats: int | None = None, seconds: float = 1.0, seed: int = 1) -> Pace:
    """Play at random for so many seconds of CPU; games that are not over then count, too."""
    arena, chance = Arena(game, seats, seed=seed), random.Random(seed)
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not steps:
        seat = arena.turn[0]
        steps += 1
        if arena.step(chance.choice(arena.legal(seat)), seat).over:
            arena.reset()
    return Pace(arena.game.title, arena.seats, steps, arena.games, spent)
