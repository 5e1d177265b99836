"""Who leads after somebody else, and what it finds there."""

import asyncio
import os
import time
from typing import Any

import pytest

from tablehall.cluster import messages
from tablehall.cluster.failover import Failover
from tablehall.cluster.forwarding import GIVE_UP_AFTER
from tablehall.cluster.shared import EPOCH_SHIFT
from tablehall.games.api import Outcome
from tablehall.hall import commands
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tests.cluster.trio import A, B, C, Database, Ears, Pair, Silence, Trio, a_table, dies, settled, until


async def test_what_a_node_asked_that_is_dead_by_now_is_not_done(trio: Trio) -> None:
    node, database = trio.nodes[B], Database([])
    failover = Failover(node, database)  # type: ignore[arg-type]
    answers, ask = asyncio.Event(), failover._ask

    async def slowly(function: Any, *args: Any) -> Any:
        if function == database.facts and "person" in args[0]:
            await answers.wait()
        return await ask(function, *args)

    failover._ask = slowly
    dies(trio, A)
    node._elect()
    enter = commands.Enter((C << EPOCH_SHIFT) + 1, "visitor", "vic")
    node.forwarding.asked(C, messages.Ask("9.1", *messages.wrap(enter)))
    assert node.forwarding.undecided
    dies(trio, C)
    await until(trio, lambda: not node.forwarding.failovers)
    assert not node.hall.leads
    answers.set()
    await settled(failover)
    await trio.rest()
    assert node.hall.leads
    assert not [conn for conn in node.hall.people.by_conn if conn >> EPOCH_SHIFT == C]
    await failover.close()


async def test_a_result_that_the_dead_leader_wrote_and_did_not_tell_counts(trio: Trio) -> None:
    ann = await trio.enter(C, "ann")
    result = messages.Settle("7.1", "tictactoe", (ann, 0), Outcome((1, 2), reason="line"))
    decision = trio.nodes[A].hall.decide(result, 0)
    rows = [fact.row() for fact in decision.facts]
    written = {row.key: row.value for row in rows if row.kind == "person" and row.value}
    node, database = trio.nodes[B], Database([])
    database.kept = {"person": written, "hall": {"numbers": b"9"}}
    dies(trio, A)
    failover = Failover(node, database)  # type: ignore[arg-type]
    assert not node.hall.people.by_id[ann].profile.scores
    node.leading = True
    await failover._lead()
    assert node.hall.people.by_id[ann].profile.scores
    await failover.close()


async def test_where_somebody_is_by_what_their_node_says_their_tables_are_shown(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(A, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(A, commands.Join(ben, number))).refused is None
    dies(trio, A)  # it has let ben in at the third node, and told nobody else
    second, third = trio.nodes[B], trio.nodes[C]
    second.leader = third.leader = B
    conn = third.pipeline.connect(Silence())
    third.hall.people.attach(third.hall.people.by_id[ben], conn, None, asks=False)
    second.hall.leads = second.leading = True
    third.forwarding.tell(None, messages.Present(third._people_here()))
    await trio.rest()
    assert second.hall.people.by_id[ben].conns == (conn,)
    assert second.hall.replicas[number] == {C}


async def test_who_is_not_asked_any_more_does_not_have_it_asked_again(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    node, asked = trio.nodes[C], []
    cat = await trio.enter(C, "cat")

    def note(_: int, ask: messages.Ask, **__: Any) -> None:
        asked.append(ask.id)

    trio.nodes[A].forwarding.asked = note  # type: ignore[method-assign,assignment]
    watching = asyncio.ensure_future(node.pipeline.decide(commands.Watch(cat, number)))
    await trio.rest()
    (pending,) = node.forwarding.pending.values()
    assert pending.sent_to == A
    node._take_in(B, messages.Misdirected(pending.ask.id))
    node.forwarding.look_after_pending(0)
    last = node.forwarding._ask(None, messages.Barrier(), None, of=A)
    await until(trio, lambda: last.ask.id in asked)
    assert asked == [pending.ask.id, last.ask.id]
    watching.cancel()


async def test_who_left_when_the_leader_died_is_not_here(trio: Trio) -> None:
    node, leader = trio.nodes[C], trio.nodes[A]
    conn = node.pipeline.connect(Silence())
    await trio.ask(C, commands.Enter(conn, "visitor", "vic"))
    database, journal = Database([]), leader.pipeline._writer._journal
    commit = journal.commit

    def note(batch: Batch) -> None:
        for kind, key, value in batch.kept:
            if value is not None:
                database.kept.setdefault(kind, {})[key] = value
        commit(batch)

    journal.commit = note  # type: ignore[method-assign]
    leader.bus.publish = lambda *_: None  # type: ignore[method-assign]
    leaving = asyncio.ensure_future(node.pipeline.decide(commands.Lost(conn)))
    await trio.rest()
    assert database.kept["asked"], "it is remembered"
    assert not leaving.done()
    failovers = [Failover(trio.nodes[epoch], database) for epoch in (B, C)]  # type: ignore[arg-type]
    dies(trio, A)
    for survivor in trio.nodes.values():
        survivor._elect()
    await settled(*failovers)
    node.forwarding.look_after_pending(0)
    await until(trio, leaving.done)
    await leaving
    for failover in failovers:
        await failover.close()
    second = trio.nodes[B]
    assert second.hall.leads
    again = commands.Enter(second.pipeline.connect(Silence()), "visitor", "vic")
    assert (await trio.ask(B, again)).refused is None
    assert [each.hall.people.by_conn.get(conn) for each in trio.nodes.values()] == [None, None]


async def test_who_left_while_there_was_no_leader_for_long_is_not_here(trio: Trio) -> None:
    node = trio.nodes[C]
    conn = node.pipeline.connect(Silence())
    await trio.ask(C, commands.Enter(conn, "visitor", "vic"))
    dies(trio, A)
    trio.nodes[B].leading = True  # and the database does not answer it
    node.pipeline.disconnect(conn)
    leaving = asyncio.ensure_future(node.pipeline.decide(commands.Lost(conn)))
    await trio.rest()
    node.forwarding.look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    with pytest.raises(RuntimeError):
        await leaving
    dies(trio, B)
    node.hall.leads = node.leading = True
    node._elect()
    node.forwarding.look_after_pending(time.monotonic())
    await trio.rest()
    again = commands.Enter(node.pipeline.connect(Silence()), "visitor", "vic")
    assert (await trio.ask(C, again)).refused is None


async def test_who_is_let_in_by_two_leaders_is_told_once_of_being_elsewhere(trio: Trio) -> None:
    trio.nodes[A].hall.chance = os.urandom  # nobody else has ann's secret
    ears, node = Ears(), trio.nodes[B]
    conn = trio.nodes[C].pipeline.connect(ears)
    entered = (await trio.ask(C, commands.Enter(conn, name="ann"))).result
    node.hall.leads = node.leading = True
    done = messages.Done("7.5", "", 0, entered.person.id, "", True)
    node.forwarding.applied["7.5"] = (time.monotonic(), done)  # by the leader before
    new = node.pipeline.connect(Silence())
    node.forwarding.asked(B, messages.Ask("7.5", *messages.wrap(commands.Enter(new, secret=entered.secret))))
    await trio.rest()
    assert trio.nodes[C].hall.people.by_id[entered.person.id].conns == (new,)
    assert [getattr(news, "why", None) for news in ears.heard] == ["elsewhere"]


class Buggy:
    """A game that fails when somebody is away."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def away(self, *_: Any) -> None:
        raise ZeroDivisionError


async def test_a_game_that_fails_keeps_nobody_of_a_dead_node_here(trio: Trio) -> None:
    leader = trio.nodes[A]
    people = [await trio.enter(B, name) for name in ("ann", "ben", "cat", "dan")]
    host = await trio.enter(A, "host")
    number = (await trio.ask(A, commands.Open(host, Terms("tictactoe"), sit=False))).result.sheet.table
    for person in people[:2]:
        assert (await trio.ask(B, commands.Join(person, number))).refused is None
    table = leader.hall.tables[number]
    table.game = Buggy(table.game)  # type: ignore[assignment]
    failover = Failover(leader, Database([]))  # type: ignore[arg-type]
    dies(trio, B)
    await settled(failover)
    await trio.rest()
    assert [person.id for person in leader.hall.people.by_conn.values()] == [host]
    await failover.close()


D = 12


async def test_a_node_that_comes_between_two_leaders_knows_who_is_here(trio: Trio) -> None:
    cat = await trio.enter(C, "cat")
    database = Database([])
    database.kept = {"hall": {"numbers": b"5"}}
    failovers = [Failover(trio.nodes[epoch], database) for epoch in (B, C)]  # type: ignore[arg-type]
    old = trio.nodes.pop(A)  # killed, and nobody knows of it yet
    new = trio.nodes[D] = trio._node(D)
    new.name = old.name
    new.beat()
    await trio.rest()
    for node in trio.nodes.values():
        node.beat()
    await trio.rest()
    assert new.synced_with == {B, C}
    new.hall.people.know(trio.nodes[C].hall.people.by_id[cat].profile)  # from the journal
    failovers.append(Failover(new, Database([])))  # type: ignore[arg-type]
    new.catch_up()
    for epoch in (B, C):
        node = trio.nodes[epoch]
        member = node.members.over(A)
        assert member is not None
        node._died(member)
        node._elect()
    await settled(*failovers)
    await trio.rest()
    for failover in failovers:
        await failover.close()
    assert trio.nodes[B].hall.leads
    assert trio.nodes[B].hall.people.here(cat)
    dan = await trio.enter(D, "dan")
    number = (await trio.ask(D, commands.Open(dan, Terms("tictactoe")))).result.sheet.table
    joined = await trio.ask(C, commands.Join(cat, number))
    new.pipeline.stop()
    assert joined.refused is None
    assert new.hall.people.here(cat)


async def test_an_older_node_that_comes_later_leaves_the_register_where_it_is(pair: Pair) -> None:
    first, second = pair.nodes[A], pair.nodes[B]
    for node in (first, second):
        node.hall.leads = node.leading = False
        node.leader = 0
        node.beat()
    await pair.rest()
    failovers = [Failover(node, Database([])) for node in (first, second)]  # type: ignore[arg-type]
    known = second.members.alive.pop(A)
    second._elect()
    await settled(*failovers)
    await pair.rest()
    assert second.hall.leads
    second.members.alive[A] = known
    first.early = []
    first.catch_up()
    for _ in range(3):
        await settled(*failovers)
        for node in (first, second):
            node.beat()
            node._elect()
        await pair.rest()
    await settled(*failovers)
    assert [node.hall.leads for node in (first, second)] == [False, True]
    for failover in failovers:
        await failover.close()
