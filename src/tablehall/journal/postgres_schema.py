"""The hall's tables in a PostgreSQL database, brought up to date one numbered step after the other."""

from importlib import resources

import msgspec

from tablehall.journal.api import JournalError
from tablehall.journal.postgres_link import Connection

MARKS = "CREATE TABLE IF NOT EXISTS marks (name text PRIMARY KEY, value text NOT NULL)"
SET_MARK = "INSERT INTO marks VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('tablehall'), hashtext(current_schema()))"
MIGRATION = "moving"
"""The mark of a hall that is being moved here, or was."""


class Progress(msgspec.Struct):
    """How far a migration has got."""

    hall: str
    """Which hall it is."""
    records: int = 0
    """How far an older tablehall had got, which knew no batches."""
    batches: int = 0
    """The last batch that is here."""
    done: bool = False

    def text(self) -> str:
        return msgspec.json.encode(self).decode()


async def bring_up_to_date(connection: Connection, place: str) -> None:
    """Take every step that this database has not taken yet: all of them, or none."""
    known = steps()
    async with connection.transaction():
        await connection.fetch(ONE_AT_A_TIME)
        await connection.execute(MARKS)
        have = await _version(connection, place, len(known))
        for step in known[have:]:
            await connection.execute(step)
        if have < len(known):
            await connection.execute(SET_MARK, "schema", str(len(known)))


async def check(connection: Connection, place: str) -> None:
    """Make sure that there is a hall to be read."""
    if await connection.fetchval("SELECT to_regclass('marks')") is None:
        raise JournalError(f"There is no hall in {place}; start one with: tablehall serve")
    if await _version(connection, place, len(steps())) < len(steps()):
        raise JournalError(f"{place} is of an older tablehall: start the hall once to bring it up to date.")


async def check_migrated(connection: Connection, place: str) -> None:
    """Make sure that a hall that was moved here has arrived."""
    found = await connection.fetchval("SELECT value FROM marks WHERE name = $1", MIGRATION)
    if found and not msgspec.json.decode(found, type=Progress).done:
        raise JournalError(f"Only a part of a hall is in {place}: run `tablehall migrate` again to the end.")


async def _version(connection: Connection, place: str, known: int) -> int:
    have = int(await connection.fetchval("SELECT value FROM marks WHERE name = 'schema'") or 0)
    if have > known:
        raise JournalError(
            f"{place} was written by a newer tablehall (schema {have}, this one knows {known}); "
            "use that version, or another database."
        )
    return have


def steps() -> list[str]:
    """The steps that this tablehall knows, in their order."""
    folder = resources.files("tablehall.journal") / "schema" / "postgres"
    found = sorted((f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".sql"))
    return [script for _, script in found]
