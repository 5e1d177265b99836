"""Three nodes: what two of them say reaches the third in any order."""

import asyncio
import os
from typing import NamedTuple

from tablehall.cluster.failover import Failover
from tablehall.hall import commands
from tablehall.hall.deadlines import wake
from tablehall.hall.hall import LINGER
from tablehall.hall.terms import Terms
from tests.cluster.trio import (
    PLACE,
    A,
    B,
    C,
    Database,
    Ears,
    Silence,
    Trio,
    a_table,
    dies,
    hold,
    let_go,
    settled,
)


class Back(NamedTuple):
    """Ann, who goes on at the third node."""

    ann: int
    cat: int
    table: int
    welcome: set[int]
    """The tables that they are told of when they come in."""
    ears: Ears


async def table_before_person(trio: Trio, *, cat_plays: bool) -> Back:
    """The third node hears of ann's table before it hears of ann. Later they go on there."""
    cat = await trio.enter(C, "cat")
    late = hold(trio, A, C)
    conn = trio.nodes[B].pipeline.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    ann = entered.person.id
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe", 2)))).result.sheet.table
    if cat_plays:
        assert (await trio.ask(C, commands.Join(cat, number))).refused is None
    await let_go(trio, A, late)
    ears, pipeline = Ears(), trio.nodes[C].pipeline
    enter = commands.Enter(pipeline.connect(ears), secret=entered.secret)
    welcome = (await pipeline.decide(enter)).result.person.tables.copy()
    await trio.rest()
    return Back(ann, cat, number, welcome, ears)


async def test_who_is_heard_of_later_than_their_table_is_welcomed_with_it(trio: Trio) -> None:
    back = await table_before_person(trio, cat_plays=False)
    assert trio.nodes[B].hall.people.by_name["ann"].tables == {back.table}
    assert back.welcome == {back.table}


async def test_who_is_heard_of_later_than_their_table_hears_their_game(trio: Trio) -> None:
    back = await table_before_person(trio, cat_plays=True)
    assert (await trio.ask(C, commands.Act(back.ann, back.table, PLACE))).refused is None
    act = commands.Act(back.cat, back.table, b'{"type":"place","r":1,"c":1}')
    assert (await trio.ask(C, act)).refused is None
    assert back.welcome == {back.table}
    assert back.ears.records() == ["Moved", "Moved"]


async def test_a_late_word_of_the_leader_before_shows_nobody_out(trio: Trio) -> None:
    conn = trio.nodes[B].pipeline.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    late = hold(trio, A, C)
    await trio.ask(B, commands.Lost(conn))
    assert late
    first, second = trio.nodes[A], trio.nodes[B]
    first.hall.leads, first.leading, first.stepping_down = False, False, True
    await first.pipeline.settled()
    first.leaving = True
    second.hall.leads = second.leading = True
    first.beat()
    await trio.rest()
    conn = second.pipeline.connect(Silence())
    assert (await trio.ask(B, commands.Enter(conn, secret=entered.secret))).refused is None
    assert trio.nodes[C].hall.people.here(entered.person.id)
    await let_go(trio, A, late)
    assert trio.nodes[C].hall.people.here(entered.person.id)


async def test_a_stranger_who_comes_back_when_their_table_is_closed_is_here(trio: Trio) -> None:
    first, second = trio.nodes[A], trio.nodes[B]
    first.hall.chance = os.urandom  # nobody else has their secret
    conn = trio.nodes[C].pipeline.connect(Silence())
    entered = (await trio.ask(C, commands.Enter(conn, "stranger"))).result
    sam, ben = entered.person.id, await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ben, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(C, commands.Join(sam, number, name="sam"))).refused is None
    await trio.ask(C, commands.Lost(conn))
    late = hold(trio, A, B)
    enter = commands.Enter(first.pipeline.connect(Silence()), "stranger", secret=entered.secret)
    decision = first.hall.decide(enter, first.pipeline.clock())  # what comes before it has been waited for
    assert decision.refused is None
    first.pipeline.submit(0, decision)
    assert (await trio.ask(B, commands.Leave(ben, number))).refused is None
    second.pipeline.submit(0, second.hall.handle(commands.Close(number), 0))
    await trio.rest()
    assert number not in second.hall.tables
    await let_go(trio, A, late)
    assert [node.hall.people.here(sam) is not None for node in trio.nodes.values()] == [True] * 3
    assert (await trio.ask(A, commands.Open(sam, Terms("tictactoe"), name="sam"))).refused is None


async def test_for_who_begins_afresh_nothing_is_written_at_tables_of_other_nodes(trio: Trio) -> None:
    leader, node = trio.nodes[A], trio.nodes[B]
    conn = node.pipeline.connect(Silence())
    enter = commands.Enter(conn, "visitor", "vic", starts_afresh=True)
    vic = (await trio.ask(B, enter)).result.person.id
    number = (await trio.ask(B, commands.Open(vic, Terms("dama")))).result.sheet.table
    late = hold(trio, B, A)
    lost = leader.hall.decide(commands.Lost(conn), leader.pipeline.clock(), B)
    leader.pipeline.submit(0, lost)
    await trio.rest()
    assert late, "what becomes of the table"
    back = commands.Enter(trio.nodes[C].pipeline.connect(Silence()), "visitor", "vic", starts_afresh=True)
    decision = leader.hall.decide(back, leader.pipeline.clock(), C)
    assert decision.refused is None
    assert number in leader.hall.remote or number not in leader.hall.tables
    assert decision.records == []


async def test_a_finished_table_that_somebody_brings_along_is_forgotten_in_the_end(trio: Trio) -> None:
    trio.nodes[A].hall.chance = os.urandom  # nobody else has ann's secret
    conn = trio.nodes[B].pipeline.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    ann, ben = entered.person.id, await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(B, commands.Join(ben, number))).refused is None
    assert (await trio.ask(B, commands.Resign(ben, number))).refused is None
    node = trio.nodes[C]
    enter = commands.Enter(node.pipeline.connect(Silence()), secret=entered.secret)
    assert (await trio.ask(C, enter)).result.person.id == ann
    assert number in node.hall.tables
    assert (await trio.ask(C, commands.Leave(ann, number))).refused is None
    for each in trio.nodes.values():
        each.pipeline.submit(0, wake(each.hall, each.pipeline.clock() + 2 * LINGER))
    await trio.rest()
    assert [number in each.hall.tables for each in trio.nodes.values()] == [False] * 3


async def test_a_save_that_was_shown_at_one_node_is_found_through_another(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(C, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(C, commands.Join(ben, number))).refused is None
    assert (await trio.ask(B, commands.Act(ann, number, PLACE))).refused is None
    late = hold(trio, B, A)
    node = trio.nodes[B]
    save = commands.Save(ann, number, "evening")
    saved = node.hall.decide(save, node.pipeline.clock())  # the leader has said that the name is free
    assert saved.refused is None
    node.pipeline.submit(0, saved)
    await trio.rest()
    assert ("tictactoe", "evening") in trio.nodes[C].hall.saves
    assert ("tictactoe", "evening") not in trio.nodes[A].hall.saves
    reopen = commands.Reopen(ben, "evening", "tictactoe")
    reopening = asyncio.ensure_future(trio.nodes[C].pipeline.decide(reopen))
    await trio.rest()
    await let_go(trio, B, late)
    assert (await reopening).refused is None


async def test_a_save_that_all_its_players_delete_at_once_is_gone_everywhere(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(C, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(C, commands.Join(ben, number))).refused is None
    assert (await trio.ask(B, commands.Act(ann, number, PLACE))).refused is None
    assert (await trio.ask(B, commands.Save(ann, number, "evening"))).refused is None
    deleting = (
        trio.ask(B, commands.Delete("tictactoe", "evening", ann)),
        trio.ask(C, commands.Delete("tictactoe", "evening", ben)),
    )
    assert [decision.refused for decision in await asyncio.gather(*deleting)] == [None, None]
    assert [node.hall.saves for node in trio.nodes.values()] == [{}, {}, {}]


async def test_a_save_that_is_known_at_one_node_is_deleted_through_another(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(C, "ben")
    number = (await trio.ask(B, commands.Open(ann, Terms("tictactoe")))).result.sheet.table
    assert (await trio.ask(C, commands.Join(ben, number))).refused is None
    assert (await trio.ask(B, commands.Act(ann, number, PLACE))).refused is None
    late, node = hold(trio, B, A), trio.nodes[B]
    saved = node.hall.decide(commands.Save(ann, number, "evening"), node.pipeline.clock())
    node.pipeline.submit(0, saved)
    await trio.rest()
    delete = commands.Delete("tictactoe", "evening", ben)
    deleting = asyncio.ensure_future(trio.nodes[C].pipeline.decide(delete))
    await trio.rest()
    await let_go(trio, B, late)
    assert (await deleting).refused is None
    await trio.rest()
    deleted = [each.hall.saves["tictactoe", "evening"].deleted_by for each in trio.nodes.values()]
    assert deleted == [(ben,)] * 3


class Over(Database):
    """Every table is finished."""

    def statuses(self, tables: list[int]) -> dict[int, str]:
        return dict.fromkeys(tables, "finished")


async def test_nobody_writes_a_last_word_at_a_table_of_a_node_that_is_gone(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    assert (await trio.ask(B, commands.Resign(ben, number))).refused is None
    node = trio.nodes[B]
    assert number in node.hall.finished
    log = list(trio.nodes[A].hall.tails[number])
    node.journal.log = lambda _: log
    failover = Failover(node, Over([]))  # type: ignore[arg-type]
    node.members.alive[A].beat.gone = True  # it has left in good order
    dies(trio, A)
    await settled(failover)
    await trio.rest()
    decision = node.hall.handle(commands.Say(ben, number, "well played"), node.pipeline.clock())
    assert decision.records == []
    await failover.close()
