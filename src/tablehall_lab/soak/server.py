"""The hall under test: a process of its own, and what can be seen of it from outside."""

import re
import signal
import subprocess
import urllib.request
from pathlib import Path

from tablehall_lab.services.nodes import DOOR, SERVE

SETTINGS = """
[hall]
finished = 10
saves = 3
[doors.boards.settings]
grace = 10000
[doors.pipes.settings]
grace = 10000
[doors.eriantys.settings]
grace = 10000
[doors.shelfie.settings]
grace = 10000
"""
"""What a hall keeps on purpose is bounded tightly, so that the bounds are reached within minutes."""
STOP_WITHIN = 30.0


class ServerProcess:
    """`tablehall serve`, which can be stopped, killed and started again on the same folder and ports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.ports: dict[str, int] = {}
        self.pid = 0
        """The number of its process; 0: it does not run."""
        self._config = folder / "hall.toml"
        self._config.write_text(SETTINGS)
        self._log = folder / "log"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until every door stands open."""
        command = [*SERVE, "--host=127.0.0.1", f"--config={self._config}", f"--data={self.data}"]
        command += [f"--door={name}={port}" for name, port in self.ports.items()]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := DOOR.match(line):
                self.ports[found[1]] = int(found[3])
            elif line.startswith("Stop with"):
                self.pid = self._process.pid
                return
        raise RuntimeError(f"the hall did not open its doors:\n{self.logged()}")

    def end(self, how: signal.Signals) -> int:
        """Stop or kill it; its exit code."""
        process, self._process, self.pid = self._process, None, 0
        if process is None:
            return 0
        process.send_signal(how)
        try:
            process.communicate(timeout=STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return -1
        return process.returncode

    def logged(self) -> str:
        """Warnings and errors; there should be none."""
        return self._log.read_text()

    # What can be seen from outside.

    def memory(self) -> int:
        """Bytes of memory it holds."""
        return self._status("VmRSS") * 1024

    def threads(self) -> int:
        return self._status("Threads")

    def _status(self, name: str) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)
        return int(found[1]) if found else 0

    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return sum(1 for _ in Path(f"/proc/{self.pid}/fd").iterdir())

    def on_disk(self) -> int:
        """Bytes of everything it keeps."""
        return sum(path.stat().st_size for path in self.data.glob("tablehall.sqlite3*"))

    def metrics(self) -> dict[str, float]:
        """Its own figures."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.ports['house']}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (x.rsplit(" ", 1) for x in lines if x[:1] != "#")}
