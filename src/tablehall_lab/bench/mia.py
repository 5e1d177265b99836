"""A contest of Mia among many programs: games a second, CPU a game, and deadlines missed.

The same bots play in a hall and at a bare referee, in turns of a second: machines change their speed
from minute to minute, and what lasts is the ratio.
"""

import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from tablehall_lab.bench.mia_bots import Counts
from tablehall_lab.services.server import ServerProcess
from tablehall_lab.services.usage import cpu_seconds

BOTS_A_PROCESS = 500
ROUNDS = 10
BREATH = 0.4
"""Seconds after which a field that stood still has missed its deadlines and plays on as before."""
ROOM = "--set=mia.names_per_address=100000"
"""All programs come from one address here."""
BARE = (sys.executable, "-m", "tablehall_lab.bench.mia_bare")


class Result(NamedTuple):
    """What was measured with so many bots."""

    bots: int
    seconds: float
    cpu: float
    seats_taken: int
    """In how many games each of the bots played, all together."""
    server_missed: int
    bots_missed: int

    @property
    def seats(self) -> float:
        """At one table: as few tables as possible, of at most forty."""
        return self.bots / -(-self.bots // 40)

    @property
    def games(self) -> float:
        """At all tables together."""
        return max(1, self.seats_taken) / self.seats

    @property
    def rate(self) -> float:
        return self.games / self.seconds

    @property
    def rate_of_a_bot(self) -> float:
        """In how many games a second one of the bots plays."""
        return max(1, self.seats_taken) / self.bots / self.seconds

    @property
    def cpu_of_a_game(self) -> float:
        """What the server spends, all in all, on a game that a bot plays in."""
        return self.cpu / self.seconds / self.rate_of_a_bot

    @property
    def cpu_of_a_table(self) -> float:
        """The same for the game of one table."""
        return self.cpu / self.games

    def and_also(self, more: "Result") -> "Result":
        """The same, measured for longer."""
        added: list[Any] = [one + other for one, other in zip(self[1:], more[1:], strict=True)]
        return Result(self.bots, *added)


class Field:
    """A server of their own, and the bots that play there."""

    def __init__(self, doors: dict[str, int], pid: int, bots: int) -> None:
        self.doors = doors
        self.pid = pid
        self.bots = bots
        self.processes: list[subprocess.Popen[str]] = []

    def spawn(self, module: str, *arguments: int) -> "subprocess.Popen[str]":
        """Programs in a process of their own, which runs until its standard input is closed."""
        command = [sys.executable, "-m", module, str(self.doors["mia"]), *map(str, arguments)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    def enter(self) -> None:
        """All bots register and begin to play."""
        for first in range(0, self.bots, BOTS_A_PROCESS):
            self.spawn("tablehall_lab.bench.mia_bots", first, min(BOTS_A_PROCESS, self.bots - first))
        _wait_until(lambda: self.counts().registered >= self.bots)
        time.sleep(1)

    def freeze(self) -> None:
        """Nothing happens here until it is thawed."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        for pid in (self.pid, *(process.pid for process in self.processes)):
            os.kill(pid, what)

    def leave(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()

    def wait_for(self, programs: int) -> None:
        """Wait until so many programs are registered in the hall."""
        _wait_until(lambda: self._programs() >= programs)

    def _programs(self) -> int:
        address = f"http://127.0.0.1:{self.doors['house']}/api/contest/mia"
        with closing(urllib.request.urlopen(address, timeout=30)) as answer:
            programs: int = json.loads(answer.read())["programs"]
            return programs

    def counts(self) -> Counts:
        """What the bots have counted so far."""
        found = []
        for process in self.processes[: -(-self.bots // BOTS_A_PROCESS)]:
            assert process.stdin is not None
            assert process.stdout is not None
            print(file=process.stdin, flush=True)
            found.append(json.loads(process.stdout.readline()))
        return Counts(*map(sum, zip(*found, strict=True)))

    def mark(self) -> "Mark":
        """How everything stands now, to be compared with later."""
        return Mark(time.monotonic(), cpu_seconds(self.pid), self.counts())

    def since(self, then: "Mark") -> "Result":
        """What has happened since."""
        now = self.mark()
        counted = (after - before for before, after in zip(then.counts[1:], now.counts[1:], strict=True))
        return Result(self.bots, now.time - then.time, now.cpu - then.cpu, *counted)


class Mark(NamedTuple):
    """How a field stood at a time."""

    time: float
    cpu: float
    counts: Counts


def _wait_until(registered: Callable[[], bool]) -> None:
    for _ in range(300):
        if registered():
            return
        time.sleep(0.1)
    raise RuntimeError("not all bots could register")


def measure(bots: int, seconds: float, *, memory: bool = False) -> tuple[Result, Result]:
    """Let so many bots play in a hall of their own and as many at a bare referee, for so long each: the
    ones stand still while the others play."""
    with playing(bots, memory=memory) as ours, refereed(bots) as theirs:
        fields = (ours, theirs)
        for field in fields:
            field.freeze()
        rounds = [[_slice(field, seconds / ROUNDS) for field in fields] for _ in range(ROUNDS)]
    hall, bare = (functools.reduce(Result.and_also, results) for results in zip(*rounds, strict=True))
    return hall, bare


def _slice(field: Field, seconds: float) -> Result:
    """What happens at a field in so many seconds, once it has found back into the game."""
    field.thaw()
    time.sleep(BREATH)
    begun = field.mark()
    time.sleep(seconds)
    found = field.since(begun)
    field.freeze()
    return found


@contextmanager
def playing(bots: int, *, memory: bool = False) -> Iterator[Field]:
    """So many bots that play in a hall of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess("--memory" if memory else f"--data={folder}", ROOM) as server,
        entered(server, bots) as field,
    ):
        yield field


@contextmanager
def refereed(bots: int) -> Iterator[Field]:
    """So many bots that play at a bare referee of their own."""
    with ServerProcess(command=BARE) as server, entered(server, bots) as field:
        yield field


@contextmanager
def entered(server: ServerProcess, bots: int) -> Iterator[Field]:
    """So many bots that play at a server."""
    field = Field({name: port for name, (_, port) in server.doors.items()}, server.pid, bots)
    try:
        field.enter()
        yield field
    finally:
        field.leave()
