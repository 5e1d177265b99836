"""A node dies with something remembered that it has told nobody: who goes on for it tells it."""

import asyncio

import pytest

from tablehall.cluster import messages
from tablehall.cluster.failover import Failover
from tablehall.hall import commands
from tablehall.hall.recovery import Remembered
from tests.cluster.trio import PLACE, A, B, C, Database, Trio, a_game, dies, settled, until


@pytest.mark.parametrize("snapshot", [False, True])
async def test_a_move_that_was_remembered_and_not_told_is_told(trio: Trio, snapshot: bool) -> None:
    ann, _, number, ears = await a_game(trio)
    dead = dies(trio, B)
    dead.pipeline.submit(0, dead.hall.handle(commands.Act(ann, number, PLACE), 0))
    await dead.pipeline.settled()
    table, lines = dead.hall.tables[number], list(dead.hall.tails[number])
    failover = Failover(trio.nodes[A], Database([]))  # type: ignore[arg-type]
    taken, log = (messages.snapshot(table), lines[-3:]) if snapshot else (None, lines)
    failover.resume([Remembered(number, "tictactoe", table.seed, taken, log)], 0)
    await trio.rest()
    assert 1 in trio.nodes[C].hall.tables[number].scene.turn.seats
    assert "Moved" in ears.records()
    await failover.close()


class Saved(Database):
    """Every game has been put away."""

    def statuses(self, tables: list[int]) -> dict[int, str]:
        return dict.fromkeys(tables, "saved")


async def test_a_game_that_was_put_away_and_not_told_so_is_over_for_everybody(trio: Trio) -> None:
    ann, cat, number, ears = await a_game(trio)
    dead, node = trio.nodes[B], trio.nodes[C]
    dead.bus.publish = lambda *_: None  # type: ignore[method-assign]
    log = list(dead.hall.tails[number])
    decision = dead.hall.decide(commands.Save(ann, number, "evening"), 0)
    log += [line for _, _, line in decision.records]
    dead.pipeline.submit(0, decision)
    await dead.pipeline.settled()
    database = Saved([])
    database.whose = {number: f"node{A}"}  # it is claimed with whatever else the dead node had
    failovers = []
    for survivor in (trio.nodes[A], node):
        survivor.journal.log = lambda _: log
        failovers.append(Failover(survivor, database))  # type: ignore[arg-type]
    dies(trio, B)
    await settled(*failovers)
    await trio.rest()
    assert ears.records() == ["Saved"]
    assert number not in node.hall.tables
    saying = asyncio.ensure_future(node.pipeline.decide(commands.Say(cat, number, "hello?")))
    await until(trio, saying.done)
    assert (await saying).refused is not None
    for failover in failovers:
        await failover.close()
