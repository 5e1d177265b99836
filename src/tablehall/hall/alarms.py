"""Alarms: one heap for every deadline in the hall, cheap to move later and later."""

import heapq
from collections.abc import Hashable, Iterator


class Alarms:
    """When to look at what. Moving an alarm to a later time costs one dict write: the old
    heap entry stays, and is put back when it comes up too early."""

    def __init__(self) -> None:
        self._due: dict[Hashable, int] = {}
        self._heap: list[tuple[int, int, Hashable]] = []
        self._queued: dict[Hashable, int] = {}
        self._count = 0

    def set(self, key: Hashable, when: int | None) -> None:
        """Ring for this key at that time; None: not at all."""
        if when is None:
            if key in self._due:
                del self._due[key]
            return
        self._due[key] = when
        queued = self._queued.get(key)
        if queued is None or queued > when:
            self._push(key, when)

    def _push(self, key: Hashable, when: int) -> None:
        self._count += 1
        self._queued[key] = when
        heapq.heappush(self._heap, (when, self._count, key))

    def next(self) -> int | None:
        """The time at which `ring` should be called next (it may find nothing to do)."""
        return self._heap[0][0] if self._heap else None

    def ring(self, now: int) -> Iterator[Hashable]:
        """Every key that is due, each once, in the order of their times."""
        while self._heap and self._heap[0][0] <= now:
            when, _, key = heapq.heappop(self._heap)
            if self._queued.get(key) != when:
                continue  # a newer, earlier entry has taken its place
            del self._queued[key]
            due = self._due.get(key)
            if due is None:
                continue
            if due > now:
                self._push(key, due)
                continue
            del self._due[key]
            yield key

    def postpone(self, by: int) -> None:
        """Have everything ring so much later."""
        self._due = {key: when + by for key, when in self._due.items()}
        self._heap = [(when + by, count, key) for when, count, key in self._heap]  # in the same order
        self._queued = {key: when + by for key, when in self._queued.items()}

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._due)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._due

    def __len__(self) -> int:
        return len(self._due)
