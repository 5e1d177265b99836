"""Forgetting games in PostgreSQL: a few at a time, so that no commit waits for long."""

from collections import defaultdict
from collections.abc import Sequence

from tablehall.journal.api import OldGame, OldGames
from tablehall.journal.forgetting import (
    AT_ONCE,
    LOOKED_AT,
    OVER,
    SAVED,
    SEATED,
    people_of,
    was_contest,
    was_saved,
)
from tablehall.journal.postgres_columns import columns
from tablehall.journal.postgres_link import Connection

TOO_MUCH = """
    SELECT max(at) FROM (
        SELECT at, sum(bytes) OVER (ORDER BY at DESC, table_id DESC) AS newer FROM contest_games
    ) AS c WHERE newer > $1
"""
CONTESTS = "SELECT table_id FROM contest_games WHERE at < $1 ORDER BY at, table_id LIMIT $2"
GAMES = """
    SELECT t.at, t.id FROM tables t
    WHERE t.status = $1 AND t.at < $2 AND (t.at, t.id) > ($3, $4) ORDER BY t.at, t.id LIMIT $5
"""
TELLING = """
    SELECT l.table_id, l.line FROM log l WHERE l.table_id = ANY ($1) AND EXISTS (
        SELECT 1 FROM unnest($2::bytea[]) AS p (prefix)
        WHERE substring(l.line FROM 1 FOR length(p.prefix)) = p.prefix
    )
"""
FORGET = "SELECT forget_games($1, $2, $3)"


async def contests_before(connection: Connection, size: int) -> int:
    """The time before which games of contests must go for the rest to be no larger than this."""
    latest = await connection.fetchval(TOO_MUCH, size)
    return 0 if latest is None else int(latest) + 1


async def forget_contests(connection: Connection, before: int) -> bool:
    """Forget some games of contests; says whether there may be more."""
    tables = [row[0] for row in await connection.fetch(CONTESTS, before, AT_ONCE)]
    told = await _telling(connection, tables)
    await forget(connection, [OldGame(table, people_of(told[table])) for table in tables])
    return bool(tables)


async def old_games(
    connection: Connection, before: int, after: tuple[int, int], *, contests: bool
) -> OldGames:
    """Some games that were over before a time and may be forgotten."""
    over: list[tuple[int, int]] = []
    for status in OVER:
        over += map(tuple, await connection.fetch(GAMES, status, before, *after, LOOKED_AT))
    looked_at = sorted(over)[:LOOKED_AT]
    told = await _telling(connection, [table for _, table in looked_at])
    games = [
        OldGame(table, people_of(told[table]))
        for _, table in looked_at
        if not was_saved(told[table]) and was_contest(told[table]) == contests
    ]
    return OldGames(games, looked_at[-1] if looked_at else None)


async def forget(connection: Connection, games: Sequence[OldGame]) -> None:
    """Forget these games."""
    seats = [(person, game.table) for game in games for person in game.people]
    if games:
        await connection.fetchval(FORGET, [game.table for game in games], *columns(seats, 2))


async def _telling(connection: Connection, tables: list[int]) -> dict[int, list[bytes]]:
    """The records that tell who sat at some tables, and whether their games were saved."""
    found: dict[int, list[bytes]] = defaultdict(list)
    for table, line in await connection.fetch(TELLING, tables, [SAVED, *SEATED]):
        found[table].append(line)
    return found
