"""Three nodes: people who go from one to another find their tables there."""

import asyncio
import time
from typing import Any

from tablehall.cluster import fibers, messages
from tablehall.cluster.forwarding import BRIEFLY
from tablehall.cluster.shared import EPOCH_SHIFT, arrival
from tablehall.hall import commands
from tablehall.hall.terms import Terms
from tests.cluster.trio import A, B, C, Ears, Silence, Trio, a_table, hold, let_go


async def test_who_changes_nodes_finds_the_table_opened_a_moment_ago(trio: Trio) -> None:
    conn = trio.nodes[B].pipeline.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    node, late = trio.nodes[B], hold(trio, B, A)
    number = (await trio.ask(B, commands.Open(entered.person.id, Terms("tictactoe")))).result.sheet.table
    new = trio.nodes[A]
    enter = commands.Enter(new.pipeline.connect(Silence()), secret=entered.secret)
    coming = asyncio.ensure_future(new.pipeline.decide(enter))
    await trio.rest()
    assert not coming.done(), "it knows nothing of the table yet"
    await let_go(trio, B, late)
    assert (await coming).result.person.tables == {number}
    assert node.hall.replicas[number] == {A}


async def test_who_comes_back_does_not_wait_long_for_a_node_that_says_nothing(trio: Trio) -> None:
    conn = trio.nodes[B].pipeline.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    trio.nodes.pop(C)  # killed, and nobody knows of it yet
    node = trio.nodes[A]
    enter = commands.Enter(node.pipeline.connect(Silence()), secret=entered.secret)
    coming = asyncio.ensure_future(node.pipeline.decide(enter))
    await trio.rest()
    assert not coming.done()
    node.forwarding.look_after_pending(time.monotonic() + BRIEFLY + 0.01)
    await trio.rest()
    assert (await coming).refused is None


async def test_where_somebody_is_now_their_tables_are_shown(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    owner, person = trio.nodes[A], trio.nodes[B].hall.people.by_id[ben]
    owner.hall.replicas[number].clear()
    owner._apply(B, messages.Effects([arrival(person, person.conns[-1])]))
    await trio.rest()
    assert owner.hall.replicas[number] == {B}


async def test_whoever_asks_for_a_game_sees_more_than_the_lobby_does(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    hall = trio.nodes[C].hall
    assert hall.tables[number].scene.state is None
    found: list[Any] = []
    fibers.spawn(lambda: found.append(hall.find(number)))
    await trio.rest()
    assert found == [hall.tables[number]]
    assert hall.tables[number].scene == trio.nodes[A].hall.tables[number].scene


async def test_who_is_at_two_nodes_hears_of_being_at_the_other(trio: Trio) -> None:
    ears = Ears()
    conn = trio.nodes[B].pipeline.connect(ears)
    person = (await trio.ask(B, commands.Enter(conn, name="ann"))).result.person.id
    elsewhere = (C << EPOCH_SHIFT) + 50
    trio.nodes[C].forwarding.tell(
        None, messages.Present((messages.PersonHere(person, elsewhere, None, False),))
    )
    await trio.rest()
    assert all(node.hall.people.by_id[person].conns == (elsewhere,) for node in trio.nodes.values())
    assert [news.why for news in ears.heard] == ["elsewhere"]
