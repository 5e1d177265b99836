"""A real server for the tests: a process of its own, real sockets, real files."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
DOOR = re.compile(r"  (\w+) +(http|tcp|udp)://([\d.]+):(\d+) ")
OPEN_WITHIN = 30.0


class RunningHall:
    """`tablehall serve` on free ports; can be killed and started again on the same data."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.folder = folder
        self.doors: dict[str, tuple[str, int]] = {}
        """Where each door is: host and port."""
        self.schemes: dict[str, str] = {}
        """http, tcp or udp: what is spoken at each door."""
        self._config = folder / "hall.toml"
        self._config.write_text(settings)
        self._log = folder / "log"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until every door stands open; a second time on the same ports."""
        same = [f"--door={name}={port}" for name, (_, port) in self.doors.items()]
        command = [sys.executable, "-m", "tablehall", "serve", "--host=127.0.0.1", "--port=0", *same]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, f"--config={self._config}", f"--data={self.folder / 'data'}", "--log=warning"],
                env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
            )
        late = threading.Timer(OPEN_WITHIN, self._process.kill)
        late.start()
        try:
            self._read_doors()
        finally:
            late.cancel()

    def _read_doors(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := DOOR.match(line):
                self.doors[found[1]] = (found[3], int(found[4]))
                self.schemes[found[1]] = found[2]
            elif line.startswith("Stop with"):
                return
        raise AssertionError(f"the server did not open its doors:\n{self.log()}")

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        """What it has logged: nothing but warnings and errors."""
        return self._log.read_text()

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Tell it to close and wait until it has; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            process.communicate(timeout=OPEN_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return process.returncode

    async def restart(self) -> None:
        """Pull the plug and start again on the same data and ports."""
        await asyncio.to_thread(self.kill)
        await asyncio.to_thread(self.start)

    async def stop(self) -> None:
        """Tell it to close; its clients hear of it meanwhile."""
        await asyncio.to_thread(self.terminate)


class NewHall(Protocol):
    """Starts a server of the test's own."""

    def __call__(self, settings: str = "") -> RunningHall: ...


def close_and_look(halls: list[RunningHall]) -> None:
    """Stop servers; none of them may have logged anything to worry about."""
    for hall in halls:
        hall.kill()
    logs = [log for hall in halls if (log := hall.log())]
    assert not logs, "the server logged:\n" + "\n".join(logs)


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """The server that tests share; each of them brings names of its own."""
    running = RunningHall(tmp_path_factory.mktemp("hall"))
    running.start()
    yield running
    close_and_look([running])


@pytest.fixture
def new_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewHall]:
    """Starts servers for one test alone, with the settings (TOML) it wants."""
    halls: list[RunningHall] = []

    def start(settings: str = "") -> RunningHall:
        running = RunningHall(tmp_path_factory.mktemp("hall"), settings)
        halls.append(running)
        running.start()
        return running

    yield start
    close_and_look(halls)
