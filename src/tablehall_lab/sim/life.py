"""One life of the hall: from its start to its crash. The server's assembly, in a bottle."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from tablehall.assembly import Doorway, assemble
from tablehall.games import house_games
from tablehall.hall.hall import Limits
from tablehall.journal.api import Journal, JournalError
from tablehall.net.connection import Connection
from tablehall.net.pipeline import Pipeline
from tablehall.net.udp import DatagramConnection
from tablehall.protocols.door import Door
from tablehall.server import all_doors
from tablehall.settings import limits_of
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.post import DatagramSocket, Post
from tablehall_lab.sim.staff import VirtualBotPool
from tablehall_lab.sim.timeline import EPOCH, MS, Loop, Timeline
from tablehall_lab.sim.trace import Broken
from tablehall_lab.sim.virtual_writer import VirtualWriter
from tablehall_lab.sim.watch import Watch

KINDS = all_doors()
"""Every door there is."""


BEAT = 5_000
"""A simulated hall looks at its clock less often than a real one: its days are long."""


class DoorPlan(msgspec.Struct):
    """How a door is held in this run."""

    settings: dict[str, Any] = {}
    limits: dict[str, int] = {}


class Life:
    """The hall's process."""

    pipeline_kind: Callable[..., Pipeline] = Pipeline
    beat = BEAT

    def __init__(
        self,
        timeline: Timeline,
        chance: Chance,
        watch: Watch,
        journal: Journal,
        make_writer: Callable[..., VirtualWriter],
        offset: int,
        limits: Limits,
    ) -> None:
        self.timeline = timeline
        self.watch = watch
        self.journal = journal
        self.offset = offset
        self.loop = Loop(timeline)
        self.ready = False
        self.doors: dict[str, Door] = {}
        self.datagrams: list[DatagramConnection] = []
        self.makers: dict[str, Callable[[], Connection]] = {}
        self.broke = ""
        self.assembly = assemble(
            house_games(),
            chance.randbytes,
            journal,
            limits,
            pipeline_kind=self.pipeline_kind,
            beat=self.beat,
            clock=self.clock,
            broken=self._broken,
            loop=self.loop,
            writer=partial(make_writer, self.loop),
        )
        self.hall, self.pipeline = self.assembly.hall, self.assembly.pipeline
        self.room = VirtualBotPool(self.pipeline, self.loop, chance, watch.trace)
        self.room_open = False
        watch.begins(self)

    def clock(self) -> int:
        """The wall clock of this life, in milliseconds."""
        return EPOCH + self.offset + self.timeline.now // MS

    def _broken(self, error: JournalError) -> None:
        self.broke = str(error)

    def start(self, plans: Mapping[str, DoorPlan], post: Post) -> None:
        """Bring everything back, then open the doors."""
        problems = self.assembly.recover(self.journal.kept(), self.journal.live_tables(), self.clock())
        if problems:
            raise Broken(f"not everything could be brought back: {problems}")
        self.watch.recovered(self)
        self._open_when_settled(plans, post)

    def _open_when_settled(self, plans: Mapping[str, DoorPlan], post: Post) -> None:
        if not self.pipeline.idle:
            self.loop.call_later(0.001, self._open_when_settled, plans, post)
            return
        if not self.room_open:
            self.room_open = True
            self.room.open()
            self._open_when_settled(plans, post)
            return
        for name, plan in plans.items():
            self._open(KINDS[name], plan, post)
        self.ready = True

    def _open(self, kind: type[Door], plan: DoorPlan, post: Post) -> None:
        doorway = self.assembly.doorway(kind, plan.settings, limits_of(kind, plan.limits))
        self.doors[kind.name] = doorway.door
        if kind.transport == "datagrams":
            connection = doorway.datagrams()
            self.watch.follow_datagrams(connection)
            socket = post.sockets[kind.port] = DatagramSocket(post, self.loop, kind.port)
            self.datagrams.append(connection)
            connection.listen(socket)  # type: ignore[arg-type]  # all that is used of one
        else:
            self.makers[kind.name] = partial(self._connection, doorway)

    def _connection(self, doorway: Doorway) -> Connection:
        connection = doorway.connection()
        self.watch.follow(connection)
        return connection

    def say_goodbye(self) -> None:
        """The hall is about to close in good order: everybody is told."""
        self.assembly.say_goodbye()

    def close(self) -> None:
        """The doors close; what was decided must be on disk by then."""
        self.room.closing = True
        for connection in self.datagrams:
            connection.close()
        self.pipeline.stop()
