"""Tables at which bots think, beside a contest of Mia and two people at a table: who waits for whom?"""

import asyncio
import time
from typing import NamedTuple

from tablehall.client import Guest, Table
from tablehall.protocols.house.replies import Happened
from tablehall_lab.bench.mia import Field, Result, playing

GAME, LEVEL = "connect_four", 3
EVERY = 0.05
"""Seconds between two moves of the people whose waiting is measured."""


class Found(NamedTuple):
    """What was measured, without bots that think and with them."""

    mia: Result
    waits: list[float]
    """Seconds from a person's move to the news of it."""
    thoughts: int
    """Moves of bots."""

    def wait(self, share: float) -> float:
        """So long at most waited this share of the moves, in milliseconds."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))] * 1000


def measure(tables: int, bots: int, seconds: float) -> tuple[Found, Found]:
    """The same programs and people, first alone and then among bots that think."""
    with playing(bots) as field:
        alone = asyncio.run(_watched(field, 0, seconds))
        return alone, asyncio.run(_watched(field, tables, seconds))


async def _watched(field: Field, tables: int, seconds: float) -> Found:
    address = f"127.0.0.1:{field.doors['house']}"
    async with (
        Guest(address, name=f"host of {tables}") as somebody,
        Guest(address, name=f"ann {tables}") as ann,
        Guest(address, name=f"ben {tables}") as ben,
    ):
        host = _Host(somebody)
        await host.open(tables)
        begun, thoughts = field.mark(), host.thoughts
        waits = await _play(ann, ben, seconds)
        found = Found(field.since(begun), waits, host.thoughts - thoughts)
        await host.close()
        return found


class _Host:
    """Somebody who plays against a bot at many tables at once, and never thinks themselves."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.thoughts = 0
        self._tasks = {asyncio.create_task(self._play_again())}

    async def open(self, tables: int) -> None:
        for _ in range(tables):
            self._sit(await self.guest.open(GAME, bots=LEVEL))

    async def _play_again(self) -> None:
        while True:
            self._sit(await self.guest.called())

    def _sit(self, table: Table) -> None:
        game = asyncio.create_task(self._play(table))
        self._tasks.add(game)
        game.add_done_callback(self._tasks.discard)

    async def _play(self, table: Table) -> None:
        async for news in table:
            if isinstance(news, Happened) and news.what == "moved" and news.seat != table.you:
                self.thoughts += 1
            if table.my_turn:
                moves = await table.legal()
                await table.act(moves[len(moves) // 2])
        await table.propose("rematch")

    async def close(self) -> None:
        """Enough."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(ann: Guest, ben: Guest, seconds: float) -> list[float]:
    """Two people play one game after the other; how long each move took to be told to both."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        first = await ann.open("tictactoe")
        tables = (first, await ben.join(first.number))
        for number, cell in enumerate((0, 3, 1, 4, 2)):
            mover, other = tables[number % 2], tables[1 - number % 2]
            before = time.perf_counter()
            await mover.act({"type": "place", "r": cell // 3, "c": cell % 3})
            async for _ in other:
                if other.last == mover.last:
                    break
            waits.append(time.perf_counter() - before)
            await asyncio.sleep(EVERY)
    return waits
