"""Filing: what a tail says goes to the index, in steps small enough to be part of a commit.

Every row says all there is to say, so one that is written twice does no harm, and a filing that is broken
off begins anew from the batches. The mark moves when everything is there.
"""

import sqlite3
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Any

from tablehall.hall.decision import IndexEntry
from tablehall.journal.batches import encode_places
from tablehall.journal.tail import Note, Tail

STEP = 4
"""So many entries are written with a commit, or more if it adds more. Each may touch three pages, and
everybody waits for them."""
ROWS = (32, 4, 1)
"""So many are written by one statement."""
TABLE = (
    "INSERT INTO tables (id, game, status, at, seed, summary, seq, batches) VALUES ",
    """ ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status, at = excluded.at,
    seed = excluded.seed, summary = excluded.summary, seq = excluded.seq, batches = excluded.batches""",
)
PLAYERS = ("INSERT OR IGNORE INTO players VALUES ", "")
SNAPSHOT = ("INSERT OR REPLACE INTO snapshots VALUES ", "")
KEPT = ("INSERT OR REPLACE INTO kept VALUES ", "")


class Filing:
    """A tail on its way into the index."""

    def __init__(self, tail: Tail, least: int = STEP) -> None:
        self.tail = tail
        self._least = least
        self.finished = False
        self._tables = deque(tail.notes.items())
        self._kept = deque(tail.kept.items())

    def step(self, db: sqlite3.Connection, size: int) -> int:
        """Write some of what is left, or the mark when nothing is; returns how much. To be called `done`
        once it is committed."""
        size = max(size, self._least)
        tables = list(islice(self._tables, size))
        kept = list(islice(self._kept, size - len(tables)))
        _write_tables(db, tables)
        _write_kept(db, kept)
        if len(tables) == len(self._tables) and len(kept) == len(self._kept):
            db.execute("UPDATE marks SET value = ? WHERE name = 'indexed'", (self.tail.last,))
        return len(tables) + len(kept)

    def done(self, size: int) -> None:
        """A step is part of the file."""
        while size and self._tables:
            _, note = self._tables.popleft()
            note.filed()
            size -= 1
        for _ in range(size):
            self._kept.popleft()
        self.finished = not self._tables and not self._kept


def _write_tables(db: sqlite3.Connection, notes: Sequence[tuple[int, Note]]) -> None:
    insert(db, TABLE, [_row(table, note) for table, note in notes])
    insert(db, PLAYERS, [(person, table) for table, note in notes for person in note.people])
    insert(db, SNAPSHOT, [(table, *note.snapshot) for table, note in notes if note.snapshot])
    for table, note in notes:
        if note.snapshot_void and note.snapshot_filed and note.snapshot is None:
            db.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))


def _row(table: int, note: Note) -> tuple[Any, ...]:
    entry = note.entry or IndexEntry(table, "", "", 0, (), "", b"")
    places = encode_places(note.batches)
    return table, entry.game, entry.status, entry.at, entry.seed, entry.summary, note.seq, places


def _write_kept(db: sqlite3.Connection, facts: Sequence[tuple[tuple[str, str], bytes | None]]) -> None:
    insert(db, KEPT, [(*name, value) for name, value in facts if value is not None])
    for name, value in facts:
        if value is None:
            db.execute("DELETE FROM kept WHERE kind = ? AND key = ?", name)


def insert(db: sqlite3.Connection, statement: tuple[str, str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Write rows, many at a time: every call into SQLite hands the interpreter's lock over twice."""
    start = 0
    for size in ROWS:
        while len(rows) - start >= size:
            some = rows[start : start + size]
            marks = f"({', '.join('?' * len(some[0]))})"
            values = [value for row in some for value in row]
            db.execute(f"{statement[0]}{', '.join([marks] * size)}{statement[1]}", values)
            start += size
