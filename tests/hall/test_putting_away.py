"""Games that everybody has left: put away, not lost, and brought back by whoever returns."""

from typing import Any

import pytest

from tablehall.games.api import Absence
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Join, PutAway, Reopen
from tablehall.hall.hall import Limits
from tablehall.hall.notices import Listed
from tablehall.hall.refusals import Why
from tablehall.hall.verify import seal, unseal, verify
from tests.hall.parlour import GAMES
from tests.hall.stage import Somebody, Stage

GONE = 600_000
NO_SAVES = {"brings_back": True}
"""How one comes in through a door that has no words for saves."""


def deserted(stage: Stage, kind: str = "visitor", **more: Any) -> tuple[int, list[Somebody]]:
    """Ann has moved, and both are gone for so long that the game is put away."""
    people = [stage.enter("" if kind == "stranger" else name, kind) for name in ("ann", "ben")]
    table = stage.open(people[0], name="ann", **more)
    stage.join(people[1], table, name="ben", code=stage.table(table).sheet.code)
    stage.play(table, 4)
    stage.lose(*people)
    stage.wait(GONE)
    return table, people


def test_a_deserted_game_is_put_away_and_counts_for_nobody(stage: Stage) -> None:
    table, people = deserted(stage)
    saved = stage.log(table)[-1]
    assert isinstance(saved, records.Saved)
    assert (saved.put_away, saved.deserted, saved.name) == (True, True, "ann ben 2023-11-14")
    assert stage.hall.tables == {}
    assert all(stage.hall.people.by_id[person.id].profile.scores == {} for person in people)


@pytest.mark.parametrize("restarted", [False, True])
def test_whoever_returns_under_their_name_brings_it_back(stage: Stage, restarted: bool) -> None:
    table, _ = deserted(stage, clock=ClockSpec("total", 60_000))
    stage.wait(24 * 3_600_000)
    if restarted:
        assert stage.restart(down=3_600_000) == []
    ben = stage.enter("ben", "visitor", **NO_SAVES)
    scene = stage.scene(table)
    assert stage.hall.people.by_id[ben.id].tables == {table}
    assert (scene.status, scene.paused, scene.left) == ("playing", 0, (60_000, 60_000))
    assert stage.story(table).endswith("Saved Reopened Came")
    stage.enter("ann", "visitor", **NO_SAVES)
    stage.play(table, 0, 3, 1, 5)
    assert stage.scene(table).status == "finished"
    assert stage.hall.saves == {}
    verify(unseal(seal(stage.journal.log(table))), GAMES)


def test_the_grace_of_who_is_not_back_begins_with_the_others_return(stage: Stage) -> None:
    table, _ = deserted(stage, absence=Absence(grace=60_000))
    stage.wait(24 * 3_600_000)
    stage.enter("ann", "visitor", **NO_SAVES)
    stage.wait(59_999)
    assert stage.scene(table).status == "playing"
    stage.wait(1)
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_stranger_with_a_game_put_away_is_not_forgotten(stage: Stage) -> None:
    table, (ann, _) = deserted(stage, "stranger")
    stage.restart()
    stage.wait(30 * 24 * 3_600_000)
    back = stage.enter("", "stranger", secret=ann.secret, **NO_SAVES)
    assert stage.hall.people.by_id[back.id].tables == {table}


def test_a_door_that_cannot_carry_the_game_leaves_it_where_it_is(stage: Stage) -> None:
    deserted(stage)
    stage.enter("ann", "visitor", games=frozenset({"cups"}), **NO_SAVES)
    assert stage.hall.tables == {}


def test_left_again_it_is_put_away_again_under_its_name(stage: Stage) -> None:
    table, _ = deserted(stage)
    stage.lose(stage.enter("ann", "visitor", **NO_SAVES))
    stage.wait(GONE)
    assert [name for _, name in stage.hall.saves] == ["ann ben 2023-11-14"]
    stage.enter("ben", "visitor", **NO_SAVES)
    assert stage.scene(table).status == "playing"


def test_through_a_door_with_saves_it_waits_for_everybody(stage: Stage) -> None:
    table, people = deserted(stage, "guest", private=True)
    ann, ben = (stage.back(person, asks=True) for person in people)
    assert stage.hall.tables == {}
    eve = stage.enter("eve", asks=True)
    for person in (ben, eve):
        stage.do(commands.WatchLobby(person.conn))
    stage.do(Reopen(ann.id, "ann ben 2023-11-14", "tictactoe"))
    assert [news.change for news in stage.heard(ben, Listed)] == ["opened"]
    assert stage.heard(eve, Listed) == []
    assert stage.refused(Join(eve.id, table, name="ben")) is Why.WRONG_CODE
    stage.join(ann, table)
    stage.join(ben, table)
    assert stage.scene(table).status == "playing"
    stage.play(table, 0, 3, 1, 5)
    assert stage.hall.saves == {}


def test_whoever_was_away_is_told_that_it_was_put_away(stage: Stage) -> None:
    table, people = deserted(stage, "guest")
    (told,) = stage.hall.people.by_id[people[0].id].profile.missed
    assert (told.table, told.how, told.why, told.save) == (
        *(table, "put away", "deserted"),
        "ann ben 2023-11-14",
    )


def test_only_so_many_games_are_put_away_the_oldest_goes_first() -> None:
    stage = Stage(limits=Limits(put_away=2))
    for day in range(3):
        table, _ = deserted(stage)
        stage.wait(24 * 3_600_000 * (1 + day))
    assert [name for _, name in stage.hall.put_away_since] == ["ann ben 2023-11-15", "ann ben 2023-11-17"]
    assert len(stage.hall.saves) == 2
    assert table


def test_a_name_for_it_is_always_free(stage: Stage) -> None:
    for _ in range(2):
        deserted(stage)
    assert [name for _, name in stage.hall.saves] == ["ann ben 2023-11-14", "ann ben 2023-11-14 2"]


def test_a_door_may_have_it_put_away_at_once(stage: Stage) -> None:
    table, people = stage.party()
    stage.play(table, 0)
    stage.lose(people[0])
    assert stage.refused(PutAway(table)) is Why.NOT_ON_OFFER
    stage.lose(people[1])
    stage.do(PutAway(table))
    assert stage.scene(table).status == "saved"


def test_the_saves_of_people_are_not_pushed_out(stage: Stage) -> None:
    table, (eve, _) = stage.party("eve", "zoe")
    stage.do(commands.Save(eve.id, table, "mine"))
    deserted(stage)
    assert ("tictactoe", "mine") in stage.hall.saves
    assert list(stage.hall.put_away_since) == [("tictactoe", "ann ben 2023-11-14")]
