"""Three nodes, one of which stops in good order: nothing of its tables is lost, and nothing done twice."""

import asyncio

import pytest

from tablehall.cluster.draining import Draining
from tablehall.cluster.shared import SharedHall
from tablehall.hall import commands
from tablehall.hall.table import Table
from tablehall.hall.terms import BotPlan, Terms
from tests.cluster.trio import PLACE, A, B, C, Giving, Trio, a_game, hold, let_go, talk, until


@pytest.fixture(autouse=True)
def _the_first_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.cluster.draining.successor", lambda number, names: f"node{A}")


async def hands_over(trio: Trio, late: list[tuple[str, bytes]]) -> None:
    """The second node gives everything to the first. The third hears what the second had told it before
    no sooner than it must: when all that is done without it is done."""
    draining = {epoch: Draining(node, Giving([])) for epoch, node in trio.nodes.items()}  # type: ignore[arg-type]
    giving = asyncio.ensure_future(draining[B].hand_over())

    def waits_for_the_third() -> bool:
        asked = trio.nodes[B].forwarding.pending.values()
        return giving.done() or [one.sent_to for one in asked if one.ask.kind == "Barrier"] == [C]

    await until(trio, waits_for_the_third)
    await let_go(trio, B, late)
    await until(trio, giving.done)
    await giving
    trio.nodes[C].forwarding.look_after_pending(0)
    await trio.rest()
    assert not trio.nodes[A].hall.remote


async def test_a_move_whose_news_are_late_when_the_table_is_handed_over_is_told(trio: Trio) -> None:
    ann, _, number, ears = await a_game(trio)
    late = hold(trio, B, C)
    assert (await trio.ask(A, commands.Act(ann, number, PLACE))).refused is None
    await hands_over(trio, late)
    assert trio.nodes[C].hall.tables[number].scene == trio.nodes[A].hall.tables[number].scene
    assert "Moved" in ears.records()


async def test_what_was_said_before_a_table_is_handed_over_is_not_said_again(trio: Trio) -> None:
    _, cat, number, _ = await a_game(trio)
    late = hold(trio, B, C)
    saying = asyncio.ensure_future(trio.nodes[C].pipeline.decide(commands.Say(cat, number, "once")))
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["once"]
    await hands_over(trio, late)
    assert (await saying).refused is None
    assert talk(trio.nodes[A].hall.tables[number]) == ["once"]


async def test_a_move_made_before_a_table_is_handed_over_is_not_refused_after(trio: Trio) -> None:
    ann, cat, number, _ = await a_game(trio)
    assert (await trio.ask(A, commands.Act(ann, number, PLACE))).refused is None
    late = hold(trio, B, C)
    act = commands.Act(cat, number, b'{"type":"place","r":1,"c":1}')
    acting = asyncio.ensure_future(trio.nodes[C].pipeline.decide(act))
    await trio.rest()
    await hands_over(trio, late)
    assert (await acting).refused is None


async def test_who_hands_a_table_over_does_not_fill_it_up_any_more(trio: Trio) -> None:
    node = trio.nodes[B]
    node.hall.staff["", 1] = [999]
    ben = await trio.enter(B, "ben")
    plan = BotPlan(1, after=1000)
    number = (await trio.ask(B, commands.Open(ben, Terms("tictactoe", bots=plan)))).result.sheet.table
    assert ("bots", number) in node.hall.alarms
    await Draining(node, Giving([])).hand_over()  # type: ignore[arg-type]
    assert node.hall.remote == {number: f"node{A}"}
    assert ("bots", number) not in node.hall.alarms


async def test_a_table_that_cannot_go_on_keeps_no_other_from_it(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = await trio.enter(B, "ben")
    first, second = [
        (await trio.ask(B, commands.Open(ben, Terms("tictactoe")))).result.sheet.table for _ in range(2)
    ]
    armed: list[int] = []

    def arm(_: SharedHall, table: Table) -> None:
        if table.sheet.table == first:
            raise ZeroDivisionError
        armed.append(table.sheet.table)

    monkeypatch.setattr(SharedHall, "arm", arm)
    decision = trio.nodes[A].hall.deciding(0)
    Draining(trio.nodes[A], Giving([])).accept(decision, [first, second])  # type: ignore[arg-type]
    assert armed == [second]
