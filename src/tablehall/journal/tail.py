"""The tail of the log: what the batches say that the index does not hold yet.

Whoever looks something up asks the tail first and the index behind it. The one who writes files the tail
into the index now and then; after a crash it is read again from the batches themselves, so nothing in the
index need ever be safe before the next batch is.
"""

from collections.abc import Callable, Container
from typing import NamedTuple

from tablehall.hall.decision import IndexEntry, Line
from tablehall.journal.api import Batch, JournalError

Find = Callable[[int, int], "Note | None"]
"""What the index says of a table of which a record is written, the very first one or a later one."""


class Snapshot(NamedTuple):
    """A table after some record, and the batch that this record is in."""

    seq: int
    batch: int
    data: bytes


class Note:
    """What the index has to say of one table."""

    __slots__ = ("batches", "entry", "people", "seq", "snapshot", "snapshot_filed", "snapshot_void")

    def __init__(self, seq: int, batches: list[int], entry: IndexEntry | None = None) -> None:
        self.seq = seq
        self.batches = batches
        """Those with records of it."""
        self.entry = entry
        self.people: set[int] = set()
        """Who sat there and is not in the index for it yet."""
        self.snapshot: Snapshot | None = None
        """The latest one, if it is not in the index yet."""
        self.snapshot_filed = self.snapshot_void = False
        """Whether the index had one when this was noted, and whether what it has is of no use any more."""

    def filed(self) -> None:
        """All of it is in the index."""
        self.people.clear()
        if self.snapshot is not None:
            self.snapshot, self.snapshot_filed = None, True
        elif self.snapshot_void:
            self.snapshot_filed = False
        self.snapshot_void = False

    @property
    def live(self) -> bool:
        return self.entry is not None and self.entry.status == "live"


class Tail:
    """Batches, in what they add up to."""

    def __init__(self, since: int, find: Find) -> None:
        self.since = self.last = since
        """Up to where everything is in the index, and the latest batch that was taken in."""
        self.size = 0
        """How much was said in them: what is to be filed is not more."""
        self.notes: dict[int, Note] = {}
        self.kept: dict[tuple[str, str], bytes | None] = {}
        self._find = find
        self._found: dict[int, Note | None] = {}
        """What was found for the batch that was checked and is not taken in yet."""

    def check(self, batch: Batch) -> int:
        """Make sure that each record of a batch is the next one of its table, and drop snapshots that are of
        no use. Whatever must be looked up for the batch is looked up here: nothing can go wrong once it is
        part of the log. Returns how many entries the tail grows by, at most."""
        self._found.clear()
        ends: dict[int, int] = {}
        for table, seq, _ in batch.records:
            end = ends.get(table)
            if end is None:
                note = self.notes.get(table) or self._look_up(table, seq)
                end = seq - 1 if note is None or note.seq < 0 else note.seq
            if seq != end + 1:
                raise JournalError(f"record {seq} of table {table} is not the next one")
            ends[table] = seq
        for entry in batch.index:
            if entry.table not in self.notes:
                self._look_up(entry.table, 1)
        if batch.snapshots:
            batch.snapshots = self._useful(batch, ends)
        return len(self._found) + len(batch.kept)

    def _look_up(self, table: int, seq: int) -> Note | None:
        if table not in self._found:
            self._found[table] = self._find(table, seq)
        return self._found[table]

    def _begin(self, table: int, seq: int) -> Note:
        """Note something of a table for the first time."""
        found = self._found.pop(table) if table in self._found else self._find(table, seq)
        note = self.notes[table] = found or Note(-1, [])
        return note

    def _useful(self, batch: Batch, written: Container[int]) -> list[Line]:
        """The snapshots of tables that are live after a batch with records of them. Decided before it is
        written, not whenever it is read: the index may be ahead of batches that are read again."""
        told = {entry.table: entry.status for entry in batch.index}
        for table, _, _ in batch.snapshots:
            note = self.notes.get(table) or self._found.get(table)
            if table in written and note is not None and note.live:
                told.setdefault(table, "live")
        return [taken for taken in batch.snapshots if taken[0] in written and told.get(taken[0]) == "live"]

    def take_in(self, number: int, batch: Batch) -> None:
        """A batch has become part of the log."""
        self.last = number
        self.size += len(batch.records) + len(batch.kept) + len(batch.index)
        notes = self.notes
        for table, seq, _ in batch.records:
            note = notes.get(table)
            if note is None:
                note = self._begin(table, seq)
            note.seq = seq
            if not note.batches or note.batches[-1] != number:
                note.batches.append(number)
        for entry in batch.index:
            self._take_entry(entry)
        for table, seq, data in batch.snapshots:
            notes[table].snapshot = Snapshot(seq, number, data)
        for kind, key, value in batch.kept:
            self.kept[kind, key] = value

    def _take_entry(self, entry: IndexEntry) -> None:
        note = self.notes.get(entry.table)
        if note is None:  # told without a record
            note = self._begin(entry.table, 1)
        note.entry = entry
        note.people.update(entry.people)
        if entry.status != "live":
            note.snapshot, note.snapshot_void = None, True
