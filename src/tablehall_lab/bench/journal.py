"""What the journals take: commits and records a second of each kind, side by side in one run."""

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal.api import Batch, Journal
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal

LINE = b'{"t":"moved","seq":%d,"at":1767225600000,"prev":"%s","seat":0,"move":{"field":4}}'
SEED = "5e" * 32
GAME = 10
"""So many records has a game: the first opens the table, the last ends it."""


class Found(NamedTuple):
    """What one kind of journal did."""

    kind: str
    size: int
    """Records in a batch."""
    commits: float
    """Commits a second."""

    @property
    def records(self) -> float:
        return self.commits * self.size


def games(size: int) -> Iterator[Batch]:
    """Batch after batch as a busy hall makes them: one record of each of so many tables, the tables
    at different points of their games."""
    first = 10**9
    seqs = [table % GAME for table in range(size)]
    numbers = [first + table for table in range(size)]
    yield _batch([(number, seq) for number, last in zip(numbers, seqs, strict=True) for seq in range(last)])
    while True:
        yield _batch(list(zip(numbers, seqs, strict=True)))
        for table, seq in enumerate(seqs):
            seqs[table] = (seq + 1) % GAME
            if seq + 1 == GAME:
                numbers[table] += size


def _batch(records: list[tuple[int, int]]) -> Batch:
    batch = Batch()
    for table, seq in records:
        batch.records.append((table, seq, LINE % (seq, SEED.encode())))
        if seq == 0:
            batch.index.append(IndexEntry(table, "tictactoe", "live", 1, (), SEED, b"{}"))
        elif seq == GAME - 1:
            batch.index.append(
                IndexEntry(table, "tictactoe", "finished", 2, (1, 2), "", b'{"players":["a","b"]}')
            )
            batch.kept.append(Row("person", str(table % 1000), b'{"name":"somebody"}'))
    return batch


def measure(kind: str, journal: Journal, size: int, seconds: float) -> Found:
    """Commit batches of one size for a while."""
    batches = games(size)
    for _ in range(20):
        journal.commit(next(batches))
    done, spent = 0, 0.0
    while spent < seconds:
        batch = next(batches)
        start = time.perf_counter()
        journal.commit(batch)
        spent += time.perf_counter() - start
        done += 1
    return Found(kind, size, done / spent)


@contextmanager
def place_apart(url: str) -> Iterator[str]:
    """A schema of its own in a database, so that no hall is touched; gone afterwards."""
    from tablehall.journal.postgres_link import Connection, Link

    async def greet(_: Connection) -> None:
        pass

    async def make(connection: Connection) -> None:
        await connection.execute(f"CREATE SCHEMA {schema}")

    async def remove(connection: Connection) -> None:
        await connection.execute(f"DROP SCHEMA {schema} CASCADE")

    schema = f"tablehall_bench_{secrets.token_hex(4)}"
    with closing(Link(url, greet, read_only=False)) as link:
        link.run(make)
        try:
            yield f"{url}{'&' if '?' in url else '?'}search_path={schema}"
        finally:
            link.run(remove)


@contextmanager
def _opened(kind: str, url: str) -> Iterator[Journal]:
    if kind == "memory":
        yield MemoryJournal()
    elif kind == "SQLite":
        with tempfile.TemporaryDirectory(dir=".") as folder, SqliteJournal(Path(folder)) as journal:
            yield journal
    else:
        from tablehall.journal.postgres import PostgresJournal

        with place_apart(url) as apart, PostgresJournal(apart) as journal:
            yield journal


def compare(
    url: str, sizes: tuple[int, ...], seconds: float, tell: Callable[[Found, float], None]
) -> list[Found]:
    """Every kind of journal with every size of batch; tells each and its ratio to SQLite."""
    found = []
    for size in sizes:
        sqlite = 0.0
        for kind in ("SQLite", "memory", *(["PostgreSQL"] if url else [])):
            with _opened(kind, url) as journal:
                result = measure(kind, journal, size, seconds)
            sqlite = sqlite or result.commits
            tell(result, result.commits / sqlite)
            found.append(result)
    return found
