"""The house's own players at the tables: when they come, whom they stand in for, when they go."""

import pytest

from tablehall.games.api import Absence
from tablehall.games.board import Place
from tablehall.hall import records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Act, Answer, Invite, Kick, Leave, Overslept, Propose, Reopen, Save, Start
from tablehall.hall.deadlines import FORGOTTEN_AFTER
from tablehall.hall.facts import Forgotten
from tablehall.hall.notices import Happened
from tablehall.hall.presence import MOMENT
from tablehall.hall.refusals import Why
from tablehall.hall.terms import BotPlan
from tests.hall.stage import Stage


@pytest.fixture
def staffed(stage: Stage) -> Stage:
    """A hall with three players of the house, of level 1."""
    stage.employ()
    return stage


def bots_at(stage: Stage, table: int) -> list[int]:
    """The level in every seat; 0: a person, -1: nobody."""
    return [seat.bot if seat else -1 for seat in stage.scene(table).seats]


def test_bots_sit_down_at_once_and_the_game_begins(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, "stones", seats=3, bots=BotPlan(level=1))
    assert bots_at(staffed, table) == [0, 1, 1]
    assert staffed.story(table) == "Opened Sat Sat Sat Started"
    names = [seat.name for seat in staffed.scene(table).seats if seat]
    assert len(set(names)) == 3


def test_a_bot_hears_of_its_table_through_the_eyes_of_its_seat(staffed: Stage) -> None:
    bots = staffed.enter("bot 1", "bot"), staffed.enter("bot 2", "bot"), staffed.enter("bot 3", "bot")
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan())
    (bot,) = [bot for bot in bots if table in staffed.hall.people.by_id[bot.id].tables]
    staffed.heard(bot, Happened)
    staffed.act(ann, table, Place(1, 1))
    ((news, seat),) = staffed.news[bot.conn]
    assert isinstance(news, Happened)
    assert (seat, news.scene.turn.seats) == (1, (1,))
    staffed.act(bot, table, Place(0, 0))
    assert staffed.scene(table).turn.seats == (0,)


def test_bots_come_when_nobody_else_did(staffed: Stage) -> None:
    ann, ben = staffed.enter("ann"), staffed.enter("ben")
    table = staffed.open(ann, "stones", seats=3, bots=BotPlan(after=10_000))
    staffed.wait(9_999)
    staffed.join(ben, table)
    assert bots_at(staffed, table) == [0, 0, -1]
    staffed.wait(1)
    assert bots_at(staffed, table) == [0, 0, 1]
    assert staffed.scene(table).status == "playing"


def test_bots_stay_away_from_a_table_that_is_full_in_time(staffed: Stage) -> None:
    ann, ben = staffed.enter("ann"), staffed.enter("ben")
    table = staffed.open(ann, bots=BotPlan(after=10_000))
    staffed.join(ben, table)
    staffed.wait(20_000)
    assert bots_at(staffed, table) == [0, 0]


def test_bots_still_come_after_a_restart_of_the_hall(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan(after=10_000))
    staffed.restart(down=5_000)
    staffed.employ()
    staffed.back(ann)
    staffed.wait(5_000)
    assert bots_at(staffed, table) == [0, 1]


def test_bots_never_come_by_themselves_if_the_table_says_so(staffed: Stage) -> None:
    table = staffed.open(staffed.enter("ann"), bots=BotPlan(after=None))
    staffed.wait(100_000)
    assert bots_at(staffed, table) == [0, -1]


def test_bots_are_invited_and_sent_away(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, "stones", seats=3)
    staffed.do(Invite(ann.id, table, 1, 1))
    assert bots_at(staffed, table) == [0, 1, -1]
    staffed.do(Invite(ann.id, table, 0))
    assert bots_at(staffed, table) == [0, -1, -1]
    staffed.do(Invite(ann.id, table, 1))
    assert staffed.scene(table).status == "playing"


def test_a_table_that_waits_for_the_word_waits_with_bots_too(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, start="asked", bots=BotPlan())
    assert staffed.scene(table).status == "waiting"
    staffed.do(Start(ann.id, table))
    assert staffed.scene(table).status == "playing"


def test_a_full_table_wants_no_bots(staffed: Stage) -> None:
    ann, ben = staffed.enter("ann"), staffed.enter("ben")
    table = staffed.open(ann, start="asked")
    staffed.join(ben, table)
    assert staffed.refused(Invite(ann.id, table, 1)) is Why.TABLE_FULL


def test_bots_do_not_keep_a_table_open_that_its_people_left(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    waiting = staffed.open(ann, "stones", seats=3)
    staffed.do(Invite(ann.id, waiting, 1, 1))
    staffed.do(Leave(ann.id, waiting))
    assert waiting not in staffed.hall.tables
    playing = staffed.open(ann, absence=Absence(grace=60_000, then="stay", all_gone=120_000), bots=BotPlan())
    staffed.lose(ann)
    staffed.wait(120_000)
    assert playing not in staffed.hall.tables
    assert staffed.story(playing).endswith("Closed")


def test_a_bot_goes_on_for_a_player_who_left(staffed: Stage) -> None:
    plan = BotPlan(after=None, replace=True)
    table, (ann, ben) = staffed.party("ann", "ben", bots=plan)
    staffed.act(ann, table, Place(1, 1))
    staffed.do(Leave(ben.id, table))
    assert bots_at(staffed, table) == [0, 1]
    assert staffed.scene(table).status == "playing"
    assert table not in staffed.hall.people.by_id[ben.id].tables
    assert staffed.story(table).endswith("Moved Replaced")
    assert [seat.name for seat in staffed.scene(table).seats if seat] == ["ann", "ben"]
    staffed.play(table, 0, 8)


def test_a_bot_goes_on_for_a_player_who_stayed_away(staffed: Stage) -> None:
    plan = BotPlan(after=None, replace=True)
    absence = Absence(grace=10_000, pause=True)
    table, (_, ben) = staffed.party("ann", "ben", bots=plan, absence=absence)
    staffed.lose(ben)
    assert staffed.scene(table).paused
    staffed.wait(10_000)
    assert bots_at(staffed, table) == [0, 1]
    assert not staffed.scene(table).paused
    assert table not in staffed.hall.people.by_id[ben.id].tables
    back = staffed.back(ben)
    assert staffed.refused(Act(back.id, table, Place(0, 0))) is Why.NOT_SEATED


def test_nobody_stands_in_where_nobody_is_left_to_play_against(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan(replace=True))
    staffed.do(Leave(ann.id, table))
    assert staffed.scene(table).status == "finished"


@pytest.mark.parametrize("plan", [None, BotPlan(after=None)])
def test_nobody_stands_in_unless_the_table_says_so(staffed: Stage, plan: BotPlan | None) -> None:
    table, (_, ben) = staffed.party("ann", "ben", bots=plan)
    staffed.do(Leave(ben.id, table))
    assert staffed.scene(table).status == "finished"


def test_whoever_is_shown_out_is_replaced_too(staffed: Stage) -> None:
    table, (_, ben) = staffed.party("ann", "ben", bots=BotPlan(after=None, replace=True))
    staffed.do(Kick(ben.id))
    assert bots_at(staffed, table) == [0, 1]


def test_whoever_runs_out_of_time_has_lost(staffed: Stage) -> None:
    clock = ClockSpec("answer", 1_000)
    table, _ = staffed.party("ann", "ben", bots=BotPlan(after=None, replace=True), clock=clock)
    staffed.wait(1_000)
    assert staffed.scene(table).status == "finished"


def test_a_bot_that_finds_no_move_loses_by_the_clock(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan())
    staffed.act(ann, table, Place(1, 1))
    bot = staffed.scene(table).seats[1]
    assert bot is not None
    staffed.do(Overslept(bot.person, table))
    outcome = staffed.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "time")


def test_bots_agree_to_take_back_and_to_play_again_but_to_no_draw(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, "tictactoe", bots=BotPlan())
    staffed.play(table, 4, 0)
    staffed.do(Propose(ann.id, table, "takeback"))
    assert staffed.story(table).endswith("Proposed TakenBack")
    assert staffed.scene(table).turn.seats == (0,)
    assert staffed.refused(Propose(ann.id, table, "draw")) is Why.NOT_ON_OFFER
    staffed.play(table, 4, 0, 3, 1, 5)
    staffed.do(Propose(ann.id, table, "rematch"))
    (again,) = [t for t in staffed.hall.tables.values() if t.scene.status == "playing"]
    assert [seat.bot for seat in again.scene.seats if seat] == [1, 0]


def test_two_people_and_a_bot_must_both_agree(staffed: Stage) -> None:
    ann, ben = staffed.enter("ann"), staffed.enter("ben")
    table = staffed.open(ann, "stones", seats=3)
    staffed.join(ben, table)
    staffed.do(Invite(ann.id, table, 1))
    staffed.play(table, *staffed.table(table).game.legal(staffed.scene(table).state, 0)[:1])
    staffed.do(Propose(ann.id, table, "takeback"))
    assert staffed.scene(table).proposal is not None
    staffed.do(Answer(ben.id, table, True))
    assert staffed.story(table).endswith("TakenBack")


def test_bots_are_here_again_after_a_restart(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan())
    staffed.act(ann, table, Place(1, 1))
    staffed.restart(down=1_000)
    staffed.employ()
    seat = staffed.scene(table).seats[1]
    assert seat is not None
    assert not seat.away
    staffed.back(ann)
    staffed.play(table, 0)


def test_a_saved_game_goes_on_with_its_bots(staffed: Stage) -> None:
    ann = staffed.enter("ann")
    table = staffed.open(ann, bots=BotPlan())
    staffed.act(ann, table, Place(1, 1))
    staffed.do(Save(ann.id, table, "later"))
    staffed.do(Reopen(ann.id, "later", "tictactoe"))
    staffed.join(ann, table)
    assert staffed.scene(table).status == "playing"
    assert bots_at(staffed, table) == [0, 1]
    staffed.play(table, 0)
    assert isinstance(staffed.log(table)[-1], records.Moved)


def test_a_bot_that_has_not_come_back_after_a_restart_is_known_for_a_week(staffed: Stage) -> None:
    bots = set(staffed.hall.people.by_name)
    staffed.restart()
    staffed.wait(FORGOTTEN_AFTER - 1)
    assert set(staffed.hall.people.by_name) == bots
    staffed.wait(MOMENT + 1)
    assert not staffed.hall.people.by_name


def test_no_bot_gets_the_number_of_another_when_one_is_forgotten(stage: Stage) -> None:
    first, *others = stage.employ(count=3)
    stage.hall.learn(Forgotten(first.id))
    assert stage.enter("bot 4", "bot").id not in {bot.id for bot in others}
