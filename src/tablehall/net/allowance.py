"""What a connection may do, counted by what it costs: a message counts once, and once more for every KiB
of its answer. It is paid from the connection's own budget and from that of its address.

A connection holds a few tokens in hand, so that the budgets are looked at only now and then.
"""

from tablehall.hall.budget import Budgets
from tablehall.protocols.door import DoorLimits

HANDFUL = 256
"""So many tokens a connection takes at a time."""
TOKEN = 1024
"""So many bytes of an answer cost as much as a message. (Encoding a KiB of a list takes some 30 us, a move 60
to 130.)"""
SHORT = 4096
"""An answer that is no longer than this costs nothing beside its message."""
LOOK = 20
"""Milliseconds after which who has nothing left looks again, at the soonest, ..."""
AT_ONCE = 16
"""... if no more than so many of their address might do the same."""


class Allowance:
    """The budget of one connection, within that of its address."""

    __slots__ = ("_filled", "_left", "_limits", "_share", "_shares", "tokens")

    def __init__(self, limits: DoorLimits, shares: Budgets, share: str, now: int) -> None:
        self._limits, self._shares, self._share = limits, shares, share
        self._left: float = limits.burst
        self._filled = now
        self.tokens: float = 0
        """What is in hand: below 1 there must be a `refill` before anything else is done."""

    def refill(self, now: int) -> bool:
        """Take another handful; whether there was anything to take."""
        left = self._earned(now)
        if left < 1 or self._shares.left(self._share, now) <= 0:
            return False
        taken = min(HANDFUL, left)
        self._left -= taken
        self._shares.charge(self._share, taken, now)
        self.tokens += taken
        return True

    def charge(self, size: int, now: int) -> None:
        """A long answer was sent: pay for it, if need be with what will be earned later."""
        cost = size / TOKEN - self.tokens  # what was in hand is given back
        self._left = self._earned(now) - cost
        self._shares.charge(self._share, cost, now)
        self.tokens = 0

    def _earned(self, now: int) -> float:
        limits = self._limits
        self._left = min(limits.burst, self._left + (now - self._filled) * limits.rate / 1000)
        self._filled = now
        return self._left

    def wait(self, now: int, neighbours: int) -> int:
        """After how many milliseconds to look again, with so many connections of the same address."""
        own = int((1 - self._earned(now)) / self._limits.rate * 1000) + 1
        if self._shares.left(self._share, now) > 0:
            return max(LOOK, own)
        return max(LOOK, own, self._shares.wait(self._share, now), LOOK * neighbours // AT_ONCE)

    def give_back(self, now: int) -> None:
        """The connection is gone: what it has not used is its address's again."""
        self._shares.charge(self._share, -self.tokens, now)
        self.tokens = 0
