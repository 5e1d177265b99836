"""The hall's tables as its journal shows them: whatever a player was told of is there already."""

from collections import Counter
from pathlib import Path

from tablehall.games import house_games
from tablehall.hall import records
from tablehall.hall.table import Table
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal


class Shadow:
    """What the players look at to find a move: the real tables are in another process."""

    def __init__(self, data: Path) -> None:
        self.games = house_games()
        self.sizes: dict[str, list[int]] = {name: [] for name in self.games}
        """Bytes in the log of every game that was played to its end, in their order."""
        self.records = self.written = 0
        """How many records there are, and their bytes."""
        self._journal = SqliteJournal(data, read_only=True)
        self._seeds: dict[int, bytes] = {}
        self._tables: dict[int, Table] = {}
        self._games: dict[int, str] = {}
        self._bytes: Counter[int] = Counter()
        self._last = 0

    @property
    def tables(self) -> dict[int, Table]:
        """The tables that are not over, as of now."""
        self.catch_up()
        return self._tables

    def played(self) -> int:
        """How many games were played to their end."""
        return sum(map(len, self.sizes.values()))

    def catch_up(self) -> None:
        """Take in what was written since the last time."""
        for number, batch in self._journal.batches(self._last):
            self._last = number
            self._take_batch(batch)

    def _take_batch(self, batch: Batch) -> None:
        self._seeds |= {entry.table: bytes.fromhex(entry.seed) for entry in batch.index if entry.seed}
        for number, _, line in batch.records:
            self.records += 1
            self.written += len(line)
            self._take(number, line)

    def _take(self, number: int, line: bytes) -> None:
        record = records.decode(line)
        if isinstance(record, records.Opened):
            self._games[number] = record.game
            if number in self._seeds:  # else it is a contest's, and over
                self._tables[number] = Table(self.games[record.game], self._seeds[number])
        if number not in self._games:  # a copy, which began in another log
            return
        self._bytes[number] += len(line)
        if number in self._tables:
            self._tables[number].replay(line)
        if isinstance(record, records.Ended):
            self.sizes[self._games[number]].append(self._bytes[number])
        if isinstance(record, records.Ended | records.Closed):
            del self._games[number], self._bytes[number]
            self._tables.pop(number, None)
            self._seeds.pop(number, None)

    def close(self) -> None:
        """Look no more."""
        self._journal.close()
