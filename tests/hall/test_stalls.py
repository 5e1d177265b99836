"""The hall itself stood still: whoever was on turn or away meanwhile loses nothing by it, whatever is heard
first afterwards."""

from typing import Any

import pytest

from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Kick, Say
from tests.hall.stage import Stage

STALL = 60_000


def stood_still(stage: Stage, lost: int = STALL) -> None:
    """The hall does nothing for a while, and notices it before anything else."""
    stage.hall.decided = stage._take
    stage.now = stage.hall.now = stage.now + lost
    stage.hall.stood_still(lost)


@pytest.mark.parametrize("kind", ["answer", "total"])
@pytest.mark.parametrize("first", ["nothing", "talk", "lost", "back", "kicked"])
def test_a_stall_costs_nobody_time_whatever_is_heard_first(stage: Stage, kind: Any, first: str) -> None:
    clock = ClockSpec(kind, 30_000)
    table, people = stage.party("ann", "ben", "cat", game="stones", clock=clock, absence=stage.patient())
    _, ben, cat = people
    if first == "back":
        stage.lose(cat)
    stage.wait(10_000)
    stood_still(stage)
    if first == "talk":
        stage.do(Say(ben.id, table, "where were we?"))
    elif first == "lost":
        stage.lose(cat)
    elif first == "back":
        stage.back(cat)
    elif first == "kicked":
        stage.do(Kick(cat.id))
    stage.wait(19_999)
    scene = stage.scene(table)
    assert (scene.status, scene.turn.seats) == ("playing", (0,)), stage.story(table)
    stage.wait(1)
    assert stage.scene(table).turn.seats != (0,), stage.story(table)
    assert "Carried" in stage.story(table)


def test_nobody_is_owed_anything_at_a_table_that_is_gone(stage: Stage) -> None:
    table, _ = stage.party(clock=ClockSpec("answer", 10_000))
    stage.hall.stood_still(STALL)
    stage.hall.remove(stage.hall.tables[table])
    stage.hall.give_back(list(stage.hall.owed))
    assert not stage.hall.owed
