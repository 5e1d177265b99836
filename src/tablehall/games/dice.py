"""Dice anyone can verify.

A table's dice are a stream of bytes, block by block HMAC-SHA-256(key, block number).
The key is HMAC-SHA-256(seed, what the players added), and the seed's hash is told before
the players send what they add, at the latest when the table is opened: once somebody has
added something after that, nobody, the house included, can choose the throws.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 32


def commitment(seed: bytes) -> str:
    """The hash that is published before the game and checked after it."""
    return hashlib.sha256(seed).hexdigest()


def dice_key(seed: bytes, entropy: Sequence[str] = ()) -> bytes:
    """The key of a table's dice: the house's seed, stirred by what each player added."""
    added = [words.encode() for words in entropy]
    stirred = b"".join([len(words).to_bytes(4, "big") + words for words in added])
    return hmac.digest(seed, stirred, "sha256")


class Dice:
    """A stream of fair throws; `thrown` holds the throws since the last `rest`. Instead of the key there may
    be what it is made of, seed and entropy: many games never throw."""

    __slots__ = ("_block", "_key", "_number", "position", "thrown")

    def __init__(self, key: bytes | tuple[bytes, tuple[str, ...]], position: int = 0) -> None:
        self._key = key
        self.position = position
        self.thrown: list[int] = []
        self._number = -1
        self._block = b""

    @property
    def key(self) -> bytes:
        """What every throw follows from."""
        if isinstance(self._key, tuple):
            self._key = dice_key(*self._key)
        return self._key

    def _take(self, count: int) -> int:
        value = 0
        for _ in range(count):
            number, offset = divmod(self.position, _BLOCK)
            if number != self._number:
                self._number = number
                self._block = hmac.digest(self.key, number.to_bytes(8, "big"), "sha256")
            value = value << 8 | self._block[offset]
            self.position += 1
        return value

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely (by rejection)."""
        if limit < 1:
            raise ValueError("a throw needs at least one possible result")
        size = (limit - 1).bit_length() + 7 >> 3
        fair = (1 << 8 * size) // limit * limit
        value = self._take(size)
        while value >= fair:
            value = self._take(size)
        value %= limit
        self.thrown.append(value)
        return value

    def throw(self, sides: int = 6) -> int:
        """One die: 1 to sides."""
        return self.below(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order (Fisher-Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def rest(self) -> tuple[int, ...]:
        """The throws since the last rest, taken off the table."""
        thrown = tuple(self.thrown)
        self.thrown.clear()
        return thrown
