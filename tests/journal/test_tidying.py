"""What nobody can ask for any more goes from the log, too: that and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal import tidying
from tablehall.journal.api import Batch, OldGame
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.sim.contents import by_the_batches, difference


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(tmp_path / "data") as opened:
        assert isinstance(opened, SqliteJournal)
        yield opened


def facts(**known: bytes | None) -> Batch:
    batch = Batch()
    batch.kept = [Row("k", key, value) for key, value in known.items()]
    return batch


def tidy(journal: SqliteJournal) -> int:
    """All of it; returns how many steps it took. What the log says has not changed."""
    journal.file_everything()
    steps = 1
    while journal.tidy():
        steps += 1
    assert not difference(by_the_batches(journal), journal, range(5))
    return steps


def said(journal: SqliteJournal) -> list[tuple[str, bytes | None]]:
    return [(row.key, row.value) for _, batch in journal.batches() for row in batch.kept]


def test_facts_of_the_past_go(journal: SqliteJournal) -> None:
    for number in range(20):
        journal.commit(facts(total=b"%d" % number))
    journal.commit(facts(other=b"1"))
    tidy(journal)
    assert said(journal) == [("total", b"19"), ("other", b"1")]
    assert journal.kept() == {"k": {"total": b"19", "other": b"1"}}


def test_a_batch_of_which_little_can_go_is_not_written_anew(journal: SqliteJournal) -> None:
    journal.commit(facts(much=b"x" * 100, little=b"1"))
    journal.commit(facts(little=b"2"))
    tidy(journal)
    assert said(journal) == [("much", b"x" * 100), ("little", b"1"), ("little", b"2")]


def test_that_something_is_not_known_any_more_stays(journal: SqliteJournal) -> None:
    """What was said of it before may have been true when its batch was tidied."""
    journal.commit(facts(name=b"anna"))
    tidy(journal)
    journal.commit(facts(name=None))
    tidy(journal)
    assert journal.kept() == {}
    assert said(journal) == [("name", b"anna"), ("name", None)]


def test_what_is_not_in_the_index_yet_is_left_alone(journal: SqliteJournal) -> None:
    for number in range(20):
        journal.commit(facts(total=b"%d" % number))
    assert not journal.tidy()
    assert len(said(journal)) == 20


def test_snapshots_of_the_past_go_and_the_one_of_today_stays(journal: SqliteJournal) -> None:
    for seq in range(4):
        batch = Batch()
        batch.records = [(1, seq, b"move")]
        batch.snapshots = [(1, seq, b"position %d" % seq * 9)]
        if not seq:
            batch.index = [IndexEntry(1, "chess", "live", 0, (), "ab" * 32, b"{}")]
        journal.commit(batch)
    tidy(journal)
    assert [seq for _, batch in journal.batches() for _, seq, _ in batch.snapshots] == [3]
    (live,) = journal.live_tables()
    assert (live.snapshot, live.lines) == (b"position 3" * 9, [])
    assert len(journal.log(1)) == 4


def test_a_batch_with_nothing_left_goes_and_its_number_is_not_used_again(journal: SqliteJournal) -> None:
    batch = Batch()
    batch.records = [(1, 0, b"opened"), (1, 1, b"ended")]
    batch.index = [IndexEntry(1, "chess", "finished", 5, (7,), "", b"{}")]
    journal.commit(batch)
    journal.file_everything()
    journal.forget_games([OldGame(1, (7,), (1,))])
    tidy(journal)
    assert list(journal.batches()) == []
    journal.close()
    with SqliteJournal(journal.path.parent) as again:
        assert isinstance(again, SqliteJournal)
        again.commit(facts(total=b"1"))
        assert [number for number, _ in again.batches()] == [2]


def test_games_that_were_forgotten_before_a_crash_are_tidied_when_everything_is(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path) as journal:
        assert isinstance(journal, SqliteJournal)
        for table in (1, 2):
            batch = Batch()
            batch.records = [(table, 0, b"opened" * 9)]
            batch.index = [IndexEntry(table, "chess", "finished", 5, (), "", b"{}")]
            journal.commit(batch)
        tidy(journal)
        journal.forget_games([OldGame(1, (), (1,))])
    with SqliteJournal(tmp_path) as again:
        assert isinstance(again, SqliteJournal)
        assert not again.tidy()
        assert [number for number, _ in again.batches()] == [1, 2]
        again.tidy_again()
        tidy(again)
        assert [number for number, _ in again.batches()] == [2]


def test_a_step_is_bounded_in_batches_and_in_bytes(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        journal.commit(facts(total=b"%d" % number))
    monkeypatch.setattr(tidying, "AT_ONCE", 10)
    assert tidy(journal) == 4
    journal.tidy_again()
    monkeypatch.setattr("tablehall.journal.forgetting.BYTES", 1)
    assert tidy(journal) == 1 + len(said(journal))
