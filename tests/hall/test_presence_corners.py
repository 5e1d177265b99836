"""Around going and coming: what once went wrong."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tablehall.games.api import Absence
from tablehall.hall import commands
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Claim, Enter, Join, Reopen, Resign, Save, WatchLobby
from tablehall.hall.hall import Limits
from tablehall.hall.notices import Listed
from tablehall.hall.refusals import Why
from tablehall.hall.saves import GOOD_NAME, free_name
from tablehall.journal.sqlite import SqliteJournal
from tablehall.protocols.house.render import save_cards
from tests.hall.parlour import Draw
from tests.hall.stage import Somebody, Stage
from tests.hall.test_putting_away import GONE, NO_SAVES, deserted

DAY = 24 * 3_600_000
NAME = "ann ben 2023-11-14"


def three(stage: Stage, *, asks: str = "") -> tuple[int, list[Somebody]]:
    """Ann, Ben and Cat at a game of Stones in which there was a move; some doors can ask."""
    people = [stage.enter(name, asks=name in asks) for name in ("ann", "ben", "cat")]
    table = stage.open(people[0], "stones", seats=3, absence=Absence(grace=60_000, held=600_000))
    for person in people[1:]:
        stage.join(person, table)
    stage.play(table, Draw())
    return table, people


@pytest.mark.parametrize("way", ["absent", "resigned"])
def test_whoever_is_out_is_not_expected_when_a_game_is_brought_back(stage: Stage, way: str) -> None:
    table, people = three(stage)
    if way == "absent":
        stage.lose(people[0])
        stage.wait(60_000)
        assert stage.scene(table).is_out(0)
    else:
        stage.do(Resign(people[0].id, table))
        stage.restart(down=1000)
        people = [stage.back(person) for person in people]
    stage.do(Save(people[1].id, table, "two left"))
    stage.do(Reopen(people[1].id, "two left", "stones"))
    stage.join(people[1], table)
    stage.join(people[2], table)
    assert stage.scene(table).status == "playing"
    assert not stage.scene(table).unmet


def test_a_name_whose_game_was_put_away_is_not_given_to_somebody_else(stage: Stage) -> None:
    table, _ = deserted(stage)
    assert stage.refused(Enter(90, "guest", "ann")) is Why.NAME_IN_USE
    ann = stage.enter("ann", "visitor", **NO_SAVES)
    assert stage.hall.people.by_id[ann.id].tables == {table}


@pytest.mark.parametrize("way", ["lost", "resigned"])
def test_a_question_lapses_if_nobody_is_left_who_can_be_asked(stage: Stage, way: str) -> None:
    table, (ann, ben, cat) = three(stage, asks="ann")
    stage.lose(ben)
    stage.wait(60_000)
    assert stage.story(table).endswith("Asked")
    if way == "lost":
        stage.lose(ann)
    else:
        stage.do(Resign(ann.id, table))
    stage.wait(1)
    assert stage.scene(table).is_out(1), "Cat has waited for all of the grace, and her door cannot ask"
    assert not stage.scene(table).is_out(2), cat


def test_whoever_is_left_alone_wins_over_those_whom_somebody_else_was_asked_about(stage: Stage) -> None:
    people = [stage.enter(name, asks=name == "ann") for name in ("ann", "ben", "cat")]
    table = stage.open(people[0], "stones", seats=3, absence=stage.patient(then="stay", alone=20_000))
    for person in people[1:]:
        stage.join(person, table)
    stage.play(table, Draw())
    stage.lose(*people[1:])
    stage.wait(20_000)
    assert stage.story(table).endswith("Asked Asked")
    stage.back(people[2])
    stage.lose(people[0])
    stage.wait(20_000)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (2,)


def scores(stage: Stage, people: list[Somebody]) -> list[object]:
    return [stage.hall.people.by_id[person.id].profile.scores for person in people]


def test_a_draw_that_is_claimed_before_the_first_move_counts_for_nobody(stage: Stage) -> None:
    people = [stage.enter(name, asks=True) for name in ("ann", "ben")]
    table = stage.open(people[0], absence=Absence(grace=60_000))
    stage.join(people[1], table)
    stage.lose(people[1])
    stage.wait(60_000)
    stage.do(Claim(people[0].id, table, "draw"))
    assert stage.scene(table).status == "finished"
    assert scores(stage, people) == [{}, {}]


def test_nor_does_a_game_without_a_move_that_ends_by_its_rules(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones", absence=Absence(grace=60_000))
    stage.lose(people[0], people[1])
    stage.wait(60_000)
    assert stage.scene(table).status == "finished"
    assert scores(stage, people) == [{}, {}, {}]


def test_nor_one_that_somebody_has_not_seen_and_that_ends_by_its_rules(stage: Stage) -> None:
    people = [stage.enter(name, asks=True) for name in "abc"]
    table = stage.open(people[0], "stones", seats=3, absence=Absence(grace=60_000, held=600_000))
    stage.join(people[1], table)
    stage.lose(people[0])
    stage.join(people[2], table)
    for person in people[1:]:
        stage.do(Resign(person.id, table))
    assert stage.scene(table).status == "finished"
    assert scores(stage, people) == [{}, {}, {}]


@pytest.mark.parametrize("clock", [ClockSpec(), ClockSpec("answer", DAY)])
def test_a_game_is_not_closed_by_its_own_save_while_everybody_is_away(stage: Stage, clock: ClockSpec) -> None:
    table, (ann, ben) = stage.party(clock=clock)
    stage.play(table, 0)
    stage.do(Save(ann.id, table, "a copy", put_away=False))
    stage.play(table, 1)
    stage.lose(ann, ben)
    ann = stage.back(ann)
    assert stage.refused(Reopen(ann.id, "a copy", "tictactoe")) is Why.SAVE_IN_PLAY
    stage.back(ben)
    stage.play(table, 2)


def test_nor_by_the_one_it_was_brought_back_from(stage: Stage) -> None:
    table, people = deserted(stage, "guest")
    people = [stage.back(person, **NO_SAVES) for person in people]
    stage.play(table, 0, 1)
    stage.restart(down=1000)
    ann = stage.back(people[0])
    stage.lose(ann)
    eve = stage.enter("eve", asks=True)
    assert stage.ask(Reopen(eve.id, NAME, "tictactoe")).refused is not None
    ann = stage.back(ann)
    assert stage.hall.people.by_id[ann.id].tables == {table}


def test_only_who_plays_in_it_brings_back_what_the_hall_has_put_away(stage: Stage) -> None:
    table, people = deserted(stage, "guest")
    eve = stage.enter("eve", asks=True)
    profile = stage.hall.people.by_id[eve.id].profile
    assert save_cards(stage.hall, stage.hall.saves.values(), profile) == ()
    assert stage.refused(Reopen(eve.id, NAME, "tictactoe")) is Why.NO_SUCH_SAVE
    ann, ben = (stage.back(person, asks=True) for person in people)
    stage.do(Reopen(ann.id, NAME, "tictactoe"))
    assert stage.refused(Join(eve.id, table, name="ben")) is Why.NOT_YOUR_SEAT
    stage.join(ann, table)
    stage.join(ben, table)
    assert stage.scene(table).status == "playing"


def test_a_game_of_strangers_is_brought_back_by_their_names(stage: Stage) -> None:
    table, _ = deserted(stage, "stranger")
    ann, ben = (stage.enter(kind="stranger") for _ in range(2))
    stage.do(Reopen(ann.id, NAME, "tictactoe"))
    stage.join(ann, table, name="ann")
    stage.join(ben, table, name="ben")
    assert stage.scene(table).status == "playing"


def test_a_game_that_the_keeper_has_closed_does_not_come_back(stage: Stage) -> None:
    table, _ = deserted(stage)
    ann = stage.enter("ann", "visitor", **NO_SAVES)
    stage.do(commands.Close(table))
    stage.lose(ann)
    ann = stage.enter("ann", "visitor", **NO_SAVES)
    assert stage.hall.people.by_id[ann.id].tables == set()
    assert stage.hall.saves == {}


def test_a_game_that_is_saved_under_a_name_does_not_come_back_as_it_was_before(stage: Stage) -> None:
    table, people = deserted(stage, "guest")
    ann, _ = (stage.back(person, **NO_SAVES) for person in people)
    stage.play(table, 0)
    stage.do(Save(ann.id, table, "ours"))
    assert [name for _, name in stage.hall.saves] == ["ours"]
    stage.lose(ann)
    ann = stage.back(ann, **NO_SAVES)
    assert stage.hall.people.by_id[ann.id].tables == set()


def test_a_game_that_cannot_be_read_any_more_keeps_nobody_out(stage: Stage) -> None:
    deserted(stage)
    key = ("tictactoe", NAME)
    save = stage.hall.saves[key]
    stage.hall.saves[key] = replace(save, scene=replace(save.scene, state={"marks": "nonsense"}))
    ann = stage.enter("ann", "visitor", **NO_SAVES)
    assert stage.hall.people.by_id[ann.id].tables == set()


@pytest.mark.parametrize("clock", [ClockSpec("total", 60_000), ClockSpec("answer", 60_000)])
def test_nobody_gains_time_by_having_a_game_put_away(stage: Stage, clock: ClockSpec) -> None:
    people = [stage.enter(name, asks=True) for name in ("ann", "ben")]
    table = stage.open(people[0], clock=clock)
    stage.join(people[1], table)
    stage.play(table, 4)
    stage.wait(50_000)
    stage.lose(*people)
    stage.wait(GONE)
    stage.restart(down=DAY)
    ann, ben = (stage.back(person, asks=True) for person in people)
    stage.do(Reopen(ann.id, NAME, "tictactoe"))
    stage.wait(7000)
    stage.join(ann, table)
    stage.wait(7000)
    stage.join(ben, table)
    assert stage.scene(table).running == (0, stage.now - 50_000)


def test_who_has_given_up_is_not_told_what_became_of_it(stage: Stage) -> None:
    table, people = three(stage)
    stage.do(Resign(people[0].id, table))
    stage.lose(*people)
    stage.restart()
    stage.wait(GONE)
    assert stage.story(table).endswith("Saved")
    missed = [stage.hall.people.by_id[person.id].profile.missed for person in people]
    assert [len(told) for told in missed] == [0, 1, 1]


def test_the_lobby_hears_of_a_private_game_brought_back_until_it_is_over(stage: Stage) -> None:
    table, people = deserted(stage, "guest", private=True)
    ann, ben, eve = (*(stage.back(person, asks=True) for person in people), stage.enter("eve", asks=True))
    for person in (ann, ben, eve):
        stage.do(WatchLobby(person.conn))
    stage.do(Reopen(ann.id, NAME, "tictactoe"))
    stage.join(ann, table)
    stage.join(ben, table)
    stage.play(table, 0, 3, 1, 5)
    for person in (ann, ben):
        assert [news.change for news in stage.heard(person, Listed)] == [
            "opened",
            "changed",
            "changed",
            "gone",
        ]
    assert stage.heard(eve, Listed) == []


def test_the_oldest_goes_first_also_after_a_restart(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path) as journal:
        stage = Stage(limits=Limits(put_away=2), journal=journal)
        for names in ("zy", "bc", "de"):
            people = [stage.enter(name, "visitor") for name in names]
            table = stage.open(people[0])
            stage.join(people[1], table)
            stage.play(table, 4)
            stage.lose(*people)
            stage.wait(GONE)
            stage.restart()
        assert sorted(name for _, name in stage.hall.saves) == ["b c 2023-11-14", "d e 2023-11-14"]


def test_nothing_is_left_of_a_put_away_game_that_is_over(stage: Stage) -> None:
    table, _ = deserted(stage)
    for name in ("ann", "ben"):
        stage.enter(name, "visitor", **NO_SAVES)
    stage.play(table, 0, 3, 1, 5)
    hall = stage.hall
    assert [hall.saves, hall.saved_seeds, hall.saves_of, hall.put_away_since] == [{}, set(), {}, {}]


def test_two_nodes_that_put_games_away_at_once_do_not_take_the_same_name(stage: Stage) -> None:
    """Ann and Ben play two games at two nodes, and both are gone: neither game replaces the other."""
    first, (ann, ben) = stage.party()
    second = stage.open(ann)
    stage.join(ben, second)
    names = {free_name(stage.table(table), stage.now, (), alone=False) for table in (first, second)}
    assert len(names) == 2
    assert all(GOOD_NAME.fullmatch(name) for name in names)
