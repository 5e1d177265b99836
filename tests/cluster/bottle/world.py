"""The nodes of a bottle and the people at them: one thing happens after the other, in an order that is drawn.

What one node says to another arrives in order; apart from that a packet may take as long as it likes, and
so may a commit.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from tablehall.cluster.draining import Draining
from tablehall.cluster.failover import Failover
from tablehall.cluster.membership import Times
from tablehall.cluster.node import Node
from tablehall.cluster.publishing import SharedPipeline
from tablehall.cluster.shared import EPOCH_SHIFT, SharedHall
from tablehall.games import house_games
from tablehall.hall.facts import HallKey
from tablehall.hall.numbering import NUMBERS
from tablehall.hall.people import Kind
from tablehall.journal.api import Batch, NotOwner
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.timeline import EPOCH, MS, Timeline
from tablehall_lab.sim.trace import Broken, Trace
from tests.cluster.bottle import fates
from tests.cluster.bottle.client import Client, Visit
from tests.cluster.bottle.database import Database, PatientWriter, SharedAffairs, SharedJournal

FIRST_EPOCHS = (3, 7, 9)
"""The nodes of the beginning; the first one leads."""
EPOCHS = 100
"""Whoever comes later has a higher epoch than this."""
NODES_MOST = 4
PEOPLE: dict[Kind, int] = {"guest": 4, "visitor": 2, "stranger": 2}
KEY = b'["00ff",0]'
DIES, STOPS, JOINS, HAPPENS = 0.0045, 0.009, 0.024, 0.6
"""Below these a number that is drawn lets a node die, stop or join, or something under way arrive; else
somebody acts."""
PASSES = 4
"""So many passes of the loop let everything be done that waits for nothing else."""
LOOKS = 0.02
"""How likely it is that nodes look after their questions, while nothing is under way."""
ENDLESS = 100_000

Event = tuple[Callable[[Any], None], Any]
"""Something that can happen next, and to whom."""


class World:
    """Everything that happens in one run. It is made on the loop of the run."""

    def __init__(self, seed: int, chance: Chance, timeline: Timeline, *, deaths: bool) -> None:
        self.seed, self.chance, self.timeline, self.deaths = seed, chance, timeline, deaths
        self.trace = Trace(timeline)
        self.games = house_games()
        self.database = Database(EPOCHS)
        self.database.kept["hall"]["key"] = KEY
        self.nodes: dict[int, Node] = {}
        self.failovers: dict[int, Failover] = {}
        self.draining: dict[int, Draining] = {}
        self.packets: dict[tuple[int, int], deque[tuple[str, bytes]]] = {}
        """What is under way from one epoch to another."""
        self.clients = [
            Client(self, f"{kind}{n}", kind) for kind, many in PEOPLE.items() for n in range(many)
        ]
        self.visits: list[Visit] = []
        self.fenced: list[int] = []
        """Nodes that are alive and may write no more: each has to start anew."""
        self.problems: list[str] = []
        self.step = 0

    def clock(self) -> int:
        """The wall clock of every node, in milliseconds."""
        return EPOCH + self.timeline.now // MS

    def any_epoch(self) -> int:
        """One of the nodes."""
        return self.chance.choice(list(self.nodes))

    def tables(self, status: str = "") -> list[int]:
        """The tables that some node knows, and takes for such ones."""
        known = [item for node in self.nodes.values() for item in node.hall.tables.items()]
        return sorted({number for number, table in known if status in ("", table.scene.status)})

    # Nodes.

    def add(self, epoch: int, name: str) -> Node:
        """A node that knows nothing yet."""
        hall = SharedHall(self.games, self.chance.randbytes)
        hall.key = HallKey("00ff")
        numbers = iter(range(epoch * 1000, NUMBERS))
        hall.numbered = lambda: next(numbers)
        journal: Any = SharedJournal(self.database, name, epoch)
        pipeline = SharedPipeline(hall, journal, clock=self.clock, writer=PatientWriter)  # type: ignore[arg-type]
        pipeline._alive_handle.cancel()  # nobody asks when a node was last alive
        pipeline.number_from(epoch << EPOCH_SHIFT)
        node = Node(hall, pipeline, journal, "nats://nowhere", name, Times())
        node.prefix = "hall"
        node.bus.publish = lambda *packet: self._publish(epoch, *packet)  # type: ignore[method-assign]
        node.on_fenced = lambda error: self._is_fenced(node, error)
        affairs: Any = SharedAffairs(self.database, name)
        failover, self.draining[epoch] = Failover(node, affairs), Draining(node, affairs)
        for task in list(failover._tasks):  # the world says when somebody looks for orphans
            task.cancel()
        self.nodes[epoch], self.failovers[epoch] = node, failover
        return node

    def _is_fenced(self, node: Node, error: NotOwner) -> None:
        """Whoever comes back under its name may be fenced with the one that had it before."""
        if error.tables or self.database.nodes[node.name] == node.epoch:
            self.problems.append(f"{node.name} is to start anew: {error}")
        if node.epoch in self.nodes and node.epoch not in self.fenced:
            self.fenced.append(node.epoch)

    async def begin(self) -> None:
        """Some nodes that know each other."""
        for epoch in FIRST_EPOCHS:
            node = self.add(epoch, f"node{epoch}")
            node.early, node.leader = None, FIRST_EPOCHS[0]
            node.hall.leads = node.leading = epoch == FIRST_EPOCHS[0]
        for node in self.nodes.values():
            node.beat()
        await self.quiet()

    def remove(self, epoch: int) -> Node:
        """A node is gone, with everybody's connection to it; nothing reaches it any more."""
        node, failover = self.nodes.pop(epoch), self.failovers.pop(epoch)
        del self.draining[epoch]
        self.fenced = [other for other in self.fenced if other != epoch]
        node.bus.publish = lambda *_: None  # type: ignore[method-assign]
        node.pipeline.stop()
        for task in list(failover._tasks):
            task.cancel()
        for visit in self.visits:
            if visit.epoch == epoch:
                visit.cut_off()
        self.visits = [visit for visit in self.visits if visit.epoch in self.nodes]
        for link in [link for link in self.packets if link[1] == epoch]:
            del self.packets[link]
        return node

    # Letters and commits.

    def _publish(self, epoch: int, subject: str, data: bytes) -> None:
        if subject == "hall.beat":
            for node in self.nodes.values():
                node.loop.call_soon(node._heard, subject, data)
        else:
            to = int(subject.rpartition(".")[2])
            self.packets.setdefault((epoch, to), deque()).append((subject, data))

    def deliver(self, link: tuple[int, int]) -> None:
        """The next packet on a link arrives."""
        subject, data = self.packets[link].popleft()
        self.trace.note("packet", f"{link[0]} to {link[1]}", data)
        if link[1] in self.nodes:
            self.nodes[link[1]]._heard(subject, data)

    def writer(self, node: Node) -> PatientWriter:
        """What a node wants committed."""
        writer: Any = node.pipeline._writer
        assert isinstance(writer, PatientWriter)
        return writer

    def write(self, node: Node) -> Batch | None:
        """The next batch of a node is in the database; None: it may not write any more."""
        batch = self.writer(node).queue.popleft()
        what = (batch.records, batch.index, batch.kept, batch.snapshots)
        self.trace.note("commit", node.name, repr(what).encode())
        try:
            self.database.commit(node.name, node.epoch, batch)
        except NotOwner as error:
            self._is_fenced(node, error)
            return None
        return batch

    def commit(self, epoch: int) -> None:
        """The next batch of a node is in the database, and it knows that."""
        node = self.nodes[epoch]
        if self.write(node) is not None:
            node.pipeline._committed()

    def events(self) -> list[Event]:
        """What can happen next without anybody acting."""
        found: list[Event] = [(self.deliver, link) for link, packets in self.packets.items() if packets]
        able = [(epoch, node) for epoch, node in self.nodes.items() if epoch not in self.fenced]
        return found + [(self.commit, epoch) for epoch, node in able if self.writer(node).queue]

    def happen(self) -> bool:
        """Something that is under way arrives; False: nothing is."""
        if events := self.events():
            function, argument = self.chance.choice(events)
            function(argument)
        return bool(events)

    # Steps.

    async def run(self, steps: int) -> None:
        """So many steps, and then until nothing is under way any more."""
        await self.begin()
        for self.step in range(steps):
            self.trace.note("step", str(self.step))
            self.pass_time()
            await self._step(self.chance.random())
            await self.breathe()
        await self.quiet()

    async def _step(self, drawn: float) -> None:
        if self.fenced:
            await fates.dies(self, self.fenced[0], back=True)
        elif self.deaths and drawn < STOPS and len(self.nodes) > 1:
            await (fates.dies if drawn < DIES else fates.stops)(self, self.any_epoch())
        elif self.deaths and STOPS <= drawn < JOINS and len(self.nodes) < NODES_MOST:
            await fates.joins(self)
        elif drawn >= HAPPENS or not self.happen():
            self.chance.choice(self.clients).act()

    def pass_time(self) -> None:
        """A few milliseconds, or none."""
        self.timeline.stall(self.chance.choice((0, 0, 1, 5)) * MS)

    async def breathe(self, passes: int = PASSES) -> None:
        """Let the loop do what it can."""
        for _ in range(passes):
            await asyncio.sleep(0)

    async def pump(self, until: Callable[[], object], most: int = 4000) -> bool:
        """Let things happen, but nobody act; whether it came to what was waited for."""
        for _ in range(most):
            self.pass_time()
            await self.breathe(1)
            if not self.happen() and self.chance.random() < LOOKS:
                self.look_after_pending()
            if until():
                return True
        return False

    async def dawdle(self, most: int) -> None:
        """Let some things happen."""
        await self.pump(lambda: False, self.chance.randrange(most))

    def look_after_pending(self) -> None:
        """What every node does with its beat."""
        for node in self.nodes.values():
            node.forwarding.look_after_pending(node.loop.time())

    async def quiet(self) -> None:
        """Until nothing is under way any more."""
        for _ in range(ENDLESS):
            await self.breathe()
            if self.happen():
                continue
            await self.breathe(3 * PASSES)
            self.look_after_pending()
            await self.breathe()
            if self.fenced:
                await fates.dies(self, self.fenced[0], back=True)
            elif not self.events():
                return
        raise Broken("it never ends")
