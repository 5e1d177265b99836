"""Two or three nodes in one process, on a bus that is a list."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tablehall.cluster.failover import Failover
from tablehall.cluster.membership import Times
from tablehall.cluster.node import Node
from tablehall.cluster.publishing import SharedPipeline
from tablehall.cluster.shared import EPOCH_SHIFT, SharedHall
from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.entrance import Entered
from tablehall.hall.facts import HallKey
from tablehall.hall.notices import Happened
from tablehall.hall.numbering import NUMBERS
from tablehall.hall.records import Said
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.journal.memory import MemoryJournal

A, B, C = 3, 7, 9
PLACE = b'{"type":"place","r":0,"c":0}'


class Silence:
    """A connection of which nothing is wanted."""

    def tell(self, news: Any, seat: int | None) -> None: ...
    def write(self, data: bytes) -> None: ...
    def flush(self) -> None: ...
    def ring(self, name: str) -> None: ...
    def uncongested(self) -> None: ...


class Pair:
    """Two nodes; the first one leads."""

    def __init__(self) -> None:
        self.nodes = {epoch: self._node(epoch) for epoch in (A, B)}
        for epoch, node in self.nodes.items():
            node.early = None
            node.hall.leads = node.leading = epoch == A
            node.leader = A

    def _node(self, epoch: int) -> Node:
        hall = SharedHall(house_games(), lambda size: bytes([epoch]) * size)
        hall.key = HallKey("00ff")
        numbers = iter(range(epoch * 1000, NUMBERS))
        hall.numbered = lambda: next(numbers)
        journal = MemoryJournal()
        pipeline = SharedPipeline(hall, journal)
        pipeline.number_from(epoch << EPOCH_SHIFT)
        about = SimpleNamespace(epoch=epoch)
        node = Node(hall, pipeline, about, "nats://nowhere", f"node{epoch}", Times())
        node.prefix = "hall"
        node.bus.publish = self._publish  # type: ignore[method-assign]
        return node

    def _publish(self, subject: str, data: bytes) -> None:
        for epoch, node in self.nodes.items():
            if subject in ("hall.beat", f"hall.to.{epoch}"):
                node.loop.call_soon(node._heard, subject, data)

    async def rest(self) -> None:
        """Until nothing is on its way any more."""
        for _ in range(20):
            await asyncio.sleep(0)
            for node in self.nodes.values():
                await node.pipeline.settled()
                node.links.flush()

    async def enter(self, epoch: int, name: str) -> int:
        """Somebody comes in at a node; their number."""
        conn = self.nodes[epoch].pipeline.connect(Silence())
        decided = await self.ask(epoch, commands.Enter(conn, name=name))
        assert isinstance(decided.result, Entered), decided.refused
        return decided.result.person.id

    async def ask(self, epoch: int, command: commands.Command) -> Any:
        """What comes of a command that somebody gives at a node."""
        pipeline = self.nodes[epoch].pipeline
        decision = await asyncio.wait_for(pipeline.decide(command), 20)
        if decision.refused is None:
            pipeline.submit(0, decision)
        await self.rest()
        return decision


class Trio(Pair):
    """Three nodes; the first one leads."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes[C] = third = self._node(C)
        third.early, third.leader = None, A


class Ears(Silence):
    """A connection that remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def tell(self, news: Any, seat: int | None) -> None:
        self.heard.append(news)

    def records(self) -> list[str]:
        """What has happened at tables, by its name."""
        return [type(news.record).__name__ for news in self.heard if isinstance(news, Happened)]


class Database:
    """What a successor asks, and in which order; nobody is fenced before it is told to go on."""

    def __init__(self, owners: list[str]) -> None:
        self.asked: list[str] = []
        self.kept: dict[str, dict[str, bytes]] = {}
        self.whose: dict[int, str] = {}
        self.may_fence = asyncio.Event()
        self._owners = owners

    def owners(self) -> list[str]:
        self.asked.append("owners")
        return self._owners

    def fence(self, name: str) -> None:
        self.asked.append(f"fence {name}")

    def owned_by(self, _: str) -> list[int]:
        return []

    def facts(self, kinds: list[str]) -> dict[str, dict[str, bytes]]:
        self.asked.append("facts")
        return {kind: self.kept.get(kind, {}) for kind in kinds}

    def owners_of(self, tables: list[int]) -> dict[int, str]:
        return {number: self.whose[number] for number in tables if number in self.whose}

    def statuses(self, tables: list[int]) -> dict[int, str]:
        return dict.fromkeys(tables, "live")


class Giving(Database):
    """Whoever stops can give its tables to somebody."""

    def give(self, tables: list[int], _: str) -> list[int]:
        return list(tables)


async def a_table(pair: Pair) -> tuple[int, int, int]:
    """Ann opens a table at the first node, ben sits down at it from the second."""
    ann, ben = await pair.enter(A, "ann"), await pair.enter(B, "ben")
    number = (await pair.ask(A, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await pair.ask(B, commands.Join(ben, number))).refused is None
    return ann, ben, number


async def a_game(trio: Trio) -> tuple[int, int, int, Ears]:
    """Ann, at the first node, plays with cat, at the third, at a table of the second; what cat hears."""
    ann, cat, ben = await trio.enter(A, "ann"), await trio.enter(C, "cat"), await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ben, Terms("tictactoe"), sit=False))).result.sheet.table
    assert (await trio.ask(A, commands.Join(ann, number))).refused is None
    assert (await trio.ask(C, commands.Join(cat, number))).refused is None
    ears, node = Ears(), trio.nodes[C]
    node.pipeline.connections[node.hall.people.by_id[cat].conns[-1]] = ears
    return ann, cat, number, ears


def hold(nodes: Pair, epoch: int, to: int) -> list[tuple[str, bytes]]:
    """What a node says to another does not arrive before it is let go."""
    late: list[tuple[str, bytes]] = []

    def publish(subject: str, data: bytes) -> None:
        if subject == f"hall.to.{to}":
            late.append((subject, data))
        else:
            nodes._publish(subject, data)

    nodes.nodes[epoch].bus.publish = publish  # type: ignore[method-assign]
    return late


async def let_go(nodes: Pair, epoch: int, late: list[tuple[str, bytes]]) -> None:
    """What was held arrives."""
    nodes.nodes[epoch].bus.publish = nodes._publish  # type: ignore[method-assign]
    for packet in late:
        nodes._publish(*packet)
    await nodes.rest()


def dies(nodes: Pair, epoch: int) -> Node:
    """A node is gone, and the others know it."""
    dead = nodes.nodes.pop(epoch)
    dead.bus.publish = lambda *_: None  # type: ignore[method-assign]
    for node in nodes.nodes.values():
        member = node.members.over(epoch)
        assert member is not None
        node._died(member)
    return dead


async def until(nodes: Pair, happened: Callable[[], object]) -> None:
    """Until something has happened, and everybody has heard of it."""
    async with asyncio.timeout(60):
        while not happened():
            await nodes.rest()
    await nodes.rest()


async def settled(*failovers: Failover) -> None:
    """Until everything is done about those who are gone."""
    while tasks := [
        task for failover in failovers for task in failover._tasks if "orphans" not in repr(task)
    ]:
        await asyncio.gather(*tasks)


def talk(table: Table) -> list[str]:
    return [said.text for said in table.chat if isinstance(said, Said)]
