"""Three nodes, one of which is gone or stops: what it left, and who leads after it."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from tablehall.cluster import fibers, messages
from tablehall.cluster.draining import Draining
from tablehall.cluster.failover import Failover
from tablehall.cluster.joining import Cluster, ClusterSettings
from tablehall.cluster.membership import Beat
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.facts import Fact, Noted
from tablehall.hall.notices import Happened
from tablehall.hall.recovery import Remembered
from tablehall.hall.terms import Terms
from tests.cluster.trio import PLACE, A, B, C, Database, Ears, Pair, Silence, Trio, a_table, settled, talk


async def test_who_looks_on_keeps_the_table_when_its_node_dies(trio: Trio) -> None:
    successor, dead, node = trio.nodes[A], trio.nodes[B], trio.nodes[C]
    ann, ben, cat = await trio.enter(B, "ann"), await trio.enter(B, "ben"), await trio.enter(C, "cat")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(B, commands.Join(ben, number))).refused is None
    ears = Ears()
    node.pipeline.connections[node.hall.people.by_id[cat].conns[-1]] = ears
    assert (await trio.ask(C, commands.Watch(cat, number))).refused is None
    table, lines = dead.hall.tables[number], list(dead.hall.tails[number])
    del trio.nodes[B]
    for survivor in (successor, node):
        member = survivor.members.over(B)
        assert member is not None
        survivor._died(member)
    failover = Failover(successor, Database([]))  # type: ignore[arg-type]
    failover._show_out({B})
    failover.resume([Remembered(number, "tictactoe", table.seed, None, lines)], 0)
    await trio.rest()
    assert node.hall.remote == {number: f"node{A}"}
    assert node.hall.tables[number].scene == successor.hall.tables[number].scene
    ears.heard.clear()
    conn = successor.pipeline.connect(Silence())
    successor.pipeline.submit(
        0, successor.hall.decide(messages.Present((messages.PersonHere(ann, conn, None, False),)), 0)
    )
    await trio.rest()
    assert (await trio.ask(A, commands.Act(ann, number, PLACE))).refused is None
    assert "Moved" in [type(news.record).__name__ for news in ears.heard if isinstance(news, Happened)]
    await failover.close()


async def test_nobody_takes_from_a_node_that_has_not_left_yet(trio: Trio) -> None:
    node = trio.nodes[A]
    node.times = node.members.times = type(node.times)(beat=200, dead_after=1)
    node.members.heard(Beat(B, f"node{B}", leaving=True), time.monotonic())
    node.members.trusts = lambda now: True  # type: ignore[method-assign]
    database = Database([f"node{B}", "somebody else"])
    failover = Failover(node, database)  # type: ignore[arg-type]
    taken = asyncio.Event()
    names: list[str] = []

    async def take(name: str, _: float) -> None:
        names.append(name)
        if name == "somebody else":
            taken.set()

    failover._take_over = take  # type: ignore[method-assign,assignment]
    await asyncio.wait_for(taken.wait(), 60)
    await failover.close()
    assert names == ["somebody else"]


async def test_the_register_is_read_when_the_one_before_can_write_no_more(trio: Trio) -> None:
    node = trio.nodes[B]
    database = Database([])
    failover = Failover(node, database)  # type: ignore[arg-type]
    ask = failover._ask

    async def slowly(function: Any, *args: Any) -> Any:
        if function == database.fence:
            await database.may_fence.wait()
        return await ask(function, *args)

    failover._ask = slowly
    member = node.members.over(A)
    assert member is not None
    node._died(member)
    node._elect()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not database.asked
    assert not node.hall.leads
    database.may_fence.set()
    leading = asyncio.Event()
    failover.on_leading = leading.set
    await asyncio.wait_for(leading.wait(), 60)
    assert node.hall.leads
    assert database.asked.index(f"fence node{A}") < database.asked.index("facts")
    await failover.close()


def games_won(nodes: Pair, person: int) -> list[int]:
    """By what each node knows of them."""
    halls = [node.hall for node in nodes.nodes.values()]
    return [score.won for h in halls for score in h.people.by_id[person].profile.scores.values()]


async def a_result(trio: Trio) -> tuple[int, Decision]:
    """Ann wins at a table of the second node, which remembers it and can tell nobody; what it decided."""
    ann, ben = await trio.enter(A, "ann"), await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ben, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(A, commands.Join(ann, number))).refused is None
    assert (await trio.ask(B, commands.Act(ben, number, PLACE))).refused is None
    return ann, trio.nodes[B].hall.handle(commands.Resign(ben, number), 0)


def kept_by(decision: Decision) -> Database:
    """A database that has remembered what a decision wanted kept."""
    database = Database([])
    for row in (fact.row() for fact in decision.facts):
        assert row.value is not None
        database.kept.setdefault(row.kind, {})[row.key] = row.value
    return database


async def test_a_result_is_settled_once_and_forgotten(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    (row,) = [fact.row() for fact in decision.facts]
    assert row.kind == "unsettled"
    assert row.value
    leader, learned = trio.nodes[A].hall, []
    learn = leader.learn

    def note(fact: Fact) -> None:
        learned.append(fact)
        learn(fact)

    leader.learn = note  # type: ignore[method-assign]
    trio.nodes[B].pipeline.submit(0, decision)
    await trio.rest()
    assert games_won(trio, ann) == [1, 1, 1]
    assert learned[-1] == Noted("unsettled", row.key, None)


async def test_a_result_that_a_dead_node_could_not_bring_counts_all_the_same(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    node = trio.nodes[A]
    failover = Failover(node, kept_by(decision))  # type: ignore[arg-type]
    dead = node.members.over(B)
    assert dead is not None
    node._died(dead)
    await settled(failover)
    await trio.rest()
    assert games_won(trio, ann) == [1, 1]
    result = next(change for to, change in decision.outbox if to == -1)
    node.forwarding.asked(C, messages.Ask("7.99", *messages.wrap(result)))  # it was on its way all the same
    await trio.rest()
    assert games_won(trio, ann) == [1, 1]
    await failover.close()


async def test_whoever_becomes_leader_settles_what_is_left(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    node = trio.nodes[B]
    failover = Failover(node, kept_by(decision))  # type: ignore[arg-type]
    node.leading = True
    await failover._lead()
    await trio.rest()
    assert games_won(trio, ann) == [1, 1, 1]
    await failover.close()


async def test_whoever_could_not_become_leader_tries_again(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablehall.cluster.failover.AGAIN_AFTER", 0)
    node, database = trio.nodes[B], Database([])
    node.members.over(A)
    failover, tries = Failover(node, database), iter(["no", "no"])  # type: ignore[arg-type]

    async def lead() -> None:
        if next(tries, None):
            raise RuntimeError("something unforeseen")
        node.hall.leads = True

    failover._lead = lead  # type: ignore[method-assign]
    for _ in range(60):
        node._elect()
        await asyncio.sleep(0)
    assert node.hall.leads
    assert node.leading
    await failover.close()


async def test_a_late_word_of_somebody_who_is_gone_misleads_nobody_for_long(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    node = trio.nodes[C]
    assert node.hall.remote == {number: f"node{A}"}
    database = Database([])
    database.whose = {number: f"node{B}"}
    failover = Failover(node, database)  # type: ignore[arg-type]
    gone = node.members.over(A)
    assert gone is not None
    failover._died(gone)
    await settled(failover)
    assert node.hall.remote == {number: f"node{B}"}
    await failover.close()


async def test_who_stops_before_leading_does_not_lead(trio: Trio) -> None:
    node = trio.nodes[B]
    failover = Failover(node, Database([]))  # type: ignore[arg-type]
    node.leading = True
    leading = failover.spawn(failover._lead())
    await Draining(node, Database([])).step_down()  # type: ignore[arg-type]
    await leading
    assert not node.hall.leads
    await failover.close()


@pytest.mark.parametrize("applied", [True, False])
async def test_a_node_that_is_back_does_once_what_it_was_asked(trio: Trio, applied: bool) -> None:
    _, ben, number = await a_table(trio)
    owner = trio.nodes[A]
    table, lines = owner.hall.tables[number], list(owner.hall.tails[number])
    ask = messages.Ask("7.1000", *messages.wrap(commands.Say(ben, number, "once")))
    kept: dict[str, dict[str, bytes]] = {"hall": {}}
    if applied:  # and the answer was lost
        owner.forwarding.asked(B, ask)
        lines.append(owner.hall.tails[number][-1])
        kept["asked"] = {ask.id: messages.encode(messages.Done(ask.id))}
        await trio.rest()
        owner.forwarding.applied.clear()
    owner.hall.remove(table)
    owner.early = []
    owner.forwarding.asked(B, ask)
    cluster = Cluster(ClusterSettings(), SimpleNamespace(owner="node3", link=None))  # type: ignore[arg-type]
    cluster.node = owner
    cluster.recovered(None, kept, [Remembered(number, "tictactoe", table.seed, None, lines)], 0)
    if applied:
        owner.forwarding.asked(B, ask)
    assert talk(owner.hall.tables[number]) == ["once"]
    await cluster.failover.close()


async def test_whoever_asks_when_a_node_is_found_dead_waits_for_its_successors(trio: Trio) -> None:
    """The dead one was the only one to know of the table, and had told somebody of it."""
    _, _, number = await a_table(trio)
    node = trio.nodes[B]
    found: list[Any] = []
    lines = list(trio.nodes[A].hall.tails[number])
    seed = node.hall.tables[number].seed
    node.hall.remove(node.hall.tables[number])
    trio.nodes.pop(A)
    failover = Failover(node, Database([]))  # type: ignore[arg-type]

    async def take_over(*_: Any, **__: Any) -> None:
        failover.resume([Remembered(number, "tictactoe", seed, None, lines)], 0)

    failover._take_over = take_over  # type: ignore[method-assign]
    fibers.spawn(lambda: found.append(node.hall.find(number)))
    await trio.rest()
    assert found == []
    node.members.alive[A].heard -= 10
    for _ in range(4):
        node.members._trusts_from = 0.0
        node.members.alive[B].heard = node.members._looked = time.monotonic()
        node._tick()
        assert node._timer is not None
        node._timer.cancel()
    assert A not in node.members.alive
    await settled(failover)
    await trio.rest()
    assert [table.scene.status for table in found] == ["playing"]
    await failover.close()
