"""Inspection: a journal's file is read through, a little at a time, to notice what was damaged underneath.

Nobody asks for most of a log for months. What has become of it meanwhile must not be found out only then.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import structlog

from tablehall.games.api import UNREADABLE
from tablehall.hall.decision import Line
from tablehall.hall.records import digest
from tablehall.journal.api import Damaged, JournalError
from tablehall.journal.batches import records_of
from tablehall.journal.files import BACKUP

log = structlog.get_logger("tablehall.journal")

MAGIC = b"SQLite format 3\0"
INDEX = ("marks", "kept", "snapshots", "players", "tables")
SOME = "SELECT id, body FROM batches WHERE id > ? ORDER BY id LIMIT 500"
BYTES = 1_048_576
"""About so much is read in a step."""
LAST = (b'{"what":"ended"', b'{"what":"closed"')


class _Linked(msgspec.Struct):
    """What a record says of the one before it."""

    prev: str


_linked = msgspec.json.Decoder(_Linked).decode


class Inspection:
    """A walk through a file, from its beginning to its end and again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._address = f"{path.absolute().as_uri()}?mode=ro"
        self._walk = self._once()
        self.rounds = 0
        """How often all of it was read."""
        self.broken: set[int] = set()
        """The tables whose chain of hashes does not hold."""

    def step(self) -> None:
        """Read some more; an error says that it is damaged."""
        try:
            next(self._walk)
        except StopIteration:
            self.rounds += 1
            self._walk = self._once()
        except (sqlite3.DatabaseError, OSError) as error:
            self._walk = self._once()
            if "malformed" in str(error) or "not a database" in str(error):
                raise self._damaged(str(error)) from error  # else it cannot be read just now

    def _once(self) -> Iterator[None]:
        with self._path.open("rb") as file:  # SQLite itself may have it from the log of what was written
            if file.read(len(MAGIC)) not in (MAGIC, b""):
                raise self._damaged("it does not begin as it should")
        yield
        for name in INDEX:
            for (found,) in self._read(f"PRAGMA quick_check({name})"):
                if found != "ok":
                    raise self._damaged(found)
            yield
        ends: dict[int, tuple[int, str]] = {}
        after = 0
        while some := self._some_batches(after):
            for _, body in some:
                for table, seq, line in self._records(body):
                    self._follow(ends, table, seq, line)
            after = some[-1][0]
            yield

    def _records(self, body: bytes) -> list[Line]:
        try:
            return records_of(body)
        except JournalError as error:
            raise self._damaged(str(error.__cause__)) from error

    def _read(self, query: str) -> list[tuple[str]]:
        with closing(self._connect()) as db:
            return db.execute(query).fetchall()

    def _some_batches(self, after: int) -> list[tuple[int, bytes]]:
        found, size = [], 0
        with closing(self._connect()) as db, closing(db.execute(SOME, (after,))) as rows:
            for row in rows:
                found.append(row)
                size += len(row[1])
                if size >= BYTES:
                    break
        return found

    def _connect(self) -> sqlite3.Connection:
        """A new one each time: an old one knows by heart what it has read."""
        db = sqlite3.connect(self._address, uri=True, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA cell_size_check = ON")
        return db

    def _follow(self, ends: dict[int, tuple[int, str]], table: int, seq: int, line: bytes) -> None:
        """Each record has the hash of the one before it."""
        try:
            prev = _linked(line).prev
        except UNREADABLE as error:
            raise self._damaged(f"record {seq} of table {table} cannot be read") from error
        before, hash_ = ends.get(table, (-2, ""))
        if before == seq - 1 and prev != hash_ and table not in self.broken:
            self.broken.add(table)  # the log of one game only: the others may go on
            log.error("a game in the journal is not as it was written", table=table, record=seq)
        if line.startswith(LAST):
            ends.pop(table, None)
        else:
            ends[table] = (seq, digest(line))

    def _damaged(self, what: str) -> Damaged:
        return Damaged(f"{self._path} is damaged ({what}): {BACKUP}.")
