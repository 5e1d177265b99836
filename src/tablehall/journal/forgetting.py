"""Forgetting the games of contests: their batches hold nothing else, and nothing is written of them later."""

import sqlite3

from tablehall.journal.batches import decode

AT_ONCE = 16
"""So many batches in a step, which must not hold a commit up."""
OLD = "SELECT id, body FROM batches WHERE contest_at < ? AND id <= ? ORDER BY contest_at LIMIT ?"


def forget_some(db: sqlite3.Connection, before: int, upto: int) -> int:
    """Forget some games of contests that were over before a time and are in the index, which is whole up to
    some batch; in a transaction of the caller's. Returns how many batches that were."""
    found = db.execute(OLD, (before, upto, AT_ONCE)).fetchall()
    for number, body in found:
        batch = decode(body)
        db.executemany("DELETE FROM players WHERE person = ? AND table_id = ?", batch.seats())
        db.executemany("DELETE FROM tables WHERE id = ?", [(entry.table,) for entry in batch.index])
        db.execute("DELETE FROM batches WHERE id = ?", (number,))
    return len(found)
