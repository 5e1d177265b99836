"""The lot: who sits at which table of a contest, in which order, and secrets nobody can guess.

Every game of a contest is drawn anew. What is said at a table must fit into one message, so
tables are no larger than their players' names allow.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Chance = Callable[[int], bytes]

LOT = 8
"""Bytes of a lot: so many that no two are ever the same."""
POOL = 64


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """The items in a random order: everyone draws a lot, the lowest goes first."""
    lots = chance(LOT * len(items))
    order = sorted(range(len(items)), key=lambda at: lots[at * LOT : at * LOT + LOT])
    return [items[at] for at in order]


def picked(count: int, chance: Chance) -> int:
    """A number below `count`, each as likely as the others (to one part in 2**56)."""
    return int.from_bytes(chance(LOT), "big") % count


def tables(players: Sequence[T], largest: int, room: int, size: Callable[[T], int]) -> list[list[T]]:
    """The players, already shuffled, cut into as few tables as possible, equally large: none
    with more than `largest` players, none whose players need more than `room`."""
    most = len(players) // 2  # nobody plays alone
    count = min(most, -(-len(players) // largest))
    while True:
        cuts = [len(players) * at // count for at in range(count + 1)]
        found = [list(players[start:end]) for start, end in itertools.pairwise(cuts)]
        if count == most or all(sum(map(size, table)) <= room for table in found):
            return found
        count += 1


class Tokens:
    """Tokens that cannot be guessed: random UUIDs, made by the handful."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._pool: list[str] = []

    def __call__(self) -> str:
        """A new token."""
        if not self._pool:
            digits = self._chance(16 * POOL).hex()
            self._pool = [_uuid4(digits[at : at + 32]) for at in range(0, 32 * POOL, 32)]
        return self._pool.pop()


def _uuid4(digits: str) -> str:
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"
