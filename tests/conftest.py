"""A real server for the tests: a process of its own, real sockets, real files."""

import asyncio
import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, settings

from tablehall_lab.services.address import own_host
from tablehall_lab.services.server import without_stalls
from tests.progress import Progress

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
DOOR = re.compile(r"  (\w+) +(http|ws|tcp|udp)://([\d.]+):(\d+)[/ ]")
OPEN_WITHIN = 30.0

settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Where people look on, they are told how far the tests are; with `-v` every test says so itself."""
    terminal = config.pluginmanager.getplugin("terminalreporter")
    if terminal is not None and config.get_verbosity() == 0 and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(terminal))


def pytest_collection_finish() -> None:
    """All tests are known: looking through them again and again would hold each one up."""
    gc.collect()
    gc.freeze()


class Nursery:
    """Starts servers within a few milliseconds: see nursery.py."""

    def __init__(self) -> None:
        self._wishes, end = socket.socketpair()
        self._one_at_a_time = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("nursery.py")), str(end.fileno())],
            env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            pass_fds=[end.fileno()],
        )
        end.close()
        assert self._wishes.recv(100) == b"0", "the server cannot even be imported"

    def start(
        self,
        arguments: list[str],
        output: int,
        log: int,
        folder: Path = ROOT,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> int:
        """A new `tablehall` with these arguments: the number of its process."""
        wish = {"arguments": arguments, "folder": str(folder), "variables": dict(variables)}
        return self._wish(wish, [output, log])

    def wait(self, process: int) -> int:
        """The exit code of a server that has ended or is about to."""
        return self._wish({"wait": process}, [])

    def _wish(self, wish: dict[str, Any], files: list[int]) -> int:
        with self._one_at_a_time:
            socket.send_fds(self._wishes, [json.dumps(wish).encode()], files)
            return int(json.loads(self._wishes.recv(100)))

    def close(self) -> None:
        """Nobody is left behind."""
        self._wishes.close()
        self._process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process, made when it is wanted."""
    return Nursery()


def pytest_sessionfinish() -> None:
    if nursery.cache_info().currsize:
        nursery().close()


def tablehall(*words: object, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Type a command in a folder; how it ended, and what it printed."""
    typed = [str(word) for word in words]
    with TemporaryFile("w+", encoding="utf-8") as output, TemporaryFile("w+", encoding="utf-8") as log:
        process = nursery().start(typed, output.fileno(), log.fileno(), folder, variables)
        late = threading.Timer(OPEN_WITHIN, os.kill, (process, signal.SIGKILL))
        late.start()
        code = nursery().wait(process)
        late.cancel()
        output.seek(0)
        log.seek(0)
        return subprocess.CompletedProcess(typed, code, output.read(), log.read())


class RunningHall:
    """`tablehall serve` on free ports; can be killed and started again on the same data."""

    variables: Mapping[str, str] = MappingProxyType({})
    """What else is in its environment."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.folder = folder
        self.host = own_host()
        self.doors: dict[str, tuple[str, int]] = {}
        """Where each door is: host and port."""
        self.schemes: dict[str, str] = {}
        """http, ws, tcp or udp: what is spoken at each door."""
        self._config = folder / "hall.toml"
        self.set(settings)
        self._log = folder / "log"
        self.process = 0
        """The number of its process; 0: it does not run."""
        self.announced: list[str] = []
        """What it said when it opened."""

    def set(self, settings: str) -> None:
        """What is set (TOML) from its next start on."""
        self._config.write_text(f"stall_warning = 0  # a busy machine is no news\n{settings}")

    def start(self) -> None:
        """Start it and wait until every door stands open; a second time on the same ports."""
        same = [f"--door={name}={port}" for name, (_, port) in self.doors.items()]
        wanted = ["serve", f"--host={self.host}", "--port=0", "--log=warning", *same]
        wanted += [f"--config={self._config}", f"--data={self.folder / 'data'}"]
        output, written = os.pipe()
        self._said = open(output, encoding="utf-8")  # noqa: SIM115 (until the server has ended)
        with self._log.open("a") as log:
            self.process = self.launch(wanted, written, log.fileno())
        os.close(written)
        late = threading.Timer(OPEN_WITHIN, os.kill, (self.process, signal.SIGKILL))
        late.start()
        try:
            self._read_doors()
        finally:
            late.cancel()

    def launch(self, arguments: list[str], output: int, log: int) -> int:
        """Start the process; its number."""
        return nursery().start(arguments, output, log, variables=self.variables)

    def reap(self, process: int) -> int:
        """Wait for the process, which has ended or is about to; its exit code."""
        return nursery().wait(process)

    def _read_doors(self) -> None:
        self.announced.clear()
        for line in self._said:
            self.announced.append(line.rstrip("\n"))
            if found := DOOR.match(line):
                self.doors[found[1]] = (found[3], int(found[4]))
                self.schemes[found[1]] = found[2]
            elif line.startswith("Stop with"):
                return
        raise AssertionError(f"the server did not open its doors:\n{self.log()}")

    def log(self) -> str:
        """What it has logged: nothing but warnings and errors. (That it stood still is the machine's fault,
        which runs more than one test at a time.)"""
        return without_stalls(self._log.read_text())

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Tell it to close and wait until it has; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, 0
        if not process:
            return 0
        os.kill(process, how)
        late = threading.Timer(OPEN_WITHIN, os.kill, (process, signal.SIGKILL))
        late.start()
        with self._said:
            self._said.read()
        late.cancel()
        return self.reap(process)

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
