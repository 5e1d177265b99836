"""Opening tables, sitting down, getting up, looking on."""

import os

import pytest

from tablehall.games import house_games
from tablehall.games.api import Absence
from tablehall.games.dice import commitment
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Join, Leave, Resize, Start, Watch
from tablehall.hall.deadlines import EMPTY
from tablehall.hall.hall import LINGER, Hall, Limits
from tablehall.hall.notices import Gathered, Happened, Listed
from tablehall.hall.recovery import recover
from tablehall.hall.refusals import Why
from tablehall.hall.terms import Terms
from tests.hall.parlour import Shake
from tests.hall.stage import NEVER, Stage


def test_a_table_tells_what_was_agreed_on(stage: Stage) -> None:
    ann = stage.enter("ann")
    clock, absence = ClockSpec("total", 60_000, 1000), Absence(grace=5, all_gone=7)
    table = stage.open(
        ann, "cups", seats=3, options={"sides": 20}, clock=clock, absence=absence, title="Fun", rated=False
    )
    sheet = stage.table(table).sheet
    assert (sheet.table, sheet.game, sheet.version, sheet.host) == (table, "cups", 1, ann.id)
    assert (sheet.options.sides, sheet.clock, sheet.absence) == (20, clock, absence)
    assert (sheet.title, sheet.rated, sheet.code, sheet.spectators) == ("Fun", False, "", True)
    assert 10**9 <= table < 10**10


def test_the_dice_are_committed_to_before_anybody_sits_down(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann)
    opened, sat = stage.log(table)
    assert isinstance(opened, records.Opened)
    assert isinstance(sat, records.Sat)
    assert opened.commitment == commitment(stage.table(table).seed)


def test_everybody_stirs_the_dice(stage: Stage) -> None:
    def throws(entropy: str) -> tuple[int, ...]:
        same = Stage()
        ann, ben = same.enter("ann"), same.enter("ben")
        table = same.open(ann, "cups", options={"sides": 20}, entropy="a")
        same.join(ben, table, entropy=entropy)
        same.play(table, Shake(), Shake(), Shake())
        return tuple(r for record in same.log(table) for r in getattr(record, "throws", ()))

    assert throws("b") == throws("b")
    assert throws("b") != throws("c")


def test_without_a_number_of_seats_it_is_the_games_smallest(stage: Stage) -> None:
    assert len(stage.scene(stage.open(stage.enter("ann"), "stones")).seats) == 2


def test_a_game_starts_when_every_seat_is_taken(stage: Stage) -> None:
    people = [stage.enter(name) for name in "abc"]
    table = stage.open(people[0], "stones", seats=3)
    stage.join(people[1], table)
    assert stage.scene(table).status == "waiting"
    stage.join(people[2], table)
    assert stage.scene(table).status == "playing"
    assert stage.story(table) == "Opened Sat Sat Sat Started"


def test_a_game_may_wait_for_the_word(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, start="asked")
    assert stage.refused(Start(ann.id, table)) is Why.NOT_READY
    stage.join(ben, table)
    assert stage.scene(table).status == "waiting"
    stage.do(Start(ben.id, table))
    assert stage.scene(table).status == "playing"
    assert stage.refused(Start(ben.id, table)) is Why.ALREADY_STARTED


def test_a_seat_can_be_chosen(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "stones", seats=3)
    assert stage.refused(Join(ben.id, table, seat=0)) is Why.SEAT_TAKEN
    assert stage.refused(Join(ben.id, table, seat=3)) is Why.BAD_SEATS
    assert stage.refused(Join(ben.id, table, seat=-1)) is Why.BAD_SEATS
    stage.join(ben, table, seat=2)
    assert stage.scene(table).seat_of(ben.id) == 2


def test_seat_names_are_unique_at_one_table(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table, other = stage.open(ann, "stones", seats=3, name="X"), stage.open(ann, name="Y")
    assert stage.refused(Join(ben.id, table, name="X")) is Why.SEAT_NAME_TAKEN
    stage.join(ben, other, name="X")
    stage.join(ben, table, name="x")


def test_the_opener_may_stay_standing(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann, sit=False)
    assert stage.scene(table).taken() == []
    stage.wait(EMPTY - 1)
    assert table in stage.hall.tables
    stage.wait(1)
    assert stage.scene(table).status == "closed"
    assert table not in stage.hall.tables


def test_a_private_table_opens_to_its_code_only(stage: Stage) -> None:
    ann, ben, cat = stage.enter("ann"), stage.enter("ben"), stage.enter("cat")
    stage.do(commands.WatchLobby(cat.conn))
    table = stage.open(ann, private=True)
    code = stage.table(table).sheet.code
    assert len(code) == 20
    assert stage.refused(Join(ben.id, table)) is Why.WRONG_CODE
    assert stage.refused(Watch(ben.id, table, code="?")) is Why.WRONG_CODE
    stage.join(ben, table, code=code)
    stage.do(Watch(cat.id, table, code=code))
    assert stage.heard(cat, Listed) == []


def test_the_lobby_hears_of_tables_that_come_change_and_go(stage: Stage) -> None:
    ann, ben, cat = stage.enter("ann"), stage.enter("ben"), stage.enter("cat")
    stage.do(commands.WatchLobby(cat.conn))
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.do(Resize(ann.id, table, 2))
    stage.do(commands.Resign(ann.id, table))
    assert [news.change for news in stage.heard(cat, Listed)] == ["opened", "changed", "changed", "gone"]
    stage.do(commands.WatchLobby(cat.conn, on=False))
    stage.open(ann)
    assert stage.heard(cat, Listed) == []


def test_a_lost_connection_hears_no_more_of_the_lobby(stage: Stage) -> None:
    stage.do(commands.WatchLobby(7))
    stage.do(commands.Lost(7))
    stage.open(stage.enter("ann"))
    assert stage.hall.lobby == set()


def test_the_number_of_seats_can_change_before_the_start(stage: Stage) -> None:
    people = [stage.enter(name) for name in "abc"]
    table = stage.open(people[0], "stones", seats=4)
    stage.join(people[1], table, seat=3)
    assert stage.refused(Resize(people[0].id, table, 5)) is Why.BAD_SEATS
    assert stage.refused(Resize(people[0].id, table, 1)) is Why.BAD_SEATS
    assert stage.refused(Resize(people[2].id, table, 3)) is Why.NOT_SEATED
    stage.do(Resize(people[0].id, table, 3))
    assert [seat and seat.name for seat in stage.scene(table).seats] == ["a", "b", None]
    stage.join(people[2], table)
    assert stage.refused(Resize(people[0].id, table, 4)) is Why.ALREADY_STARTED


def test_nobody_is_resized_away(stage: Stage) -> None:
    people = [stage.enter(name) for name in "abc"]
    table = stage.open(people[0], "stones", seats=4)
    stage.join(people[1], table)
    stage.join(people[2], table)
    assert stage.refused(Resize(people[0].id, table, 2)) is Why.BAD_SEATS


def test_after_moving_up_everybody_sees_through_the_eyes_of_their_new_seat(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "cups", seats=3)
    stage.join(ben, table, seat=2)
    stage.do(Resize(ann.id, table, 2))
    assert stage.scene(table).status == "playing"
    stage.play(table, Shake())
    last, seat = stage.news[ben.conn][-1]
    assert isinstance(last, Happened)
    assert isinstance(last.record, records.Moved)
    assert seat == 1


def test_leaving_a_waiting_table_frees_the_seat(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.do(Leave(ann.id, table))
    assert [seat and seat.name for seat in stage.scene(table).seats] == [None, "ben", None]
    stage.do(Leave(ben.id, table))
    assert stage.scene(table).status == "closed"
    assert stage.story(table) == "Opened Sat Sat Stood Stood Closed"


def test_a_table_given_up_before_the_start_reveals_no_seed(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann)
    stage.do(Leave(ann.id, table))
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert (closed.why, closed.seed) == ("empty", "")


def test_leaving_a_running_game_gives_it_up(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Leave(ann.id, table))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "left")
    assert stage.refused(Leave(ann.id, table)) is Why.NOT_HERE
    stage.do(Leave(ben.id, table))
    assert table not in stage.hall.tables


def test_a_finished_table_lingers_and_goes(stage: Stage) -> None:
    table, _ = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    stage.wait(LINGER - 1)
    assert table in stage.hall.tables
    stage.wait(1)
    assert table not in stage.hall.tables
    assert all(not person.tables for person in stage.hall.people.by_id.values())


def test_a_finished_table_goes_when_the_last_one_has_left(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    stage.do(Leave(ann.id, table))
    assert table in stage.hall.tables
    stage.lose(ben)
    assert table not in stage.hall.tables


def test_the_oldest_finished_table_makes_room() -> None:
    stage = Stage(Limits(finished=2))
    ann, ben = stage.enter("ann"), stage.enter("ben")
    tables = []
    for _ in range(3):
        tables.append(stage.open(ann))
        stage.join(ben, tables[-1])
        stage.do(commands.Resign(ann.id, tables[-1]))
        stage.wait(1000)
    assert list(stage.hall.tables) == tables[1:]
    stage.wait(LINGER)
    assert stage.hall.tables == {}


@pytest.mark.parametrize("way", [commands.LogOut, commands.Kick])
def test_giving_up_many_games_at_once_may_push_out_ones_own_finished_tables(way: type) -> None:
    for seed in range(4):
        stage = Stage(Limits(finished=1), seed)
        ann, ben = stage.enter("ann"), stage.enter("ben")
        for number in range(4):
            table = stage.open(ann)
            stage.join(ben, table)
            if number == 1:
                stage.do(commands.Resign(ann.id, table))
        stage.do(way(ann.id))
        assert len(stage.hall.tables) == 1
        stage.check_logs()


def test_spectators_are_counted_and_told(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    cat, dan = stage.enter("cat"), stage.enter("dan")
    stage.do(Watch(cat.id, table))
    stage.do(Watch(dan.id, table))
    stage.do(Watch(cat.id, table, on=False))
    assert [news.watching for news in stage.heard(ann, Gathered)] == [1, 2, 1]
    stage.play(table, 0)
    assert len(stage.heard(dan, Happened)) == 1
    assert stage.heard(cat, Happened) == []
    assert stage.refused(Watch(cat.id, table, on=False)) is Why.NOT_HERE
    stage.do(Leave(dan.id, table))
    assert [news.watching for news in stage.heard(ann, Gathered)] == [0]


def test_a_spectator_whose_connection_is_lost_is_no_longer_counted(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    cat = stage.enter("cat")
    stage.do(Watch(cat.id, table))
    stage.lose(cat)
    assert stage.table(table).watchers == set()
    assert [news.watching for news in stage.heard(ann, Gathered)] == [1, 0]
    stage.back(cat)
    assert stage.hall.people.by_id[cat.id].watching == set()


def test_a_spectator_who_sits_down_is_no_spectator(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann)
    stage.do(Watch(ben.id, table))
    stage.join(ben, table)
    assert stage.table(table).watchers == set()
    assert [news.watching for news in stage.heard(ann, Gathered)] == [1, 0]
    assert stage.refused(Watch(ben.id, table)) is Why.ALREADY_SEATED


def test_a_table_may_not_want_spectators(stage: Stage) -> None:
    table = stage.open(stage.enter("ann"), spectators=False)
    assert stage.refused(Watch(stage.enter("cat").id, table)) is Why.NO_SPECTATORS


def test_a_spectator_coming_through_another_door_hears_only_what_it_can_carry(stage: Stage) -> None:
    table, _ = stage.party()
    cat = stage.enter("cat")
    stage.do(Watch(cat.id, table))
    newer = stage.back(cat, games=frozenset({"cups"}))
    stage.play(table, 0)
    assert stage.heard(newer, Happened) == []


def test_the_keeper_closes_a_table_in_any_state(stage: Stage) -> None:
    waiting = stage.open(stage.enter("cat"))
    table, (ann, _) = stage.party()
    stage.do(commands.Close(waiting))
    stage.do(commands.Close(table, "cleaning"))
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert (closed.why, bytes.fromhex(closed.seed)) == ("cleaning", stage.known[table].seed)
    assert isinstance(stage.heard(ann, Happened)[-1].record, records.Closed)
    assert stage.hall.tables == {}
    assert stage.refused(commands.Close(table)) is Why.NO_SUCH_TABLE


def test_a_closed_finished_table_keeps_its_result(stage: Stage) -> None:
    table, _ = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    stage.do(commands.Close(table))
    listing = stage.journal.table(table)
    assert listing is not None
    assert listing.status == "finished"


@pytest.mark.parametrize("absence", [Absence(grace=-1), Absence(alone=-1), Absence(all_gone=NEVER + 1)])
def test_nobody_makes_a_table_wait_for_ever(stage: Stage, absence: Absence) -> None:
    ann = stage.enter("ann")
    assert stage.refused(commands.Open(ann.id, Terms("stones"), absence)) is Why.BAD_ABSENCE


def test_no_table_ever_gets_the_number_of_another() -> None:
    numbers: list[int] = []
    hall = Hall(house_games(), os.urandom)
    for _ in range(2):
        decision = hall.deciding(1)
        numbers += [decision.table_number() for _ in range(20_000)]
        rows = [fact.row() for fact in decision.facts]
        hall = Hall(house_games(), os.urandom)  # and none after a restart either
        recover(hall, {"hall": {row.key: row.value for row in rows if row.value}}, [], 1)
    assert len(set(numbers)) == 40_000
    assert all(len(str(number)) == 10 for number in numbers)
