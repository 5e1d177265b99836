"""What must be on disk: everything whose commit has returned, kept a second time, and compared."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablehall.games.api import AnyGame
from tablehall.hall import records
from tablehall.hall.table import LogError, Table
from tablehall.journal.api import Batch, Journal
from tablehall_lab.sim.trace import Broken

SAID = b'{"what":"said"'


class Ledger:
    """The logs of all tables as they were committed, and tables that follow them."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self.logs: dict[int, list[bytes]] = {}
        self.first: dict[int, int] = {}
        self.kept: dict[str, dict[str, bytes]] = {}
        self.status: dict[int, str] = {}
        self.seeds: dict[int, str] = {}
        self.said: Counter[str] = Counter()
        """How often each text is in a log."""
        self.flying: Batch | None = None
        self.copies: dict[int, Table] = {}
        """Every live table once more, from its log alone."""
        self.told: dict[int, int] = {}

    # Committing.

    def begins(self, batch: Batch) -> None:
        """A batch is on its way to the disk."""
        if self.flying is not None:
            raise Broken("two commits at once")
        self.flying = batch
        self._chained(batch)

    def _chained(self, batch: Batch) -> None:
        """Each record is the next one of its table, and carries the hash of the one before it.
        Looked at before the journal is asked, which would refuse a gap as if it were full."""
        ends: dict[int, tuple[int, bytes]] = {}
        for table, seq, line in batch.records:
            if table in ends:
                last, before = ends[table]
            elif log := self.logs.get(table):
                last, before = self.first[table] + len(log) - 1, log[-1]
            else:
                last, before = seq - 1, b""
            record = records.decode(line)
            if seq != last + 1 or record.seq != seq:
                raise Broken(f"table {table}: record {seq} is not the next one")
            if before and record.prev != records.digest(before):
                raise Broken(f"table {table}: record {seq} does not carry the hash of the one before it")
            ends[table] = seq, line

    def committed(self, batch: Batch) -> None:
        """A commit has returned: from now on the batch must be there for ever."""
        if self.flying is not batch:
            raise Broken("a commit came back that was not on its way")
        self.flying = None
        for table, seq, line in batch.records:
            self._append(table, seq, line)
        for entry in batch.index:
            self.status[entry.table] = entry.status
            if entry.seed:  # its save, which keeps it when it is put away, may be deleted
                self.seeds[entry.table] = entry.seed
        for kind, key, value in batch.kept:
            if value is None:
                self.kept.get(kind, {}).pop(key, None)
            else:
                self.kept.setdefault(kind, {})[key] = value

    def _append(self, table: int, seq: int, line: bytes) -> None:
        self.first.setdefault(table, seq)
        self.logs.setdefault(table, []).append(line)
        if line.startswith(SAID):
            self.said[records.decode(line).text] += 1  # type: ignore[union-attr]

    def has(self, table: int, seq: int) -> bool:
        """Whether a record is safe."""
        first = self.first.get(table)
        return first is not None and seq < first + len(self.logs[table])

    def line(self, table: int, seq: int) -> bytes:
        """A record that is safe; one before the first of a copy is in the log of its origin."""
        first = self.first[table]
        if seq >= first:
            return self.logs[table][seq - first]
        opening = records.decode(self.logs[table][0])
        return self.line(opening.origin, seq)  # type: ignore[union-attr]

    # After a crash.

    def compare(self, journal: Journal) -> bool:
        """The journal holds exactly what was committed, or also what was on its way, all of it.
        Returns whether it does."""
        flying, self.flying = self.flying, None
        before = self._difference(journal)
        if flying is None or not before:
            if before:
                raise Broken(f"the journal has forgotten or made up something: {before}")
            return False
        self.flying = flying
        self.committed(flying)
        if after := self._difference(journal):
            raise Broken(f"half a commit is in the journal: not before it ({before}), not after it ({after})")
        return True

    def _difference(self, journal: Journal) -> str:
        for table, log in self.logs.items():
            found = journal.log(table)
            if found != log:
                return f"table {table} has {len(found)} records, not {len(log)}, or others"
        kept = {kind: dict(facts) for kind, facts in journal.kept().items() if facts}
        if kept != {kind: facts for kind, facts in self.kept.items() if facts}:
            return "the facts beside the logs"
        live = {number for number, status in self.status.items() if status == "live"}
        return "" if {table.number for table in journal.live_tables()} == live else "which tables are live"

    # Replaying.

    def copy(self, number: int) -> Table:
        """A table from nothing but its log, up to date."""
        log, first = self.logs[number], self.first[number]
        copy = self.copies.get(number)
        if copy is None:
            copy = self.copies[number] = self._begin(number)
        try:
            for line in log[copy.scene.seq + 1 - first :]:
                before = copy.scene
                record = records.decode(line)
                if type(record) is records.Reopened and record.commitment:
                    copy.seed = self._seed(number)
                copy.replay(line)
                self._clocks(copy, before, record)
        except LogError as error:
            raise Broken(f"table {number}: its log cannot be replayed: {error}") from error
        return copy

    def _begin(self, number: int) -> Table:
        opening: Any = records.decode(self.logs[number][0])
        if isinstance(opening, records.Opened):
            return Table(self.games[opening.game], self._seed(number))
        origin = self._begin(opening.origin)
        for line in self.logs[opening.origin][: opening.seq - self.first[opening.origin]]:
            origin.replay(line)
        return origin

    def _seed(self, number: int) -> bytes:
        """The seed of a table: noted while it is secret, revealed in its log afterwards."""
        if seed := self.seeds.get(number):
            return bytes.fromhex(seed)
        for line in reversed(self.logs[number]):
            if seed := getattr(records.decode(line), "seed", ""):
                return bytes.fromhex(seed)
        save = next(
            (value for value in self.kept.get("save", {}).values() if b'"table":%d,' % number in value), b""
        )
        found = save.partition(b'"seed":"')[2][:64]
        return bytes.fromhex(found.decode()) if found else bytes(32)

    def _clocks(self, table: Table, before: Any, record: Any) -> None:
        """No clock gains time but by a record that says so."""
        after = table.scene
        spec = table.sheet.clock
        if spec.kind != "total" or len(before.left) != len(after.left):
            return
        for seat, left in enumerate(before.left):
            mine = type(record) in (records.Moved, records.Expired) and record.seat == seat
            then, now = before.running[seat], after.running[seat]
            thought = record.at - then if mine and then else 0
            if after.left[seat] > max(0, left - thought) + (spec.increment if mine else 0):
                raise Broken(f"record {record.seq} of table {table.sheet.table} gives seat {seat} time")
            given = type(record) in GIVING
            if then and now > then and not (mine or given or type(record) in BREAKS):
                raise Broken(
                    f"record {record.seq} of table {table.sheet.table} sets seat {seat}'s clock back"
                )


GIVING = (
    records.Resumed,
    records.Came,
    records.Dropped,
    records.Replaced,
    records.Carried,
    records.TakenBack,
)
"""Records that may give time back, for a pause that is over or a move that was not made."""
BREAKS = (records.Reopened, records.Expired, records.Ended, records.Went)
"""Records after which other seats are on turn, or nobody."""
