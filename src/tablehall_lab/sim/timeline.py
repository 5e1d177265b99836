"""Virtual time: what happens next, in an order that is the same every time."""

import heapq
from collections.abc import Callable
from typing import Any

SECOND = 1_000_000
"""Time is counted in microseconds."""
MS = 1_000
EPOCH = 1_750_000_000_000
"""What the wall clock shows when a simulation begins, in milliseconds."""


class Handle:
    """Something that will happen unless it is called off."""

    __slots__ = ("args", "arrives", "call", "life", "when")

    def __init__(
        self,
        when: int,
        call: Callable[..., Any] | None,
        args: tuple[Any, ...],
        life: "Loop | None",
        arrives: bool,
    ):
        self.when = when
        self.arrives = arrives
        """Whether it is something that comes to the hall from outside."""
        self.call = call
        self.args = args
        self.life = life

    def cancel(self) -> None:
        """It will not happen."""
        self.call = None


class Timeline:
    """Everything that is going to happen, the hall's part and the world's part of it."""

    def __init__(self) -> None:
        self.now = 0
        self.steps = 0
        self._heap: list[tuple[int, int, Handle]] = []
        self._count = 0

    def at(
        self,
        when: int,
        call: Callable[..., Any],
        *args: Any,
        life: "Loop | None" = None,
        arrives: bool = False,
    ) -> Handle:
        """Have something happen at a time; what is over already happens now."""
        handle = Handle(max(when, self.now), call, args, life, arrives)
        self._push(handle)
        return handle

    def _push(self, handle: Handle) -> None:
        self._count += 1
        heapq.heappush(self._heap, (handle.when, self._count, handle))

    def after(self, delay: int, call: Callable[..., Any], *args: Any) -> Handle:
        """Have something happen after so many microseconds."""
        return self.at(self.now + delay, call, *args)

    def next(self) -> Handle | None:
        """Take out what happens next, and let it be that time."""
        while self._heap:
            when, _, handle = heapq.heappop(self._heap)
            if handle.call is None or (handle.life is not None and handle.life.dead):
                continue
            if when > self.now:
                self.now = when
            self.steps += 1
            return handle
        return None

    def due(self) -> int | None:
        """When the next thing happens."""
        return self._heap[0][0] if self._heap else None

    def stall(self, delay: int) -> None:
        """Time passes, and nothing happens in it: everything that was due comes late, and what has arrived
        meanwhile comes last, as with a loop that looks at its timers before its sockets."""
        self.now += delay
        arrived = sorted(entry for entry in self._heap if entry[2].arrives and entry[0] <= self.now)
        self._heap = [entry for entry in self._heap if not (entry[2].arrives and entry[0] <= self.now)]
        heapq.heapify(self._heap)
        for _, _, handle in arrived:
            handle.when = self.now
            self._push(handle)


class Loop:
    """What the net takes for its event loop; it dies with the hall's process."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.dead = False
        self.readers: dict[int, Callable[[], None]] = {}
        self.writers: dict[int, Callable[[], None]] = {}

    def time(self) -> float:
        return self.timeline.now / SECOND

    def call_soon(self, call: Callable[..., Any], *args: Any) -> Handle:
        return self.timeline.at(self.timeline.now, call, *args, life=self)

    call_soon_threadsafe = call_soon

    def call_later(self, delay: float, call: Callable[..., Any], *args: Any) -> Handle:
        return self.timeline.at(self.timeline.now + round(delay * SECOND), call, *args, life=self)

    def add_reader(self, number: int, call: Callable[[], None]) -> None:
        self.readers[number] = call

    def remove_reader(self, number: int) -> bool:
        return self.readers.pop(number, None) is not None

    def add_writer(self, number: int, call: Callable[[], None]) -> None:
        self.writers[number] = call

    def remove_writer(self, number: int) -> bool:
        return self.writers.pop(number, None) is not None
