"""The journal in PostgreSQL: for a hall that outgrows one file, or one machine.

A batch is one call of a function in the database (schema/postgres/), so one journey and one
transaction with one synchronous commit. Several nodes may write into one database. Each has a name;
a table is owned by one of them, and every INSERT of records joins `owners` and asks for this owner
and an epoch of its own: what a stale owner writes is refused by the database itself, all of the batch.

Facts (`kept`) belong to the hall, not to a node; the last one to write a fact wins. Those there are:

* `person`, by number: a profile. Whoever lets the person in must be one node at a time.
* `save`, by game and name: a saved game, with the seed of its dice.
* `hall`: `numbers` and `opened` (how many numbers for people and tables were given out), `spread`
  (how table numbers are spread, chosen once), `alive` (when the hall was last seen running).
* `contest`, `standing`, `contestant`, by contest: totals, and who takes part.

So as long as every node counts by itself, only one of them may hand out numbers: two that did would
give the same number to two tables, and the second to write it is refused as not the owner.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import asyncpg

from tablehall.hall.recovery import Remembered
from tablehall.journal import postgres_forgetting, postgres_schema
from tablehall.journal.api import (
    THE_FIRST,
    Batch,
    InUse,
    Journal,
    JournalError,
    Listing,
    NotOwner,
    OldGame,
    OldGames,
    by_kind,
)
from tablehall.journal.postgres_columns import BatchColumns
from tablehall.journal.postgres_link import COMMIT_WITHIN, Connection, Link, lost

REMEMBER = f"SELECT remember({', '.join(f'${n}' for n in range(1, 25))})"
REMEMBER_CONTESTS = f"{REMEMBER}, note_contests($25, $26, $27)"
MINE = "JOIN owners o ON o.table_number = t.id AND o.owner = $1"
UNTOLD = 32
"""So many records from before its snapshot come with a table that is taken over: whoever had it may not have
told the latest of them."""
LIVE = """
    SELECT t.id, t.game, t.seed, s.data, ARRAY(
        SELECT l.line FROM log l
        WHERE l.table_id = t.id AND l.seq > coalesce(s.seq - {before}, -1) ORDER BY l.seq
    ) FROM tables t {mine} LEFT JOIN snapshots s ON s.table_id = t.id WHERE t.status = 'live' {which}
    ORDER BY t.id
"""
THERE = """
    SELECT count(*), count(*) FILTER (WHERE l.line = r.line)
    FROM unnest($1::bigint[], $2::integer[], $3::bytea[]) AS r (table_id, seq, line)
    JOIN log l ON l.table_id = r.table_id AND l.seq = r.seq
"""
LISTED = """
    SELECT t.id, t.game, t.status, t.at, t.summary FROM tables t {seated}
    WHERE t.status = $1 AND ($2 = '' OR t.game = $2) AND ($3 = 0 OR t.at < $3)
    ORDER BY t.at DESC, t.id DESC LIMIT $4
"""
SEATED = "JOIN players p ON p.table_id = t.id AND p.person = $5"
END_SESSION = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
SESSION = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"


class PostgresJournal(Journal):
    """A hall's journal in a database that may be shared by several nodes.

    `owner` is the name of this node; a hall that is alone needs none. A journal that is opened for
    reading only sees the tables of all nodes. One that a hall is `migrating` to is not ready to be used.
    """

    def __init__(
        self, url: str, *, owner: str = "", read_only: bool = False, migrating: bool = False
    ) -> None:
        self.owner = owner
        self.epoch = 0
        self._epochs: set[int] = set()
        self._read_only = read_only
        self._migrating = migrating
        self._session: tuple[object, object] | None = None
        self._doubtful: Batch | None = None
        self.link = Link(url, self._greet, read_only=read_only)
        try:
            self.link.run(self._nothing)
        except BaseException:
            self.link.close()
            raise

    async def _nothing(self, connection: Connection) -> None:
        pass

    async def _greet(self, connection: Connection) -> None:
        """What is done first on every connection: the schema, and the right to write for this owner."""
        if self._read_only:
            await postgres_schema.check(connection, self.link.place)
            return
        if self._session is None:
            await postgres_schema.bring_up_to_date(connection, self.link.place)
            if not self._migrating:
                await postgres_schema.check_migrated(connection, self.link.place)
        else:  # should the server not have noticed: what that session was about must be over and done
            await connection.fetch(END_SESSION, *self._session)
        await self._be_alone(connection)
        session = await connection.fetchrow(SESSION)
        if self._session is None:
            self.epoch = await connection.fetchval("SELECT begin_epoch($1)", self.owner)
            self._epochs.add(self.epoch)
        else:  # an epoch that was about to begin may have begun
            known = await connection.fetchval("SELECT epoch FROM nodes WHERE owner = $1", self.owner)
            self.epoch = known if known in self._epochs else self.epoch
        self._session = (session[0], session[1])

    async def _be_alone(self, connection: Connection) -> None:
        """One session writes for an owner; as long as it lasts nobody else does."""
        try:
            await connection.fetch(
                "SELECT pg_advisory_lock(hashtext('tablehall'), hashtext(current_schema() || '/' || $1))",
                self.owner,
            )
        except asyncpg.LockNotAvailableError as error:
            who = f" as {self.owner!r}" if self.owner else ""
            raise InUse(
                f"{self.link.place} is used by another tablehall{who}: stop it, or use another database."
            ) from error

    # Writing.

    def commit(self, batch: Batch) -> None:
        if self._read_only:
            raise JournalError(f"{self.link.place} was opened for reading only: it cannot be written.")
        columns = BatchColumns(batch)

        async def write(connection: Connection) -> None:
            if self._doubtful is batch and await self._is_there(connection, columns):
                self._doubtful = None
                return
            self._doubtful = batch
            await self._remember(connection, columns)
            self._doubtful = None

        self.link.run(write)

    async def _remember(self, connection: Connection, columns: BatchColumns) -> None:
        try:
            remember, more = (REMEMBER_CONTESTS, columns.contests) if columns.contests else (REMEMBER, ())
            values = (self.owner, self.epoch, *columns, *more)
            await connection.fetchval(remember, *values, timeout=COMMIT_WITHIN)
        except asyncpg.UniqueViolationError as error:
            self._doubtful = None
            raise JournalError(f"a record exists already: {error.detail}") from error
        except asyncpg.PostgresError as error:
            if lost(error):
                raise
            self._doubtful = None  # refused, so nothing of it is there
            if error.sqlstate == "TH001":
                raise self._not_owner(error.detail) from error
            if error.sqlstate == "TH002":
                raise JournalError(str(error)) from error
            raise

    async def _is_there(self, connection: Connection, columns: BatchColumns) -> bool:
        """Whether a batch was committed although nobody said so: its records tell. (One without
        records is written again: nobody else was here since, so that changes nothing.)"""
        found, same = await connection.fetchrow(THERE, *columns.records)
        if found and not found == same == len(columns.records[0]):
            raise self._not_owner("")
        return bool(found)

    def _not_owner(self, detail: str | None) -> NotOwner:
        tables = tuple(sorted(map(int, (detail or "").split())))
        if not tables:
            return NotOwner(
                f"Another node has taken over everything of {self.owner!r} in {self.link.place}: "
                "restart this one."
            )
        names = ", ".join(map(str, tables))
        return NotOwner(f"Another node owns the tables {names}: it must be asked, not this one.", tables)

    def claim(self, tables: Iterable[int] | None = None, *, dead_owner: str) -> list[Remembered]:
        """Take over tables of another node, or all of them that may go on (it is then taken for dead,
        and nothing it still writes is accepted). Returns the live ones among those that were got;
        of several who want the same one gets them. After an error `live_tables` tells what was got."""
        if dead_owner == self.owner:
            raise JournalError(f"{self.owner!r} cannot take over from itself: its tables are its own.")
        wanted = None if tables is None else list(tables)

        async def take(connection: Connection) -> list[Remembered]:
            epoch = await connection.fetchval("SELECT nextval('epochs')")
            self._epochs.add(epoch)
            try:
                taken = await connection.fetchval(
                    "SELECT take_over($1, $2, $3, $4, $5)", self.owner, self.epoch, epoch, dead_owner, wanted
                )
            except asyncpg.PostgresError as error:
                raise (self._not_owner("") if error.sqlstate == "TH001" else error) from error
            self.epoch = epoch
            query = LIVE.format(mine=MINE, which="AND t.id = ANY ($2)", before=UNTOLD)
            return [remembered(row) for row in await connection.fetch(query, self.owner, taken)]

        return self.link.run(take, again=False)

    # Reading.

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return by_kind(self._read("SELECT kind, key, value FROM kept"))

    def live_tables(self) -> list[Remembered]:
        if self._read_only:
            rows = self._read(LIVE.format(mine="", which="", before=0))
        else:
            rows = self._read(LIVE.format(mine=MINE, which="", before=0), self.owner)
        return [remembered(row) for row in rows]

    def log(self, table: int) -> list[bytes]:
        return [
            line for (line,) in self._read("SELECT line FROM log WHERE table_id = $1 ORDER BY seq", table)
        ]

    def tables(
        self, *, game: str = "", status: str = "finished", person: int = 0, before: int = 0, limit: int = 50
    ) -> list[Listing]:
        query = LISTED.format(seated=SEATED if person else "")
        wanted = (status, game, before, limit, *([person] if person else ()))
        return [Listing(*row) for row in self._read(query, *wanted)]

    def table(self, number: int) -> Listing | None:
        rows = self._read("SELECT id, game, status, at, summary FROM tables WHERE id = $1", number)
        return Listing(*rows[0]) if rows else None

    # Forgetting.

    def contests_before(self, size: int) -> int:
        return self.link.run(partial(postgres_forgetting.contests_before, size=size))

    def forget_contests(self, before: int) -> bool:
        return self.link.run(partial(postgres_forgetting.forget_contests, before=before))

    def old_games(
        self, before: int, after: tuple[int, int] = THE_FIRST, *, contests: bool = False
    ) -> OldGames:
        look = partial(postgres_forgetting.old_games, before=before, after=after, contests=contests)
        return self.link.run(look)

    def forget_games(self, games: Sequence[OldGame]) -> None:
        self.link.run(partial(postgres_forgetting.forget, games=games))

    def _read(self, query: str, *values: object) -> list[Any]:
        async def read(connection: Connection) -> list[Any]:
            return list(await connection.fetch(query, *values))

        return self.link.run(read)

    def close(self) -> None:
        self.link.close()


def remembered(row: Any) -> Remembered:
    """A live table from what was found of it."""
    number, game, seed, snapshot, lines = row
    return Remembered(number, game, bytes.fromhex(seed), snapshot, list(lines))
