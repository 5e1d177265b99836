"""Real nodes of a hall: processes that can be killed, frozen, told to stop, and started again."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tablehall_lab.crash.partition import Wires
from tablehall_lab.services.address import own_host

SOURCE = Path(__file__).resolve().parents[2]
SERVE = [sys.executable, "-m", "tablehall", "serve", "--port=0", "--log=warning"]
"""A hall on free ports that says nothing unless something is wrong."""
DOOR = re.compile(r"  (\w+) +(?:http|tcp|udp)://([\d.]+):(\d+) ")
OPEN_WITHIN = 60.0
END_WITHIN = 30.0


class NodeError(Exception):
    """A node did not open its doors; brings what it has logged."""


class RunningNode:
    """`tablehall serve --join` on free ports, which stay the same however often it is started."""

    def __init__(
        self,
        name: str,
        folder: Path,
        database: str,
        servers: Sequence[str],
        *,
        settings: str = "",
        wires: bool = False,
    ) -> None:
        self.name = name
        self.doors: dict[str, tuple[str, int]] = {}
        """Where each door is: host and port."""
        self.wires = Wires(list(servers)) if wires else None
        """What lies between this node and NATS, if it is to be cut."""
        self._host = own_host()
        self._folder = folder / name
        self._folder.mkdir(parents=True)
        (self._folder / "node.toml").write_text(settings)
        joined = ",".join(self.wires.urls if self.wires else servers)
        self._about = [f"--name={name}", f"--database={database}", f"--join={joined}"]
        self._process: subprocess.Popen[str] | None = None
        self._opened = threading.Event()
        self._stands_open = False

    def start(self) -> None:
        """Start it and wait until every door stands open."""
        same = [f"--door={name}={port}" for name, (_, port) in self.doors.items()]
        command = [*SERVE, f"--host={self._host}", *same]
        command += [f"--config={self._folder / 'node.toml'}", f"--data={self._folder / 'data'}"]
        path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
        self._opened.clear()
        self._stands_open = False
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [*command, *self._about],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        if not self._opened.wait(OPEN_WITHIN) or not self._stands_open:
            self.kill()
            raise NodeError(f"Node {self.name} did not open its doors:\n{self.log()}")

    def _read(self, process: subprocess.Popen[str]) -> None:
        """Its standard output, to the end: a node that begins anew says again where its doors are."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                if found := DOOR.match(line):
                    self.doors[found[1]] = (found[2], int(found[3]))
                elif line.startswith("Starting anew"):
                    self._opened.clear()
                elif line.startswith("Stop with"):
                    self._stands_open = True
                    self._opened.set()
        self._stands_open = False
        self._opened.set()

    def wait_until_open(self) -> None:
        """Wait until its doors stand open, if it has just begun anew."""
        if not self._opened.wait(OPEN_WITHIN):
            raise NodeError(f"Node {self.name} does not open its doors again:\n{self.log()}")

    def log(self) -> str:
        """What it has logged: warnings and errors."""
        return (self._folder / "log").read_text()

    def kill(self) -> int:
        """Pull the plug."""
        return self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Tell it to stop and wait until it has; its exit code."""
        return self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """It does nothing from now on, and knows nothing of it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on as if nothing had been."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        late = threading.Timer(END_WITHIN, process.kill)
        late.start()
        code = process.wait()
        late.cancel()
        self._reader.join()
        return code

    def close(self) -> None:
        """End it for good."""
        self.kill()
        if self.wires is not None:
            self.wires.close()


@contextlib.contextmanager
def running_nodes(
    names: Sequence[str],
    folder: Path,
    database: str,
    servers: Sequence[str],
    *,
    settings: str = "",
    wires: bool = False,
) -> Iterator[list[RunningNode]]:
    """Nodes of one hall. The first is there before the others, so it keeps the register of people."""
    nodes = [RunningNode(name, folder, database, servers, settings=settings, wires=wires) for name in names]
    try:
        nodes[0].start()
        with ThreadPoolExecutor() as together:
            list(together.map(RunningNode.start, nodes[1:]))
        yield nodes
    finally:
        for node in nodes:
            node.close()
