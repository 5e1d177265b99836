"""A hall, its commit pipeline and its doors, put together alike by the server, the simulation and the fuzzer.

What is around them is the caller's: sockets or none, real time or virtual, one process or a node of many.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from tablehall.games.api import AnyGame
from tablehall.hall.budget import Budgets
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.notices import Parted
from tablehall.hall.recovery import Remembered, recover
from tablehall.journal.api import Journal
from tablehall.net.connection import Connection
from tablehall.net.entry import Entry
from tablehall.net.lobby import LobbyListener, looked_at
from tablehall.net.pipeline import Pipeline
from tablehall.net.udp import DatagramConnection
from tablehall.net.web import HttpSide, WebConnection
from tablehall.protocols.door import Door, DoorLimits
from tablehall.protocols.lobby import LobbyDoor
from tablehall.settings import settings_of


class Doorway:
    """A door and its limits: makes the hall's end of every connection through it."""

    def __init__(self, pipeline: Pipeline, door: Door, limits: DoorLimits) -> None:
        self.pipeline, self.door, self.limits = pipeline, door, limits
        self.shares = Budgets(limits.address_rate, limits.address_burst)
        if isinstance(door, LobbyDoor):
            door.lobby = LobbyListener(pipeline, door)

    def connection(self, http: HttpSide | None = None, entry: Entry = Entry()) -> Connection:  # noqa: B008
        """For a new stream; `http` answers what is no WebSocket, `entry` says whose word counts there."""
        if self.door.transport == "lines":
            return Connection(self.pipeline, self.door, self.limits, shares=self.shares)
        return WebConnection(self.pipeline, self.door, self.limits, http, entry, shares=self.shares)

    def datagrams(self) -> DatagramConnection:
        """For all datagrams."""
        return DatagramConnection(self.pipeline, self.door, self.limits)


class Assembly:
    """A hall that can be recovered, opened and closed."""

    def __init__(self, hall: Hall, pipeline: Pipeline) -> None:
        self.hall, self.pipeline = hall, pipeline

    def recover(
        self, kept: Mapping[str, Mapping[str, bytes]], tables: Iterable[Remembered], now: int
    ) -> list[str]:
        """Bring back what the journal holds; what could not be brought back, in words."""
        decision, problems = recover(self.hall, kept, tables, now)
        self.pipeline.submit(0, decision)
        return problems

    def doorway(
        self,
        kind: type[Door],
        settings: Mapping[str, Any] = MappingProxyType({}),
        limits: DoorLimits | None = None,
    ) -> Doorway:
        """A door of this kind, held as the settings say that differ from its own, within these limits or
        its own."""
        door = kind(self.hall, settings_of(kind, settings))
        return Doorway(self.pipeline, door, limits or kind.limits)

    def say_goodbye(self) -> None:
        """The hall is about to close in good order: everybody is told. Nobody has gone: a hall that is alone
        remembers everybody as being here, so that a restart takes no more from them than a crash."""
        hall = self.hall
        hall.closing, hall.draining = True, False
        known = hall.people.by_conn.keys() | {
            conn for door in looked_at(self.pipeline) for conn in door.lookers
        }
        told = [listener for conn, listener in self.pipeline.connections.items() if conn in known]
        if hall.peers.alone:
            for conn in list(hall.people.by_conn):
                hall.people.detach(conn)
        for listener in told:
            listener.tell(Parted("closing"), None)


def assemble(
    games: Mapping[str, AnyGame],
    randbytes: Callable[[int], bytes],
    journal: Journal,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    *,
    hall_kind: Callable[..., Hall] = Hall,
    pipeline_kind: Callable[..., Pipeline] = Pipeline,
    **how: Any,
) -> Assembly:
    """A new hall with its pipeline; `how` goes to the pipeline: its clock, loop, writer, and whom to tell
    when the journal breaks."""
    hall = hall_kind(games, randbytes, limits)
    return Assembly(hall, pipeline_kind(hall, journal, **how))
