"""More callers than files can be open: those who are in play on, it is said, and later others come in."""

import json
import resource
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tablehall_lab.coverage import VARIABLE
from tablehall_lab.services.usage import descriptors
from tests.cli.test_serve_command import ENV

PATIENCE = 30
UNMEASURED = {name: value for name, value in ENV.items() if name != VARIABLE}
"""Measuring which lines run takes a file for every module, which these halls do not have."""


class Hall:
    """A hall in a process that may open few files."""

    def __init__(self, files: int, folder: Path) -> None:
        limited = f'ulimit -n {files} && exec "$@"'
        serve = [sys.executable, "-m", "tablehall", "serve", "--host=127.0.0.1", "--port=0", "--log=warning"]
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", limited, "sh", *serve],
                cwd=folder,
                env=UNMEASURED,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Stop with"):
                break

    def port(self, door: str) -> int:
        (line,) = [line for line in self.said if line.startswith(f"  {door} ")]
        return int(line.split()[1].rpartition(":")[2].strip("/"))

    def get(self, path: str) -> str:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.port('house')}{path}", timeout=PATIENCE
        ) as answer:
            return str(answer.read().decode())

    def events(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@contextmanager
def limited(files: int, folder: Path) -> Iterator[Hall]:
    hall = Hall(files, folder)
    try:
        yield hall
    finally:
        hall.process.kill()
        hall.process.communicate()


class Caller:
    """Somebody at the pipes door."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self.line = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))

    def is_answered(self) -> bool:
        """Whether a question is answered; who was not let in hears that the line is dead."""
        try:
            self.line.sendall(b"nonsense|\n")
            return bool(self.line.recv(1000))
        except ConnectionError:
            return False


def test_many_callers_never_take_what_the_hall_needs_for_itself(tmp_path: Path) -> None:
    with limited(64, tmp_path) as hall, ExitStack() as stack:
        (words,) = [line for line in hall.said if line.startswith("At a time ")]
        assert "32 connections, 16 from one address: more do not fit into 64 open files" in words
        callers = [Caller(hall.port("pipes"), stack) for _ in range(200)]
        inside = [caller for caller in callers if caller.is_answered()]
        assert len(inside) == 16
        assert descriptors(hall.process.pid) < 64
        assert hall.get("/readyz") == "ready\n"
        assert all(caller.is_answered() for caller in inside)
        inside.pop().line.close()
        while not Caller(hall.port("pipes"), stack).is_answered():
            pass  # the hall is about to notice that there is room
        assert hall.events() == []


def test_callers_at_every_door_together_stay_below_the_limit(tmp_path: Path) -> None:
    with limited(64, tmp_path) as hall, ExitStack() as stack:
        inside = {}
        for door in ("pipes", "pipes_original", "shelfie", "eriantys"):
            callers = [Caller(hall.port(door), stack) for _ in range(20)]
            inside[door] = sum(caller.is_answered() for caller in callers)
        assert sum(inside.values()) <= 32
        assert inside["pipes"] == 16
        assert inside["eriantys"] == 0
        assert descriptors(hall.process.pid) < 64
        stack.close()
        while not Caller(hall.port("eriantys"), stack).is_answered():
            pass  # the hall is about to notice that everybody is gone
        stack.close()
        assert hall.get("/healthz") == "ok\n"
        assert hall.events() == []


def test_when_no_file_can_be_opened_it_is_said_once_and_passes(tmp_path: Path) -> None:
    with limited(256, tmp_path) as hall, ExitStack() as stack:
        pid, port = hall.process.pid, hall.port("pipes")
        inside = [Caller(port, stack) for _ in range(5)]
        assert all(caller.is_answered() for caller in inside)
        taken = {int(link.name) for link in Path(f"/proc/{pid}/fd").iterdir()}
        next_one = min(set(range(256)) - taken)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (next_one, 256))
        outside = [Caller(port, stack) for _ in range(100)]
        assert not any(caller.is_answered() for caller in outside)
        while not hall.events():  # it looks every second
            time.sleep(0.05)
        assert all(caller.is_answered() for caller in inside)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (256, 256))
        assert Caller(port, stack).is_answered()
        assert "tablehall_out_of_files_total" in hall.get("/metrics")
        (event,) = hall.events()
        assert str(event["event"]).startswith("no file can be opened any more")
        assert "ulimit -n" in str(event["cure"])
