"""Two nodes in one process, on a bus that is a list: what is asked twice is done once."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from tablehall.cluster import words
from tablehall.cluster.inheriting import Heir
from tablehall.cluster.members import Times
from tablehall.cluster.node import Node
from tablehall.cluster.shared import ERA, SharedHall
from tablehall.cluster.telling import SharedFrame
from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.entrance import Entered
from tablehall.hall.hall import TABLE_NUMBERS
from tablehall.hall.records import Said
from tablehall.hall.recovery import Remembered
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.journal.memory import MemoryJournal

A, B = 3, 7


class Silence:
    """A connection of which nothing is wanted."""

    def tell(self, news: Any, seat: int | None) -> None: ...
    def write(self, data: bytes) -> None: ...
    def flush(self) -> None: ...
    def ring(self, name: str) -> None: ...
    def uncongested(self) -> None: ...


class Pair:
    """Two nodes; the first one keeps the register of people."""

    def __init__(self) -> None:
        self.nodes = {era: self._node(era) for era in (A, B)}
        for era, node in self.nodes.items():
            node.early = None
            node.hall.registrar = node.in_office = era == A
            node.registrar = A

    def _node(self, era: int) -> Node:
        hall = SharedHall(house_games(), lambda size: bytes([era]) * size)
        hall.spread = (7, era)
        numbers = iter(range(era * 1000, TABLE_NUMBERS))
        hall.numbered = lambda: next(numbers)
        journal = MemoryJournal()
        frame = SharedFrame(hall, journal)
        frame.number_from(era << ERA)
        about = SimpleNamespace(epoch=era)
        node = Node(hall, frame, about, "nats://nowhere", f"node{era}", Times())
        node.prefix = "hall"
        node.bus.publish = self._publish  # type: ignore[method-assign]
        return node

    def _publish(self, subject: str, data: bytes) -> None:
        for era, node in self.nodes.items():
            if subject in ("hall.beat", f"hall.to.{era}"):
                node.loop.call_soon(node._heard, subject, data)

    async def rest(self) -> None:
        """Until nothing is on its way any more."""
        for _ in range(20):
            await asyncio.sleep(0)
            for node in self.nodes.values():
                await node.frame.settled()
                node.lines.flush()

    async def enter(self, era: int, name: str) -> int:
        """Somebody comes in at a node; his number."""
        conn = self.nodes[era].frame.connect(Silence())
        decided = await self.ask(era, commands.Enter(conn, name=name))
        assert isinstance(decided.result, Entered), decided.refused
        return decided.result.person.id

    async def ask(self, era: int, command: commands.Command) -> Any:
        """What comes of a command that somebody gives at a node."""
        frame = self.nodes[era].frame
        decision = await asyncio.wait_for(frame.decide(command), 20)
        if decision.refused is None:
            frame.submit(0, decision)
        await self.rest()
        return decision


@pytest_asyncio.fixture
async def pair() -> AsyncIterator[Pair]:
    nodes = Pair()
    for node in nodes.nodes.values():
        node.beat()
    await nodes.rest()
    yield nodes
    for node in nodes.nodes.values():
        node.frame.stop()


async def a_table(pair: Pair) -> tuple[int, int, int]:
    """Ann opens a table at the first node, ben sits down at it from the second."""
    ann, ben = await pair.enter(A, "ann"), await pair.enter(B, "ben")
    number = (await pair.ask(A, commands.Open(ann, "tictactoe"))).result.sheet.table
    assert (await pair.ask(B, commands.Join(ben, number))).refused is None
    return ann, ben, number


def talk(table: Table) -> list[str]:
    return [said.text for said in table.chat if isinstance(said, Said)]


@pytest.mark.asyncio
async def test_a_replica_stands_as_the_table_does(pair: Pair) -> None:
    ann, ben, number = await a_table(pair)
    for by, era, cell in ((ann, A, 0), (ben, B, 4), (ann, A, 8)):
        move = b'{"type":"place","r":%d,"c":%d}' % divmod(cell, 3)
        assert (await pair.ask(era, commands.Act(by, number, move))).refused is None
    tables = [node.hall.tables[number] for node in pair.nodes.values()]
    assert tables[0].scene == tables[1].scene
    assert pair.nodes[B].hall.foreign == {number: f"node{A}"}


@pytest.mark.asyncio
async def test_a_command_that_is_asked_twice_is_carried_out_once(pair: Pair) -> None:
    _, ben, number = await a_table(pair)
    owner = pair.nodes[A]
    ask = words.Ask("7.1000", *words.wrap(commands.Say(ben, number, "once")))
    for _ in range(3):
        owner._asked(B, ask)
        await pair.rest()
    assert talk(owner.hall.tables[number]) == ["once"]
    assert talk(pair.nodes[B].hall.tables[number]) == ["once"]


@pytest.mark.asyncio
async def test_who_came_in_gets_his_answer_again(pair: Pair) -> None:
    registrar = pair.nodes[A]
    ask = words.Ask("7.1000", *words.wrap(commands.Enter((B << ERA) + 9, name="cat")))
    for _ in range(2):
        registrar._asked(B, ask)
        await pair.rest()
    people = [node.hall.people.by_name["cat"] for node in pair.nodes.values()]
    assert people[0].id == people[1].id
    assert people[0].conn == people[1].conn == (B << ERA) + 9


@pytest.mark.asyncio
async def test_a_name_is_taken_at_every_node(pair: Pair) -> None:
    await pair.enter(A, "ann")
    conn = pair.nodes[B].frame.connect(Silence())
    assert (await pair.ask(B, commands.Enter(conn, name="ann"))).refused is Why.NAME_TAKEN


@pytest.mark.asyncio
async def test_a_refusal_comes_back_as_it_was(pair: Pair) -> None:
    _, ben, number = await a_table(pair)
    early = await pair.ask(B, commands.Act(ben, number, b'{"type":"place","r":0,"c":0}'))
    assert early.refused.value == "It is not your turn."
    assert (await pair.ask(B, commands.Join(ben, number))).refused is Why.ALREADY_SEATED
    assert (await pair.ask(B, commands.Join(ben, 4711))).refused is Why.NO_SUCH_TABLE


@pytest.mark.asyncio
@pytest.mark.parametrize("gone", [True, False])
async def test_whoever_gets_up_is_gone_at_every_node(pair: Pair, gone: bool) -> None:
    _, ben, number = await a_table(pair)
    assert all(number in node.hall.people.by_id[ben].tables for node in pair.nodes.values())
    if gone:
        await pair.ask(B, commands.Leave(ben, number))
    else:
        await pair.ask(B, commands.LogOut(ben))
    assert not any(number in node.hall.people.by_id[ben].tables for node in pair.nodes.values())


@pytest.mark.asyncio
async def test_what_was_given_by_somebody_who_could_not_say_so_is_found(pair: Pair) -> None:
    _, _, number = await a_table(pair)
    node = pair.nodes[B]
    table = node.hall.tables[number]
    given = Remembered(number, "tictactoe", table.seed, words.whole(table), [])
    sharing: Any = SimpleNamespace(live=lambda: {number})
    node.journal = SimpleNamespace(live_tables=lambda: [given])
    heir = Heir(node, sharing)
    missing = await heir._look_for_own(set())
    assert (missing, node.hall.foreign) == ({number}, {number: f"node{A}"})
    assert await heir._look_for_own(missing) == set()
    assert node.hall.foreign == {}
    await pair.rest()
    assert pair.nodes[A].hall.foreign == {number: f"node{B}"}
    await heir.close()
