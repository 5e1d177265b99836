"""A journal's file as the first version wrote it: one row a record, each with the place of the one before."""

import sqlite3
from contextlib import closing
from importlib import resources
from pathlib import Path

from tablehall.journal.api import Batch
from tablehall.journal.sqlite import APPLICATION, FILE

SCRIPT = resources.files("tablehall.journal") / "schema" / "001-first.sql"


class OldFile:
    """Written as that version did, what is known of a table beside its log included."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.path = folder / FILE
        self.heads: dict[int, int] = {}
        """The last record of each table."""
        self.over: set[int] = set()
        with closing(self._open()) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(SCRIPT.read_text("utf-8"))
            db.execute("PRAGMA user_version = 1")
            db.execute(f"PRAGMA application_id = {APPLICATION}")

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, isolation_level=None)

    def commit(self, *batches: Batch) -> None:
        with closing(self._open()) as db:
            db.execute("BEGIN")
            for batch in batches:
                self._commit(db, batch)
            db.execute("COMMIT")

    def _commit(self, db: sqlite3.Connection, batch: Batch) -> None:
        places: dict[tuple[int, int], int] = {}
        first: dict[int, int] = {}
        for table, seq, line in batch.records:
            number = db.execute(
                "INSERT INTO log (table_id, seq, before, line) VALUES (?, ?, ?, ?)",
                (table, seq, self.heads.get(table, 0), line),
            ).lastrowid
            assert number is not None
            self.heads[table] = places[table, seq] = number
            first.setdefault(table, number)
            if table in self.over:
                db.execute("UPDATE tables SET head = ? WHERE id = ? AND head > 0", (number, table))
        for entry in batch.index:
            live = entry.status == "live"
            (self.over.discard if live else self.over.add)(entry.table)
            head = 0 if live else self.heads.get(entry.table, 0)
            db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET status = "
                "excluded.status, at = excluded.at, seed = excluded.seed, summary = excluded.summary, "
                "head = excluded.head",
                (*entry[:4], entry.seed, entry.summary, first.get(entry.table, 0), head),
            )
        db.executemany("INSERT OR IGNORE INTO players VALUES (?, ?)", batch.seats())
        db.executemany("DELETE FROM snapshots WHERE table_id = ?", [(table,) for table in batch.over()])
        for table, seq, data in batch.snapshots:
            if table not in self.over:
                row = (table, seq, places[table, seq], data)
                db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)
        stays, goes = batch.facts()
        db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", stays)
        db.executemany("DELETE FROM kept WHERE kind = ? AND key = ?", goes)
