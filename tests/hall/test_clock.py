"""Clocks: afresh for each answer, or a total with an increment; and what a fallen flag means."""

import pytest

from tablehall.games.api import Turn
from tablehall.games.board import Place
from tablehall.hall import deadlines
from tablehall.hall.clock import LONGEST, SHORTEST, ClockSpec, deadline, spend, start_turn
from tablehall.hall.commands import Answer, Close, Propose, Resign
from tablehall.hall.refusals import Why
from tests.hall import order
from tests.hall.parlour import Draw, Fist, Lift
from tests.hall.stage import START, Stage

ANSWER = ClockSpec("answer", 10_000)
TOTAL = ClockSpec("total", 60_000, increment=2000)


@pytest.mark.parametrize(
    ("spec", "sensible"),
    [
        (ClockSpec(), True),
        (ClockSpec("answer", SHORTEST), True),
        (ClockSpec("answer", SHORTEST - 1), False),
        (ClockSpec("total", LONGEST, LONGEST), True),
        (ClockSpec("total", LONGEST + 1), False),
        (ClockSpec("total", 1000, -1), False),
        (ClockSpec("total", 1000, LONGEST + 1), False),
        (ClockSpec("answer", 1000, paces={"fist": SHORTEST}), True),
        (ClockSpec("answer", 1000, paces={"fist": 0}), False),
        (ClockSpec("answer", 1000, paces={"fist": LONGEST + 1}), False),
    ],
)
def test_a_clock_makes_sense(spec: ClockSpec, sensible: bool) -> None:
    assert spec.sensible() is sensible


def test_a_clock_runs_for_those_on_turn_only() -> None:
    assert start_turn(Turn((1,)), (5, 0), 0, 9) == (0, 9)
    assert start_turn(Turn(()), (5, 7), 0, 9) == (0, 0)


def test_who_stays_on_turn_keeps_the_time_already_used() -> None:
    assert start_turn(Turn((0, 1, 2)), (5, 6, 0), 0, 9) == (9, 6, 9)


def test_time_is_spent_from_a_total_only() -> None:
    assert spend(TOTAL, (60_000, 60_000), (1000, 0), 0, 11_000) == (52_000, 60_000)
    assert spend(TOTAL, (60_000, 60_000), (1000, 0), 1, 11_000) == (60_000, 60_000)
    assert spend(TOTAL, (500, 60_000), (1000, 0), 0, 11_000) == (2000, 60_000)
    assert spend(ANSWER, (0, 0), (1000, 0), 0, 11_000) == (0, 0)


def test_the_next_flag_is_the_earliest() -> None:
    both = Turn((0, 1), "fist")
    assert deadline(ANSWER, both, (0, 0), (500, 400)) == (10_400, 1)
    assert deadline(ANSWER, both, (0, 0), (0, 0)) is None
    assert deadline(ClockSpec("answer", 10_000, paces={"fist": 100}), both, (0, 0), (500, 0)) == (600, 0)
    assert deadline(TOTAL, both, (50, 5000), (500, 400)) == (550, 0)
    assert deadline(ClockSpec(), both, (0, 0), (500, 400)) is None


def test_each_answer_has_its_own_time(stage: Stage) -> None:
    table, _ = stage.party(clock=ANSWER)
    for cell in (0, 1, 2):
        stage.wait(9_999)
        stage.play(table, cell)
    stage.wait(9_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "time")
    assert stage.story(table).endswith("Moved Dropped Ended")


def test_a_total_is_used_up_over_many_moves(stage: Stage) -> None:
    table, _ = stage.party(clock=TOTAL)
    stage.wait(50_000)
    stage.play(table, 0)
    assert stage.scene(table).left == (12_000, 60_000)
    stage.wait(59_000)
    stage.play(table, 1)
    assert stage.scene(table).left == (12_000, 3000)
    stage.wait(11_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "time")


def test_a_move_that_comes_before_the_flag_is_seen_counts(stage: Stage) -> None:
    table, _ = stage.party(clock=TOTAL)
    stage.now += 60_500
    stage.play(table, 0)
    assert stage.scene(table).left == (2000, 60_000)
    stage.oversleep(0)
    assert stage.scene(table).status == "playing"


def test_some_answers_have_a_time_of_their_own(stage: Stage) -> None:
    table, (ann, _) = stage.party(game="morra", clock=ClockSpec("answer", 60_000, paces={"fist": 1000}))
    stage.act(ann, table, Fist(1))
    stage.wait(1000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_those_who_act_at_once_have_clocks_of_their_own(stage: Stage) -> None:
    table, (ann, ben) = stage.party(game="morra", clock=TOTAL)
    stage.wait(10_000)
    stage.act(ann, table, Fist(1))
    stage.wait(10_000)
    stage.act(ben, table, Fist(2))
    assert stage.scene(table).left == (52_000, 42_000)
    assert stage.scene(table).running == (stage.now, stage.now)


def test_the_rules_may_say_what_a_missed_deadline_means(stage: Stage) -> None:
    table, _ = stage.party(game="cups", clock=ANSWER)
    stage.wait(10_000)
    assert stage.scene(table).turn.seats == (1,)
    stage.wait(9_999)
    stage.play(table, Lift())
    assert stage.story(table) == "Opened Sat Sat Started Expired Moved Ended"


def test_a_whole_game_may_be_played_out_by_its_clock(stage: Stage) -> None:
    table, _ = stage.party(game="cups", clock=ANSWER)
    stage.wait(20_000)
    assert stage.story(table) == "Opened Sat Sat Started Expired Expired Ended"


def test_late_alarms_lose_no_deadline(stage: Stage) -> None:
    table, _ = stage.party(game="cups", clock=ANSWER)
    stage.oversleep(15_000)
    assert stage.scene(table).turn.seats == (1,)
    assert stage.scene(table).running == (0, START + 15_000)
    stage.oversleep(10_000)
    assert stage.scene(table).status == "finished"


def test_a_fallen_flag_uses_up_the_total(stage: Stage) -> None:
    table, people = stage.party(game="stones", clock=TOTAL)
    first = stage.scene(table).turn.seats[0]
    stage.wait(60_000)
    assert stage.story(table).endswith("Started Expired")
    assert stage.scene(table).left[first] == TOTAL.increment
    stage.play(table, Draw())
    assert stage.scene(table).turn.seats == (first,)
    stage.wait(TOTAL.increment - 1)
    assert stage.scene(table).turn.seats == (first,)
    stage.wait(1)
    assert stage.scene(table).turn.seats == (1 - first,)
    assert len(people) == 2


def test_after_taking_back_the_clock_starts_anew(stage: Stage) -> None:
    table, (ann, ben) = stage.party(clock=TOTAL)
    stage.wait(5000)
    stage.play(table, 0)
    stage.wait(30_000)
    stage.do(Propose(ann.id, table, "takeback"))
    stage.do(Answer(ben.id, table, True))
    assert stage.scene(table).running == (stage.now, 0)
    stage.wait(56_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    assert stage.scene(table).status == "finished"


def test_a_game_that_plays_itself_without_end_does_not_stop_the_hall(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "AT_ONCE", 10)
    monkeypatch.setattr(order, "_check_alarm", lambda *_: None)  # it rings too late, on purpose
    table, _ = stage.party(game="stones", clock=ClockSpec("total", 1000))
    stage.wait(2000)
    assert stage.scene(table).left == (0, 0)
    passed = len(stage.log(table))
    stage.wait(2 * deadlines.BREATHER)
    assert passed < len(stage.log(table)) <= passed + 40
    stage.do(Close(table))


def test_whoever_loses_a_seat_on_time_is_out_for_the_hall_too(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="bowls", clock=ANSWER)
    first = stage.scene(table).turn.seats[0]
    stage.wait(10_000)
    assert stage.scene(table).is_out(first)
    assert stage.story(table).endswith("Started Dropped")
    assert stage.refused(Resign(people[first].id, table)) is Why.FINISHED


def test_without_a_clock_there_is_no_hurry(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.wait(365 * 24 * 3600 * 1000)
    stage.act(ann, table, Place(0, 0))
