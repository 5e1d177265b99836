"""Games of contests can be forgotten: they and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.journal import forgetting
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.sqlite import SqliteJournal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    """A contest that had a game in each of a hundred seconds, beside a table where somebody plays."""
    with SqliteJournal(tmp_path / "data") as opened:
        assert isinstance(opened, SqliteJournal)
        for second in range(100):
            opened.commit(a_second(second))
        yield opened


def a_second(second: int) -> Batch:
    batch, game = Batch(), 1000 + second
    batch.records = [(1, second, b"move %d" % second), (game, 0, b"opened"), (game, 1, b"ended")]
    live = [IndexEntry(1, "chess", "live", 0, (), "ab" * 32, b"{}")] if not second else []
    batch.index = [*live, IndexEntry(game, "mia", "finished", second * 1000, (7, 8), "", b"{}", True)]
    return batch


def forget(journal: SqliteJournal, before: int) -> int:
    """All of it; returns how many steps it took."""
    steps = 1
    while journal.forget_contests(before):
        steps += 1
    return steps


def games(journal: SqliteJournal, person: int = 0) -> list[int]:
    return [listing.table for listing in journal.tables(person=person, limit=1000)]


def test_what_is_old_is_forgotten_and_nothing_else(journal: SqliteJournal) -> None:
    journal.file_everything()
    assert forget(journal, 40_000) == 4  # 16, 16 and 8 batches, and no more
    for read in (journal, SqliteJournal(journal.path.parent, read_only=True)):
        assert games(read) == games(read, 7) == list(range(1099, 1039, -1))
        assert (read.table(1039), read.log(1039)) == (None, [])
        assert (len(read.log(1040)), len(read.log(1))) == (2, 100)
        assert [len(table.lines) for table in read.live_tables()] == [100]
    read.close()
    for name, left in (("tables", 61), ("players", 120), ("batches", 160)):
        assert journal._read(f"SELECT count(*) FROM {name}") == [(left,)]


def test_what_is_not_in_the_index_yet_waits(journal: SqliteJournal) -> None:
    assert forget(journal, 10**9) == 1
    assert len(games(journal)) == 100
    journal.file_everything()
    journal.commit(a_second(100))
    forget(journal, 10**9)
    assert games(journal) == [1100]
    assert len(journal.log(1100)) == 2


def test_a_reader_who_looks_on_finds_nothing_any_more(journal: SqliteJournal) -> None:
    with SqliteJournal(journal.path.parent, read_only=True) as reader:
        assert len(reader.log(1000)) == 2
        journal.file_everything()
        forget(journal, 10**9)
        assert (reader.table(1000), reader.log(1000), reader.tables(person=8)) == (None, [], [])


def test_the_log_goes_on_after_what_was_forgotten(journal: SqliteJournal) -> None:
    """Also if the last batch of all is gone: its number is not used again."""
    journal.file_everything()
    last = max(number for number, _ in journal.batches())
    forget(journal, 10**9)
    journal.close()
    with SqliteJournal(journal.path.parent) as again:
        assert isinstance(again, SqliteJournal)
        again.commit(a_second(100))
        assert [number for number, _ in again.batches(last - 1)] == [last + 1, last + 2]
        assert len(again.log(1)) == 101


def test_in_the_middle_of_a_filing(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path, filed_at=1, step=1) as journal:
        assert isinstance(journal, SqliteJournal)
        for second in range(100):
            journal.commit(a_second(second))
            forget(journal, (second - 10) * 1000)
            kept = [1000 + n for n in range(second, max(-1, second - 11), -1)]
            assert games(journal)[: len(kept)] == kept
            assert all(len(journal.log(game)) == 2 for game in games(journal))
        assert len(games(journal)) < 20


def test_a_step_that_fails_has_forgotten_nothing(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.file_everything()
    monkeypatch.setattr(forgetting, "AT_ONCE", 5)
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="cannot be written"):
        journal.forget_contests(10**9)
    journal._db.execute("PRAGMA query_only = OFF")
    assert len(games(journal)) == 100
    assert all(len(journal.log(game)) == 2 for game in games(journal))
