"""Tidying: what the index does not know any more goes from the batches, too.

That is the records of games that were forgotten, facts that have changed since, and snapshots that later ones
have replaced. Only batches that are in the index are tidied: those after them are read again after a crash.
What is left of a log still says what the index says.
"""

import json
import sqlite3
from collections.abc import Iterable

from tablehall.hall.facts import Row
from tablehall.journal.api import Batch
from tablehall.journal.batches import decode, encode
from tablehall.journal.forgetting import some_of

AT_ONCE = 32
"""So many batches are looked at in a step."""
WORTH_IT = 4
"""A batch is written anew if at least this part (a quarter) of it can go: writing costs, too."""
NEXT = "SELECT id, body FROM batches WHERE id > ? AND id <= ? AND contest_at IS NULL ORDER BY id LIMIT ?"
IN = "IN (SELECT value FROM json_each(?))"
THESE = f"SELECT id, body FROM batches WHERE contest_at IS NULL AND id <= ? AND id {IN} ORDER BY id"
KNOWN = f"SELECT id FROM tables WHERE id {IN}"
CURRENT = f"SELECT table_id, seq FROM snapshots WHERE batch = ? AND table_id {IN}"
SET_MARK = "INSERT INTO marks VALUES ('tidied', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def tidied(db: sqlite3.Connection) -> int:
    """The batch up to which all were looked at."""
    found = db.execute("SELECT value FROM marks WHERE name = 'tidied'").fetchone()
    return int(found[0]) if found else 0


def tidy_next(db: sqlite3.Connection, upto: int) -> bool:
    """Tidy some more batches, up to where the index is whole; in a transaction of the caller's. Says whether
    there may be more."""
    after = tidied(db)
    found = some_of(db.execute(NEXT, (after, upto, AT_ONCE)))
    _tidy(db, found)
    last = found[-1][0] if found else upto
    if last > after:
        db.execute(SET_MARK, (last,))
    return bool(found)


def tidy_these(db: sqlite3.Connection, numbers: list[int], upto: int) -> int:
    """Tidy the first of these batches, in their order; in a transaction of the caller's. Returns how many of
    the numbers that takes care of."""
    some = numbers[:AT_ONCE]
    found = some_of(db.execute(THESE, (upto, json.dumps(some))))
    _tidy(db, found)
    last = found[-1][0] if found else some[-1]
    return sum(number <= last for number in some)


def _tidy(db: sqlite3.Connection, found: Iterable[tuple[int, bytes]]) -> None:
    for number, body in found:
        left = _what_is_left(db, number, decode(body))
        if not left:
            db.execute("DELETE FROM batches WHERE id = ?", (number,))
            continue
        smaller = encode(left)
        if len(body) - len(smaller) >= len(body) // WORTH_IT:
            db.execute("UPDATE batches SET body = ? WHERE id = ?", (smaller, number))


def _what_is_left(db: sqlite3.Connection, number: int, batch: Batch) -> Batch:
    left = Batch()
    tables = {table for table, _, _ in batch.records} | {entry.table for entry in batch.index}
    known = {table for (table,) in db.execute(KNOWN, (_listed(tables),))}
    left.records = [record for record in batch.records if record[0] in known]
    left.index = [entry for entry in batch.index if entry.table in known]
    # That there is no such fact any more must stay: what was said of it before may be in other batches.
    left.kept = [fact for fact in batch.kept if fact.value is None or _is_kept(db, fact)]
    if batch.snapshots:
        of = _listed({table for table, _, _ in batch.snapshots})
        current = set(db.execute(CURRENT, (number, of)))
        left.snapshots = [taken for taken in batch.snapshots if taken[:2] in current]
    return left


def _is_kept(db: sqlite3.Connection, fact: Row) -> bool:
    found = db.execute("SELECT value FROM kept WHERE kind = ? AND key = ?", fact[:2]).fetchone()
    return found is not None and found[0] == fact.value


def _listed(numbers: set[int]) -> str:
    """Numbers for a query, however many there are."""
    return json.dumps(sorted(numbers))
