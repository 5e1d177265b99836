"""Random days of the journal in a file, beside one in memory that is given the same: whatever fails, is torn,
filed or opened again, both say the same."""

import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal.api import THE_FIRST, Batch, JournalError
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.sim.contents import by_the_batches, difference
from tablehall_lab.sim.sqlite_disk import SqliteDisk

SEED = "cd" * 32
GAMES = ("chess", "mia")
PEOPLE = (1, 2, 3)
WHERE = ("batches", "tables", "players", "snapshots", "kept", "marks")
WRITING = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
pick = st.integers(0, 999)
yes = st.booleans()
pace = st.sampled_from([(1, 1), (1, 3), (6, 1), (6, 2), (20, 4), (4_000, 32)])
"""When the tail is filed, and in what steps."""


class Days(RuleBasedStateMachine):
    """A file and its model, and what is about to be committed to both."""

    @initialize(pace=pace, seed=pick)
    def open(self, pace: tuple[int, int], seed: int) -> None:
        self.model = MemoryJournal()
        self.disk = SqliteDisk(random.Random(seed))
        self.pace = pace
        self.journal = self.opened()
        self.readers: list[SqliteJournal] = []
        self.batch = Batch()
        self.seqs: dict[int, int] = {}
        self.status: dict[int, str] = {}
        self.now = 0

    def opened(self, folder: Path | None = None) -> SqliteJournal:
        return SqliteJournal(folder or self.disk.folder, filed_at=self.pace[0], step=self.pace[1])

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            for journal in (self.journal, *self.readers):
                journal.close()
            self.disk.close()

    # What happens at tables.

    def some(self, which: int, *statuses: str) -> int:
        found = [table for table, status in self.status.items() if status in statuses]
        return found[which % len(found)] if found else 0

    def write(self, table: int, count: int = 1, snapshot_after: int = -1, line: bytes = b"") -> None:
        for number in range(count):
            seq = self.seqs[table] = self.seqs[table] + 1
            self.batch.records.append((table, seq, line or b"%d/%d" % (table, seq)))
            if number == snapshot_after:
                self.batch.snapshots.append((table, seq, b"snapshot %d" % seq))

    def note(self, table: int, status: str, people: tuple[int, ...] = (), contest: bool = False) -> None:
        self.status[table], self.now = "contest" if contest else status, self.now + 1
        at, seed = self.now // 2, SEED if status == "live" else ""  # some at the same time
        summary = b"%d" % self.now
        self.batch.index.append(
            IndexEntry(table, GAMES[table % 2], status, at, people, seed, summary, contest)
        )

    def begin(self, seq: int = 0) -> int:
        table = len(self.status) + 1
        self.seqs[table] = seq - 1
        return table

    @rule(seq=st.sampled_from([0, 0, 0, 7]), count=st.integers(1, 4), snapshot=st.integers(-1, 4))
    def a_table_opens(self, seq: int, count: int, snapshot: int) -> None:
        table = self.begin(seq)
        self.note(table, "live")
        self.write(table, count, snapshot)

    @rule(which=pick, count=st.integers(1, 5), snapshot=st.integers(-1, 4))
    def somebody_moves(self, which: int, count: int, snapshot: int) -> None:
        if table := self.some(which, "live"):
            self.write(table, count, snapshot)

    @rule(
        which=pick,
        status=st.sampled_from(["finished", "closed", "saved"]),
        people=st.sets(st.sampled_from(PEOPLE)),
    )
    def a_game_ends(self, which: int, status: str, people: set[int]) -> None:
        if table := self.some(which, "live"):
            for person in people:
                self.write(table, line=b'{"what":"sat","person":%d}' % person)
            self.write(table, line=b'{"what":"saved"}' if status == "saved" else b"")
            self.note(table, status, tuple(sorted(people)))

    @rule(which=pick, snapshot=st.integers(-1, 1))
    def a_game_is_brought_back(self, which: int, snapshot: int) -> None:
        if table := self.some(which, "saved"):
            self.write(table, 1, snapshot)
            self.note(table, "live")

    @rule(which=pick, snapshot=st.integers(-1, 0))
    def somebody_talks_when_it_is_over(self, which: int, snapshot: int) -> None:
        if table := self.some(which, "finished", "closed", "saved"):
            self.write(table, 1, snapshot)

    @rule(games=st.integers(1, 3), count=st.integers(1, 5), people=st.sets(st.sampled_from(PEOPLE)))
    def games_of_a_contest_are_over(self, games: int, count: int, people: set[int]) -> None:
        for _ in range(games):
            table = self.begin()
            self.write(table, line=b'{"what":"drawn"}')
            self.write(table, count)
            self.note(table, "finished", tuple(sorted(people)), contest=True)

    @rule(kind=st.sampled_from("ab"), key=st.sampled_from("xyz"), value=st.none() | st.binary(max_size=3))
    def something_is_known(self, kind: str, key: str, value: bytes | None) -> None:
        self.batch.kept.append(Row(kind, key, value))

    # What becomes of it.

    @rule()
    def it_is_committed(self) -> None:
        self.commit_to(self.journal)
        self.model.commit(self.batch)
        self.batch = Batch()
        self.compare()

    def commit_to(self, journal: SqliteJournal) -> None:
        """A journal drops what is of no use to it; the model sees everything."""
        batch = Batch()
        for part in ("records", "index", "kept", "snapshots"):
            setattr(batch, part, list(getattr(self.batch, part)))
        journal.commit(batch)

    @rule(where=st.sampled_from(WHERE))
    def a_commit_fails_somewhere_and_is_tried_again(self, where: str) -> None:
        def forbid(action: int, table: str | None, *_: Any) -> int:
            return sqlite3.SQLITE_DENY if action in WRITING and table == where else sqlite3.SQLITE_OK

        self.journal._db.set_authorizer(forbid)
        try:
            self.fail_or_commit()
        finally:
            self.journal._db.set_authorizer(None)

    @rule(room=st.integers(0, 3))
    def the_disk_is_full_for_a_while(self, room: int) -> None:
        db = self.journal._db
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages + room}")
        try:
            self.fail_or_commit()
        finally:
            db.execute("PRAGMA max_page_count = 1000000000")

    @rule()
    def another_process_writes_at_this_moment(self) -> None:
        self.journal._db.execute("PRAGMA busy_timeout = 0")
        with closing(sqlite3.connect(self.journal.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalError, match="used by another"):
                self.commit_to(self.journal)
            other.execute("ROLLBACK")
        self.compare()
        self.it_is_committed()

    @rule()
    def the_commit_itself_fails(self) -> None:
        with at_commit(self.journal, sqlite3.OperationalError("disk I/O error")):
            self.fail_or_commit()

    def fail_or_commit(self) -> None:
        try:
            self.commit_to(self.journal)
        except JournalError:
            self.compare()
        else:
            self.model.commit(self.batch)
            self.batch = Batch()
            self.compare()

    @rule()
    def everything_is_filed(self) -> None:
        self.journal.file_everything()
        self.compare()

    @rule(pace=pace)
    def the_hall_starts_again(self, pace: tuple[int, int]) -> None:
        self.journal.close()
        self.pace = pace
        self.journal = self.opened()
        self.compare()

    @rule(pace=pace, in_a_commit=yes)
    def the_power_fails(self, pace: tuple[int, int], in_a_commit: bool) -> None:
        """What is left is the file as it was before the commit on its way, or after it."""
        self.close_readers()
        self.disk.fragile = in_a_commit
        if in_a_commit:
            self.disk.safe = self.disk.files()
            self.commit_to(self.journal)
        self.disk.crash()
        self.journal.close()
        self.pace = pace
        self.journal = self.opened()
        if in_a_commit and self.differs(self.journal):
            self.model.commit(self.batch)
            self.batch = Batch()
        self.compare()

    @rule()
    def a_copy_is_opened(self) -> None:
        """Of the files as they are, and a backup; both are filed there at once."""
        with tempfile.TemporaryDirectory(dir=self.disk.folder) as folder:
            for name, data in self.disk.files().items():
                (Path(folder) / name).write_bytes(data)
            backup = Path(folder) / "backup" / self.journal.path.name
            backup.parent.mkdir()
            self.journal.backup(backup)
            for where in (Path(folder), backup.parent):
                with closing(self.opened(where)) as copy:
                    assert not self.differs(copy)
                    copy.file_everything()
                    assert not self.differs(copy)

    # Who reads along.

    @precondition(lambda self: len(self.readers) < 3)
    @rule()
    def a_reader_comes(self) -> None:
        self.readers.append(SqliteJournal(self.disk.folder, read_only=True))

    @rule()
    def the_readers_look(self) -> None:
        for reader in self.readers:
            assert not self.differs(reader)

    def close_readers(self) -> None:
        for reader in self.readers:
            reader.close()
        self.readers = []

    @rule(ago=st.integers(0, 8))
    def old_contests_are_forgotten(self, ago: int) -> None:
        """Those that are in the index; the model knows nothing of an index, so all are."""
        self.journal.file_everything()
        before = self.now // 2 - ago
        while self.journal.forget_contests(before):
            pass
        self.model.forget_contests(before)
        self.compare()

    @rule(ago=st.integers(0, 8), steps=st.integers(0, 9), then_lost=yes)
    def old_games_are_forgotten(self, ago: int, steps: int, then_lost: bool) -> None:
        """The batches they were in are tidied then; as far as they are before the hall is killed."""
        self.journal.file_everything()
        before, after = self.now // 2 - ago, THE_FIRST
        while True:
            games, upto = self.journal.old_games(before, after)
            same, _ = self.model.old_games(before, after)
            assert [game.table for game in games] == [game.table for game in same]
            self.journal.forget_games(games)
            self.model.forget_games(games)
            for game in games:
                self.status[game.table] = "forgotten"
            if upto is None:
                break
            after = upto
        self.tidied(steps, games_too=False)
        if then_lost:
            self.the_hall_starts_again(self.pace)
            self.journal.tidy_again()
        self.tidied(1_000)

    @rule(steps=st.integers(1, 5))
    def tidied(self, steps: int, games_too: bool = True) -> None:
        """In steps; nothing that can be asked for has changed after any of them."""
        while steps and self.journal.tidy():
            steps -= 1
            self.compare(games_too)

    def differs(self, journal: SqliteJournal) -> str:
        return difference(journal, self.model, range(1, len(self.status) + 2), PEOPLE)

    def compare(self, batches_too: bool = True) -> None:
        """Games that were just forgotten may be in batches that are yet to be tidied."""
        assert not self.differs(self.journal)
        if not batches_too or self.journal._untidy:
            return
        said = by_the_batches(self.journal)
        assert not difference(said, self.model, range(1, len(self.status) + 2), PEOPLE)


@contextmanager
def at_commit(journal: SqliteJournal, error: Exception) -> Iterator[None]:
    """Whatever ends a transaction fails."""

    class Unreliable:
        def __init__(self, db: sqlite3.Connection) -> None:
            self.db = db

        def __getattr__(self, name: str) -> Any:
            return getattr(self.db, name)

        def execute(self, statement: str, *values: Any) -> Any:
            ends = statement == "COMMIT" or (statement.startswith("INSERT") and not self.db.in_transaction)
            if ends:
                raise error
            return self.db.execute(statement, *values)

    db, journal._db = journal._db, Unreliable(journal._db)  # type: ignore[assignment]  # all that is used
    try:
        yield
    finally:
        journal._db = db


TestDays = Days.TestCase
TestDays.settings = settings(
    max_examples=int(os.environ.get("TABLEHALL_DAYS", "60")),
    stateful_step_count=int(os.environ.get("TABLEHALL_STEPS", "50")),
    deadline=None,
    derandomize="TABLEHALL_DAYS" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
