"""What nodes that share a database settle there: who is fenced, whose tables are whose, which numbers."""

from collections.abc import Iterable, Mapping, Sequence

from tablehall.journal.api import by_kind
from tablehall.journal.postgres_link import Connection, Link

FENCE = "UPDATE nodes SET epoch = nextval('epochs') WHERE owner = $1"
OWNED = """
    SELECT t.id FROM owners o JOIN tables t ON t.id = o.table_number
    WHERE o.owner = $1 AND t.status IN ('live', 'saved') ORDER BY t.id
"""
LIVE = """
    SELECT t.id FROM owners o JOIN tables t ON t.id = o.table_number
    WHERE o.owner = $1 AND t.status = 'live' ORDER BY t.id
"""
OWNERS = """
    SELECT DISTINCT o.owner FROM owners o JOIN tables t ON t.id = o.table_number
    WHERE t.status IN ('live', 'saved')
"""
OWNERS_OF = "SELECT table_number, owner FROM owners WHERE table_number = ANY ($1)"
STATUSES = "SELECT id, status FROM tables WHERE id = ANY ($1)"
GIVE = """
    UPDATE owners o SET owner = n.owner, epoch = n.epoch FROM nodes n
    WHERE n.owner = $2 AND o.owner = $1 AND o.table_number = ANY ($3) RETURNING o.table_number
"""
FACTS = "SELECT kind, key, value FROM kept WHERE kind = ANY ($1)"
FIRST = """
    INSERT INTO kept VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET value = kept.value
    RETURNING value
"""
BLOCK = """
    INSERT INTO kept VALUES ('hall', 'opened', convert_to($1::bigint::text, 'UTF8'))
    ON CONFLICT (kind, key) DO UPDATE
        SET value = convert_to((convert_from(kept.value, 'UTF8')::bigint + $1)::text, 'UTF8')
    RETURNING convert_from(value, 'UTF8')::bigint
"""


class Sharing:
    """What one node asks of the database that it shares with others."""

    def __init__(self, link: Link, owner: str) -> None:
        self._link = link
        self._owner = owner

    def fence(self, name: str) -> None:
        """Nothing that a node of this name still writes is accepted, until it starts anew."""
        self._ask(FENCE, name)

    def owned_by(self, name: str) -> list[int]:
        """The tables of a node that can go on."""
        return [row[0] for row in self._ask(OWNED, name)]

    def live(self) -> set[int]:
        """The tables of this very node that are played at, or wait."""
        return {row[0] for row in self._ask(LIVE, self._owner)}

    def owners(self) -> set[str]:
        """The names of all nodes with tables that can go on."""
        return {row[0] for row in self._ask(OWNERS)}

    def owners_of(self, tables: Iterable[int]) -> dict[int, str]:
        """Whose these tables are."""
        return dict(self._ask(OWNERS_OF, list(tables)))

    def statuses(self, tables: Iterable[int]) -> dict[int, str]:
        """How those of these tables stand that are in the journal."""
        return dict(self._ask(STATUSES, list(tables)))

    def give(self, tables: Sequence[int], to: str) -> list[int]:
        """Hand tables over to another node; returns those it has now."""
        return [row[0] for row in self._ask(GIVE, self._owner, to, list(tables))]

    def facts(self, kinds: Iterable[str]) -> Mapping[str, Mapping[str, bytes]]:
        """The facts of some kinds."""
        wanted = list(kinds)
        found = by_kind(self._ask(FACTS, wanted))
        return {kind: found[kind] for kind in wanted}

    def first(self, kind: str, key: str, value: bytes) -> bytes:
        """Keep a fact unless there is one already; returns the one that counts."""
        found: bytes = self._ask(FIRST, kind, key, value)[0][0]
        return found

    def block(self, size: int) -> int:
        """So many numbers for tables that nobody else gets; returns the last of them."""
        last: int = self._ask(BLOCK, size)[0][0]
        return last

    def _ask(self, query: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        async def ask(connection: Connection) -> list[tuple]:  # type: ignore[type-arg]
            return [tuple(row) for row in await connection.fetch(query, *values)]

        return self._link.run(ask)
