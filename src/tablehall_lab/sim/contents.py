"""Everything that can be read from a journal, and the same by its batches alone: the index over a log must
say what the log says, whatever a crash has left of either."""

from collections.abc import Iterable
from typing import Any

from tablehall.journal.api import Journal
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal

STATUSES = ("live", "finished", "closed", "saved")
ALL = 10**9


def contents(journal: Journal, tables: Iterable[int], people: Iterable[int] = ()) -> dict[str, Any]:
    """All that a journal says, by what was asked."""
    found: dict[str, Any] = {
        "facts": {kind: dict(facts) for kind, facts in journal.kept().items() if facts},
        "brought back": sorted(journal.live_tables(), key=lambda remembered: remembered.number),
    }
    for status in STATUSES:
        found[f"{status} tables"] = listed = journal.tables(status=status, limit=ALL)
        for game in {listing.game for listing in listed}:
            found[f"{status} tables of {game}"] = journal.tables(status=status, game=game, limit=ALL)
        for listing in listed[1:2]:  # the second of a list, and those after it
            found[f"{status} tables before"] = journal.tables(status=status, before=listing.at + 1, limit=2)
        for person in people:
            found[f"{status} tables of {person}"] = journal.tables(status=status, person=person, limit=ALL)
    for table in tables:
        found[f"log of {table}"] = journal.log(table)
        found[f"table {table}"] = journal.table(table)
    return found


def by_the_batches(journal: SqliteJournal) -> MemoryJournal:
    """What the log alone says, from its first batch to its last."""
    said = MemoryJournal()
    for _, batch in journal.batches():
        said.commit(batch)
    return said


def difference(journal: Journal, other: Journal, tables: Iterable[int], people: Iterable[int] = ()) -> str:
    """Where two journals differ, in words; nothing if they do not."""
    tables, people = list(tables), list(people)
    ours, theirs = contents(journal, tables, people), contents(other, tables, people)
    for name in ours.keys() | theirs.keys():
        if ours.get(name) != theirs.get(name):
            return f"{name}: {ours.get(name)!r}, not {theirs.get(name)!r}"
    return ""
