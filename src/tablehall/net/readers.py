"""Reading the journal for those who ask, off the loop: side by side, in turn, and not too much at a time."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

from tablehall.journal.api import Journal, whole_log
from tablehall.net.callers import Callers

T = TypeVar("T")

READERS = 2
"""So many read long things side by side, each with the memory that takes; what is short has one of its own
and never waits for those."""
EACH, ALL = 3, 64
"""So many long answers are given at a time to one caller, and in all. Others wait for their turn; ..."""
ASKED_EACH, ASKED_ALL = 64, 1_024
"""... beyond so many they are told to come again."""
HELD = 256 * 2**20
"""So many bytes of logs are in memory at a time, unless a single one is larger."""


class Log(NamedTuple):
    """The whole log of a table, and how many bytes that is."""

    lines: list[bytes]
    size: int


class Held:
    """A log that is being told to somebody."""

    def __init__(self, fetching: "asyncio.Task[Log]") -> None:
        self.fetching = fetching
        self.readers = 0
        self.size = 0


class Readers:
    """Threads that read the journal, each through a connection of its own."""

    def __init__(self, journal: Callable[[], Journal], callers: Callers) -> None:
        self._open = journal
        self._callers = callers
        self._own = threading.local()
        self._opened: list[Journal] = []
        self._short = ThreadPoolExecutor(1, "lookup")
        self._long = ThreadPoolExecutor(READERS, "reader")
        self._asked: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._all = asyncio.Semaphore(ALL)
        self._held: dict[int, Held] = {}

    def _run(self, work: Callable[[Journal], T]) -> T:
        journal: Journal | None = getattr(self._own, "journal", None)
        if journal is None:
            journal = self._own.journal = self._open()
            self._opened.append(journal)
        return work(journal)

    async def look_up(self, work: Callable[[Journal], T]) -> T:
        """Something that is found at once."""
        return await asyncio.get_running_loop().run_in_executor(self._short, self._run, work)

    async def read(self, work: Callable[[Journal], T]) -> T:
        """Something that may take a while, or a part of it."""
        return await asyncio.get_running_loop().run_in_executor(self._long, self._run, work)

    @asynccontextmanager
    async def turn(self, share: str) -> AsyncIterator[None]:
        """A caller's turn for a long answer, until it is given. Of each caller only a few stand in the line
        for all, so nobody is held up by how much another one asks for."""
        if self._asked[share] >= ASKED_EACH or self._asked.total() >= ASKED_ALL:
            raise self._callers.refusal("games", share)
        self._asked[share] += 1
        own = self._turns.setdefault(share, asyncio.Semaphore(EACH))
        try:
            async with own, self._all:
                yield
        finally:
            self._asked[share] -= 1
            if not self._asked[share]:
                del self._asked[share], self._turns[share]

    @asynccontextmanager
    async def log(self, table: int, share: str) -> AsyncIterator[Log]:
        """The log of a table whose game is over, read once for all who are told of it meanwhile."""
        held = self._held.get(table)
        if held is None:
            fetching = asyncio.ensure_future(self.read(lambda journal: measured(whole_log(journal, table))))
            held = self._held[table] = Held(fetching)
        held.readers += 1
        try:
            log = await asyncio.shield(held.fetching)
            held.size = log.size
            if len(self._held) > 1 and sum(other.size for other in self._held.values()) > HELD:
                raise self._callers.refusal("games", share)
            yield log
        finally:
            held.readers -= 1
            if not held.readers:
                del self._held[table]

    def close(self) -> None:
        """Stop reading."""
        for threads in (self._short, self._long):
            threads.shutdown(wait=True)
        for journal in self._opened:
            journal.close()


def measured(lines: list[bytes]) -> Log:
    return Log(lines, sum(map(len, lines)))
