"""The house's opponents as the hall knows them: a seat's view in, a move out."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tablehall.bots import Strategy, mia


def opponents() -> Mapping[str, Mapping[str, Callable[[Any], Any]]]:
    """The house's players by game and name; each brings its own luck."""
    chance = random.SystemRandom()
    return {"mia": {name: partial(_decide, play, chance) for name, play in mia.STRATEGIES.items()}}


def _decide(play: Strategy[Any, Any], chance: random.Random, view: Any) -> Any:
    return play(view, chance)
