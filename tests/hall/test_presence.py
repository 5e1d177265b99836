"""Lost connections: grace, pause, forfeit, playing on without somebody, and coming back."""

import pytest

from tablehall.games.api import Absence
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec, slow
from tablehall.hall.commands import Act, Leave, Watch
from tablehall.hall.notices import Happened, Listed
from tablehall.hall.presence import MOMENT, SETTLE
from tablehall.hall.refusals import Why
from tablehall.hall.terms import BotPlan
from tests.hall.parlour import Draw, Lift
from tests.hall.stage import NEVER, Somebody, Stage


@pytest.fixture
def staffed(stage: Stage) -> Stage:
    stage.employ()
    return stage


def on_turn(stage: Stage, table: int, people: list[Somebody]) -> Somebody:
    return people[stage.scene(table).turn.seats[0]]


def test_a_seat_is_kept_for_the_grace(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000))
    stage.lose(ann)
    seat = stage.scene(table).seats[0]
    assert seat is not None
    assert (seat.away, seat.noticed) == (stage.now, True)
    assert isinstance(stage.heard(ben, Happened)[-1].record, records.Went)
    stage.wait(59_999)
    newer = stage.back(ann)
    assert isinstance(stage.heard(ben, Happened)[-1].record, records.Came)
    stage.wait(100_000)
    stage.act(newer, table, b'{"type":"place","r":0,"c":0}')


def test_after_the_grace_the_seat_is_lost(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000))
    stage.lose(ann)
    stage.wait(60_000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "absent")
    assert stage.story(table).endswith("Went Dropped Ended")
    assert len(stage.heard(ben, Happened)) == 5


def test_the_others_may_go_on_meanwhile(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0)
    stage.lose(ann)
    stage.act(ben, table, b'{"type":"place","r":1,"c":1}')


def test_or_the_game_stands_still(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(pause=True))
    stage.lose(ben)
    assert stage.refused(Act(ann.id, table, b'{"type":"place","r":0,"c":0}')) is Why.PAUSED
    stage.back(ben)
    stage.play(table, 0)


def test_the_clock_stands_still_in_a_pause(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(pause=True), clock=ClockSpec("answer", 10_000))
    stage.wait(4000)
    stage.lose(ann)
    stage.wait(50_000)
    newer = stage.back(ann)
    stage.wait(5999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "time")
    assert newer.id == ann.id != ben.id


def test_a_pause_lasts_until_everybody_is_back(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(pause=True), clock=ClockSpec("total", 60_000))
    stage.lose(ann)
    stage.wait(10_000)
    stage.lose(ben)
    stage.wait(10_000)
    stage.back(ann)
    assert stage.scene(table).paused
    stage.wait(10_000)
    stage.back(ben)
    assert not stage.scene(table).paused
    assert stage.scene(table).running == (stage.now, 0)


def test_a_pause_ends_when_the_one_who_is_missing_is_out(stage: Stage) -> None:
    clock = ClockSpec("answer", 10_000)
    table, people = stage.party("a", "b", "c", game="stones", absence=Absence(pause=True), clock=clock)
    stage.wait(4000)
    stage.lose(people[2])
    stage.wait(60_000)
    assert stage.story(table).endswith("Went Dropped")
    assert not stage.scene(table).paused
    assert stage.scene(table).status == "playing"
    player = on_turn(stage, table, people)
    stage.wait(5999)
    assert on_turn(stage, table, people) == player
    stage.wait(1)
    assert on_turn(stage, table, people) != player
    stage.play(table, Draw())


def test_a_pause_ends_for_the_one_whose_turn_the_return_makes_it(stage: Stage) -> None:
    clock = ClockSpec("answer", 10_000)
    table, people = stage.party(game="stones", absence=Absence(pause=True), clock=clock)
    player = on_turn(stage, table, people)
    other = next(p for p in people if p != player)
    stage.lose(player)
    stage.lose(other)
    stage.wait(1000)
    stage.back(player)
    stage.wait(1000)
    stage.back(other)
    scene = stage.scene(table)
    running = [seat for seat, since in enumerate(scene.running) if since]
    assert tuple(running) == scene.turn.seats
    assert all(since <= stage.now for since in scene.running)
    stage.wait(10_000)
    assert stage.story(table).endswith("Came Came Expired")


def test_nobody_gains_time_by_a_pause(stage: Stage) -> None:
    clock = ClockSpec("answer", 10_000)
    table, people = stage.party("a", "b", "c", game="stones", absence=Absence(pause=True), clock=clock)
    player = on_turn(stage, table, people)
    first, second = (p for p in people if p != player)
    stage.lose(first)
    stage.wait(5000)
    stage.lose(player)
    assert on_turn(stage, table, people) == second
    stage.wait(1000)
    stage.back(first)
    stage.back(player)
    assert all(since <= stage.now for since in stage.scene(table).running)


def test_with_everybody_gone_nothing_runs(stage: Stage) -> None:
    clock = ClockSpec("total", 60_000)
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000, all_gone=NEVER), clock=clock)
    stage.play(table, 0)
    stage.wait(1000)
    stage.lose(ben)
    stage.wait(1000)
    stage.lose(ann)
    stage.wait(24 * 3_600_000)
    assert stage.scene(table).paused
    assert stage.scene(table).status == "playing"
    ann = stage.back(ann)
    assert not stage.scene(table).paused
    assert stage.scene(table).running == (0, stage.now - 2000)
    stage.wait(57_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "time")


def test_the_grace_counts_from_the_later_of_going_and_the_others_coming(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000))
    stage.play(table, 0)
    stage.lose(ann, ben)
    stage.wait(120_000)
    stage.back(ann)
    stage.wait(59_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "absent")


def test_bots_and_spectators_are_nobody_who_waits(staffed: Stage) -> None:
    ann, cat = staffed.enter("ann"), staffed.enter("cat")
    table = staffed.open(ann, absence=Absence(grace=60_000), bots=BotPlan(1, 0))
    staffed.do(Watch(cat.id, table))
    staffed.play(table, 0)
    staffed.lose(ann)
    assert staffed.scene(table).paused
    staffed.wait(599_999)
    assert staffed.scene(table).status == "playing"
    staffed.wait(1)
    assert staffed.scene(table).status == "saved"


def test_a_table_without_anybody_and_without_a_move_is_dropped(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=stage.patient(all_gone=600_000))
    stage.lose(ann)
    stage.wait(1000)
    stage.lose(ben)
    stage.wait(599_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert closed.why == "deserted"
    assert stage.scene(table).outcome is None
    assert stage.hall.tables == {}


def test_whoever_is_left_alone_wins_after_a_while(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones", absence=stage.patient(alone=20_000))
    stage.lose(people[0])
    stage.wait(30_000)
    assert not stage.scene(table).is_out(0)
    stage.lose(people[2])
    stage.wait(19_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    dropped = [r.why for r in stage.log(table) if isinstance(r, records.Dropped)]
    assert dropped == ["last_player", "last_player"]


def test_alone_ends_a_game_for_two_too(stage: Stage) -> None:
    table, (ann, _) = stage.party(absence=stage.patient(alone=20_000))
    stage.lose(ann)
    stage.wait(20_000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "last_player")


def test_whoever_is_left_alone_wins_alone(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="cups", absence=stage.patient(alone=20_000))
    stage.lose(people[0], people[1])
    stage.wait(20_000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((2, 2, 1), "last_player")
    assert stage.story(table).endswith("Went Went Dropped Dropped Ended")


def test_somebody_returning_ends_the_loneliness(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=stage.patient(alone=20_000))
    stage.lose(ann)
    stage.wait(19_999)
    stage.lose(stage.back(ann))
    stage.wait(19_999)
    assert stage.scene(table).status == "playing"
    assert stage.hall.people.by_id[ben.id].tables == {table}


def test_a_seat_that_stays_is_played_for(stage: Stage) -> None:
    rules = stage.patient(grace=10_000, then="stay")
    table, (ann, ben) = stage.party(game="cups", absence=rules)
    stage.lose(ann)
    stage.wait(9_999)
    assert stage.scene(table).turn.seats == (0,)
    stage.wait(1)
    assert stage.scene(table).turn.seats == (1,)
    stage.act(ben, table, Lift())
    assert stage.story(table).endswith("Went Expired Moved Ended")


def test_after_the_grace_every_turn_of_theirs_passes_at_once(stage: Stage) -> None:
    rules = stage.patient(grace=10_000, then="stay")
    table, people = stage.party("a", "b", "c", game="cups", absence=rules)
    stage.lose(people[1])
    stage.wait(20_000)
    stage.play(table, Lift())
    assert stage.scene(table).turn.seats == (1,)
    stage.wait(0)
    assert stage.scene(table).turn.seats == (2,)


def test_a_seat_that_stays_is_not_lost_and_can_be_taken_again(stage: Stage) -> None:
    rules = stage.patient(grace=10_000, then="stay")
    table, people = stage.party("a", "b", "c", game="cups", absence=rules)
    stage.lose(people[2])
    stage.wait(500_000)
    newer = stage.back(people[2])
    stage.play(table, Lift(), Lift())
    stage.act(newer, table, Lift())
    assert stage.scene(table).status == "finished"


def test_nobody_is_played_for_when_nobody_is_there(stage: Stage) -> None:
    rules = stage.patient(grace=10_000, then="stay")
    table, people = stage.party(game="cups", absence=rules)
    stage.lose(*people)
    stage.wait(500_000)
    assert stage.story(table).endswith("Started Went Went")


def test_the_rules_hear_of_going_and_coming(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    player = on_turn(stage, table, people)
    stage.lose(player)
    assert stage.scene(table).state.missing == (people.index(player),)
    assert on_turn(stage, table, people) != player
    stage.back(player)
    assert stage.scene(table).state.missing == ()
    went, came = (r for r in stage.log(table) if isinstance(r, records.Went | records.Came))
    assert len(went.throws) == len(came.throws) == 1


def test_one_returns_through_a_door_that_carries_the_game(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.lose(ann)
    elsewhere = stage.back(ann, games=frozenset({"cups"}))
    seat = stage.scene(table).seats[0]
    assert seat is not None
    assert seat.away
    stage.news.clear()
    stage.back(elsewhere, games=frozenset({"tictactoe"}))
    assert stage.story(table).endswith("Started Went Came")


def test_a_newer_door_that_cannot_carry_the_game_is_like_going(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.back(ann, games=frozenset({"cups"}))
    assert stage.story(table).endswith("Started Went")


# Before the start.


def test_a_waiting_table_is_left_by_a_lost_connection(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.lose(ann)
    assert stage.story(table) == "Opened Sat Sat Stood"
    stage.lose(ben)
    assert stage.hall.tables == {}


def test_or_the_table_holds_the_seat_for_a_while(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann, "stones", seats=3, absence=Absence(held=30_000))
    stage.lose(ann)
    stage.wait(29_999)
    newer = stage.back(ann)
    assert stage.story(table) == "Opened Sat Went Came"
    stage.lose(newer)
    stage.wait(30_000)
    assert stage.story(table) == "Opened Sat Went Came Went Stood Closed"


def test_the_lobby_hears_that_a_host_goes_and_comes(stage: Stage) -> None:
    ann, cat = stage.enter("ann"), stage.enter("cat")
    stage.open(ann, "stones", seats=3, absence=Absence(held=30_000))
    stage.do(commands.WatchLobby(cat.conn))
    stage.lose(ann)
    stage.back(ann)
    assert [news.scene.welcoming() for news in stage.heard(cat, Listed)] == [False, True]


def test_a_held_seat_is_noted_as_empty_once(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann, "stones", seats=3, absence=Absence(held=30_000))
    stage.lose(ann)
    newer = stage.back(ann, games=frozenset({"cups"}))
    stage.lose(newer)
    assert stage.story(table) == "Opened Sat Went"


def test_a_game_may_begin_without_its_host_and_no_clock_runs_before_they_come(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    clock = ClockSpec("answer", 10_000)
    table = stage.open(ann, absence=Absence(grace=60_000, held=600_000), clock=clock)
    stage.lose(ann)
    stage.wait(300_000)
    stage.join(ben, table)
    stage.wait(599_999)
    assert stage.scene(table).running == (0, 0)
    ann = stage.back(ann)
    assert stage.scene(table).running == (stage.now, 0)
    stage.wait(9_999)
    stage.play(table, 0)
    assert stage.story(table) == "Opened Sat Went Sat Started Came Moved"


def test_the_friend_may_move_before_the_host_has_come(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    rules = Absence(pause=True, held=600_000)
    table = stage.open(ann, "cups", absence=rules, clock=ClockSpec("total", 60_000))
    stage.lose(ann)
    stage.join(ben, table)
    assert not stage.scene(table).paused
    stage.lose(ben)
    stage.wait(400_000)
    stage.back(ben)
    assert stage.scene(table).status == "playing"
    stage.back(ann)
    stage.play(table, Lift())
    assert stage.scene(table).left == (60_000, 60_000)


def test_a_host_who_never_comes_costs_nobody_anything(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, absence=Absence(grace=60_000, held=600_000))
    stage.lose(ann)
    stage.join(ben, table)
    stage.wait(600_000)
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert closed.why == "no show"
    assert stage.hall.people.by_id[ben.id].profile.scores == {}


def test_who_leaves_before_the_host_has_come_has_not_lost(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "tictactoe", absence=Absence(held=600_000))
    stage.lose(ann)
    stage.join(ben, table)
    stage.do(Leave(ben.id, table))
    assert stage.scene(table).status == "finished"
    assert stage.hall.people.by_id[ben.id].profile.scores == {}


# A slow table.


def test_at_a_slow_table_nobody_is_ever_absent(stage: Stage) -> None:
    day = 24 * 3_600_000
    rules = Absence(pause=True, alone=20_000)
    table, people = stage.party("a", "b", "c", game="stones", absence=rules, clock=ClockSpec("answer", day))
    player = on_turn(stage, table, people)
    stage.lose(*people)
    assert stage.scene(table).state.missing == ()
    assert not stage.scene(table).paused
    stage.wait(day // 2)
    stage.restart(down=3_600_000)
    stage.wait(day // 2 - 1)
    assert stage.scene(table).status == "playing"
    assert stage.scene(table).state.missing == ()
    player = stage.back(player)
    stage.act(player, table, Draw())
    stage.wait(1)
    assert not any(seat and seat.gone for seat in stage.scene(table).seats)


@pytest.mark.parametrize(
    ("clock", "is_slow"),
    [
        (ClockSpec(), False),
        (ClockSpec("answer", 3_600_000), True),
        (ClockSpec("answer", 3_599_999), False),
        (ClockSpec("answer", 3_600_000, paces={"quick": 1000}), False),
        (ClockSpec("answer", 3_600_000, paces={"slow": 7_200_000}), True),
        (ClockSpec("total", 7_200_000), False),
        (ClockSpec("total", 7_200_000, 3_600_000), True),
    ],
)
def test_a_table_is_slow_if_every_answer_may_take_an_hour(clock: ClockSpec, is_slow: bool) -> None:
    assert slow(clock) == is_slow


def test_a_game_without_a_move_counts_for_nobody(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000))
    stage.lose(ann)
    stage.wait(60_000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert stage.hall.people.by_id[ann.id].profile.scores == {}
    assert stage.hall.people.by_id[ben.id].profile.scores == {}


# After a restart.


def test_after_a_restart_everybody_is_away_and_time_is_given_back(stage: Stage) -> None:
    table, (ann, ben) = stage.party(clock=ClockSpec("total", 60_000))
    stage.wait(5000)
    stage.restart(down=100_000)
    scene = stage.scene(table)
    assert stage.story(table).endswith("Started Resumed")
    assert [seat and seat.away for seat in scene.seats] == [stage.now, stage.now]
    assert scene.running == (stage.now - 5000, 0)
    stage.back(ann)
    stage.back(ben)
    stage.wait(54_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    assert stage.scene(table).status == "finished"


def test_no_more_time_is_given_back_than_the_table_has_known(stage: Stage) -> None:
    stage.restart()
    stage.wait(3_600_000)
    table, (ann, _) = stage.party(clock=ClockSpec("total", 60_000))
    stage.restart(down=1000, alive=False)
    scene = stage.scene(table)
    assert scene.running[0] <= stage.now
    stage.back(ann)
    stage.play(table, 0)
    assert stage.scene(table).left[0] <= 60_000
    assert stage.hall.people.by_id[ann.id].tables == {table}


def test_the_rules_hear_of_the_missing_only_when_things_have_settled(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.restart(down=1000)
    stage.wait(100_000)
    stage.back(people[0])
    stage.wait(SETTLE - 1)
    stage.back(people[1])
    assert stage.scene(table).state.missing == ()
    assert stage.story(table).endswith("Resumed Came Came")
    stage.wait(1)
    assert stage.scene(table).state.missing == (2,)
    stage.back(people[2])
    assert stage.scene(table).state.missing == ()


def test_after_a_restart_everybody_has_the_whole_grace_from_the_first_return(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(grace=60_000))
    stage.lose(ann)
    stage.wait(50_000)
    stage.restart(down=1_000_000)
    stage.wait(300_000)
    stage.back(ben)
    stage.wait(59_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    assert stage.scene(table).status == "finished"


def test_a_pausing_game_stands_still_after_a_restart(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(pause=True), clock=ClockSpec("answer", 10_000))
    stage.wait(3000)
    stage.restart(down=20_000)
    assert stage.scene(table).paused == stage.now
    stage.wait(12_000)
    stage.back(ann)
    stage.back(ben)
    assert stage.scene(table).running == (stage.now - 3000, 0)


def test_a_pause_goes_on_over_a_restart(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=Absence(pause=True), clock=ClockSpec("answer", 10_000))
    stage.wait(3000)
    stage.lose(ben)
    stage.wait(7000)
    stage.restart(down=20_000)
    stage.wait(5000)
    stage.back(ann)
    stage.back(ben)
    assert stage.scene(table).running == (stage.now - 3000, 0)
    stage.play(table, 0)


def test_seats_at_waiting_tables_are_held_after_a_restart(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    kept, lost = stage.open(ann), stage.open(ben)
    stage.restart(down=5000)
    stage.wait(MOMENT - 1)
    stage.back(ann)
    stage.wait(1)
    assert list(stage.hall.tables) == [kept]
    assert stage.scene(lost).status == "closed"


def test_a_seat_at_a_waiting_table_is_held_on_after_a_restart(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann, absence=Absence(held=60_000))
    stage.lose(ann)
    stage.wait(40_000)
    stage.restart(down=24 * 3_600_000)
    stage.wait(19_999)
    assert stage.scene(table).status == "waiting"
    stage.wait(1)
    assert stage.scene(table).status == "closed"


def test_spectators_have_to_come_again_after_a_restart(stage: Stage) -> None:
    table, _ = stage.party()
    cat = stage.enter("cat")
    stage.do(Watch(cat.id, table))
    stage.restart()
    newer = stage.back(cat)
    assert stage.table(table).watchers == set()
    stage.do(Watch(newer.id, table))


@pytest.mark.parametrize("state", ["gone", "left"])
def test_whoever_is_out_stays_out_over_a_restart(stage: Stage, state: str) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    way = Leave if state == "left" else commands.Resign
    stage.do(way(people[0].id, table))
    stage.restart(down=1000)
    stage.back(people[0])
    assert stage.story(table).endswith("Dropped Resumed")
    stage.back(people[1])
    stage.back(people[2])
    assert stage.scene(table).status == "playing"
