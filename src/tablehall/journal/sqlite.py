"""The journal in one SQLite file: WAL, synchronous=FULL, one writer, group commit."""

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, Journal, JournalError, Listing, by_kind

FILE = "tablehall.sqlite3"
APPLICATION = 0x7AB1EA11


Heads = dict[int, tuple[int, int]]
"""Where the logs of tables end: (id, seq) of the last record."""
NOWHERE = (0, -1)

APPEND = [
    (size, f"INSERT INTO log VALUES {', '.join(['(?, ?, ?, ?, ?)'] * size)}") for size in (256, 64, 8, 1)
]
LAST_OF_TABLE = "SELECT id, seq FROM log WHERE table_id = ? ORDER BY id DESC LIMIT 1"
NOTE_TABLE = (
    "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
    "status = excluded.status, at = excluded.at, seed = excluded.seed, summary = excluded.summary, "
    "head = excluded.head"
)
NOTE_SNAPSHOT = (
    "INSERT OR REPLACE INTO snapshots SELECT ?, ?, ?, ? "
    "WHERE EXISTS (SELECT 1 FROM tables WHERE id = ? AND status = 'live')"
)


class LiveRecord(NamedTuple):
    """A record of a table at which a game goes on."""

    table: int
    id: int
    """Its place in the log of all tables."""
    seq: int
    line: bytes


class SqliteJournal(Journal):
    """The default journal; needs nothing but a folder."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.path = folder / FILE
        self._read_only = read_only
        self._heads: Heads | None = None
        self._last = 0
        try:
            if not read_only:
                folder.mkdir(parents=True, exist_ok=True)
            self._db = self._connect()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error
        try:
            self._prepare()
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            self._db.close()
            raise JournalError(explain(error, self.path)) from error
        except JournalError:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        if not self._read_only:
            return sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        if not self.path.exists():
            raise JournalError(f"There is no hall in {self.path.parent}; start one with: tablehall serve")
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(address, uri=True, check_same_thread=False)

    def _prepare(self) -> None:
        if not self._read_only:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA busy_timeout = 5000")
        self._db.execute("PRAGMA cache_size = -16384")

    def _migrate(self) -> None:
        """Bring the file to today's schema, one numbered step after the other."""
        folder = resources.files("tablehall.journal") / "schema"
        steps = sorted((f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".sql"))
        have = self._db.execute("PRAGMA user_version").fetchone()[0]
        if have > len(steps):
            raise JournalError(
                f"{self.path} was written by a newer tablehall (schema {have}, this one knows {len(steps)}); "
                "use that version, or another folder with --data."
            )
        if self._read_only:
            return
        for number, (_, script) in enumerate(steps[have:], have + 1):
            self._db.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
        self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    def commit(self, batch: Batch) -> None:
        db, heads = self._db, self._known_heads()
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                new_heads, over = self._append(db, batch, heads)
                self._note(db, batch, {**heads, **new_heads} if batch.index else heads)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except sqlite3.IntegrityError as error:
            raise JournalError(f"a record exists already: {error}") from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error
        heads.update(new_heads)
        self._last += len(batch.records)
        statuses = dict.fromkeys(over, "over") | {entry.table: entry.status for entry in batch.index}
        for table, status in statuses.items():
            if status != "live":
                heads.pop(table, None)

    def _append(self, db: sqlite3.Connection, batch: Batch, heads: Heads) -> tuple[Heads, set[int]]:
        """Write the records behind all others, many at a time: every call into SQLite costs
        a hand-over of the interpreter's lock. Returns where the logs of their tables end now,
        and which of the tables were over before (there is talk after the end of a game)."""
        new: Heads = {}
        over: set[int] = set()
        number = self._last
        values: list[object] = []
        for table, seq, line in batch.records:
            head = new.get(table) or heads.get(table)
            if head is None:
                head = self._head(table, seq)
                if head[0]:
                    over.add(table)
            before, last = head
            if seq != last + 1:
                raise JournalError(f"record {seq} of table {table} is not the next one")
            number += 1
            values += (number, table, seq, before, line)
            new[table] = (number, seq)
        start, rows = 0, len(batch.records)
        for size, statement in APPEND:
            while rows - start >= size:
                db.execute(statement, values[5 * start : 5 * (start + size)])
                start += size
        if over:
            ends = [(new[table][0], table) for table in over]
            db.executemany("UPDATE tables SET head = ? WHERE id = ? AND head > 0", ends)
        return new, over

    def _head(self, table: int, seq: int) -> tuple[int, int]:
        """Where the log of a table ends that was not live a moment ago: (id, seq)."""
        known = self._read("SELECT head FROM tables WHERE id = ?", (table,))
        if not known:  # a new table: no need to look through all the log for it
            return 0, seq - 1
        rows = self._read("SELECT id, seq FROM log WHERE id = ?", known[0])
        rows = rows or self._read(LAST_OF_TABLE, (table,))
        return rows[0] if rows else (0, seq - 1)

    def _known_heads(self) -> Heads:
        """Where the logs of live tables end: found out once, kept from then on."""
        if self._heads is None:
            self._last = self._read("SELECT coalesce(max(id), 0) FROM log")[0][0]
            self._heads = {}
            for record in self._live_records():
                self._heads[record.table] = (record.id, record.seq)
        return self._heads

    def _live_records(self) -> list[LiveRecord]:
        """The records of live tables since they were opened or last snapshot, oldest first."""
        start = self._read(
            "SELECT min(coalesce(s.after, t.first)) FROM tables t "
            "LEFT JOIN snapshots s ON s.table_id = t.id WHERE t.status = 'live'"
        )[0][0]
        if start is None:
            return []
        rows = self._read(
            "SELECT l.table_id, l.id, l.seq, l.line FROM log l JOIN tables t ON t.id = l.table_id "
            "WHERE l.id >= ? AND t.status = 'live' AND l.id >= t.first ORDER BY l.id",
            (start,),
        )
        return list(map(LiveRecord._make, rows))

    def _note(self, db: sqlite3.Connection, batch: Batch, heads: Heads) -> None:
        """Everything but the records themselves."""
        if batch.index:
            db.executemany(NOTE_TABLE, list(self._table_rows(batch, heads)))
            db.executemany("INSERT OR IGNORE INTO players VALUES (?, ?)", batch.seats())
        if over := [(table,) for table in batch.over()]:
            db.executemany("DELETE FROM snapshots WHERE table_id = ?", over)
        if batch.snapshots:
            ids = {(table, seq): n for n, (table, seq, _) in enumerate(batch.records, self._last + 1)}
            for table, seq, data in batch.snapshots:
                db.execute(NOTE_SNAPSHOT, (table, seq, ids.get((table, seq), 0), data, table))
        if batch.kept:
            stays, goes = batch.facts()
            db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", stays)
            if goes:
                db.executemany("DELETE FROM kept WHERE kind = ? AND key = ?", goes)

    def _table_rows(self, batch: Batch, heads: Heads) -> Iterator[tuple[object, ...]]:
        first: dict[int, int] = {}
        for number, (table, _, _) in enumerate(batch.records, self._last + 1):
            first.setdefault(table, number)
        for entry in batch.index:
            table, status = entry.table, entry.status
            head = 0 if status == "live" else heads.get(table, NOWHERE)[0]
            yield table, entry.game, status, entry.at, entry.seed, entry.summary, first.get(table, 0), head

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return by_kind(self._read("SELECT kind, key, value FROM kept"))

    def live_tables(self) -> list[Remembered]:
        found: dict[int, Remembered] = {}
        since: dict[int, int] = {}
        for number, game, seed, seq, snapshot in self._read(
            "SELECT t.id, t.game, t.seed, coalesce(s.seq, -1), s.data FROM tables t "
            "LEFT JOIN snapshots s ON s.table_id = t.id WHERE t.status = 'live'"
        ):
            found[number] = Remembered(number, game, bytes.fromhex(seed), snapshot, [])
            since[number] = seq
        for record in self._live_records():
            if record.seq > since[record.table]:
                found[record.table].lines.append(record.line)
        return list(found.values())

    def log(self, table: int) -> list[bytes]:
        known = self._read("SELECT head FROM tables WHERE id = ? AND head > 0", (table,))
        known = known or self._read(LAST_OF_TABLE, (table,))
        if not known:
            return []
        rows = self._read(
            "WITH RECURSIVE chain (id, before, line) AS ("
            "SELECT id, before, line FROM log WHERE id = ? UNION ALL "
            "SELECT l.id, l.before, l.line FROM log l JOIN chain c ON l.id = c.before"
            ") SELECT line FROM chain ORDER BY id",
            (known[0][0],),
        )
        return [line for (line,) in rows]

    def tables(
        self, *, game: str = "", status: str = "finished", person: int = 0, before: int = 0, limit: int = 50
    ) -> list[Listing]:
        seated = "JOIN players p ON p.table_id = t.id AND p.person = :person" if person else ""
        rows = self._read(
            f"SELECT t.id, t.game, t.status, t.at, t.summary FROM tables t {seated} "
            "WHERE t.status = :status AND (:game = '' OR t.game = :game) AND (:before = 0 OR t.at < :before) "
            "ORDER BY t.at DESC, t.id DESC LIMIT :limit",
            {"game": game, "status": status, "person": person, "before": before, "limit": limit},
        )
        return [Listing(*row) for row in rows]

    def table(self, number: int) -> Listing | None:
        rows = self._read("SELECT id, game, status, at, summary FROM tables WHERE id = ?", (number,))
        return Listing(*rows[0]) if rows else None

    def _read(self, query: str, values: Any = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(explain(error, self.path)) from error

    def backup(self, target: Path) -> None:
        """Copy the journal as of now, also while a hall is running."""
        try:
            with closing(sqlite3.connect(target)) as copy:
                self._db.backup(copy)
        except sqlite3.Error as error:
            raise JournalError(explain(error, target)) from error

    def close(self) -> None:
        self._db.close()


def explain(error: Exception, path: Path) -> str:
    """What went wrong with the file, in words, and the cure."""
    text = str(error)
    if "full" in text or getattr(error, "errno", 0) == errno.ENOSPC:
        return f"The disk with {path} is full: make room; nothing that was told to anybody is lost."
    if "readonly" in text or "read-only" in text or isinstance(error, PermissionError):
        return f"{path} cannot be written: check who owns the folder, or choose another with --data."
    if "malformed" in text or "not a database" in text:
        return f"{path} is damaged: put a backup in its place (see `tablehall backup --help`)."
    if "locked" in text:
        return f"{path} is used by another tablehall: stop it, or choose another folder with --data."
    if "unable to open" in text or isinstance(error, OSError):
        return f"{path} cannot be opened ({text}): check the folder, or choose another with --data."
    return f"{path}: {text}"
