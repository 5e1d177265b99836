"""A contest of Mia among many programs: games a second, CPU a game, and deadlines missed."""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from tablehall_lab.bench.mia_bots import Counts
from tablehall_lab.services.server import ServerProcess
from tablehall_lab.services.usage import cpu_seconds

BOTS_A_PROCESS = 500


class Result(NamedTuple):
    """What was measured with so many bots."""

    bots: int
    games: int
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


class Field:
    """A hall of their own, and the bots that play there."""

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
        self.wait_for(self.bots)
        time.sleep(1)

    def leave(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()

    def wait_for(self, programs: int) -> None:
        """Wait until so many programs are registered."""
        for _ in range(300):
            if self.standing()["programs"] >= programs:
                return
            time.sleep(0.1)
        raise RuntimeError("not all bots could register")

    def standing(self) -> Any:
        """How the contest stands."""
        address = f"http://127.0.0.1:{self.doors['house']}/api/contest/mia"
        with closing(urllib.request.urlopen(address, timeout=30)) as answer:
            return json.loads(answer.read())

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
        return Mark(self.standing()["games"], time.monotonic(), cpu_seconds(self.pid), self.counts())

    def since(self, then: "Mark") -> "Result":
        """What has happened since."""
        now = self.mark()
        counted = (after - before for before, after in zip(then.counts, now.counts, strict=True))
        return Result(self.bots, now.games - then.games, now.time - then.time, now.cpu - then.cpu, *counted)


class Mark(NamedTuple):
    """How a field stood at a time."""

    games: int
    time: float
    cpu: float
    counts: Counts


def measure(bots: int, seconds: float, *, memory: bool = False) -> Result:
    """Let so many bots play against a hall of their own."""
    with playing(bots, memory=memory) as field:
        begun = field.mark()
        time.sleep(seconds)
        return field.since(begun)


@contextmanager
def playing(bots: int, *, memory: bool = False) -> Iterator[Field]:
    """So many bots that play in a hall of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess("--memory" if memory else f"--data={folder}") as server,
    ):
        field = Field({name: port for name, (_, port) in server.doors.items()}, server.pid, bots)
        try:
            field.enter()
            yield field
        finally:
            field.leave()
