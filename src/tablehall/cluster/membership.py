"""Who is alive: by one's own monotonic clock, since the last heartbeat that was heard.

A node that has not heard its own heartbeat for a while does not know whether the others are gone or
itself, and calls nobody dead. Nor does one that overslept, until it has after_barrier for as long again.
"""

import hashlib
from collections.abc import Iterable

import msgspec

from tablehall.hall.shares import Positive


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rhythm of the nodes, in milliseconds."""

    beat: Positive = 200
    """How often a node says that it is alive."""
    dead_after: Positive = 1_200
    """Who has said nothing for so long is dead, and others go on for it."""


class Beat(msgspec.Struct, array_like=True):
    """I am alive."""

    epoch: int
    """The number of this start of the node: the lower, the longer it is here."""
    name: str
    address: str = ""
    """Where its house door is, for whoever looks after the hall."""
    open: bool = False
    """Whether its doors are open."""
    leaving: bool = False
    tables: int = 0
    people: int = 0
    counts: dict[int, tuple[int, int]] = {}
    """Packets sent to, and heard from, each node."""
    gone: bool = False
    """The last word of a node that stops in good order."""
    rank: int = 0
    """Its place in the queue for leading, if that is not its epoch."""
    leads: bool = False
    """Whether it leads, or is about to."""


class Member:
    """What is known of a node."""

    __slots__ = ("beat", "heard")

    def __init__(self, beat: Beat, heard: float) -> None:
        self.beat = beat
        self.heard = heard


class Membership:
    """Everybody who is alive, by epoch."""

    def __init__(self, epoch: int, times: Times) -> None:
        self.epoch = epoch
        self.times = times
        self.alive: dict[int, Member] = {}
        self.dead: set[int] = set()
        """Epochs that are over: whatever comes late from there, nobody comes back in them."""
        self._looked = self._woke = 0.0
        self._trusts_from = 0.0
        """Until then it calls nobody dead."""

    def heard(self, beat: Beat, now: float) -> bool:
        """A heartbeat; whether it is the first of this node."""
        if beat.epoch in self.dead:
            return False
        known = self.alive.get(beat.epoch)
        if known is None:
            self.alive[beat.epoch] = Member(beat, now)
            return True
        known.beat, known.heard = beat, now
        return False

    def look(self, now: float) -> list[Member]:
        """Who is dead by now; to be called with every beat."""
        patience = self.times.dead_after / 1000
        if self._looked and now - self._looked > patience / 2:
            self._woke = now  # it overslept: the others may have spoken meanwhile
            self._trusts_from = now + patience
        self._looked = now
        own = self.alive.get(self.epoch)
        if own is None or now - own.heard > patience / 2:
            self._trusts_from = max(self._trusts_from, now + patience / 2)
        if not self.trusts(now):
            return []
        dead = [m for epoch, m in self.alive.items() if epoch != self.epoch and now - m.heard > patience]
        for member in dead:
            self.over(member.beat.epoch)
        return dead

    def over(self, epoch: int) -> Member | None:
        """A node is gone; what was known of it."""
        self.dead.add(epoch)
        return self.alive.pop(epoch, None)

    def trusts(self, now: float) -> bool:
        """Whether it takes silence for death."""
        return now >= self._trusts_from

    def deaf_for(self, now: float) -> float:
        """Since when it has not heard itself, in seconds; nobody hears anything asleep."""
        own = self.alive.get(self.epoch)
        return now - max(own.heard, self._woke) if own is not None else 0.0

    def leader(self) -> int:
        """The epoch of the leader; one that hears nobody takes itself for it."""
        return elected(member.beat for member in self.alive.values()) or self.epoch

    def last_rank(self) -> int:
        """The end of the queue for leading."""
        return max((m.beat.rank or epoch for epoch, m in self.alive.items()), default=self.epoch)

    def names(self) -> set[str]:
        """The names of those who stay."""
        return {member.beat.name for member in self.alive.values() if not member.beat.leaving}

    def epoch_of(self, name: str) -> int | None:
        """The latest start of the node with this name."""
        return max((epoch for epoch, m in self.alive.items() if m.beat.name == name), default=None)


def elected(beats: Iterable[Beat]) -> int:
    """The epoch of the leader: whoever leads already, else the one that is here longest, and nobody who
    leaves; 0 if there is nobody."""
    queue = [(not beat.leads, beat.rank or beat.epoch, beat.epoch) for beat in beats if not beat.leaving]
    return min(queue, default=(False, 0, 0))[2]


def successor(table: int, names: Iterable[str]) -> str:
    """Who goes on with a table: everybody reckons the same, and when somebody comes or goes only the
    tables that concern it are reckoned otherwise (rendezvous hashing)."""
    return max(names, key=lambda name: hashlib.blake2b(f"{table}/{name}".encode(), digest_size=8).digest())
