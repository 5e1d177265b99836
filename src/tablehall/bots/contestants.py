"""The house's opponents in a contest: a seat's view in, a move out."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tablehall.bots import Strategy, mia

Opponent = Callable[[Any], Any]


class Luck(random.Random):
    """Random numbers from bytes of chance that somebody hands in."""

    def __init__(self, chance: Callable[[int], bytes]) -> None:
        self._chance = chance
        super().__init__()

    def random(self) -> float:
        return (int.from_bytes(self._chance(7), "big") >> 3) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        return int.from_bytes(self._chance((k + 7) // 8), "big") >> (-k % 8)


def opponents(chance: Callable[[int], bytes]) -> Mapping[str, Mapping[str, Opponent]]:
    """The house's players by game and name; their luck is drawn from the hall's chance."""
    luck = Luck(chance)
    return {"mia": {name: partial(_decide, play, luck) for name, play in mia.STRATEGIES.items()}}


def _decide(play: Strategy[Any, Any], luck: random.Random, view: Any) -> Any:
    return play(view, luck)
