"""A decision: what follows from a command."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from tablehall.games.api import Outcome, Reason
from tablehall.hall.notices import AnyNews, Audience

T = TypeVar("T")


class IndexEntry(NamedTuple):
    """What is known of a table without its log."""

    table: int
    game: str
    status: str
    at: int
    people: tuple[int, ...]
    seed: str
    """There only as long as it is secret."""
    summary: bytes


def and_one(have: Sequence[T], more: T) -> list[T]:
    """A list made when it is wanted: most decisions want none."""
    grown = have if isinstance(have, list) else list(have)
    grown.append(more)
    return grown


class Decision:
    """What follows from a command: what to remember first, and then what to tell whom."""

    __slots__ = (
        "abroad",
        "at_once",
        "index",
        "kept",
        "notices",
        "records",
        "refused",
        "result",
        "snapshots",
    )

    def __init__(self) -> None:
        self.refused: Reason | None = None
        self.result: Any = None
        self.records: list[tuple[int, int, bytes]] = []
        """Lines for the tables' logs: (table, seq, line)."""
        self.notices: list[tuple[Audience, AnyNews]] = []
        # Most decisions are moves and need no more: the rest is made when it is wanted.
        self.index: Sequence[IndexEntry] = ()
        self.kept: Sequence[tuple[str, str, bytes | None]] = ()
        """Facts to keep, or to forget: (kind, key, value)."""
        self.snapshots: Sequence[tuple[int, int, bytes]] = ()
        self.at_once: Sequence[tuple[Audience, AnyNews]] = ()
        """News of games that are remembered when they are over: they wait for nothing."""
        self.abroad: Sequence[Any] = ()
        """What other nodes of the hall must hear besides (see `cluster/`)."""

    def remembers(self) -> bool:
        """Whether there is anything to remember before telling."""
        return bool(self.records or self.kept or self.index or self.snapshots)


class Summary(msgspec.Struct, omit_defaults=True):
    """A table in the list of games played."""

    title: str
    players: tuple[str, ...]
    opened: int
    private: bool = False
    outcome: Outcome | None = None
