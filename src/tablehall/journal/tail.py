"""The tail of the log: what the batches say that the index does not hold yet.

Whoever looks something up asks the tail first and the index behind it. The one who writes files the tail
into the index now and then; after a crash it is read again from the batches themselves, so nothing in the
index need ever be safe before the next batch is.
"""

from collections.abc import Callable
from typing import NamedTuple

from tablehall.hall.decision import IndexEntry
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
        """Whether there is one in the index, and whether it is of no use any more."""

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
        """How much there is to be filed."""
        self.notes: dict[int, Note] = {}
        self.kept: dict[tuple[str, str], bytes | None] = {}
        self._find = find

    def check(self, batch: Batch) -> None:
        """Make sure that each record of a batch is the next one of its table."""
        ends: dict[int, int] = {}
        for table, seq, _ in batch.records:
            end = ends.get(table)
            if end is None:
                note = self.notes.get(table) or self._find(table, seq)
                end = seq - 1 if note is None or note.seq < 0 else note.seq
            if seq != end + 1:
                raise JournalError(f"record {seq} of table {table} is not the next one")
            ends[table] = seq

    def take_in(self, number: int, batch: Batch) -> None:
        """A batch has become part of the log."""
        self.last = number
        self.size += len(batch.records) + len(batch.kept) + len(batch.index)
        notes = self.notes
        for table, seq, _ in batch.records:
            note = notes.get(table)
            if note is None:
                note = notes[table] = self._find(table, seq) or Note(seq, [])
            note.seq = seq
            if not note.batches or note.batches[-1] != number:
                note.batches.append(number)
        for entry in batch.index:
            self._take_entry(entry)
        for table, seq, data in batch.snapshots:
            note = notes.get(table)
            if note is not None and note.live:
                note.snapshot = Snapshot(seq, number, data)
        for kind, key, value in batch.kept:
            self.kept[kind, key] = value

    def _take_entry(self, entry: IndexEntry) -> None:
        note = self.notes.get(entry.table)
        if note is None:  # told without a record
            note = self.notes[entry.table] = self._find(entry.table, 1) or Note(-1, [])
        note.entry = entry
        if entry.status != "live":
            note.people.update(entry.people)
            note.snapshot, note.snapshot_void = None, note.snapshot_filed
