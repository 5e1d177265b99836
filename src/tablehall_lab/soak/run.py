"""Running a soak: the hall, its crowd, restarts, and a look at everything every few seconds."""

import asyncio
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tablehall_lab.services import usage
from tablehall_lab.soak.crowd import Crowd, Life
from tablehall_lab.soak.judge import FEWEST, WARM_UP, Sample, Verdict, judge, judged
from tablehall_lab.soak.server import SoakServer
from tablehall_lab.soak.shadow import Shadow

RESTARTS = ((0.05, signal.SIGTERM), (0.1, signal.SIGKILL), (0.15, signal.SIGKILL))
"""When the hall is stopped or killed; from the end of the warm-up on it lives on."""
SHORT = 60.0
"""A shorter soak has time for one restart only."""
SAMPLES = 100
MOST_PROBLEMS = 10
EMPTY_WITHIN = 30.0
"""Seconds after which nothing may be left of those who went home."""


class Report(msgspec.Struct):
    """What a soak showed."""

    seconds: float = 0.0
    samples: list[Sample] = []
    restarts: list[tuple[float, str]] = []
    verdicts: list[Verdict] = []
    problems: list[str] = []
    came: dict[str, int] = {}
    faults: dict[str, int] = {}
    games: dict[str, int] = {}
    records: int = 0

    @property
    def healthy(self) -> bool:
        """Whether nothing piled up and nothing went wrong."""
        return not self.problems and all(verdict.flat for verdict in self.verdicts)


class Soak:
    """One soak from the first start of the hall to its last stop."""

    def __init__(self, folder: Path, seconds: float, players: int, seed: int) -> None:
        self.seconds = seconds
        self.players = players
        self.seed = seed
        self.server = SoakServer(folder)
        self.report = Report(seconds, [], [], [], [])
        self._early: dict[str, int] = {}

    async def run(self, tolerance: float, progress: Callable[[Sample], None]) -> Report:
        """Soak, then judge."""
        server = self.server
        asyncio.get_running_loop().set_exception_handler(self._astonished)
        await asyncio.to_thread(server.start)
        try:
            idle = await asyncio.to_thread(server.metrics)
            self.shadow = Shadow(server.data)
            self.crowd = Crowd(server, self.seed, self.players)
            self.crowd.life = Life(self.shadow)
            self._start = time.monotonic()
            self.crowd.fill_up()
            await self._watch(progress)
            await self.crowd.all_leave()
            await self._everybody_forgotten(idle)
        finally:
            code = await asyncio.to_thread(server.end, signal.SIGTERM)
        if code:
            self.report.problems.append(f"the hall ended with {code} when it was told to stop")
        self._look_at_the_log()
        self._judge(tolerance)
        self.shadow.close()
        return self.report

    def _astonished(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A player heard what they did not expect, and does not know what to do."""
        error = context.get("exception")
        told = "".join(traceback.format_exception(error)) if error else context["message"]
        if len(self.report.problems) < MOST_PROBLEMS:
            self.report.problems.append(f"a player was astonished: {told}")

    def _elapsed(self) -> float:
        """Seconds for which the hall was up."""
        return time.monotonic() - self._start

    async def _watch(self, progress: Callable[[Sample], None]) -> None:
        planned = RESTARTS if self.seconds >= SHORT else RESTARTS[1:2]
        restarts = [(share * self.seconds, how) for share, how in planned]
        every = max(0.2, min(5.0, self.seconds / SAMPLES))
        while (now := self._elapsed()) < self.seconds or len(judged(self.report.samples)) < FEWEST:
            if restarts and now >= restarts[0][0]:
                await self._restart(restarts.pop(0)[1])
                if not restarts and self.seconds >= SHORT:
                    self.crowd.talk()
            if not self._early and now >= self.seconds * (1 + WARM_UP) / 2:
                self._early = {game: len(sizes) for game, sizes in self.shadow.sizes.items()}
            sample = await asyncio.to_thread(self._sample)
            self.shadow.catch_up()
            self.report.samples.append(msgspec.structs.replace(sample, games=self.shadow.played()))
            progress(self.report.samples[-1])
            await asyncio.sleep(every)

    def _sample(self) -> Sample:
        """What can be seen of the hall now."""
        server, at = self.server, self._elapsed()
        metrics = server.metrics()
        tables = sum(value for name, value in metrics.items() if name.startswith("tablehall_tables{"))
        here = round(metrics["tablehall_open_connections"])
        return Sample(
            at,
            usage.memory(server.pid),
            usage.descriptors(server.pid),
            usage.threads(server.pid),
            here,
            int(tables),
            server.on_disk(),
            0,
        )

    async def _restart(self, how: signal.Signals) -> None:
        self.report.restarts.append((self._elapsed(), how.name))
        self.crowd.life, gone = None, time.monotonic()
        code = await asyncio.to_thread(self.server.end, how)
        if code != (0 if how is signal.SIGTERM else -how):
            self.report.problems.append(f"{how.name} ended the hall with {code}")
        await asyncio.to_thread(self.server.start)
        self._start += time.monotonic() - gone
        self.crowd.life = Life(self.shadow)

    async def _everybody_forgotten(self, idle: dict[str, float]) -> None:
        """Nothing is left of a crowd that went home: no connection, no socket."""
        until = time.monotonic() + EMPTY_WITHIN
        name = "tablehall_open_connections"
        while (left := (await asyncio.to_thread(self.server.metrics))[name]) > idle[name]:
            if time.monotonic() > until:
                self.report.problems.append(
                    f"{left - idle[name]:.0f} connections are left of a crowd that went"
                )
                return
            await asyncio.sleep(0.2)

    def _look_at_the_log(self) -> None:
        if logged := self.server.log():
            self.report.problems.append(f"the hall logged:\n{logged[-3000:]}")

    def _judge(self, tolerance: float) -> None:
        report, shadow = self.report, self.shadow
        shadow.catch_up()
        sizes = {game: (found, self._early.get(game, 0)) for game, found in shadow.sizes.items()}
        report.verdicts = judge(report.samples, sizes, tolerance)
        report.came = dict(self.crowd.came)
        report.faults = dict(self.crowd.trace.faults)
        report.games = {game: len(found) for game, found in shadow.sizes.items() if found}
        report.records = shadow.records


def soak(
    folder: Path,
    seconds: float,
    *,
    players: int = 60,
    seed: int = 1,
    tolerance: float = 0.05,
    progress: Callable[[Sample], None] = lambda _: None,
) -> Report:
    """Soak a hall in a folder for a while."""
    return asyncio.run(Soak(folder, seconds, players, seed).run(tolerance, progress))
