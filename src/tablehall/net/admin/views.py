"""How the hall is doing, as the keeper's page shows it."""

import asyncio
import sys
from collections import Counter, deque
from collections.abc import Collection
from pathlib import Path

import msgspec

from tablehall import __version__
from tablehall.contests.contest import contests
from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.net.pipeline import Pipeline

LOOK_BACK = 10_000
"""Rates are measured over so many milliseconds if the keeper looked in the meantime."""
COMMIT_PATIENCE = 2.0
TROUBLE = (
    "refused_connections",
    "slow_readers_dropped",
    "framing_errors",
    "datagrams_dropped",
    "datagram_errors",
)


class Overview(msgspec.Struct):
    """How the hall is doing."""

    version: str
    started: int
    now: int
    draining: bool
    congested: bool
    connections: dict[str, int]
    """By door; on a datagram door the programs that are registered."""
    people: int
    known: int
    bots: int
    bans: int
    tables: dict[str, dict[str, int]]
    """How many, by game and status."""
    messages: float
    """A second, like the commits."""
    commits: float
    commit_ms: float | None
    """How long a commit takes right now; none if it takes too long."""
    memory: int
    disk_free: int | None
    """Bytes; None: what is kept is in no folder of this machine."""
    disk_low: bool
    """Whether that is little, ..."""
    disk_short: bool
    """... and whether it is so little that no more tables are opened."""
    trouble: dict[str, int]


class AdminViews:
    """What changes from one look to the next."""

    def __init__(self, pipeline: Pipeline, doors: Collection[str]) -> None:
        self.pipeline, self._doors = pipeline, doors
        self.started = pipeline.clock()
        self._looks: deque[tuple[int, int, int]] = deque([(self.started, 0, 0)])

    async def overview(self) -> Overview:
        """How the hall is doing right now."""
        commit_ms = await self._commit_time()
        pipeline, hall, gauges = self.pipeline, self.pipeline.hall, self.pipeline.gauges
        messages, commits = self._rates()
        bots = sum(map(len, hall.staff.values()))
        return Overview(
            version=__version__,
            started=self.started,
            now=pipeline.clock(),
            draining=hall.draining,
            congested=pipeline.congested,
            connections=connections(pipeline, self._doors),
            people=len(hall.people.by_conn) - bots,
            known=len(hall.people.by_id) - bots,
            bots=bots,
            bans=hall.bans.count(hall.now),
            tables=tables_by_game(hall),
            messages=messages,
            commits=commits,
            commit_ms=commit_ms,
            memory=memory(),
            disk_free=int(gauges["disk_free_bytes"]()) if "disk_free_bytes" in gauges else None,
            disk_low=bool(gauges["disk_low"]()) if "disk_low" in gauges else False,
            disk_short=hall.short_of_disk,
            trouble={name: pipeline.counts[name] for name in TROUBLE},
        )

    def _rates(self) -> tuple[float, float]:
        """Messages and commits a second since the oldest look that is not too old."""
        counts, now, looks = self.pipeline.counts, self.pipeline.clock(), self._looks
        messages, commits = counts["messages"] + counts["datagrams"], counts["commits"]
        while len(looks) > 1 and now - looks[1][0] >= LOOK_BACK:
            looks.popleft()
        at, messages_then, commits_then = looks[0]
        if now - looks[-1][0] >= 500:
            looks.append((now, messages, commits))
        passed = max(1, now - at) / 1000
        return round((messages - messages_then) / passed, 1), round((commits - commits_then) / passed, 1)

    async def _commit_time(self) -> float | None:
        """Have something small remembered, which is done now and then anyhow, and look at the clock."""
        loop, pipeline = self.pipeline.loop, self.pipeline
        decision = Decision()
        decision.facts = (facts.Alive(pipeline.clock()),)
        begun = loop.time()
        finished, _ = await asyncio.wait([remembered(pipeline, decision)], timeout=COMMIT_PATIENCE)
        return round((loop.time() - begun) * 1000, 2) if finished else None


def remembered(pipeline: Pipeline, decision: Decision) -> "asyncio.Future[None]":
    """Done when a decision is remembered, and told to everybody."""
    done: asyncio.Future[None] = pipeline.loop.create_future()

    def then() -> None:
        if not done.done():
            done.set_result(None)

    pipeline.submit(0, decision, then=then)
    return done


def connections(pipeline: Pipeline, doors: Collection[str]) -> dict[str, int]:
    """How many connections stand at each door, and how many programs at the datagram doors."""
    found = open_connections(pipeline, doors)
    for contest in contests(pipeline.hall).values():
        for client in contest.roster.clients:
            found[client.door] = found.get(client.door, 0) + 1
    return dict(sorted(found.items()))


def open_connections(pipeline: Pipeline, doors: Collection[str]) -> dict[str, int]:
    """How many connections stand at each door where there are any."""
    return {door: count for door in doors if (count := pipeline.addresses[door, ""])}


def tables_by_game(hall: Hall) -> dict[str, dict[str, int]]:
    """How many tables there are, by game and status, without going through all of them: those that are
    finished are few, and all that the lobby does not show are games of contests."""
    found: dict[str, Counter[str]] = {}
    for (game, status), tables in hall.standing.items():
        found.setdefault(game, Counter())[status] += len(tables)
    for number in hall.finished:
        found.setdefault(hall.tables[number].sheet.game, Counter())["finished"] += 1
    for contest in contests(hall).values():
        running = sum(match.table.hidden for match in contest.running.values())
        found.setdefault(contest.game.name, Counter())["playing"] += running
    return {game: dict(+counts) for game, counts in sorted(found.items()) if +counts}


def memory() -> int:
    """The bytes this process occupies; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return _most_memory()
    import resource

    return pages * resource.getpagesize()


def _most_memory() -> int:
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
