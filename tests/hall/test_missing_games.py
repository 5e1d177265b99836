"""A hall that is started without one of its games: the tables of that game wait until it has it again."""

import pytest

from tablehall.hall import commands, facts, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Act, Close, Enter, Join, Leave, Say, Watch
from tablehall.hall.deadlines import FORGOTTEN_AFTER
from tablehall.hall.missing import told
from tablehall.hall.people import Missed
from tablehall.hall.refusals import Why
from tests.hall.parlour import GAMES, Draw
from tests.hall.stage import Stage

OTHERS = {name: game for name, game in GAMES.items() if name != "stones"}
MINUTE = 60_000


def waiting_party(stage: Stage) -> int:
    """Ann and ben play stones with a clock, and the hall dies and comes back without that game."""
    table, _ = stage.party(game="stones", clock=ClockSpec("total", 10 * MINUTE))
    stage.play(table, Draw())
    stage.wait(MINUTE)
    assert stage.restart(down=MINUTE, games=OTHERS) == []
    return table


def test_the_table_is_neither_there_nor_gone() -> None:
    stage = Stage()
    table = waiting_party(stage)
    assert table not in stage.hall.tables
    assert set(stage.hall.missing) == {table}
    assert stage.journal.table(table).status == "live"  # type: ignore[union-attr]


@pytest.mark.parametrize("command", [Act, Join, Leave, Say, Watch, Close])
def test_whoever_asks_for_it_is_told_why_it_waits(command: type[commands.Command]) -> None:
    stage = Stage()
    table = waiting_party(stage)
    eve = stage.enter("eve")
    more = {Act: (Draw(),), Say: ("hello",)}.get(command, ())
    asked = Close(table) if command is Close else command(eve.id, table, *more)
    assert stage.refused(asked) is Why.GAME_MISSING


def test_its_players_are_told_when_they_come_in_and_nobody_else_is() -> None:
    stage = Stage()
    table, (ann, ben) = stage.party(game="stones")
    at = stage.now
    stage.play(table, Draw())
    stage.wait(MINUTE)
    stage.restart(games=OTHERS)
    hall = stage.hall
    expected = (Missed(table, "stones", ("ann", "ben"), "waits", "", at),)
    assert told(hall, hall.people.by_id[stage.back(ann).id]) == expected
    assert told(hall, hall.people.by_id[ben.id]) == expected
    assert told(hall, hall.people.by_id[stage.enter("eve").id]) == ()


def test_it_goes_on_with_its_clocks_when_the_game_is_there_again() -> None:
    stage = Stage()
    table, (ann, ben) = stage.party(game="stones", clock=ClockSpec("total", 10 * MINUTE))
    stage.play(table, Draw())
    turn = stage.scene(table).turn.seats[0]
    stage.wait(MINUTE)
    stage.restart(down=MINUTE, games=OTHERS)
    stage.wait(30 * MINUTE)  # more than is on any clock
    stage.restart(down=MINUTE, games=OTHERS)  # and once more without it
    stage.wait(30 * MINUTE)
    assert stage.restart(down=MINUTE) == []
    assert not stage.hall.missing
    scene = stage.scene(table)
    assert scene.status == "playing"
    stage.back(ann)
    stage.back(ben)
    stage.play(table, Draw())
    assert 8 * MINUTE < stage.scene(table).left[turn] <= 9 * MINUTE
    stage.check_logs()


def test_what_was_noted_of_a_game_is_forgotten_when_it_is_back() -> None:
    stage = Stage()
    waiting_party(stage)
    assert "missing/stones" in stage.journal.kept()["hall"]
    stage.restart()
    assert "missing/stones" not in stage.journal.kept()["hall"]
    assert stage.hall.missing_since == {}


def test_nobody_is_forgotten_for_whom_a_seat_is_kept() -> None:
    stage = Stage()
    table, (ann, _) = stage.party(game="stones")
    stage.lose(ann)
    vic = stage.enter("vic", "visitor")
    stage.lose(vic)
    stage.restart(games=OTHERS)
    stage.wait(2 * FORGOTTEN_AFTER)
    assert ann.id in stage.hall.people.by_id
    assert vic.id not in stage.hall.people.by_id
    stage.restart()
    assert stage.scene(table).seat_of(ann.id) is not None


def test_a_visitors_name_stays_theirs() -> None:
    stage = Stage()
    table, _ = stage.party(game="stones")
    other = stage.open(vic := stage.enter("vic", "visitor"), "stones", seats=3)
    stage.restart(games=OTHERS)
    assert {table, other} == set(stage.hall.missing)
    assert stage.refused(Enter(99, "guest", "vic")) is Why.NAME_IN_USE
    assert stage.hall.missing_of[vic.id][0].number == other


def test_who_got_up_or_is_out_is_not_awaited() -> None:
    stage = Stage()
    ann, ben, cat = (stage.enter(name) for name in ("ann", "ben", "cat"))
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.do(Leave(ben.id, table))
    stage.join(cat, table)
    stage.restart(games=OTHERS)
    assert stage.hall.missing[table].people == {ann.id, cat.id}


def test_a_snapshot_says_who_sits_there_too() -> None:
    stage = Stage()
    table, (ann, ben) = stage.party(game="stones")
    for number in range(80):
        stage.wait(1000)
        stage.do(Say(ann.id, table, f"word {number}"))
    (remembered,) = stage.journal.live_tables()
    assert remembered.snapshot is not None
    stage.restart(games=OTHERS)
    assert stage.hall.missing[table].people == {ann.id, ben.id}


def test_the_bots_of_the_house_are_not_awaited() -> None:
    stage = Stage()
    stage.employ()
    ann = stage.enter("ann")
    table = stage.open(ann, "stones")
    stage.do(commands.Invite(ann.id, table, 1))
    lines = [records.decode(line) for line in stage.journal.log(table)]
    assert any(isinstance(record, records.Sat) and record.bot for record in lines)
    stage.restart(games=OTHERS)
    assert stage.hall.missing[table].people == {ann.id}


def test_since_when_a_game_is_missing_is_the_last_time_the_hall_had_it() -> None:
    stage = Stage()
    table, _ = stage.party(game="stones")
    stage.wait(MINUTE)
    last = stage.now
    stage.restart(down=5 * MINUTE, games=OTHERS)
    assert stage.hall.missing_since == {"stones": last}
    assert facts.Missing("stones", last).row().value == str(last).encode()
    assert table in stage.hall.missing
