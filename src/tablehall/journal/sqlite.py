"""The journal in one SQLite file: WAL, synchronous=FULL, one writer, group commit."""

import errno
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, Journal, JournalError, Listing

FILE = "tablehall.sqlite3"
APPLICATION = 0x7AB1EA11


class SqliteJournal(Journal):
    """The default journal; needs nothing but a folder."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.path = folder / FILE
        self._read_only = read_only
        try:
            if not read_only:
                folder.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error

    def _open(self) -> sqlite3.Connection:
        if self._read_only:
            if not self.path.exists():
                raise JournalError(f"There is no hall in {self.path.parent}; start one with: tablehall serve")
            db = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        else:
            db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA busy_timeout = 5000")
        db.execute("PRAGMA cache_size = -16384")
        return db

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
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                self._insert(db, batch)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except sqlite3.IntegrityError as error:
            raise JournalError(f"a record exists already: {error}") from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error

    def _insert(self, db: sqlite3.Connection, batch: Batch) -> None:
        if batch.records:
            db.executemany("INSERT INTO records VALUES (?, ?, ?)", batch.records)
        if batch.index:
            db.executemany(
                "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?)",
                [entry[:4] + entry[5:] for entry in batch.index],
            )
            seats = [(person, table) for table, _, _, _, people, _, _ in batch.index for person in people]
            db.executemany("INSERT OR IGNORE INTO players VALUES (?, ?)", seats)
        if batch.snapshots:
            db.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", batch.snapshots)
        if over := [(table,) for table, _, status, *_ in batch.index if status != "live"]:
            db.executemany("DELETE FROM snapshots WHERE table_id = ?", over)
        if batch.kept:
            last = {(kind, key): value for kind, key, value in batch.kept}
            db.executemany(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)",
                [(*name, value) for name, value in last.items() if value is not None],
            )
            db.executemany(
                "DELETE FROM kept WHERE kind = ? AND key = ?",
                [name for name, value in last.items() if value is None],
            )

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        found: dict[str, dict[str, bytes]] = defaultdict(dict)
        for kind, key, value in self._read("SELECT kind, key, value FROM kept"):
            found[kind][key] = value
        return found

    def live_tables(self) -> list[Remembered]:
        found: dict[int, Remembered] = {}
        for number, game, seed, snapshot in self._read(
            "SELECT t.id, t.game, t.seed, s.data FROM tables t "
            "LEFT JOIN snapshots s ON s.table_id = t.id WHERE t.status = 'live'"
        ):
            found[number] = Remembered(number, game, bytes.fromhex(seed), snapshot, [])
        for number, line in self._read(
            "SELECT r.table_id, r.line FROM tables t JOIN records r ON r.table_id = t.id "
            "WHERE t.status = 'live' AND r.seq > coalesce("
            "(SELECT s.seq FROM snapshots s WHERE s.table_id = t.id), -1) ORDER BY r.table_id, r.seq"
        ):
            found[number].lines.append(line)
        return list(found.values())

    def log(self, table: int) -> list[bytes]:
        rows = self._read("SELECT line FROM records WHERE table_id = ? ORDER BY seq", (table,))
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
        with sqlite3.connect(target) as copy:
            self._db.backup(copy)
        copy.close()

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
