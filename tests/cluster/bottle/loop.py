"""The loop of a bottle: its time is the world's, and the database takes a few passes to answer."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import SimpleNamespace
from typing import Any
from unittest import mock

from tablehall.cluster import failover, fibers, forwarding, node
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.timeline import SECOND, Timeline

SLOWEST = 5
"""An answer of the database takes fewer passes of the loop than this."""


class Loop(asyncio.SelectorEventLoop):
    """Nothing happens here by the clock of the machine, and nothing in another thread."""

    def __init__(self, timeline: Timeline, chance: Chance) -> None:
        self.timeline = timeline
        self._chance = chance
        super().__init__()

    def time(self) -> float:
        return self.timeline.now / SECOND

    def run_in_executor(  # type: ignore[override]  # all that is used of it
        self, _: None, function: Callable[[], Any]
    ) -> "asyncio.Task[Any]":
        return self.create_task(self._later(function))

    async def _later(self, function: Callable[[], Any]) -> Any:
        for _ in range(self._chance.randrange(SLOWEST)):
            await asyncio.sleep(0)
        return function()

    def leave_nothing(self) -> None:
        """Whatever is still being done ends."""
        for task in asyncio.all_tasks(self):
            task.cancel()
            with suppress(asyncio.CancelledError):
                self.run_until_complete(task)
        self.close()


@contextmanager
def by_the_time_of(loop: Loop) -> Iterator[None]:
    """Nodes wait for each other by this loop's time, on fibers that nobody else uses."""
    clock = SimpleNamespace(monotonic=loop.time)
    with ExitStack() as stack:
        for module in (forwarding, failover, node):
            stack.enter_context(mock.patch.object(module, "time", clock))
        stack.enter_context(mock.patch.object(fibers, "_idle", []))
        yield
