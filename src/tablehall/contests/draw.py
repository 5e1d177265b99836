"""The lot: who sits at which table of a contest, in which order, and secrets nobody can guess.

Every game of a contest is drawn anew. What is said at a table must fit into one message, so
tables are no larger than their players' names allow.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Chance = Callable[[int], bytes]

LOT = 8
"""Bytes of a lot: so many that no two are ever the same."""
POOL = 64
UUIDS = re.compile("(.{8})(.{4}).(.{3}).(.{3})(.{12})")
"""32 random digits each; two of them say that it is a random UUID."""


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
            self._pool = UUIDS.sub(r"\1-\2-4\3-a\4-\5 ", digits).split()
        return self._pool.pop()
