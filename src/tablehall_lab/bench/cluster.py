"""What several nodes cost: the same games on one hall with SQLite and on one, two and three nodes, with
everybody at the node that owns the table or elsewhere, all in one run."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from tablehall_lab.bench.arrivals import Arrived, arrive
from tablehall_lab.bench.guests import BenchError, Pair, Tally
from tablehall_lab.bench.halls import Halls, Spent, one_hall, some_nodes
from tablehall_lab.services.postgres import running_postgres

ARRANGEMENTS = {"both at the owner": (0, 0, 0), "one elsewhere": (0, 0, 1), "both elsewhere": (0, 1, 2)}
"""Who is where: the table's node, and those of its two players, counted from any node on."""
QUIET = 4
"""With so few tables hardly anybody waits for anybody else, so the way is what takes time."""


class Told(NamedTuple):
    """Milliseconds until the author of a move was told."""

    p50: float
    p99: float


class Found(NamedTuple):
    """What one arrangement showed."""

    nodes: int
    """0: one hall with SQLite."""
    arrangement: str
    rate: float
    busy: Told
    at_owner: Told | None
    elsewhere: Told | None
    """With few tables."""
    spent: Spent
    """A move, CPU in microseconds."""


async def play(halls: Halls, arrangement: str, tables: int, seconds: float) -> tuple[Tally, Spent, float]:
    """Let pairs play: what they did, what it cost, and how long it took."""
    tally, offsets = Tally(), ARRANGEMENTS[arrangement]
    mark = format(time.monotonic_ns() // 1000 % 10**9, "x")
    pairs = []
    for number in range(tables):
        places = [halls.doors[(number + offset) % len(halls.doors)] for offset in offsets]
        pairs.append(Pair(f"{mark}-{number}", tally, *places))
        await pairs[-1].come()
    await tally.until(lambda: tally.playing >= tables)
    await asyncio.sleep(seconds / 4)
    before, start = await asyncio.to_thread(halls.spent), time.perf_counter()
    tally.counting = True
    await asyncio.sleep(seconds)
    await tally.until_moved(here=0 in offsets[1:], elsewhere=any(offsets[1:]))
    tally.counting = False
    wall, after = time.perf_counter() - start, await asyncio.to_thread(halls.spent)
    tally.over = True
    for pair in pairs:
        pair.give_up()
    await asyncio.sleep(0.5)
    for pair in pairs:
        pair.leave()
    await asyncio.sleep(0.2)
    if tally.wrong or not (tally.at_owner or tally.elsewhere):
        raise BenchError(f"{arrangement}, {halls.nodes} nodes: {tally.wrong or 'nobody has moved'}")
    return tally, after.since(before), wall


def told(latencies: list[float]) -> Told | None:
    """The middle one and the slowest hundredth; none if there are none."""
    if not latencies:
        return None
    ordered = sorted(latencies)
    return Told(*(ordered[int(share * (len(ordered) - 1))] * 1000 for share in (0.5, 0.99)))


def arranged(halls: Halls, arrangement: str, tables: int, seconds: float) -> Found:
    """One arrangement: with few tables for the times, with many for what it costs."""
    quiet, *_ = uvloop.run(play(halls, arrangement, min(tables, QUIET), seconds / 2))
    tally, spent, wall = uvloop.run(play(halls, arrangement, tables, seconds))
    everybody = tally.at_owner + tally.elsewhere
    moves, busy = len(everybody), told(everybody)
    assert busy is not None
    cpu, written = spent[:3], spent[3:]
    each = Spent(*(part / moves * 1e6 for part in cpu), *(part / moves for part in written))
    times = told(quiet.at_owner), told(quiet.elsewhere)
    return Found(halls.nodes, arrangement, moves / wall, busy, *times, each)


def measure(
    counts: Sequence[int],
    tables: int,
    seconds: float,
    tell: Callable[[Found], None],
    people: int = 1000,
) -> tuple[list[Found], list[Arrived]]:
    """Everything, in one run; tells each arrangement as soon as it is measured."""
    found, arrived = [], []

    def look_at(halls: Halls) -> None:
        for name, offsets in ARRANGEMENTS.items():
            if max(offsets) < len(halls.doors):
                found.append(arranged(halls, name, tables, seconds))
                tell(found[-1])
        arrived.append(uvloop.run(arrive(halls, people)))

    with tempfile.TemporaryDirectory() as folder:
        with running_postgres(fsync="on") as postgres:
            for count in counts:
                with some_nodes(count, Path(folder) / str(count), postgres) as nodes:
                    look_at(nodes)
        with one_hall(Path(folder)) as hall:
            look_at(hall)
    return found, arrived
