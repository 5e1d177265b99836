"""The other nodes of a hall that runs on several: this is all that hall, doors and sockets know of them.

As it stands here there are none: everything is decided on this node, and nobody else must hear of it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablehall.games.api import Outcome
    from tablehall.hall.decision import Deciding
    from tablehall.hall.people import Person
    from tablehall.hall.table import Table


class Peers:
    """Which tables this node owns, and what it tells the others. Empty by default."""

    alone = True
    """Whether there are no other nodes: then whatever was remembered may be gone on with here."""
    leads = True
    """Whether it is on this node that people come in, go, and get their scores."""
    node = ""
    """What this node is called among the others."""

    def owns(self, table: int) -> bool:
        """Whether this node decides on a table."""
        return True

    def came(self, decision: "Deciding", person: "Person") -> None:
        """Somebody came in."""

    def left(self, decision: "Deciding", person: "Person", giving_up: frozenset[str] | None) -> None:
        """Somebody is no longer here."""

    def hung_up(self, decision: "Deciding", person: "Person", conn: int) -> None:
        """One of the connections that speak for somebody is gone."""

    def watches(self, decision: "Deciding", person: "Person", table: int, *, on: bool) -> None:
        """Somebody looks on at a table, or no longer."""

    def get_up(self, decision: "Deciding", person: "Person", table: int) -> None:
        """Somebody gets up from a table that another node owns."""

    def written(self, decision: "Deciding", table: "Table", line: bytes) -> None:
        """A record was written at a table of this node."""

    def listed(self, decision: "Deciding", change: str, table: "Table") -> None:
        """The lobby shows a table of this node, something new of it, or no longer."""

    def give_up(self, decision: "Deciding", table: int) -> None:
        """A saved game goes on elsewhere: the node that owns its old table closes that."""

    def removed(self, table: "Table") -> None:
        """This node does not hold a table in memory any longer."""

    def table_count(self) -> int | None:
        """The number of a table among all that were ever opened, if several nodes give them out."""
        return None

    def settles(self, decision: "Deciding", game: str, people: tuple[int, ...], outcome: "Outcome") -> bool:
        """Whether the scores of a game are somebody else's to settle; then it is asked to."""
        return False

    run: Callable[..., None] | None = None
    """How a conversation is run that may have to wait for another node; None: none ever has to."""

    def relay(self, door: str, data: bytes, address: tuple[Any, ...]) -> bool:
        """Pass a datagram on to the node that answers for a door; False: there is none."""
        return False

    def reach(self, door: str, data: bytes, address: tuple[Any, ...]) -> bool:
        """Send a datagram through the node where a program came in; False: that one is gone."""
        return False
