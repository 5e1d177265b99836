"""The hall dies and is brought back: everybody, every table, every number."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablehall.games.board import Place
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import TicTacToe
from tablehall.hall import commands
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Enter, Propose, Save, Say, Watch
from tablehall.hall.decision import SNAPSHOT_EVERY
from tablehall.hall.hall import Hall
from tablehall.hall.recovery import Remembered, rebuild, recover
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.journal.api import Batch
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal
from tests.hall.order import portrait
from tests.hall.parlour import GAMES, Draw, Shake
from tests.hall.stage import Stage


class Broken(TicTacToe):
    """Somebody's rules, with a mistake in them."""

    def setup(self, seats: int, options: object, dice: Dice) -> Any:
        raise IndexError("not so far")


@pytest.fixture(params=["memory", "sqlite"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """An empty hall, once with each journal."""
    with SqliteJournal(tmp_path) if request.param == "sqlite" else MemoryJournal() as journal:
        stage = Stage(journal=journal)
        yield stage
        stage.check_logs()


def long_game(stage: Stage) -> int:
    """A table with a log of several snapshots: moves, talk, proposals, comings and goings."""
    table, people = stage.party("a", "b", "c", game="stones", clock=ClockSpec("total", 600_000, 100))
    for number in range(30):
        stage.wait(1000)
        stage.do(Say(people[number % 3].id, table, f"word {number}"))
        if number % 5 == 0:
            stage.play(table, Draw())
            mover, _ = stage.scene(table).last or (0, None)
            stage.do(Propose(people[mover].id, table, "takeback"))
            for other in {0, 1, 2} - {mover}:
                stage.do(commands.Answer(people[other].id, table, True))
        if number % 7 == 0:
            stage.lose(people[2])
            people[2] = stage.back(people[2])
        stage.do(Propose(people[number % 3].id, table, "draw"))
        stage.do(commands.Answer(people[number % 3].id, table, False))
    stage.play(table, Draw(), Draw())
    return table


def brought_back(remembered: Remembered) -> Table:
    return rebuild(Hall(GAMES, lambda n: bytes(n)), remembered)


def test_snapshot_and_tail_equal_the_whole_log(stage: Stage) -> None:
    table = long_game(stage)
    lines = stage.journal.log(table)
    assert len(lines) > 2 * SNAPSHOT_EVERY
    (remembered,) = stage.journal.live_tables()
    assert remembered.snapshot is not None
    assert len(remembered.lines) < SNAPSHOT_EVERY
    whole = Remembered(table, "stones", remembered.seed, None, lines)
    assert portrait(brought_back(remembered)) == portrait(brought_back(whole)) == portrait(stage.table(table))


def test_the_same_commands_go_on_the_same_way_after_a_restart() -> None:
    endings = []
    for interrupted in (False, True):
        stage = Stage()
        table, people = stage.party("a", "b", "c", game="cups", options={"sides": 20})
        stage.play(table, Shake(), Shake())
        if interrupted:
            stage.restart(down=1000)
            for person in people:
                stage.back(person)
        stage.play(table, Shake(), Shake())
        endings.append((stage.scene(table).state, stage.table(table).dice.position))
        stage.check_logs()
    assert endings[0] == endings[1]


def test_everybody_is_known_again(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    vic, stranger = stage.enter("vic", "visitor"), stage.enter(kind="stranger")
    waiting = stage.open(stranger, name="x")
    stage.play(table, 0, 3, 1, 4, 2)
    stage.restart(down=1000)
    people = stage.hall.people
    assert set(people.by_name) == {"ann", "ben", "vic"}
    assert people.by_name["ann"].profile.scores["tictactoe"].won == 1
    assert stage.back(ann).id == ann.id
    assert stage.enter("vic", "visitor").id == vic.id
    assert stage.back(stranger, kind="stranger").id == stranger.id
    assert people.by_id[stranger.id].tables == {waiting}


def test_numbers_are_never_used_again(stage: Stage) -> None:
    stranger = stage.enter(kind="stranger")
    stage.lose(stranger)
    stage.restart()
    assert stage.enter("ann").id > stranger.id


def test_tables_are_counted_on_after_every_restart(stage: Stage) -> None:
    ann = stage.enter("ann")
    numbers = []
    for _ in range(3):
        opened = [stage.open(ann) for _ in range(3)]
        for table in opened:
            stage.do(commands.Close(table))
        numbers += opened
        stage.restart()
        ann = stage.back(ann)
    assert len(set(numbers)) == 9


def test_only_live_tables_come_back(stage: Stage) -> None:
    finished, (ann, ben) = stage.party()
    stage.play(finished, 0, 3, 1, 4, 2)
    closed, saved, playing, waiting = (stage.open(ann) for _ in range(4))
    for table in (saved, playing):
        stage.join(ben, table)
    stage.do(commands.Close(closed))
    stage.do(Save(ann.id, saved, "saved"))
    stage.restart()
    assert set(stage.hall.tables) == {playing, waiting}
    assert stage.hall.people.by_id[ann.id].tables == {playing, waiting}
    assert stage.refused(commands.Act(ann.id, finished, Place(0, 0))) is Why.NO_SUCH_TABLE


def test_a_second_restart_changes_nothing_more(stage: Stage) -> None:
    table, _ = stage.party(clock=ClockSpec("total", 60_000))
    stage.wait(5000)
    for _ in range(3):
        stage.restart(down=100_000)
    assert stage.scene(table).running == (stage.now - 5000, 0)
    assert stage.story(table).endswith("Started Resumed Resumed Resumed")


def test_a_clock_set_back_takes_nothing_from_anybody(stage: Stage) -> None:
    table, (ann, ben) = stage.party(clock=ClockSpec("total", 60_000))
    stage.wait(5000)
    stage.restart(down=-3_600_000)
    stage.back(ann)
    stage.back(ben)
    stage.play(table, 0)
    assert 0 < stage.scene(table).left[0] <= 60_000


@pytest.mark.parametrize("harm", ["cut", "changed", "rules that fail", "bad snapshot"])
def test_a_damaged_table_is_left_alone_and_named(stage: Stage, harm: str) -> None:
    good, (ann, _) = stage.party()
    bad, _ = stage.party("cat", "dan")
    stage.play(bad, 0, 1)
    tables = {remembered.number: remembered for remembered in stage.journal.live_tables()}
    harmed = tables[bad]
    if harm == "cut":
        harmed.lines = harmed.lines[1:]
    elif harm == "changed":
        harmed.lines[-2] = harmed.lines[-2].replace(b'"r":0', b'"r":1')
    elif harm == "rules that fail":
        harmed.game = "broken"
    else:
        harmed.snapshot = b'{"sheet":1}'
    hall = Hall({**GAMES, "broken": Broken()}, stage.chance)
    _, problems = recover(hall, stage.journal.kept(), tables.values(), stage.now)
    assert set(hall.tables) == {good}
    assert hall.people.by_id[ann.id].tables == {good}
    assert len(problems) == 1
    assert problems[0].startswith(f"table {bad} (")


def test_an_empty_journal_is_an_empty_hall() -> None:
    hall = Hall(GAMES, lambda n: bytes(n))
    decision, problems = recover(hall, MemoryJournal().kept(), [], 5)
    assert not problems
    assert not decision.remembers()
    assert (hall.tables, hall.people.by_id, hall.numbers) == ({}, {}, 0)


def test_every_crash_leaves_a_hall_that_can_go_on() -> None:
    """Cut the journal after every single decision of an evening and start from there."""
    stage = Stage()
    batches = record_batches(stage)
    table, (ann, ben) = stage.party(game="cups")
    cat = stage.enter(kind="stranger")
    stage.do(Watch(cat.id, table))
    stage.play(table, Shake(), Shake())
    stage.do(Save(ann.id, table, "one", put_away=False))
    other = stage.open(cat, "stones", name="x", seats=3)
    stage.join(ann, other, name="y")
    stage.lose(ben)
    stage.wait(60_000)
    for person in (ann, cat):
        stage.do(commands.Leave(person.id, table))
    stage.do(commands.Reopen(ann.id, "one", "cups"))
    stage.lose(cat)
    stage.do(commands.LogOut(ann.id))
    for cut in range(len(batches)):
        journal = MemoryJournal()
        for batch in batches[: cut + 1]:
            journal.commit(batch)
        again = Stage(seed=2)
        again.journal, again.now = journal, stage.now
        again.seeds = stage.seeds
        decision, problems = recover(again.hall, journal.kept(), journal.live_tables(), again.now)
        again._take(decision)
        assert problems == []
        again.wait(700_000)
        assert again.ask(Enter(1, "guest", "zoe")).refused is None
        again.check_logs()


def record_batches(stage: Stage) -> list[Batch]:
    """Every batch that the stage commits from now on."""
    batches: list[Batch] = []
    commit = stage.journal.commit

    def noting(batch: Batch) -> None:
        batches.append(batch)
        commit(batch)

    stage.journal.commit = noting  # type: ignore[method-assign]
    return batches


def test_what_is_kept_is_plain_json(stage: Stage) -> None:
    stage.party()
    for facts in stage.journal.kept().values():
        for value in facts.values():
            msgspec.json.decode(value)


def test_the_number_of_a_game_that_was_lost_in_a_crash_is_not_given_out_again(stage: Stage) -> None:
    stage.open(stage.enter("ann"))
    lost = stage.hall.deciding(stage.now).table_number(keep=False)
    stage.restart()
    assert stage.open(stage.enter("ben")) != lost


def test_a_hall_that_was_up_for_a_moment_only_gives_all_its_downtime_back(stage: Stage) -> None:
    """It has stopped before it could note that it was up."""
    table, (ann, _) = stage.party(clock=ClockSpec("total", 60_000))
    stage.lose(ann)
    stage.restart(down=3_600_000, alive=False)
    stage.wait(1_000)
    assert stage.scene(table).status == "playing"
    stage.back(ann)
    assert stage.scene(table).left == (60_000, 60_000)
