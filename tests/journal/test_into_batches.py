"""A file of the first version becomes one with batches: all of it or nothing, and it says the same."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import structlog

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal import into_batches, sqlite
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.batches import encode
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.schema_steps import Step
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall_lab.sim.contents import difference
from tests.journal.old_file import OldFile

PEOPLE = (1, 2, 3)
NEXT: dict[str, tuple[str, ...]] = {
    "live": ("live", "live", "live", "live", "finished", "closed", "saved"),
    "saved": ("saved", "live"),
    "finished": ("finished",),
    "closed": ("closed",),
}
"""What may become of a table with its next batch; who is over is talked at."""


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(into_batches, "TOGETHER", 5)


def a_year(seed: int, batches: int = 80) -> Iterator[Batch]:
    """Live, saved and finished tables, brought back, copied and talked at; facts that come and go."""
    chance = random.Random(seed)
    status: dict[int, str] = {}
    seqs: dict[int, int] = {}
    for at in range(batches):
        batch = Batch()
        for _ in range(chance.randrange(1, 5)):
            table = chance.randrange(1, len(status) + 3)
            new = table not in status
            seq = seqs.get(table, chance.choice((0, 0, 0, 40)) - 1)
            seqs[table] = seq + chance.randrange(1, 4)
            batch.records += [(table, n, b"%d/%d" % (table, n)) for n in range(seq + 1, seqs[table] + 1)]
            then = "live" if new else chance.choice(NEXT[status[table]])
            if new or then != status[table]:
                people = tuple(chance.sample(PEOPLE, 2)) if then != "live" else ()
                seed_ = "ab" * 32 if then == "live" else ""
                batch.index.append(IndexEntry(table, "chess", then, at, people, seed_, b"%d" % at))
                status[table] = then
            if then == "live" and chance.random() < 0.2:
                batch.snapshots.append((table, seqs[table], b"snapshot %d" % seqs[table]))
        value = chance.choice((None, b"%d" % at))
        batch.kept.append(Row("k", str(chance.randrange(9)), value))
        yield batch


def model_of(batches: list[Batch]) -> MemoryJournal:
    model = MemoryJournal()
    for batch in batches:
        model.commit(batch)
    return model


def tables_of(batches: list[Batch]) -> set[int]:
    return {table for batch in batches for table, _, _ in batch.records} | {999}


@pytest.mark.parametrize("seed", range(12))
def test_everything_reads_the_same_and_goes_on(tmp_path: Path, seed: int) -> None:
    year = list(a_year(seed))
    half = len(year) // 2
    OldFile(tmp_path / "data").commit(*year[:half])
    with SqliteJournal(tmp_path / "data", filed_at=10, step=3) as journal:
        model = model_of(year[:half])
        assert not difference(journal, model, tables_of(year), PEOPLE)
        for batch in year[half:]:
            model.commit(batch)
            journal.commit(batch)
        assert not difference(journal, model, tables_of(year), PEOPLE)
    with SqliteJournal(tmp_path / "data") as again:
        assert not difference(again, model, tables_of(year), PEOPLE)


def test_what_was_empty_stays_empty(tmp_path: Path) -> None:
    OldFile(tmp_path / "data")
    with SqliteJournal(tmp_path / "data") as journal:
        assert (journal.live_tables(), journal.kept(), journal.tables()) == ([], {}, [])


def test_a_table_that_is_only_listed_stays_listed(tmp_path: Path) -> None:
    told = Batch()
    told.index = [IndexEntry(1, "chess", "finished", 5, (7,), "", b"{}")]
    OldFile(tmp_path / "data").commit(told)
    with SqliteJournal(tmp_path / "data") as journal:
        assert [listing.table for listing in journal.tables(person=7)] == [1]
        assert journal.log(1) == []


def test_a_log_is_whole_also_where_its_end_was_noted_wrong(tmp_path: Path) -> None:
    year = list(a_year(3))
    old = OldFile(tmp_path / "data")
    old.commit(*year)
    with closing(sqlite3.connect(old.path)) as db, db:
        db.execute("UPDATE tables SET head = first")
    with SqliteJournal(tmp_path / "data") as journal:
        assert not difference(journal, model_of(year), tables_of(year), PEOPLE)


# Broken off.


def rows(path: Path) -> list[Any]:
    """Everything in an old file, row by row."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(name, db.execute(f"SELECT * FROM {name}").fetchall()) for name in sorted(names)]


@pytest.mark.parametrize("batches", [1, 7, 20])
def test_a_step_that_is_broken_off_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    year = list(a_year(5))
    old = OldFile(tmp_path / "data")
    old.commit(*year)
    before, left = rows(old.path), iter(range(batches))

    def full(batch: Batch) -> bytes:
        if next(left, None) is None:
            raise sqlite3.OperationalError("database or disk is full")
        return encode(batch)

    with monkeypatch.context() as for_a_while:
        for_a_while.setattr(into_batches, "encode", full)
        with pytest.raises(JournalError, match="is full: make room"):
            SqliteJournal(tmp_path / "data")
    assert rows(old.path) == before
    with SqliteJournal(tmp_path / "data") as journal:
        assert not difference(journal, model_of(year), tables_of(year), PEOPLE)


@pytest.mark.parametrize("batches", [1, 7, 20, 150])
def test_what_a_kill_in_the_middle_leaves_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    """The files as they are in the middle: so much is written that it does not fit into memory."""
    year = list(a_year(5, 200))
    OldFile(tmp_path / "data").commit(*year)
    seen = 0

    def watched(batch: Batch) -> bytes:
        nonlocal seen
        seen += 1
        if seen == batches:
            (tmp_path / "killed").mkdir()
            for name in (FILE, f"{FILE}-wal"):
                shutil.copy(tmp_path / "data" / name, tmp_path / "killed")
        return encode(batch)

    monkeypatch.setattr(into_batches, "encode", watched)
    take = SqliteJournal._take

    def with_little_memory(self: SqliteJournal, step: Step) -> None:
        self._db.execute("PRAGMA cache_size = 5")
        take(self, step)

    monkeypatch.setattr(SqliteJournal, "_take", with_little_memory)
    SqliteJournal(tmp_path / "data").close()
    assert batches < 20 or (tmp_path / "killed" / f"{FILE}-wal").stat().st_size > 0
    with SqliteJournal(tmp_path / "killed") as journal:
        assert not difference(journal, model_of(year), tables_of(year), PEOPLE)


def test_whoever_has_many_records_is_told_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = list(a_year(1))
    count = sum(len(batch.records) for batch in year)
    for name, many in (("few", count + 1), ("many", count)):
        OldFile(tmp_path / name).commit(*year)
        monkeypatch.setattr(sqlite, "MANY", many)
        with structlog.testing.capture_logs() as told:
            for _ in range(2):
                SqliteJournal(tmp_path / name).close()
        assert [line["records"] for line in told] == ([count] if name == "many" else [])
