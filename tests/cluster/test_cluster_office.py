"""Who keeps the register of people after somebody else, and what he finds there."""

import asyncio
import os
import time
from typing import Any

import pytest

from tablehall.cluster import words
from tablehall.cluster.asking import GIVE_UP_AFTER
from tablehall.cluster.inheriting import Heir
from tablehall.cluster.shared import ERA
from tablehall.games.api import Outcome
from tablehall.hall import commands
from tablehall.hall.people import Person
from tablehall.journal.api import Batch
from tests.cluster.trio import A, B, C, Database, Ears, Pair, Silence, Trio, a_table, dies, settled, until


async def test_what_a_node_asked_that_is_dead_by_now_is_not_done(trio: Trio) -> None:
    node, database = trio.nodes[B], Database([])
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    answers, ask = asyncio.Event(), inheriting._ask

    async def slowly(function: Any, *args: Any) -> Any:
        if function == database.facts and "person" in args[0]:
            await answers.wait()
        return await ask(function, *args)

    inheriting._ask = slowly  # type: ignore[method-assign]
    dies(trio, A)
    node._elect()
    enter = commands.Enter((C << ERA) + 1, "visitor", "vic")
    node._asked(C, words.Ask("9.1", *words.wrap(enter)))
    assert node.undecided
    dies(trio, C)
    await until(trio, lambda: not node.estates)
    assert not node.hall.registrar
    answers.set()
    await settled(inheriting)
    await trio.rest()
    assert node.hall.registrar
    assert not [conn for conn in node.hall.people.by_conn if conn >> ERA == C]
    await inheriting.close()


async def test_a_result_that_the_dead_registrar_wrote_and_did_not_tell_counts(trio: Trio) -> None:
    ann = await trio.enter(C, "ann")
    result = words.Settle("7.1", "tictactoe", (ann, 0), Outcome((1, 2), reason="line"))
    decision = trio.nodes[A].hall.decide(result, 0)
    written = {key: value for kind, key, value in decision.kept if kind == "person" and value}
    node, database = trio.nodes[B], Database([])
    database.kept = {"person": written, "hall": {"numbers": b"9"}}
    dies(trio, A)
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    assert not node.hall.people.by_id[ann].profile.scores
    node.in_office = True
    await inheriting._take_office()
    assert node.hall.people.by_id[ann].profile.scores
    await inheriting.close()


async def test_where_somebody_is_by_what_his_node_says_his_tables_are_shown(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(A, "ben")
    number = (await trio.ask(B, commands.Open(ann, "tictactoe"))).result.sheet.table
    assert (await trio.ask(A, commands.Join(ben, number))).refused is None
    dies(trio, A)  # it has let ben in at the third node, and told nobody else
    second, third = trio.nodes[B], trio.nodes[C]
    second.registrar = third.registrar = B
    conn = third.pipeline.connect(Silence())
    third.hall.people.attach(third.hall.people.by_id[ben], conn)
    second.hall.registrar = second.in_office = True
    third.tell_registrar(words.Present(third._people_here()))
    await trio.rest()
    assert second.hall.people.by_id[ben].conn == conn
    assert second.hall.informed[number] == {C}


async def test_who_is_not_asked_any_more_does_not_have_it_asked_again(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    node, asked = trio.nodes[C], []
    cat = await trio.enter(C, "cat")

    def note(_: int, ask: words.Ask, **__: Any) -> None:
        asked.append(ask.id)

    trio.nodes[A]._asked = note  # type: ignore[method-assign,assignment]
    watching = asyncio.ensure_future(node.pipeline.decide(commands.Watch(cat, number)))
    await trio.rest()
    (pending,) = node.pending.values()
    assert pending.sent_to == A
    node._take_in(B, words.Wrong(pending.ask.id))
    node._look_after_pending(0)
    last = node._ask(None, words.Listen(), None, of=A)
    await until(trio, lambda: last.ask.id in asked)
    assert asked == [pending.ask.id, last.ask.id]
    watching.cancel()


async def test_who_left_when_the_registrar_died_is_not_here(trio: Trio) -> None:
    node, registrar = trio.nodes[C], trio.nodes[A]
    conn = node.pipeline.connect(Silence())
    await trio.ask(C, commands.Enter(conn, "visitor", "vic"))
    database, journal = Database([]), registrar.pipeline._writer._journal
    commit = journal.commit

    def note(batch: Batch) -> None:
        for kind, key, value in batch.kept:
            if value is not None:
                database.kept.setdefault(kind, {})[key] = value
        commit(batch)

    journal.commit = note  # type: ignore[method-assign]
    registrar.bus.publish = lambda *_: None  # type: ignore[method-assign]
    leaving = asyncio.ensure_future(node.pipeline.decide(commands.Lost(conn)))
    await trio.rest()
    assert database.kept["asked"], "it is remembered"
    assert not leaving.done()
    heirs = [Heir(trio.nodes[era], database) for era in (B, C)]  # type: ignore[arg-type]
    dies(trio, A)
    for survivor in trio.nodes.values():
        survivor._elect()
    await settled(*heirs)
    node._look_after_pending(0)
    await until(trio, leaving.done)
    await leaving
    for heir in heirs:
        await heir.close()
    second = trio.nodes[B]
    assert second.hall.registrar
    again = commands.Enter(second.pipeline.connect(Silence()), "visitor", "vic")
    assert (await trio.ask(B, again)).refused is None
    assert [each.hall.people.by_conn.get(conn) for each in trio.nodes.values()] == [None, None]


async def test_who_left_while_there_was_no_registrar_for_long_is_not_here(trio: Trio) -> None:
    node = trio.nodes[C]
    conn = node.pipeline.connect(Silence())
    await trio.ask(C, commands.Enter(conn, "visitor", "vic"))
    dies(trio, A)
    trio.nodes[B].in_office = True  # and the database does not answer it
    node.pipeline.disconnect(conn)
    leaving = asyncio.ensure_future(node.pipeline.decide(commands.Lost(conn)))
    await trio.rest()
    node._look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    with pytest.raises(RuntimeError):
        await leaving
    dies(trio, B)
    node.hall.registrar = node.in_office = True
    node._elect()
    node._look_after_pending(time.monotonic())
    await trio.rest()
    again = commands.Enter(node.pipeline.connect(Silence()), "visitor", "vic")
    assert (await trio.ask(C, again)).refused is None


async def test_who_is_let_in_by_two_registrars_is_told_once_that_he_is_elsewhere(trio: Trio) -> None:
    trio.nodes[A].hall.chance = os.urandom  # nobody else has ann's secret
    ears, node = Ears(), trio.nodes[B]
    conn = trio.nodes[C].pipeline.connect(ears)
    entered = (await trio.ask(C, commands.Enter(conn, name="ann"))).result
    node.hall.registrar = node.in_office = True
    done = words.Done("7.5", "", 0, entered.person.id, "", True)
    node.carried_out["7.5"] = (time.monotonic(), done)  # by the registrar before
    new = node.pipeline.connect(Silence())
    node._asked(B, words.Ask("7.5", *words.wrap(commands.Enter(new, secret=entered.secret))))
    await trio.rest()
    assert trio.nodes[C].hall.people.by_id[entered.person.id].conn == new
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
    registrar = trio.nodes[A]
    people = [await trio.enter(B, name) for name in ("ann", "ben", "cat", "dan")]
    host = await trio.enter(A, "host")
    number = (await trio.ask(A, commands.Open(host, "tictactoe", sit=False))).result.sheet.table
    for person in people[:2]:
        assert (await trio.ask(B, commands.Join(person, number))).refused is None
    table = registrar.hall.tables[number]
    table.game = Buggy(table.game)  # type: ignore[assignment]
    inheriting = Heir(registrar, Database([]))  # type: ignore[arg-type]
    dies(trio, B)
    await settled(inheriting)
    await trio.rest()
    assert [person.id for person in registrar.hall.people.by_conn.values()] == [host]
    await inheriting.close()


D = 12


async def test_a_node_that_comes_between_two_registrars_knows_who_is_here(trio: Trio) -> None:
    cat = await trio.enter(C, "cat")
    database = Database([])
    database.kept = {"hall": {"numbers": b"5"}}
    heirs = [Heir(trio.nodes[era], database) for era in (B, C)]  # type: ignore[arg-type]
    old = trio.nodes.pop(A)  # killed, and nobody knows of it yet
    new = trio.nodes[D] = trio._node(D)
    new.name = old.name
    new.beat()
    await trio.rest()
    for node in trio.nodes.values():
        node.beat()
    await trio.rest()
    assert new.welcomed_by == {B, C}
    new.hall.people.add(Person(trio.nodes[C].hall.people.by_id[cat].profile))  # from the journal
    heirs.append(Heir(new, Database([])))  # type: ignore[arg-type]
    new.catch_up()
    for era in (B, C):
        node = trio.nodes[era]
        member = node.members.over(A)
        assert member is not None
        node._died(member)
        node._elect()
    await settled(*heirs)
    await trio.rest()
    for heir in heirs:
        await heir.close()
    assert trio.nodes[B].hall.registrar
    assert trio.nodes[B].hall.people.here(cat)
    dan = await trio.enter(D, "dan")
    number = (await trio.ask(D, commands.Open(dan, "tictactoe"))).result.sheet.table
    joined = await trio.ask(C, commands.Join(cat, number))
    new.pipeline.stop()
    assert joined.refused is None
    assert new.hall.people.here(cat)


async def test_an_older_node_that_comes_later_leaves_the_register_where_it_is(pair: Pair) -> None:
    first, second = pair.nodes[A], pair.nodes[B]
    for node in (first, second):
        node.hall.registrar = node.in_office = False
        node.registrar = 0
        node.beat()
    await pair.rest()
    heirs = [Heir(node, Database([])) for node in (first, second)]  # type: ignore[arg-type]
    known = second.members.alive.pop(A)
    second._elect()
    await settled(*heirs)
    await pair.rest()
    assert second.hall.registrar
    second.members.alive[A] = known
    first.early = []
    first.catch_up()
    for _ in range(3):
        await settled(*heirs)
        for node in (first, second):
            node.beat()
            node._elect()
        await pair.rest()
    await settled(*heirs)
    assert [node.hall.registrar for node in (first, second)] == [False, True]
    for heir in heirs:
        await heir.close()
