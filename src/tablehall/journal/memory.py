"""A journal that forgets everything when the program ends: for tests and trying out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tablehall.hall.recovery import Remembered
from tablehall.journal.api import (
    THE_FIRST,
    Batch,
    Journal,
    JournalError,
    Listing,
    OldGame,
    OldGames,
    latest_first,
)
from tablehall.journal.forgetting import LOOKED_AT, OVER, was_contest, was_saved


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
        self._contests: list[tuple[int, list[int]]] = []
        """The games of contests that were over together, and when that was."""

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
        if games := [entry for entry in batch.index if entry.contest]:
            self._contests.append((max(entry.at for entry in games), [entry.table for entry in games]))
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

    def contests_before(self, size: int) -> int:
        for at, games in sorted(self._contests, reverse=True):
            size -= sum(len(line) for game in games for line in self._logs[game])
            if size < 0:
                return at + 1
        return 0

    def forget_contests(self, before: int) -> bool:
        old = [(at, games) for at, games in self._contests if at < before]
        self._contests = [(at, games) for at, games in self._contests if at >= before]
        self._forget(game for _, games in old for game in games)
        return False

    def old_games(
        self, before: int, after: tuple[int, int] = THE_FIRST, *, contests: bool = False
    ) -> OldGames:
        over = [(known.at, known.table) for known in self._tables.values() if known.status in OVER]
        looked_at = sorted(place for place in over if after < place < (before, 0))[:LOOKED_AT]
        logs = [(table, self._logs[table]) for _, table in looked_at]
        fit = [table for table, log in logs if not was_saved(log) and was_contest(log) == contests]
        return OldGames([OldGame(table) for table in fit], looked_at[-1] if looked_at else None)

    def forget_games(self, games: Sequence[OldGame]) -> None:
        self._forget(game.table for game in games)

    def _forget(self, tables: Iterable[int]) -> None:
        gone = set(tables)
        for table in gone:
            for known in (self._logs, self._first, self._tables, self._seeds):
                known.pop(table, None)
        for seats in self._players.values():
            seats -= gone

    def close(self) -> None:
        pass
