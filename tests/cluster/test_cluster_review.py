"""Three nodes: what goes wrong at one place does not spread, and nobody is forgotten."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from tablehall.cluster import fibers, messages
from tablehall.cluster.forwarding import GIVE_UP_AFTER
from tablehall.cluster.joining import Cluster
from tablehall.cluster.links import Link
from tablehall.cluster.shared import SharedHall
from tablehall.games import house_games
from tablehall.games.api import Outcome
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.facts import Row
from tablehall.hall.notices import Gathered, Listed
from tablehall.hall.terms import Terms
from tablehall.protocols.mia import MaexchenDoor, MaexchenSettings, MiaDoor, MiaSettings
from tests.cluster.trio import A, B, C, Ears, Pair, Silence, Trio, a_table, talk


async def a_stranger(nodes: Pair, epoch: int) -> tuple[int, int]:
    """Somebody without a name comes in; their connection and number."""
    conn = nodes.nodes[epoch].pipeline.connect(Silence())
    decided = await nodes.ask(epoch, commands.Enter(conn, "stranger"))
    return conn, decided.result.person.id


@pytest.mark.parametrize("at", [A, B])
@pytest.mark.parametrize("owner", [A, B])
async def test_a_stranger_who_looked_on_is_gone_from_every_table(trio: Trio, at: int, owner: int) -> None:
    ann = await trio.enter(owner, "ann")
    number = (await trio.ask(owner, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    conn, stranger = await a_stranger(trio, at)
    assert (await trio.ask(at, commands.Watch(stranger, number))).refused is None
    await trio.ask(at, commands.Lost(conn))
    assert not any(stranger in node.hall.people.by_id for node in trio.nodes.values())
    assert not any(node.hall.tables[number].watchers for node in trio.nodes.values())
    ben = await trio.enter(at, "ben")
    assert (await trio.ask(at, commands.Join(ben, number))).refused is None


async def test_who_looked_on_before_a_replica_came_leaves_it_as_well(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(A, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    conn, stranger = await a_stranger(trio, C)
    assert (await trio.ask(C, commands.Watch(stranger, number))).refused is None
    assert (await trio.ask(A, commands.Join(ben, number))).refused is None
    assert trio.nodes[A].hall.tables[number].watchers == {stranger}
    await trio.ask(C, commands.Lost(conn))
    assert not trio.nodes[A].hall.tables[number].watchers


async def test_who_no_longer_waits_for_an_answer_holds_nobody_up(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    node, ears = trio.nodes[B], Ears()
    node.pipeline.connections[node.hall.people.by_id[ben].conns[-1]] = ears
    asking = asyncio.ensure_future(node.pipeline.decide(commands.Say(ben, number, "heard")))
    await asyncio.sleep(0)
    assert node.forwarding.pending
    asking.cancel()
    await trio.rest()
    assert [news.record.text for news in ears.heard] == ["heard"]


async def test_a_word_that_cannot_be_read_takes_no_other_with_it(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    owner = trio.nodes[A]
    outgoing = owner.outgoing(owner.hall.handle(commands.Say(ann, number, "heard"), 0))
    owner.links.say(B, messages.encode(messages.Ask("3.99", "Nonsense", b"")))
    for epoch, message in outgoing:
        owner.links.say(epoch, message)
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["heard"]


async def test_a_change_that_cannot_be_followed_takes_no_other_with_it(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    owner = trio.nodes[A]
    decision = owner.hall.handle(commands.Say(ann, number, "heard"), 0)
    changes = owner.hall.changes(decision, [B])[B]
    nonsense = messages.Facts([Row("ban", "nobody knows this/kind", b"{}")])
    owner.links.say(B, messages.encode(messages.Effects([nonsense, *changes])))
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["heard"]


async def test_a_node_that_does_not_know_a_game_does_not_ask_for_its_tables(trio: Trio) -> None:
    ann = await trio.enter(A, "ann")
    node = trio.nodes[B]
    del node.hall.games["tictactoe"]
    asked = node.pipeline.counts["forwarded"]
    await trio.ask(A, commands.Open(ann, Terms("tictactoe")))
    assert node.pipeline.counts["forwarded"] == asked
    assert not node.hall.tables
    assert not node.hall.remote


async def test_whoever_was_let_in_after_hanging_up_is_not_here(trio: Trio) -> None:
    node = trio.nodes[B]
    conn = node.pipeline.connect(Silence())
    entering = asyncio.ensure_future(node.pipeline.decide(commands.Enter(conn, name="late")))
    await asyncio.sleep(0)
    node.forwarding.look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    with pytest.raises(RuntimeError):
        await entering
    node.pipeline.disconnect(conn)
    await trio.ask(B, commands.Lost(conn))
    await trio.rest()
    assert not any(conn in other.hall.people.by_conn for other in trio.nodes.values())
    assert "late" in trio.nodes[A].hall.people.by_name
    assert not node.forwarding.given_up


async def test_a_reason_that_is_unknown_here_is_an_answer_too(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    node = trio.nodes[B]
    asking = asyncio.ensure_future(node.pipeline.decide(commands.Say(ben, number, "hello")))
    await asyncio.sleep(0)
    [pending] = node.forwarding.pending.values()
    node.forwarding.answered(messages.Done(pending.ask.id, "some.newer.Reason/NO"))
    with pytest.raises(RuntimeError):
        await asking


async def test_who_has_heard_enough_is_not_called_again(trio: Trio) -> None:
    node, heard = trio.nodes[B], [False]
    node.links.links = {5: Link(), 6: Link()}
    over: list[None] = []
    fibers.spawn(lambda: over.append(node.forwarding.barrier(lambda: heard[0])))  # type: ignore[func-returns-value]
    heard[0] = True
    node.forwarding.look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    assert over
    assert not node.forwarding.pending


async def test_who_no_longer_keeps_the_register_lets_nobody_in(trio: Trio) -> None:
    first, second = trio.nodes[A], trio.nodes[B]
    bob = await trio.enter(B, "bob")
    number = (await trio.ask(B, commands.Open(bob, Terms("tictactoe")))).result.sheet.table
    conn = first.pipeline.connect(Silence())
    person = (await trio.ask(A, commands.Enter(conn, "visitor", "vic"))).result.person.id
    assert (await trio.ask(A, commands.Join(person, number))).refused is None
    await trio.ask(A, commands.Lost(conn))
    conn = first.pipeline.connect(Silence())
    entering = asyncio.ensure_future(first.pipeline.decide(commands.Enter(conn, "visitor", "vic")))
    await asyncio.sleep(0)
    assert first.forwarding.pending  # their table is fetched from where it is decided on
    first.hall.leads, first.leading, first.leaving = False, False, True
    second.hall.leads = second.leading = True
    first.beat()
    assert (await asyncio.wait_for(entering, 20)).result.person.id == person
    await trio.rest()
    assert all(node.hall.people.by_id[person].conns == (conn,) for node in trio.nodes.values())


async def test_what_the_keeper_decides_comes_before_what_is_decided_next(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    pipeline = trio.nodes[A].pipeline
    keeper = asyncio.ensure_future(pipeline.decide(commands.Say(ann, number, "first")))
    asyncio.get_running_loop().call_soon(
        lambda: pipeline.submit(0, pipeline.hall.handle(commands.Say(ann, number, "second"), 0))
    )
    pipeline.submit(0, await keeper)
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["first", "second"]


async def test_an_answer_is_not_repeated_before_it_is_remembered(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    owner = trio.nodes[A]
    said: list[bytes] = []
    owner.links.say = lambda to, body: said.append(body)  # type: ignore[method-assign]
    ask = messages.Ask("7.1000", *messages.wrap(commands.Say(ben, number, "once")))
    owner.forwarding.asked(B, ask)
    owner.forwarding.asked(B, ask)
    assert not said
    await owner.pipeline.settled()
    answers = [
        word.done for word in map(messages.decode, said) if isinstance(word, messages.Effects) and word.done
    ]
    assert [done.id for done in answers] == ["7.1000", "7.1000"]


async def test_what_is_too_much_for_one_batch_goes_in_several(trio: Trio) -> None:
    first, second = trio.nodes[A], trio.nodes[B]
    sizes: list[int] = []
    heard: list[int] = []
    publish = first.links._publish

    def weigh(to: int, data: bytes) -> None:
        sizes.append(len(data))
        publish(to, data)

    first.links._publish = weigh
    second.on_datagram = lambda _, word: heard.append(len(word.data))
    for size in (10, 3_000_000, 20):
        first.links.say(B, messages.encode(messages.Datagram("door", "host", 1, bytes(size))))
    await trio.rest()
    assert heard == [10, 3_000_000, 20]
    assert max(sizes) < 1_000_000


async def test_a_table_that_is_gone_is_expected_by_nobody(trio: Trio) -> None:
    owner = SimpleNamespace(hall=trio.nodes[A].hall)
    ann = await trio.enter(B, "ann")
    decided: Decision = owner.hall.decide(commands.Join(ann, 4711), 0, B)
    assert decided.refused is not None
    assert not owner.hall.expected


@pytest.mark.parametrize("begun", [False, True])
async def test_a_stranger_who_gave_up_a_seat_elsewhere_is_forgotten(trio: Trio, begun: bool) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("mia", 3)))).result.sheet.table
    _, stranger = await a_stranger(trio, A)
    assert (await trio.ask(A, commands.Join(stranger, number, name="sam"))).refused is None
    if begun:
        assert (await trio.ask(B, commands.Join(ben, number))).refused is None
    await trio.ask(A, commands.LogOut(stranger))
    assert not any(stranger in node.hall.people.by_id for node in trio.nodes.values())


async def test_spectators_elsewhere_hear_once_that_one_of_them_is_gone(trio: Trio) -> None:
    ann, ben = await trio.enter(A, "ann"), await trio.enter(B, "ben")
    number = (await trio.ask(A, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    conn, stranger = await a_stranger(trio, C)
    for epoch, person in ((B, ben), (C, stranger)):
        assert (await trio.ask(epoch, commands.Watch(person, number))).refused is None
    node, ears = trio.nodes[B], Ears()
    node.pipeline.connections[node.hall.people.by_id[ben].conns[-1]] = ears
    await trio.ask(C, commands.Lost(conn))
    assert [news.watching for news in ears.heard if isinstance(news, Gathered)] == [1]


async def test_players_elsewhere_hear_that_a_spectator_sat_down_and_the_lobby_how_it_ended(
    trio: Trio,
) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(C, "ben")
    number = (await trio.ask(A, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    node, ears = trio.nodes[B], Ears()
    conn = node.hall.people.by_id[ann].conns[-1]
    node.pipeline.connections[conn] = ears
    node.hall.lobby.add(conn)
    assert (await trio.ask(C, commands.Watch(ben, number))).refused is None
    assert (await trio.ask(C, commands.Join(ben, number))).refused is None
    assert [news.watching for news in ears.heard if isinstance(news, Gathered)] == [1, 0]
    assert (await trio.ask(C, commands.Resign(ben, number))).refused is None
    [*_, last] = [news for news in ears.heard if isinstance(news, Listed)]
    assert last.change == "gone"
    assert last.scene.outcome == Outcome((1, 2), reason="resigned")


async def test_the_end_of_a_table_does_not_hide_where_its_game_goes_on(trio: Trio) -> None:
    ann, ben, number = await a_table(trio)
    save = ("tictactoe", "evening")
    await trio.ask(A, commands.Save(ann, number, "evening"))
    again = (await trio.ask(A, commands.Reopen(ann, "evening", "tictactoe"))).result.sheet.table
    hall = trio.nodes[B].hall
    assert (await trio.ask(B, commands.Join(ben, again))).refused is None
    assert hall.saves_out == {save: again}
    hall.saves_out[save] = 4711  # a newer table of the same game, of which this node heard first
    await trio.ask(A, commands.Close(again))
    assert again not in hall.tables
    assert hall.saves_out == {save: 4711}


def test_doors_that_share_a_contest_share_it_at_the_next_leader_too() -> None:
    hall = SharedHall(house_games(), bytes)
    doors = (MiaDoor(hall, MiaSettings()), MaexchenDoor(hall, MaexchenSettings(shared=True)))
    cluster: Any = Cluster.__new__(Cluster)
    cluster.hall = hall
    cluster.datagrams = [SimpleNamespace(door=door, begin=lambda: None) for door in doors]
    cluster._hold_contests()
    held = [datagrams.door.contest for datagrams in cluster.datagrams]
    assert held[0] is held[1] is hall.organisers["mia"]
    assert held[0] is not doors[0].contest
