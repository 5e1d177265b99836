"""What a journal is. Its contract tests run on every implementation."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablehall.hall.decision import Decision, IndexEntry, Line
from tablehall.hall.facts import Fact, Row
from tablehall.hall.records import Reopened, decode
from tablehall.hall.recovery import Remembered


class JournalError(Exception):
    """The journal cannot be used; says why and what to do about it."""


class InUse(JournalError):  # noqa: N818 (nothing is wrong with it)
    """Another hall writes here at this very moment."""


class Damaged(JournalError):  # noqa: N818 (that is what it says)
    """What the journal holds was changed by somebody else: trying again will not help."""


class NotOwner(JournalError):  # noqa: N818 (that is what it says)
    """Another node of the hall owns these tables now, or (none named) everything of this one."""

    def __init__(self, words: str, tables: tuple[int, ...] = ()) -> None:
        super().__init__(words)
        self.tables = tables


class Batch:
    """What is remembered together."""

    __slots__ = ("index", "kept", "records", "snapshots")

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self.records: list[Line] = []
        self.index: list[IndexEntry] = []
        self.kept: list[Row] = []
        self.snapshots: list[Line] = []
        for decision in decisions:
            self.records += decision.records
            if decision.facts or decision.index or decision.snapshots:  # a move has none of them
                self.kept += [fact.row() for fact in decision.facts]
                self.index += decision.index
                self.snapshots += decision.snapshots

    def add(self, decision: Decision) -> None:
        """Take in what a decision wants remembered."""
        more = Batch((decision,))
        self.records += more.records
        self.kept += more.kept
        self.index += more.index
        self.snapshots += more.snapshots

    def keep(self, fact: Fact) -> None:
        """Take in a fact."""
        self.kept.append(fact.row())

    def seats(self) -> list[tuple[int, int]]:
        """Who sat where: (person, table)."""
        return [(person, entry.table) for entry in self.index for person in entry.people]

    def over(self) -> list[int]:
        """The tables that are not live, if only for a moment: an older snapshot is of no use then."""
        return [entry.table for entry in self.index if entry.status != "live"]

    def facts(self) -> tuple[list[tuple[str, str, bytes]], list[tuple[str, str]]]:
        """Facts to keep and facts to forget: the last word on each."""
        last = {(kind, key): value for kind, key, value in self.kept}
        stays = [(kind, key, value) for (kind, key), value in last.items() if value is not None]
        return stays, [name for name, value in last.items() if value is None]

    def __bool__(self) -> bool:
        return bool(self.records or self.kept or self.index or self.snapshots)


class Listing(NamedTuple):
    """A table in a list of games."""

    table: int
    game: str
    status: str
    at: int
    summary: bytes


class OldGame(NamedTuple):
    """A game that may be forgotten."""

    table: int
    people: tuple[int, ...] = ()
    """Who sat there."""
    batches: tuple[int, ...] = ()
    """Where its records lie, in a journal of batches."""


class OldGames(NamedTuple):
    """Some games that may be forgotten, and how far was looked: (time, table) of the last one."""

    games: list[OldGame]
    upto: tuple[int, int] | None
    """None: there are no more."""


THE_FIRST = (0, 0)
"""Where looking for old games begins."""


class Journal(ABC):
    """An append-only log of every table, and the facts beside it.

    All methods may block; they are called from one thread at a time, never from the loop.
    """

    @abstractmethod
    def commit(self, batch: Batch) -> None:
        """Remember a batch, all of it or nothing; it survives a crash once this returns."""

    @abstractmethod
    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        """Every fact, by kind and key."""

    @abstractmethod
    def live_tables(self) -> list[Remembered]:
        """Every table that is neither finished nor closed nor put away."""

    @abstractmethod
    def log(self, table: int) -> list[bytes]:
        """A table's records in order; nothing if there is no such table."""

    @abstractmethod
    def tables(
        self, *, game: str = "", status: str = "finished", person: int = 0, before: int = 0, limit: int = 50
    ) -> list[Listing]:
        """Tables by what is known of them, the latest first; `before` a time pages on."""

    @abstractmethod
    def table(self, number: int) -> Listing | None:
        """What is known of one table."""

    # Forgetting, in steps small enough to be taken between two commits. The others only read.

    @abstractmethod
    def contests_before(self, size: int) -> int:
        """The time before which games of contests must go for the rest to be no larger than this."""

    @abstractmethod
    def forget_contests(self, before: int) -> bool:
        """Forget some of the games of contests that were over before a time: there are no such tables any
        more. Says whether there may be others."""

    @abstractmethod
    def old_games(
        self, before: int, after: tuple[int, int] = THE_FIRST, *, contests: bool = False
    ) -> OldGames:
        """Some games that were over before a time, the oldest first: those that were played or, going by
        their logs, those of contests. None that was ever saved is among them: a save, or the log of another
        table, may go on from there."""

    @abstractmethod
    def forget_games(self, games: Sequence[OldGame]) -> None:
        """Forget some games: there are no such tables any more."""

    def tidy(self) -> bool:
        """Make room of some of what nobody can ask for any more. Says whether there may be more."""
        return False

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections."""

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def whole_log(journal: Journal, table: int) -> list[bytes]:
    """A table's records from the very first, also of a copy that began in another log."""
    lines = journal.log(table)
    if not lines:
        return []
    first = decode(lines[0])
    if isinstance(first, Reopened) and first.origin:
        return whole_log(journal, first.origin)[: first.seq] + lines
    return lines


def by_kind(facts: Iterable[tuple[str, str, bytes]]) -> dict[str, dict[str, bytes]]:
    """Facts as a journal is asked for them."""
    found: dict[str, dict[str, bytes]] = defaultdict(dict)
    for kind, key, value in facts:
        found[kind][key] = value
    return found


def latest_first(listings: list[Listing]) -> list[Listing]:
    """The order of every list of games."""
    return sorted(listings, key=lambda listing: (-listing.at, -listing.table))
