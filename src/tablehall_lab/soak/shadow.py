"""The hall's tables as its journal shows them: whatever a player was told of is there already."""

import sqlite3
from collections import Counter
from pathlib import Path

from tablehall.games import house_games
from tablehall.hall import records
from tablehall.hall.table import Table
from tablehall.journal.sqlite import FILE

NEWS = "SELECT id, table_id, line FROM log WHERE id > ? ORDER BY id"
SEED = "SELECT seed FROM tables WHERE id = ?"


class Shadow:
    """What the players look at to find a move: the real tables are in another process."""

    def __init__(self, data: Path) -> None:
        self.games = house_games()
        self.sizes: dict[str, list[int]] = {name: [] for name in self.games}
        """Bytes in the log of every game that was played to its end, in their order."""
        self.records = self.written = 0
        """How many records there are, and their bytes."""
        self._db = sqlite3.connect(f"{(data / FILE).absolute().as_uri()}?mode=ro", uri=True)
        self._db.execute("PRAGMA busy_timeout = 5000")
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
        for last, number, line in self._db.execute(NEWS, (self._last,)).fetchall():
            self._last = last
            self.records += 1
            self.written += len(line)
            self._take(number, line)

    def _take(self, number: int, line: bytes) -> None:
        record = records.decode(line)
        if isinstance(record, records.Opened):
            self._games[number] = record.game
            # A game that is over by now has no secret seed any more, and nobody needs its state.
            if seed := self._seed(number):
                self._tables[number] = Table(self.games[record.game], seed)
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

    def _seed(self, number: int) -> bytes:
        row = self._db.execute(SEED, (number,)).fetchone()
        return bytes.fromhex(row[0]) if row else b""

    def close(self) -> None:
        """Look no more."""
        self._db.close()
