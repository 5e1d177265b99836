"""Running a seed, and what became of it."""

import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog

from tablehall_lab.sim.bounds import within
from tablehall_lab.sim.trace import Broken
from tablehall_lab.sim.world import World

EXPECTED = {"the journal cannot be written", "a bot failed"}
"""What may be logged when the disk or a bot is made to fail."""


class Report(msgspec.Struct):
    """What became of a seed."""

    seed: int
    hours: float
    problem: str = ""
    trace: str = ""
    digest: str = ""
    steps: int = 0
    seconds: float = 0.0
    faults: dict[str, int] = {}
    counts: dict[str, int] = {}


@contextmanager
def listening(logged: list[str]) -> Iterator[None]:
    """Hear everything that is logged: a session that failed must not go unnoticed."""
    before = structlog.get_config()["processors"]

    def hear(logger: Any, method: str, event: Any) -> Any:
        if method in ("error", "exception", "critical") and event["event"] not in EXPECTED:
            logged.append(f"{event}\n{traceback.format_exc()}")
        raise structlog.DropEvent

    structlog.configure(processors=[hear])
    try:
        yield
    finally:
        structlog.configure(processors=before)


def first_broken(seeds: Iterable[int], hours: float = 24.0, **more: Any) -> Report:
    """The report of the first of these seeds that goes wrong."""
    for seed in seeds:
        report = simulate(seed, hours, **more)
        if report.problem:
            return report
    raise AssertionError("nobody noticed")


def simulate(
    seed: int, hours: float = 24.0, doors: Iterable[str] = (), kind: type[World] = World, **more: Any
) -> Report:
    """Run one seed; says what went wrong, if anything did."""
    start = time.process_time()
    world = kind(seed, hours, doors, **more)
    report = Report(seed, hours)
    with listening(world.logged), within(world.bounds):
        try:
            world.run()
        except Broken as broken:
            report.problem = str(broken)
        except Exception:
            report.problem = traceback.format_exc()
        finally:
            world.close()
    if report.problem:
        report.trace = world.trace.told()
    report.digest = world.trace.digest()
    report.steps = world.timeline.steps
    report.seconds = time.process_time() - start
    report.faults = dict(world.trace.faults)
    world.trace.counts["crashes and restarts"] = world.lives - 1
    world.trace.counts["tables replayed"] = world.inspector.replayed
    report.counts = dict(world.trace.counts)
    return report
