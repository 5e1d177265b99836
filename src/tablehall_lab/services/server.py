"""Real servers: processes that can be killed, frozen, told to stop, and started again on the same ports."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Self

SOURCE = Path(__file__).resolve().parents[2]
SERVE = (sys.executable, "-m", "tablehall", "serve", "--port=0", "--log=warning")
"""A hall on free ports that says nothing unless something is wrong."""
DOOR = re.compile(r"  (\w+) +(?:http|ws|tcp|udp)://([\d.]+):(\d+)[/\s]")
STOOD_STILL = ("the hall stood still", "everybody was held up")
"""What a hall warns of when the machine is busy: that is no fault of the hall."""
OPEN_WITHIN = 60.0
END_WITHIN = 30.0

Place = tuple[str, int]
"""Host and port."""


class ServerError(Exception):
    """A server did not open its doors; brings what it has logged."""


class ServerProcess:
    """`tablehall serve`, or another program that says where its doors are as a hall does."""

    def __init__(
        self,
        *arguments: str,
        host: str = "127.0.0.1",
        log: Path | None = None,
        command: Sequence[str] = SERVE,
    ) -> None:
        self.doors: dict[str, Place] = {}
        """Where each door is; they stay there however often it is started."""
        self.pid = 0
        """The number of its process; 0: it does not run."""
        about = [f"--host={host}", *arguments] if command is SERVE else arguments
        self._command = [*command, *about]
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self._opened = threading.Event()
        self._stands_open = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def house(self) -> Place:
        """Where the house door is."""
        return self.doors["house"]

    def start(self) -> None:
        """Start it and wait until every door stands open."""
        same = [f"--door={name}={port}" for name, (_, port) in self.doors.items()]
        path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
        self._opened.clear()
        self._stands_open = False
        log = self._log.open("a") if self._log is not None else None
        try:
            self._process = subprocess.Popen(
                [*self._command, *same],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            )
        finally:
            if log is not None:
                log.close()
        self.pid = self._process.pid
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        if not self._opened.wait(OPEN_WITHIN) or not self._stands_open:
            self.kill()
            raise ServerError(f"{self} did not open its doors:\n{self.log()}")

    def __str__(self) -> str:
        return "The server"

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
            raise ServerError(f"{self} does not open its doors again:\n{self.log()}")

    def log(self) -> str:
        """What it has logged: warnings and errors, but for those of a busy machine."""
        return without_stalls(self._log.read_text()) if self._log is not None else "(see above)"

    def kill(self) -> int:
        """Pull the plug."""
        return self.end(signal.SIGKILL)

    def terminate(self) -> int:
        """Tell it to stop and wait until it has; its exit code."""
        return self.end(signal.SIGTERM)

    def freeze(self) -> None:
        """It does nothing from now on, and knows nothing of it."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on as if nothing had been."""
        self.send(signal.SIGCONT)

    def send(self, what: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(what)

    def end(self, how: signal.Signals) -> int:
        """End it by a signal, and by force if it takes too long; its exit code."""
        process, self._process, self.pid = self._process, None, 0
        if process is None:
            return 0
        process.send_signal(how)
        late = threading.Timer(END_WITHIN, process.kill)
        late.start()
        code = process.wait()
        late.cancel()
        self._reader.join()
        return code


def without_stalls(log: str) -> str:
    """A log without the warnings that the machine was busy."""
    lines = log.splitlines(keepends=True)
    return "".join(line for line in lines if not any(event in line for event in STOOD_STILL))
