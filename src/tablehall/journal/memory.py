"""A journal that forgets everything when the program ends: for tests and trying out."""

from collections import defaultdict
from collections.abc import Mapping

from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, Journal, JournalError, Listing, latest_first


class MemoryJournal(Journal):
    """Everything in dictionaries."""

    def __init__(self) -> None:
        self._logs: dict[int, list[bytes]] = defaultdict(list)
        self._first: dict[int, int] = {}
        self._tables: dict[int, Listing] = {}
        self._seeds: dict[int, str] = {}
        self._players: dict[int, set[int]] = defaultdict(set)
        self._snapshots: dict[int, tuple[int, bytes]] = {}
        self._kept: dict[str, dict[str, bytes]] = defaultdict(dict)

    def commit(self, batch: Batch) -> None:
        self._check(batch)
        for table, seq, line in batch.records:
            self._first.setdefault(table, seq)
            self._logs[table].append(line)
        for entry in batch.index:
            self._seeds[entry.table] = entry.seed
            self._tables[entry.table] = Listing(
                entry.table, entry.game, entry.status, entry.at, entry.summary
            )
        for person, table in batch.seats():
            self._players[person].add(table)
        for table in batch.over():
            self._snapshots.pop(table, None)
        for table, seq, data in batch.snapshots:
            if table in self._tables and self._tables[table].status == "live":
                self._snapshots[table] = (seq, data)
        for kind, key, value in batch.kept:
            if value is None:
                self._kept[kind].pop(key, None)
            else:
                self._kept[kind][key] = value

    def _check(self, batch: Batch) -> None:
        ends: dict[int, int] = {}
        for table, seq, _ in batch.records:
            end = self._first[table] + len(self._logs[table]) if table in self._first else seq
            if ends.setdefault(table, end) != seq:
                raise JournalError(f"record {seq} of table {table} is not the next one")
            ends[table] = seq + 1

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return {kind: dict(facts) for kind, facts in self._kept.items()}

    def live_tables(self) -> list[Remembered]:
        found = []
        for listing in self._tables.values():
            if listing.status == "live":
                seq, data = self._snapshots.get(listing.table, (-1, None))
                seed = bytes.fromhex(self._seeds[listing.table])
                lines = self._logs[listing.table][max(0, seq + 1 - self._first[listing.table]) :]
                found.append(Remembered(listing.table, listing.game, seed, data, lines))
        return found

    def log(self, table: int) -> list[bytes]:
        return list(self._logs.get(table, ()))

    def tables(
        self, *, game: str = "", status: str = "finished", person: int = 0, before: int = 0, limit: int = 50
    ) -> list[Listing]:
        found = [
            listing
            for listing in self._tables.values()
            if listing.status == status
            and (not game or listing.game == game)
            and (not person or listing.table in self._players[person])
            and (not before or listing.at < before)
        ]
        return latest_first(found)[:limit]

    def table(self, number: int) -> Listing | None:
        return self._tables.get(number)

    def close(self) -> None:
        pass
