"""Whoever files the index over the log badly in the bottle is caught after the next crash."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from tablehall.journal import filing
from tablehall.journal.api import Batch
from tablehall.journal.batches import contest_part
from tablehall.journal.filing import Filing
from tablehall.journal.lookup import Lookup
from tablehall.journal.sqlite import SqliteJournal
from tablehall.journal.tail import Tail
from tablehall_lab.sim.run import first_broken, simulate
from tests.sim.test_sim_caught_books import FragileWorld

Plant = Callable[[pytest.MonkeyPatch], None]
INDEX = "the index does not say what the log says"


def move_the_mark_too_early(plant: pytest.MonkeyPatch) -> None:
    """The index is called whole with the first step."""

    def hasty(self: Filing, db: sqlite3.Connection, size: int) -> int:
        db.execute("UPDATE marks SET value = ? WHERE name = 'indexed'", (self.tail.last,))
        return step(self, db, size)

    step = Filing.step
    plant.setattr(Filing, "step", hasty)


def read_no_tail(plant: pytest.MonkeyPatch) -> None:
    """Whoever looks something up asks the index alone."""
    plant.setattr(Lookup, "catch_up", lambda self, tail: None)


def lose_the_contest(plant: pytest.MonkeyPatch) -> None:
    """The games of contests are taken out of their batch, and written nowhere."""

    def losing(batch: Batch) -> tuple[Batch, None]:
        return contest_part(batch)[0], None

    plant.setattr("tablehall.journal.sqlite.contest_part", losing)


def file_nobody(plant: pytest.MonkeyPatch) -> None:
    """Who sat where is not filed."""

    def forgetful(db: sqlite3.Connection, statement: tuple[str, str], rows: Any) -> None:
        insert(db, statement, () if statement is filing.PLAYERS else rows)

    insert = filing.insert
    plant.setattr(filing, "insert", forgetful)


def begin_anew_while_filing(plant: pytest.MonkeyPatch) -> None:
    """What is being filed is not known to who writes on."""

    def careless(self: SqliteJournal) -> None:
        begin(self)
        self._known.clear()

    begin = SqliteJournal._begin_filing
    plant.setattr(SqliteJournal, "_begin_filing", careless)


def keep_every_fact(plant: pytest.MonkeyPatch) -> None:
    """A fact that is no longer true stays in the index."""

    def keeping(db: sqlite3.Connection, facts: Any) -> None:
        write(db, [(name, value) for name, value in facts if value is not None])

    write = filing._write_kept
    plant.setattr(filing, "_write_kept", keeping)


def file_without_the_latest(plant: pytest.MonkeyPatch) -> None:
    """The mark says a batch more than was filed."""

    def boastful(self: Lookup) -> int:
        found = indexed(self)
        return found + 1 if found else found

    indexed = Lookup.indexed
    plant.setattr(Lookup, "indexed", boastful)


def lose_what_comes_first(plant: pytest.MonkeyPatch) -> None:
    """The batch with which the tail begins anew is not taken in."""

    def take_in(self: Tail, number: int, batch: Batch) -> None:
        whole(self, number, batch if self.size or self.since == 0 else Batch())

    whole = Tail.take_in
    plant.setattr(Tail, "take_in", take_in)


CAUGHT: list[tuple[Plant, str, int, tuple[str, ...]]] = [
    (move_the_mark_too_early, INDEX, 1, ("house",)),
    (read_no_tail, INDEX, 1, ("house",)),
    (lose_the_contest, "records, not", 2, ("mia", "house")),
    (file_nobody, INDEX, 4, ("house",)),
    (begin_anew_while_filing, "is not the next one", 4, ("house",)),
    (keep_every_fact, INDEX, 6, ("house", "shelfie")),
    (file_without_the_latest, INDEX, 1, ("house",)),
    (lose_what_comes_first, INDEX, 1, ("house",)),
]
"""What is planted, what is said of it, and a seed that shows it soon."""


@pytest.mark.parametrize(
    ("plant", "words", "seed", "doors"), CAUGHT, ids=[plant.__name__ for plant, *_ in CAUGHT]
)
def test_an_index_that_is_kept_badly_is_noticed(
    plant: Plant, words: str, seed: int, doors: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    problem = first_broken((seed, *range(1, 30)), kind=FragileWorld, sqlite=True, doors=doors).problem
    assert words in problem


def test_an_index_that_is_kept_well_is_whole_after_every_crash() -> None:
    for seed, doors in ((1, ("house",)), (2, ("mia", "house")), (3, ("shelfie", "boards"))):
        assert not simulate(seed, kind=FragileWorld, sqlite=True, doors=doors).problem
