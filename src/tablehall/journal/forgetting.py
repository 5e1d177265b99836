"""Forgetting games: those of contests, whose batches hold nothing else, and those that are long over."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing

import msgspec

from tablehall.journal.api import OldGame
from tablehall.journal.batches import decode

AT_ONCE = 16
"""So many batches in a step, which must not hold a commit up."""
BYTES = 65_536
"""A step ends after so many, whatever is left of it."""
LOOKED_AT = 32
"""So many games are looked at to find some that may be forgotten."""
OVER = ("finished", "closed")
SAVED, DRAWN = b'{"what":"saved"', b'{"what":"drawn"'
"""How the record of a save begins, and that of a lot, which is drawn in contests only."""
SEATED = (b'{"what":"sat"', DRAWN, b'{"what":"replaced"')

OLD = "SELECT id, body FROM batches WHERE contest_at < ? AND id <= ? ORDER BY contest_at, id LIMIT ?"
TOO_MUCH = """
    SELECT max(contest_at) FROM (
        SELECT contest_at, sum(length(body)) OVER (ORDER BY contest_at DESC, id DESC) AS newer
        FROM batches WHERE contest_at IS NOT NULL
    ) WHERE newer > ?
"""


class _Seated(msgspec.Struct):
    """Whom a record of the kinds `SEATED` gives a seat."""

    person: int = 0
    people: tuple[int, ...] = ()


_seated = msgspec.json.Decoder(_Seated).decode


def was_saved(lines: Iterable[bytes]) -> bool:
    """Whether a game was ever saved, going by its log."""
    return any(line.startswith(SAVED) for line in lines)


def was_contest(lines: Iterable[bytes]) -> bool:
    """Whether a game was part of a contest, going by its log."""
    return any(line.startswith(DRAWN) for line in lines)


def people_of(lines: Iterable[bytes]) -> tuple[int, ...]:
    """Everybody who ever sat at a table, going by its log."""
    found = [_seated(line) for line in lines if line.startswith(SEATED)]
    return tuple({person for seated in found for person in (seated.person, *seated.people) if person})


def some_of(rows: sqlite3.Cursor) -> list[tuple[int, bytes]]:
    """Batches until they are enough for a step: at least one, if there is one."""
    found, size = [], 0
    with closing(rows):
        for number, body in rows:
            found.append((number, body))
            size += len(body)
            if size >= BYTES:
                break
    return found


def forget_some(db: sqlite3.Connection, before: int, upto: int) -> int:
    """Forget some games of contests that were over before a time and are in the index, which is whole up to
    some batch; in a transaction of the caller's. Returns how many batches that were."""
    found = some_of(db.execute(OLD, (before, upto, AT_ONCE)))
    for number, body in found:
        batch = decode(body)
        db.executemany("DELETE FROM players WHERE person = ? AND table_id = ?", batch.seats())
        db.executemany("DELETE FROM tables WHERE id = ?", [(entry.table,) for entry in batch.index])
        db.execute("DELETE FROM batches WHERE id = ?", (number,))
    return len(found)


def forget_games(db: sqlite3.Connection, games: Sequence[OldGame]) -> None:
    """Have the index know nothing of some games any more; what their batches say of them goes when these are
    tidied. In a transaction of the caller's."""
    seats = [(person, game.table) for game in games for person in game.people]
    db.executemany("DELETE FROM players WHERE person = ? AND table_id = ?", seats)
    db.executemany("DELETE FROM tables WHERE id = ?", [(game.table,) for game in games])
