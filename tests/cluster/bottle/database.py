"""The database that the nodes of a bottle share: what a node writes there, reads there and settles there."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablehall.hall import records
from tablehall.hall.decision import IndexEntry
from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, NotOwner
from tablehall.journal.postgres import UNTOLD
from tablehall_lab.sim.trace import Broken

GOES_ON = ("live", "saved")


class Row:
    """A table in the database."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.game = self.status = self.seed = ""
        self.lines: list[bytes] = []
        self.snapshot: tuple[int, bytes] | None = None

    def append(self, seq: int, line: bytes) -> None:
        """The next record."""
        if self.lines and seq != (last := records.decode(self.lines[-1]).seq) + 1:
            raise Broken(f"record {seq} is written after {last}: {line[:80]!r}")
        self.lines.append(line)

    def note(self, entry: IndexEntry) -> None:
        """What is known of it without its log."""
        self.game, self.status, self.seed = entry.game, entry.status, entry.seed
        if self.status != "live":
            self.snapshot = None


class Database:
    """Everything that survives the nodes."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        """The last one that was given out."""
        self.nodes: dict[str, int] = {}
        """The epoch in which whoever has this name may write."""
        self.tables: dict[int, Row] = {}
        self.kept: dict[str, dict[str, bytes]] = defaultdict(dict)

    def next_epoch(self) -> int:
        """An epoch that nobody had before."""
        self.epoch += 1
        return self.epoch

    def commit(self, owner: str, epoch: int, batch: Batch) -> None:
        """What a node wants remembered; it may write at its own tables only."""
        self.check(owner, epoch)
        for entry in batch.index:
            self.tables.setdefault(entry.table, Row(owner))
        for table, seq, line in batch.records:
            self._own(owner, table).append(seq, line)
        for entry in batch.index:
            self._own(owner, entry.table).note(entry)
        for table, seq, data in batch.snapshots:
            if (row := self.tables[table]).status == "live":
                row.snapshot = seq, data
        for kind, key, value in batch.kept:
            if value is None:
                self.kept[kind].pop(key, None)
            else:
                self.kept[kind][key] = value

    def check(self, owner: str, epoch: int) -> None:
        """Whoever was fenced writes nothing more."""
        if self.nodes[owner] != epoch:
            raise NotOwner(f"the epoch of {owner} is over")

    def _own(self, owner: str, table: int) -> Row:
        row = self.tables.get(table)
        if row is None or row.owner != owner:
            raise NotOwner(f"{owner} writes at {table} of {row and row.owner}", (table,))
        return row

    def remembered(self, number: int, before: int = 0) -> Remembered:
        """A table with the log since its snapshot, and so many records from before it."""
        row = self.tables[number]
        seq, data = row.snapshot or (-1, None)
        after = seq - before if data is not None else -1
        lines = [line for line in row.lines if records.decode(line).seq > after]
        return Remembered(number, row.game, bytes.fromhex(row.seed), data, lines)

    def numbers(self, owner: str, *statuses: str) -> list[int]:
        """The tables of a node that stand so."""
        return sorted(n for n, row in self.tables.items() if row.owner == owner and row.status in statuses)


class SharedJournal:
    """What one node has of the database for its journal."""

    def __init__(self, database: Database, owner: str, epoch: int) -> None:
        self.database, self.owner, self.epoch = database, owner, epoch
        database.nodes[owner] = epoch

    def claim(self, share: Iterable[int], *, dead_owner: str) -> list[Remembered]:
        """Take over tables of another node."""
        database = self.database
        database.check(self.owner, self.epoch)
        got = [number for number in share if database.tables[number].owner == dead_owner]
        for number in got:
            database.tables[number].owner = self.owner
        return [database.remembered(n, UNTOLD) for n in got if database.tables[n].status == "live"]

    def live_tables(self) -> list[Remembered]:
        return [self.database.remembered(number) for number in self.database.numbers(self.owner, "live")]

    def log(self, number: int) -> list[bytes]:
        return list(self.database.tables[number].lines)

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return {kind: dict(facts) for kind, facts in self.database.kept.items()}


class SharedAffairs:
    """What one node settles with the others in the database."""

    def __init__(self, database: Database, owner: str) -> None:
        self.database, self.owner = database, owner

    def fence(self, name: str) -> None:
        self.database.nodes[name] = self.database.next_epoch()

    def owned_by(self, name: str) -> list[int]:
        return self.database.numbers(name, *GOES_ON)

    def live(self) -> set[int]:
        return set(self.database.numbers(self.owner, "live"))

    def owners(self) -> set[str]:
        return {row.owner for row in self.database.tables.values() if row.status in GOES_ON}

    def owners_of(self, tables: Iterable[int]) -> dict[int, str]:
        return {n: self.database.tables[n].owner for n in tables if n in self.database.tables}

    def statuses(self, tables: Iterable[int]) -> dict[int, str]:
        return {n: self.database.tables[n].status for n in tables if n in self.database.tables}

    def give(self, tables: Sequence[int], to: str) -> list[int]:
        given = [
            n for n in tables if n in self.database.tables and self.database.tables[n].owner == self.owner
        ]
        for number in given:
            self.database.tables[number].owner = to
        return given

    def facts(self, kinds: Iterable[str]) -> Mapping[str, Mapping[str, bytes]]:
        return {kind: dict(self.database.kept[kind]) for kind in kinds}


class PatientWriter:
    """Commits when the world says so."""

    def __init__(self, *_: Any) -> None:
        self.queue: deque[Batch] = deque()

    def submit(self, batch: Batch) -> None:
        self.queue.append(batch)

    def stop(self) -> None:
        pass
