"""Running a seed, and what became of it."""

import asyncio
import traceback
from typing import Any

import msgspec

from tablehall_lab.sim.chance import stream
from tablehall_lab.sim.run import listening
from tablehall_lab.sim.timeline import Timeline
from tablehall_lab.sim.trace import Broken
from tests.cluster.bottle import checks
from tests.cluster.bottle.loop import Loop, by_the_time_of
from tests.cluster.bottle.world import World

STEPS = 400


class Report(msgspec.Struct):
    """What became of a seed."""

    seed: int
    problems: list[str] = []
    trace: str = ""
    digest: str = ""
    counts: dict[str, int] = {}
    faults: dict[str, int] = {}

    def told(self) -> str:
        """The first problems, for people."""
        return "\n    ".join([f"seed {self.seed}:", *self.problems[:6]])


def play(seed: int, *, deaths: bool, steps: int = STEPS) -> Report:
    """Run one seed; says what went wrong, if anything did."""
    chance, timeline = stream(seed, "bottle"), Timeline()
    loop, report, logged = Loop(timeline, chance), Report(seed), list[str]()

    def complain(_: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        report.problems.append(f"the loop: {about}")

    async def run() -> None:
        world = World(seed, chance, timeline, deaths=deaths)
        try:
            await world.run(steps)
            world.problems += checks.problems(world)
        except Broken as broken:
            world.problems.append(str(broken))
        except Exception:
            world.problems.append(traceback.format_exc())
        report.problems += world.problems
        report.trace, report.digest = world.trace.told(), world.trace.digest()
        report.counts, report.faults = dict(world.trace.counts), dict(world.trace.faults)

    loop.set_exception_handler(complain)
    with listening(logged), by_the_time_of(loop):
        loop.run_until_complete(run())
        loop.leave_nothing()
    report.problems += [f"logged: {event}" for event in logged]
    return report
