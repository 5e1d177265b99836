"""Games of which only the result is remembered: their log stays a draft until they are over."""

from tablehall.hall import commands, records
from tablehall.hall.commands import Reopen, Save
from tablehall.hall.notices import Happened
from tablehall.hall.verify import seal, unseal, verify
from tests.hall.parlour import GAMES, Lift, Shake
from tests.hall.stage import Stage


def test_nothing_is_written_down_before_the_end(stage: Stage) -> None:
    table, (_, ben) = stage.party(game="dash")
    stage.play(table, Shake(), Lift())
    assert stage.journal.log(table) == []
    assert stage.journal.table(table) is None
    assert len(stage.heard(ben, Happened)) == 4
    stage.play(table, Lift())
    assert stage.story(table) == "Opened Sat Sat Started Moved Moved Moved Ended"
    assert [listing.table for listing in stage.journal.tables(person=ben.id)] == [table]


def test_a_game_written_down_at_its_end_can_be_verified(stage: Stage) -> None:
    table, _ = stage.party(game="dash")
    stage.play(table, Shake(), Lift(), Lift())
    assert verify(unseal(seal(stage.journal.log(table))), GAMES).scene == stage.scene(table)


def test_what_is_said_after_the_end_is_written_down_too(stage: Stage) -> None:
    table, (ann, _) = stage.party(game="dash")
    stage.play(table, Lift(), Lift())
    stage.do(commands.Say(ann.id, table, "again?"))
    assert stage.story(table).endswith("Ended Said")


def test_a_closed_game_is_written_down_as_well(stage: Stage) -> None:
    table, _ = stage.party(game="dash")
    stage.do(commands.Close(table))
    assert isinstance(stage.log(table)[-1], records.Closed)


def test_a_crash_cancels_the_running_game(stage: Stage) -> None:
    table, (ann, _) = stage.party(game="dash")
    stage.play(table, Shake())
    stage.restart()
    assert stage.hall.tables == {}
    assert stage.hall.people.by_id[stage.back(ann).id].tables == set()
    assert stage.journal.log(table) == []


def test_a_saved_game_is_written_down_from_then_on(stage: Stage) -> None:
    table, (ann, ben) = stage.party(game="dash")
    stage.play(table, Shake())
    stage.do(Save(ann.id, table, "going on", put_away=False))
    stage.play(table, Shake())
    assert stage.story(table) == "Opened Sat Sat Started Moved Saved Moved"
    assert stage.restart() == []
    assert stage.scene(table).status == "playing"
    stage.back(ann)
    stage.back(ben)
    stage.play(table, Lift(), Lift())


def test_a_game_put_away_comes_back(stage: Stage) -> None:
    table, people = stage.party(game="dash")
    stage.play(table, Shake())
    stage.do(Save(people[0].id, table, "later"))
    stage.restart()
    people = [stage.back(person) for person in people]
    stage.do(Reopen(people[0].id, "later", "dash"))
    for person in people:
        stage.join(person, table)
    stage.play(table, Shake(), Lift(), Lift())
    assert stage.story(table).endswith("Saved Reopened Sat Sat Resumed Moved Moved Moved Ended")
