"""A batch laid out for PostgreSQL: one list a column."""

from collections.abc import Iterator
from typing import Any

from tablehall.journal.api import Batch, JournalError
from tablehall.journal.batches import contest_games

Columns = tuple[list[Any], ...]


class BatchColumns:
    """The columns of a batch, in the order in which the database's `remember` takes them."""

    def __init__(self, batch: Batch) -> None:
        self.records = columns(batch.records, 3)
        games = contest_games(batch)
        self.contests = columns(games, 3) if games else ()
        """For `note_contests`; mostly there are none."""
        self._rest = (
            *columns(list(first_records(batch).items()), 2),
            *self._noted(batch),
            *columns(list({table: (table, seq, data) for table, seq, data in batch.snapshots}.values()), 3),
            *self._kept(batch),
        )

    def __iter__(self) -> Iterator[list[Any]]:
        yield from self.records
        yield from self._rest

    def _noted(self, batch: Batch) -> Columns:
        """What is known of tables: the last word on each; everybody who sat there; who is not live."""
        last = {
            entry.table: (entry.table, entry.game, entry.status, entry.at, entry.seed, entry.summary)
            for entry in batch.index
        }
        return *columns(list(last.values()), 6), *columns(batch.seats(), 2), batch.over()

    def _kept(self, batch: Batch) -> Columns:
        """Facts to keep and facts to forget, always in the same order, so that two nodes that write
        the same facts never wait for each other in a circle."""
        stays, goes = batch.facts()
        return *columns(sorted(stays), 3), *columns(sorted(goes), 2)


def first_records(batch: Batch) -> dict[int, int]:
    """The first record of each table in a batch; the others follow without a gap."""
    first: dict[int, int] = {}
    following: dict[int, int] = {}
    for table, seq, _ in batch.records:
        if following.setdefault(table, seq) != seq:
            raise JournalError(f"record {seq} of table {table} is not the next one")
        first.setdefault(table, seq)
        following[table] = seq + 1
    return first


def columns(rows: list[Any], width: int) -> Columns:
    """Rows turned into columns; as many if there are no rows."""
    return tuple(map(list, zip(*rows, strict=True))) if rows else tuple([] for _ in range(width))
