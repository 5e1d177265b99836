"""The thread that moves pages out of the write-ahead log: it ends when told to, and the log stays short."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablehall.hall import facts
from tablehall.journal import checkpoints
from tablehall.journal.api import Batch
from tablehall.journal.checkpoints import Checkpoints
from tablehall.journal.sqlite import SqliteJournal

PATIENCE = 20.0


def test_it_ends_also_when_it_is_told_so_in_the_middle_of_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving, go_on = threading.Event(), threading.Event()

    class SlowConnection:
        def execute(self, statement: str) -> None:
            if statement == checkpoints.PASSIVE:
                moving.set()
                assert go_on.wait(PATIENCE)

        def close(self) -> None: ...

    fake: Any = SimpleNamespace(connect=lambda *_, **__: SlowConnection(), Error=sqlite3.Error)
    monkeypatch.setattr(checkpoints, "sqlite3", fake)
    moves = Checkpoints(tmp_path / "hall.db")
    moves.written(SlowConnection(), checkpoints.PAGES)  # type: ignore[arg-type]
    assert moving.wait(PATIENCE)
    wanted_again, want = threading.Event(), moves._wanted.set

    def want_again() -> None:
        want()
        wanted_again.set()

    monkeypatch.setattr(moves._wanted, "set", want_again)
    stopping = threading.Thread(target=moves.stop, daemon=True)
    stopping.start()
    assert wanted_again.wait(PATIENCE)
    go_on.set()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()


def write_much(journal: SqliteJournal) -> None:
    """So much that it is moved, and then a little that the writer moves itself, and that begins the log
    anew."""
    moves = journal._checkpoints
    assert moves is not None
    while not (moves._wanted.is_set() or moves._moved.is_set()):
        journal.commit(said(40_000))
    assert moves._moved.wait(PATIENCE)
    journal.commit(said(1))
    journal.commit(said(1))


def said(size: int) -> Batch:
    batch = Batch()
    batch.keep(facts.Appointed("x" * size))
    return batch


def test_the_log_stays_short_however_much_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "PAGES", 50)
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.checkpoint_aside()
        wal = journal.path.with_name(journal.path.name + "-wal")
        sizes = []
        for _ in range(6):
            write_much(journal)
            sizes.append(wal.stat().st_size)
        assert max(sizes) <= 2 * sizes[0], "it is not begun anew"


def test_a_reader_that_stays_stops_nobody_and_afterwards_the_log_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "PAGES", 50)
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.checkpoint_aside()
        wal = journal.path.with_name(journal.path.name + "-wal")
        journal.commit(said(1))
        with closing(sqlite3.connect(journal.path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM batches").fetchone()
            for _ in range(3):
                write_much(journal)
            reader.execute("COMMIT")
        sizes = []
        for _ in range(5):
            write_much(journal)
            sizes.append(wal.stat().st_size)
        assert len(set(sizes)) == 1, "it still grows"
