"""A hall that looks at itself while it plays: `python -m tablehall_lab.bench.sampled FILE serve ...`

SIGUSR1 begins it; at the next one what was seen is written to FILE. In between the system interrupts the
process after every few milliseconds of CPU time. Whatever each thread has spent since the last interruption,
by its own CPU clock, is put down to where it is now.

Python is interrupted between two instructions only, so what C and the kernel do counts for the Python that
called them. The loop's own C (polling, and reading sockets) is called by no Python: it is followed by the
first instruction of some callback, and a sample that is found there is the loop's.
"""

import dis
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

import msgspec

EVERY = 0.002
"""Seconds of CPU time; the system may make it as much as its own tick, 4 ms on most."""
DEEPEST = 25
LOOP = "the loop"
RESUME = dis.opmap.get("RESUME", -1)
RUNNERS = ("asyncio/runners.py", "uvloop/__init__.py")

Stack = tuple[str, ...]
"""Where a thread is, the innermost function first: `hall/play.py:act`."""


class Spent(msgspec.Struct):
    """Nanoseconds of one thread at one place."""

    thread: str
    stack: Stack
    nanoseconds: int


class Seen(msgspec.Struct):
    """Everything that was seen."""

    samples: int
    spent: list[Spent]
    kernel: dict[str, int]
    """Nanoseconds of each thread in the kernel."""


class Sampler:
    """Begins, looks, and writes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.running = False
        signal.signal(signal.SIGUSR1, self.toggle)
        signal.signal(signal.SIGPROF, self.look)

    def toggle(self, *_: object) -> None:
        """Begin; or end and write."""
        self.running = not self.running
        if self.running:
            self.samples, self.spent = 0, Counter[tuple[str, Stack]]()
            self.clocks, self.kernel = clocks(), in_kernel()
            signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
            return
        signal.setitimer(signal.ITIMER_PROF, 0)
        spent = [Spent(*place, nanoseconds) for place, nanoseconds in self.spent.items()]
        kernel = {name: used - self.kernel.get(name, 0) for name, used in in_kernel().items()}
        written = self.file.with_suffix(".part")
        written.write_bytes(msgspec.json.encode(Seen(self.samples, spent, kernel)))
        written.replace(self.file)

    def look(self, _signal: int, frame: FrameType | None) -> None:
        """Where is every thread, and what has it spent since the last time?"""
        self.samples += 1
        before, self.clocks = self.clocks, clocks()
        frames = sys._current_frames()
        frames[threading.main_thread().ident or 0] = frame  # type: ignore[assignment]  # not in here
        for thread in threading.enumerate():
            spent = self.clocks.get(thread.ident, 0) - before.get(thread.ident, 0)
            if spent:
                self.spent[thread.name, stack(frames.get(thread.ident or 0))] += spent


def clocks() -> dict[int | None, int]:
    """Nanoseconds of CPU that each thread has used."""
    return {
        thread.ident: time.clock_gettime_ns(time.pthread_getcpuclockid(thread.ident))
        for thread in threading.enumerate()
        if thread.ident is not None
    }


def in_kernel() -> dict[str, int]:
    """Nanoseconds that each thread has spent in the kernel, as the system counts them."""
    tick, found = 10**9 // os.sysconf("SC_CLK_TCK"), {}
    for thread in threading.enumerate():
        fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()
        found[thread.name] = int(fields[12]) * tick
    return found


def stack(frame: FrameType | None) -> Stack:
    """The functions that a thread is in; the loop itself, if it has just called one."""
    if frame is None or is_loop(frame) or (begins(frame) and frame.f_back and is_loop(frame.f_back)):
        return (LOOP,)
    found: list[str] = []
    while frame is not None and len(found) < DEEPEST and not is_loop(frame):
        found.append(f"{short(frame.f_code.co_filename)}:{frame.f_code.co_name}")
        frame = frame.f_back
    return tuple(found)


def short(file: str) -> str:
    """A file of the hall from its room on, any other one with its folder."""
    _, hall, path = file.rpartition("/tablehall/")
    return path if hall else "/".join(file.split("/")[-2:])


def begins(frame: FrameType) -> bool:
    """Whether a function has not done anything yet."""
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == RESUME


def is_loop(frame: FrameType) -> bool:
    """Whether this is what runs the loop."""
    return frame.f_code.co_filename.endswith(RUNNERS)


if __name__ == "__main__":
    sampler = Sampler(Path(sys.argv.pop(1)))
    from tablehall.cli import main

    main()
