"""Games at random, for the tests of the environments."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tablehall.games import house_games
from tablehall.rl.table import Table


class Kind(NamedTuple):
    """A game as it can be played: by how many, and how."""

    game: str
    seats: int
    options: dict[str, Any] | None = None

    def __str__(self) -> str:
        words = (self.game, str(self.seats), *map(str, (self.options or {}).values()))
        return "-".join(words)


OPTIONS: dict[str, tuple[dict[str, Any] | None, ...]] = {
    "eriantys": (None, {"expert": True}),
    "mia": (None, {"rules": "maexchen"}),
    "shelfie": (None, {"easy_rule": True}),
}
KINDS = [
    Kind(name, seats, options)
    for name, game in house_games().items()
    for seats in game.seats
    if seats < 5
    for options in OPTIONS.get(name, (None,))
]
"""Every game of the house, for two to four, with all its options."""


def moments(kind: Kind, games: int, seed: int, most: int = 10_000) -> Iterator[Table]:
    """A table before every move of so many random games, and at their ends."""
    table, chance = Table(*kind), random.Random(seed)
    for number in range(games):
        table.reset(seed + number)
        for _ in range(most):
            yield table
            if table.over:
                break
            table.step(chance.choice(list(table.choices)))
