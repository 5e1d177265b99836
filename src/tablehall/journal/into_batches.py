"""A log of one row a record becomes a log of one row a batch, as part of a step of the schema."""

import sqlite3
from itertools import groupby

from tablehall.journal.api import Batch
from tablehall.journal.batches import decode_places, encode, encode_places

TOGETHER = 500
"""So many records make a batch."""
RECORDS = (
    "SELECT (l.id - 1) / ? + 1, l.table_id, l.seq, l.line, l.id = t.head "
    "FROM log l LEFT JOIN old_tables t ON t.id = l.table_id ORDER BY l.id"
)
TABLE = (
    "INSERT INTO tables (id, game, status, at, seed, summary, seq, batches) "
    "SELECT id, game, status, at, seed, summary, ?, ? FROM old_tables WHERE id = ? "
    "ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, batches = excluded.batches"
)
WITHOUT_LOG = (
    "INSERT INTO tables (id, game, status, at, seed, summary, seq, batches) "
    "SELECT id, game, status, at, seed, summary, -1, ? FROM old_tables "
    "WHERE id NOT IN (SELECT id FROM tables)"
)
SNAPSHOTS = "INSERT INTO snapshots SELECT table_id, seq, (after - 1) / ? + 1, data FROM old_snapshots"


def records(db: sqlite3.Connection) -> int:
    """How much there is to do."""
    found: int = db.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()[0]
    return found


def rewrite(db: sqlite3.Connection) -> None:
    """Write everything anew; the old log is dropped."""
    number = 0
    places: dict[int, tuple[int, list[int]]] = {}
    """The last record of each table so far, and its batches; only of those of which more follow."""
    for number, rows in groupby(db.execute(RECORDS, (TOGETHER,)), key=lambda row: row[0]):
        batch = Batch()
        for _, table, seq, line, is_last in rows:
            batch.records.append((table, seq, line))
            batches = places.pop(table)[1] if table in places else _written(db, table)
            if not batches or batches[-1] != number:
                batches.append(number)
            if is_last:
                _write_table(db, table, seq, batches)
            else:
                places[table] = (seq, batches)
        db.execute("INSERT INTO batches VALUES (?, NULL, ?)", (number, encode(batch)))
    for table, (seq, batches) in places.items():
        _write_table(db, table, seq, batches)
    db.execute(WITHOUT_LOG, (encode_places([]),))
    db.execute(SNAPSHOTS, (TOGETHER,))
    db.execute("UPDATE marks SET value = ? WHERE name = 'indexed'", (number,))
    for old in ("log", "old_tables", "old_snapshots"):
        db.execute(f"DROP TABLE {old}")


def _written(db: sqlite3.Connection, table: int) -> list[int]:
    """The batches of a table that was thought to be over: a log is not cut because `head` was wrong."""
    found = db.execute("SELECT batches FROM tables WHERE id = ?", (table,)).fetchone()
    return decode_places(found[0]) if found else []


def _write_table(db: sqlite3.Connection, table: int, seq: int, batches: list[int]) -> None:
    db.execute(TABLE, (seq, encode_places(batches), table))
