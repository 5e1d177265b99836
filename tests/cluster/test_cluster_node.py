"""Two nodes: what is asked twice is done once."""

from types import SimpleNamespace
from typing import Any

import pytest

from tablehall.cluster import messages
from tablehall.cluster.failover import Failover
from tablehall.cluster.shared import EPOCH_SHIFT
from tablehall.hall import commands
from tablehall.hall.recovery import Remembered
from tablehall.hall.refusals import Why
from tests.cluster.trio import A, B, Pair, Silence, a_table, talk


@pytest.mark.asyncio
async def test_a_replica_stands_as_the_table_does(pair: Pair) -> None:
    ann, ben, number = await a_table(pair)
    for by, epoch, cell in ((ann, A, 0), (ben, B, 4), (ann, A, 8)):
        move = b'{"type":"place","r":%d,"c":%d}' % divmod(cell, 3)
        assert (await pair.ask(epoch, commands.Act(by, number, move))).refused is None
    tables = [node.hall.tables[number] for node in pair.nodes.values()]
    assert tables[0].scene == tables[1].scene
    assert pair.nodes[B].hall.remote == {number: f"node{A}"}


@pytest.mark.asyncio
async def test_a_command_that_is_asked_twice_is_applied_once(pair: Pair) -> None:
    _, ben, number = await a_table(pair)
    owner = pair.nodes[A]
    ask = messages.Ask("7.1000", *messages.wrap(commands.Say(ben, number, "once")))
    for _ in range(3):
        owner.forwarding.asked(B, ask)
        await pair.rest()
    assert talk(owner.hall.tables[number]) == ["once"]
    assert talk(pair.nodes[B].hall.tables[number]) == ["once"]


@pytest.mark.asyncio
async def test_who_came_in_gets_the_answer_again(pair: Pair) -> None:
    leader = pair.nodes[A]
    ask = messages.Ask("7.1000", *messages.wrap(commands.Enter((B << EPOCH_SHIFT) + 9, name="cat")))
    for _ in range(2):
        leader.forwarding.asked(B, ask)
        await pair.rest()
    people = [node.hall.people.by_name["cat"] for node in pair.nodes.values()]
    assert people[0].id == people[1].id
    assert people[0].conns == people[1].conns == ((B << EPOCH_SHIFT) + 9,)


@pytest.mark.asyncio
async def test_a_name_is_taken_at_every_node(pair: Pair) -> None:
    await pair.enter(A, "ann")
    conn = pair.nodes[B].pipeline.connect(Silence())
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
    given = Remembered(number, "tictactoe", table.seed, messages.snapshot(table), [])
    sharing: Any = SimpleNamespace(live=lambda: {number}, facts=lambda kinds: {kind: {} for kind in kinds})
    node.journal = SimpleNamespace(live_tables=lambda: [given])
    failover = Failover(node, sharing)
    missing = await failover._look_for_own(set())
    assert (missing, node.hall.remote) == ({number}, {number: f"node{A}"})
    assert await failover._look_for_own(missing) == set()
    assert node.hall.remote == {}
    await pair.rest()
    assert pair.nodes[A].hall.remote == {number: f"node{B}"}
    await failover.close()
