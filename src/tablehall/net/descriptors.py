"""File descriptors: how many there may be, how many connections fit, and what happens when none is left.

Every connection takes one, and so do the files of the journal. A hall that spends all of them on
connections cannot write any more; so the doors together take what is left above a reserve.
"""

import asyncio
import contextlib
import errno
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace

from tablehall.net.pipeline import Pipeline
from tablehall.protocols.door import DoorLimits

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

log = structlog.get_logger("tablehall.net")

RESERVE = 256
"""So many are left for the journal, its readers, the processes of the house's players and other nodes."""
ENOUGH = 1_048_576
"""As many as anybody needs, where the system names no bound."""
USUAL = 1024
"""As many as most systems allow a process that asks for nothing."""
NONE_LEFT = (errno.EMFILE, errno.ENFILE)
LOOK_EVERY = 1.0
"""Seconds between two looks whether one is left."""
SAY_EVERY = 60.0
"""Seconds before it is said again that none is left."""
CURE = "raise the limit: ulimit -n 65536, or LimitNOFILE=65536 for a service"


class Room(NamedTuple):
    """How many connections there may be at a time: through all doors, and from one address."""

    connections: int
    per_address: int

    def fit(self, limits: DoorLimits, given: Mapping[str, Any]) -> DoorLimits:
        """A door's limits, lowered where they promise more than there can be. Nobody gets more than half of
        it by default; a keeper who sets another number may give one address everything."""
        alone = self.connections if "per_address" in given else self.per_address
        connections, per_address = min(limits.connections, self.connections), min(limits.per_address, alone)
        return replace(limits, connections=connections, per_address=per_address)


def raise_limit() -> int:
    """Let this process open as many files as it may without asking anybody; how many that are."""
    soft, hard = limits()
    if resource is not None and soft < hard:
        named = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(OSError, ValueError):  # some systems name a bound and allow less
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, named))
    return limits()[0]


def limits() -> tuple[int, int]:
    """How many files this process may open as it is, and how many if it asks for it."""
    if resource is None:
        return ENOUGH, ENOUGH
    try:
        found = resource.getrlimit(resource.RLIMIT_NOFILE)
    except OSError:  # a service may be forbidden even to ask
        return USUAL, USUAL
    soft, hard = (ENOUGH if one == resource.RLIM_INFINITY else one for one in found)
    return soft, hard


def room(files: int) -> Room:
    """How many connections fit among so many files."""
    connections = max(files - RESERVE, files // 2)
    return Room(connections, max(1, connections // 2))


class Gate:
    """Stands before all doors: lets in as many as fit, and says when the system lets in nobody."""

    def __init__(self, pipeline: Pipeline, files: int) -> None:
        self.pipeline, self.files, self.room = pipeline, files, room(files)
        self._loop = pipeline.loop
        self._doors: list[tuple[str, str]] = []
        self._coming = 0
        """How many were let in that the pipeline does not count yet: a crowd comes in one pass."""
        self._quiet_until = 0.0
        self._look: asyncio.TimerHandle | None = None

    def before(self, door: str, make: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """What makes a door's connections, as long as there is room."""
        self._doors.append((door, ""))

        def admit() -> asyncio.Protocol:
            if self.open() >= self.room.connections:
                return TurnedAway(self.pipeline)
            self._coming += 1
            self._loop.call_soon(self._loop.call_soon, self._came)  # after the connection is made
            return make()

        return admit

    def _came(self) -> None:
        self._coming -= 1

    def open(self) -> int:
        """How many connections there are, through all doors."""
        counted = self.pipeline.addresses
        return self._coming + sum(counted[door] for door in self._doors)

    def watch(self) -> None:
        """Look every second whether a file could be opened: uvloop hangs up on callers without a word when
        none can."""
        self._loop.set_exception_handler(self._went_wrong)
        self._look_now()

    def _look_now(self) -> None:
        self._look = self._loop.call_later(LOOK_EVERY, self._look_now)
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            self.none_left(error)

    def _went_wrong(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """asyncio's own loop says so here, for every caller in line."""
        error = context.get("exception")
        if not (isinstance(error, OSError) and self.none_left(error)):
            loop.default_exception_handler(context)

    def none_left(self, error: OSError) -> bool:
        """Whether this is because no file can be opened any more; then it is said, once in a while."""
        if error.errno not in NONE_LEFT:
            return False
        self.pipeline.counts["out_of_files"] += 1
        if self._loop.time() >= self._quiet_until:
            self._quiet_until = self._loop.time() + SAY_EVERY
            log.error(
                "no file can be opened any more: nobody new comes in until somebody goes",
                why=os.strerror(error.errno),
                limit=self.files,
                connections=self.open(),
                cure=CURE,
            )
        return True

    def close(self) -> None:
        """Nobody comes any more."""
        if self._look is not None:
            self._look.cancel()
        self._loop.set_exception_handler(None)


class TurnedAway(asyncio.Protocol):
    """A connection for which there is no room."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.pipeline.counts["refused_connections"] += 1
        transport.abort()  # type: ignore[attr-defined]  # a stream's
