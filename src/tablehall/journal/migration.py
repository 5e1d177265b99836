"""Moving a hall from a folder (SQLite) into a database (PostgreSQL): copied, then compared to the byte.

The log is copied some batches at a time, and how far it got is noted each time, so a migration that was
interrupted goes on where it was. Everything else is small and copied in one go at the end.
"""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import UNREADABLE
from tablehall.hall.decision import Line
from tablehall.hall.records import GENESIS, digest
from tablehall.journal.api import JournalError, whole_log
from tablehall.journal.batches import contest_games, decode, records_of
from tablehall.journal.postgres import PostgresJournal
from tablehall.journal.postgres_link import Connection
from tablehall.journal.postgres_schema import MIGRATION, SET_MARK, Progress
from tablehall.journal.sqlite import SqliteJournal

PIECE = 5_000
BATCHES = "SELECT id, body FROM batches WHERE id > ? ORDER BY id"
OF_CONTESTS = "SELECT body FROM batches WHERE contest_at IS NOT NULL ORDER BY id"
PARTS = {
    "tables": ("id, game, status, at, seed, summary", "id"),
    "players": ("person, table_id", "person, table_id"),
    "snapshots": ("table_id, seq, data", "table_id"),
    "kept": ("kind, key, value", 'kind COLLATE "C", key COLLATE "C"'),
}
"""What there is beside the log: columns, and an order that both databases agree about."""

Tell = Callable[[int], object]
Row = tuple[Any, ...]


class Piece(NamedTuple):
    """Some records, up to the end of a batch."""

    records: list[Line]
    last: int


class Linked(msgspec.Struct):
    """What a record says about the one before."""

    seq: int
    prev: str


class Migration:
    """One hall on its way from a folder to a database."""

    def __init__(self, folder: Path, url: str) -> None:
        SqliteJournal(folder, read_only=True).close()  # says if there is no hall
        self._source = SqliteJournal(folder)
        try:
            self._source.file_everything()
            self._target = PostgresJournal(url, migrating=True)
        except BaseException:
            self._source.close()
            raise
        self._tell: Tell = lambda _: None
        self._copies: dict[int, int] = {}
        """Tables that began as copies of others, and with which record."""
        self.broken: list[str] = []
        """Chains that do not hold: not in the folder either."""
        self.counts = {"log": self._count_log(), **{name: self._count(name) for name in PARTS}}

    def __enter__(self) -> "Migration":
        return self

    def __exit__(self, *_: object) -> None:
        self._target.close()
        self._source.close()

    @property
    def steps(self) -> int:
        """How much there is to do: every row is copied and then compared."""
        return 2 * sum(self.counts.values())

    def _count(self, name: str) -> int:
        return int(self._source._read(f"SELECT count(*) FROM {name}")[0][0])

    def _count_log(self, upto: int | None = None) -> int:
        return sum(len(piece.records) for piece in self._log_pieces() if upto is None or piece.last <= upto)

    def run(self, tell: Tell = lambda _: None) -> bool:
        """Move everything, or the rest of it; says whether there was anything to do. Raises what is
        wrong if the hall cannot go there or did not arrive."""
        self._tell = tell
        mark = self._target.link.run(self._begin)
        if mark.done:
            return False
        tell(self._count_log(mark.batches))
        for piece in self._log_pieces(mark.batches):
            mark.batches = piece.last
            self._target.link.run(partial(self._copy_piece, piece, mark))
            tell(len(piece.records))
        self._target.link.run(self._copy_the_rest)
        problems = self._target.link.run(self._compare)
        if problems:
            more = f" (and {len(problems) - 5} more)" if len(problems) > 5 else ""
            raise JournalError(f"Not everything arrived: {'; '.join(problems[:5])}{more}.")
        self.broken += self._copies_astray()
        mark.done = True
        self._target.link.run(partial(self._set_mark, mark))
        return True

    async def _set_mark(self, mark: Progress, connection: Connection) -> None:
        await connection.execute(SET_MARK, MIGRATION, mark.text())

    async def _begin(self, connection: Connection) -> Progress:
        """Make sure that the database is empty, or holds the beginning of this very hall."""
        found = await connection.fetchval("SELECT value FROM marks WHERE name = $1", MIGRATION)
        mark = msgspec.json.decode(found, type=Progress) if found else Progress(self._identity())
        if found:
            other = mark.hall != self._identity()
        else:
            rows = "(SELECT 1 FROM {} LIMIT 1)"
            full = " UNION ALL ".join(rows.format(name) for name in ("log", *PARTS))
            other = bool(await connection.fetch(full))
        if mark.records and not mark.done:
            raise JournalError(
                f"{self._target.link.place} holds a hall that an older tablehall began to move there: "
                "use an empty database."
            )
        if other:
            raise JournalError(
                f"{self._target.link.place} holds another hall: two cannot be mixed. Use an empty database."
            )
        await self._set_mark(mark, connection)
        return mark

    def _identity(self) -> str:
        """What no other hall has: its first record, with the commitment to its first seed; or,
        where nobody has played yet, all that is known."""
        first = [(line,) for piece in islice(self._log_pieces(), 1) for _, _, line in piece.records[:1]]
        rows = first or self._source._read("SELECT kind, key, value FROM kept ORDER BY kind, key")
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    def _log_pieces(self, after: int = 0) -> Iterator[Piece]:
        records: list[Line] = []
        for number, body in self._source._db.execute(BATCHES, (after,)):
            records += records_of(body)
            after = number
            if len(records) >= PIECE:
                yield Piece(records, after)
                records = []
        if records:
            yield Piece(records, after)

    def _pieces(self, query: str, *values: object) -> Iterator[list[Row]]:
        cursor = self._source._db.execute(query, values)
        while piece := cursor.fetchmany(PIECE):
            yield piece

    async def _copy_piece(self, piece: Piece, mark: Progress, connection: Connection) -> None:
        async with connection.transaction():
            # Should the answer to the same piece have been lost, the mark knows.
            found = await connection.fetchval("SELECT value FROM marks WHERE name = $1", MIGRATION)
            if msgspec.json.decode(found, type=Progress).batches < mark.batches:
                await connection.copy_records_to_table(
                    "log", records=piece.records, columns=["table_id", "seq", "line"]
                )
                await self._set_mark(mark, connection)

    async def _copy_the_rest(self, connection: Connection) -> None:
        async with connection.transaction():
            await connection.execute("DELETE FROM owners")
            for name, (columns, _) in PARTS.items():
                await connection.execute(f"DELETE FROM {name}")
                for piece in self._pieces(f"SELECT {columns} FROM {name}"):
                    names = columns.split(", ")
                    await connection.copy_records_to_table(name, records=piece, columns=names)
                    self._tell(len(piece))
            await connection.execute("INSERT INTO owners SELECT id, '', 0 FROM tables")
            await connection.execute("DELETE FROM contest_games")
            for piece in self._pieces(OF_CONTESTS):
                games = [game for (body,) in piece for game in contest_games(decode(body))]
                names = ["table_id", "at", "bytes"]
                await connection.copy_records_to_table("contest_games", records=games, columns=names)

    # Is everything there?

    async def _compare(self, connection: Connection) -> list[str]:
        problems = []
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            for name, (columns, order) in PARTS.items():
                problems += await self._compare_part(connection, name, columns, order)
            problems += await self._compare_logs(connection)
        return problems

    async def _compare_part(self, connection: Connection, name: str, columns: str, order: str) -> list[str]:
        here = order.replace(' COLLATE "C"', "")
        pieces = self._pieces(f"SELECT {columns} FROM {name} ORDER BY {here}")
        expected = itertools.chain.from_iterable(pieces)
        async for row in connection.cursor(f"SELECT {columns} FROM {name} ORDER BY {order}", prefetch=PIECE):
            if next(expected, None) != tuple(row):
                return [f"{name}: {tuple(row)[:2]} is not what the folder holds"]
            self._tell(1)
        missing = next(expected, None)
        return [] if missing is None else [f"{name}: {missing[:2]} is missing"]

    async def _compare_logs(self, connection: Connection) -> list[str]:
        """The logs of all tables, each as one sum over its lines in their order; and their chains."""
        sums: dict[int, bytes] = {}
        firsts: dict[int, int] = {}
        for piece in self._log_pieces():
            for table, seq, line in piece.records:
                sums[table] = added(sums.get(table, b""), line)
                firsts.setdefault(table, seq)
        self._copies = {table: seq for table, seq in firsts.items() if seq}
        found: dict[int, bytes] = {}
        now, before = 0, b""
        query = "SELECT table_id, seq, line FROM log ORDER BY table_id, seq"
        async for table, seq, line in connection.cursor(query, prefetch=PIECE):
            now, before = table, before if table == now else b""
            if not follows(before, seq, line):
                self.broken.append(f"table {table}, record {seq}")
            found[table] = added(found.get(table, b""), line)
            before = line
            self._tell(1)
        differ = [table for table in sums.keys() | found.keys() if sums.get(table) != found.get(table)]
        return [f"the log of table {table} is not what the folder holds" for table in sorted(differ)]

    def _copies_astray(self) -> list[str]:
        """Tables that began as copies of others, and whose first record does not follow there."""
        astray = []
        for table, seq in self._copies.items():
            lines = whole_log(self._target, table)
            if len(lines) <= seq or not follows(lines[seq - 1], seq, lines[seq]):
                astray.append(f"table {table}, record {seq}")
        return astray


def added(total: bytes, line: bytes) -> bytes:
    """The sum of a log with one more line."""
    return hashlib.blake2b(total + line, digest_size=16).digest()


def follows(before: bytes, seq: int, line: bytes) -> bool:
    """Whether a record names the one before it (b"": it is the first one in its log)."""
    try:
        record = msgspec.json.decode(line, type=Linked)
    except UNREADABLE:
        return False
    if not before:  # a copy goes on from a record in the log of another table
        return record.seq == seq and (seq > 0 or record.prev == GENESIS)
    return record.seq == seq and record.prev == digest(before)
