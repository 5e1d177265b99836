"""What people cost who do not play yet: they come in, and look at the list of tables."""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from tablehall_lab.bench.guests import BenchError, Guest, Pair, Tally, number_of
from tablehall_lab.bench.halls import Halls
from tablehall_lab.services.server import Place
from tablehall_lab.services.usage import cpu_of_family

ARRIVALS = 20
"""So many people come in at a time."""
OPENED = 20
"""So many tables are opened and given up while everybody looks on."""


class Arrived(NamedTuple):
    """What it costs that people come in, in microseconds of CPU each."""

    nodes: int
    rate: float
    leader: float
    other: float
    """Each other node."""
    lobby: float
    """For each change of the list of tables and each one who looks at it, all nodes."""


class Visitors(Pair):
    """One after the other comes in and stays until the end."""

    def __init__(self, name: str, tally: Tally, doors: Sequence[Place], people: int) -> None:
        super().__init__(name, tally, doors[0], doors[0], doors[0])
        self.guests: list[Guest] = []
        self._doors, self._people = doors, people
        self._welcome = asyncio.Event()
        self.table = b""

    async def come(self) -> None:
        for number in range(self._people):
            hello = b'{"type":"hello","name":"%s-%d"}' % (self.name.encode(), number)
            self._welcome.clear()
            self.guests.append(await Guest.come(self, 0, hello, self._doors[number % len(self._doors)]))
            await self._welcome.wait()

    def heard(self, guest: Guest, message: bytes) -> None:
        if message.startswith(b'{"type":"listed"'):
            self.tally.listed += 1
            self.tally.changed.set()
        elif message.startswith(b'{"type":"welcome"'):
            self._welcome.set()
        elif message.startswith(b'{"type":"lobby"'):
            self.tally.looking += 1
            self.tally.changed.set()
        elif message.startswith(b'{"type":"table"'):
            self.table = number_of(message)


async def arrive(halls: Halls, people: int) -> Arrived:
    """People who were never here come in through every node alike, and look around."""
    tally, mark = Tally(), format(time.monotonic_ns() // 1000 % 10**9, "x")
    each = max(1, people // ARRIVALS)
    everybody = ARRIVALS * each
    groups = [Visitors(f"{mark}-{number}", tally, halls.doors, each) for number in range(ARRIVALS)]
    before, start = [cpu_of_family(pid) for pid in halls.pids], time.perf_counter()
    async with asyncio.timeout(120):
        await asyncio.gather(*(group.come() for group in groups))
    wall = time.perf_counter() - start
    await asyncio.sleep(0.3)  # until all nodes have heard of them
    spent = [cpu_of_family(pid) - cpu for pid, cpu in zip(halls.pids, before, strict=True)]
    used = [seconds / everybody * 1e6 for seconds in spent]
    async with asyncio.timeout(120):
        looked = await look(halls, tally, groups, everybody)
    tally.over = True
    for group in groups:
        group.leave()
    if tally.wrong:
        raise BenchError(tally.wrong)
    others = used[1:]
    mean = sum(others) / len(others) if others else 0.0
    return Arrived(halls.nodes, everybody / wall, used[0], mean, looked * 1e6)


async def look(halls: Halls, tally: Tally, groups: list[Visitors], everybody: int) -> float:
    """CPU seconds for telling one of one table that comes or goes."""
    for group in groups:
        for guest in group.guests:
            guest.say(b'{"type":"lobby"}')
    await tally.until(lambda: tally.looking >= everybody)
    before, told = sum(map(cpu_of_family, halls.pids)), tally.listed
    host = groups[0]

    async def until_heard_of(wish: bytes) -> None:
        """What comes and goes between two pushes nobody hears of."""
        heard = tally.listed + everybody
        host.guests[0].say(wish)
        await tally.until(lambda: tally.listed >= heard)

    for _ in range(OPENED):
        await until_heard_of(b'{"type":"open","game":"tictactoe"}')
        await until_heard_of(b'{"type":"leave","table":%s}' % host.table)
    return (sum(map(cpu_of_family, halls.pids)) - before) / (tally.listed - told)
