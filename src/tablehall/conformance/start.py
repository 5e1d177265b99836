"""A server under test that is started for the transcripts: `--start 'CMD {port}'`.

A transcript that wants a server of its own gets one, with an empty folder; all others share one.
"""

import asyncio
import contextlib
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tablehall.conformance.wires import Place, Transport, listens

LISTENS_WITHIN = 30.0
"""Seconds that a server may take until it listens."""
ENDS_WITHIN = 10.0
DYING = 0.3
"""Seconds between the end of a server's connections and its own."""
ASKED_EVERY = 0.02
LAST_WORDS = 8
_GAP = re.compile(r"\{(\w+)\}")


class StartError(Exception):
    """The server under test cannot be started; says why."""


class Start(msgspec.Struct, frozen=True):
    """How a server is started, and what is put into the gaps of its command."""

    command: str
    protocol: str
    transports: Mapping[str, Transport]
    """What is spoken at each door that a gap may be named after."""
    host: str = "127.0.0.1"
    port: int = 0
    """Where it always listens; 0: at a free port, another one each time."""
    ready: float | None = None
    """Seconds after which it is taken for ready; None: it is asked whether it listens."""

    @property
    def gaps(self) -> set[str]:
        """`{port}`, `{host}`, `{folder}`, `{settings}`, or a door: what the command asks for."""
        return set(_GAP.findall(self.command))

    @property
    def doors(self) -> dict[str, Place]:
        """The doors that it will have, without their ports."""
        others = {name: name for name in self.transports.keys() & self.gaps}
        doors = {"": self.protocol, self.protocol: self.protocol, **others}
        return {name: Place(self.host, 0, self.transports[door]) for name, door in doors.items()}

    def words(self, gaps: Mapping[str, object]) -> list[str]:
        """The command, its gaps filled in."""
        return [
            _GAP.sub(lambda gap: str(gaps.get(gap[1], gap[0])), word) for word in shlex.split(self.command)
        ]


class Started:
    """One server and all that it has started; can be killed and started again on the same data."""

    def __init__(self, start: Start, settings: str = "") -> None:
        self.start_as = start
        self.folder = Path(tempfile.mkdtemp(prefix="tablehall-conform-"))
        self._settings = self.folder / "settings.toml"
        self._settings.write_text(settings, "utf-8")
        (self.folder / "data").mkdir()
        self._output = self.folder / "output"
        self.doors = {name: _somewhere(place) for name, place in start.doors.items()}
        main = Place(start.host, start.port or self.doors[start.protocol].port, self.doors[""].transport)
        self.doors |= {"": main, start.protocol: main}
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        if await listens(self.doors[""]):
            raise StartError(f"Somebody listens at {_at(self.doors[''])} already.")
        await asyncio.to_thread(self._open)
        await self._until_it_listens()

    def _open(self) -> None:
        gaps: dict[str, object] = {name: place.port for name, place in self.doors.items() if name}
        gaps |= {"host": self.start_as.host, "port": self.doors[""].port}
        gaps |= {"folder": self.folder / "data", "settings": self._settings}
        with self._output.open("ab") as output:
            try:
                self._process = subprocess.Popen(
                    self.start_as.words(gaps),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except (OSError, ValueError, IndexError) as error:
                raise StartError(f"The server cannot be started: {error}") from error

    async def _until_it_listens(self) -> None:
        if self.start_as.ready is not None:
            await asyncio.sleep(self.start_as.ready)
        late = time.monotonic() + LISTENS_WITHIN
        while self.ended is None and time.monotonic() < late:
            if self.start_as.ready is not None:
                return
            if all([await listens(place) for place in set(self.doors.values())]):
                return
            await asyncio.sleep(ASKED_EVERY)
        where = " and ".join(sorted({_at(place) for place in self.doors.values()}))
        how = "does not listen" if self.ended is None else f"ended with {self.ended} before it listened"
        raise StartError(f"The server {how} at {where}.{self.last_words()}")

    @property
    def ended(self) -> int | None:
        """The exit code of a server that is no more."""
        return self._process.poll() if self._process is not None else 0

    async def ends_soon(self) -> bool:
        """Whether it is no more, or dies at this very moment: its connections go first."""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._process.wait, DYING)
        return self.ended is not None

    def last_words(self) -> str:
        """What it printed last."""
        lines = self._output.read_text("utf-8", "replace").split("\n")
        last = [line.rstrip() for line in lines if line.strip()][-LAST_WORDS:]
        return "".join(["\nIts last words:", *(f"\n  {line}" for line in last)]) if last else ""

    async def restart(self) -> None:
        """Kill it and start it again on the same data and ports."""
        await self._end(kill=True)
        await self.start()

    async def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        await self._end(kill=False)

    async def end(self) -> None:
        """Nothing is left of it."""
        await self._end(kill=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _end(self, kill: bool) -> None:
        if self._process is None:
            return
        if not kill and self._process.poll() is None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._process.wait, ENDS_WITHIN)
        kill_all(self._process)
        await asyncio.to_thread(self._process.wait)


def kill_all(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and those that it has started; where there are no groups of processes, it alone."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _at(place: Place) -> str:
    return f"{place.host}:{place.port}"


def _somewhere(place: Place) -> Place:
    """The same door at a port that nobody has."""
    kind = socket.SOCK_DGRAM if place.transport == "datagrams" else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET6 if ":" in place.host else socket.AF_INET, kind) as tried:
        tried.bind((place.host, 0))
        return place._replace(port=tried.getsockname()[1])
