"""When the hall itself has stood still, every table gets the time back before anything else happens there."""

from tablehall.hall import records
from tablehall.hall.clock import ClockSpec
from tests.hall.stage import Stage

STOOD = 9_000


def kinds(stage: Stage, table: int) -> list[type]:
    return [type(records.decode(line)) for line in stage.journal.log(table)]


def test_who_loses_the_line_after_a_stall_does_not_cost_their_opponent_the_time(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, clock=ClockSpec("answer", 10_000))
    stage.join(ben, table)
    began = stage.scene(table).running[0]
    stage.now += STOOD
    stage.hall.stood_still(STOOD)
    stage.lose(ben)
    assert kinds(stage, table)[-2:] == [records.Carried, records.Went]
    assert stage.scene(table).running[0] == began + STOOD
    assert not stage.hall.owed


def test_nobody_is_owed_anything_at_a_table_that_is_gone(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, clock=ClockSpec("answer", 10_000))
    stage.join(ben, table)
    stage.hall.stood_still(STOOD)
    stage.hall.remove(stage.hall.tables[table])
    stage.hall.give_back(list(stage.hall.owed))
    assert not stage.hall.owed
