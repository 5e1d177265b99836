"""Budgets: how much may be asked for, sustained and at once, by each of many who ask."""

from collections import OrderedDict
from collections.abc import Hashable

KEPT = 10_000
"""Of so many is remembered what they have used up; who was not heard of for longest has it all again."""


class Budgets:
    """A budget for each key: it is spent, and fills up again with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        """So much comes back every second, ..."""
        self.burst = burst
        """... up to so much."""
        self._left: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def left(self, key: Hashable, now: int) -> float:
        """What somebody may spend at a time (in milliseconds); less than nothing: they have debts."""
        left, at = self._left.get(key, (self.burst, now))
        return min(self.burst, left + (now - at) * self.rate / 1000)

    def spend(self, key: Hashable, cost: float, now: int) -> bool:
        """Spend something if there is anything left. What costs more than is left makes debts: it is not
        known before how large an answer will be."""
        left = self.left(key, now)
        if left <= 0:
            return False
        self.charge(key, cost, now)
        return True

    def charge(self, key: Hashable, cost: float, now: int) -> None:
        """What somebody did has cost so much, whether they could afford it or not."""
        self._left[key] = self.left(key, now) - cost, now
        self._left.move_to_end(key)
        if len(self._left) > KEPT:
            self._left.popitem(last=False)

    def wait(self, key: Hashable, now: int) -> int:
        """For how many milliseconds there is nothing left to spend."""
        left = self.left(key, now)
        return 0 if left > 0 else int(-left / self.rate * 1000) + 1
