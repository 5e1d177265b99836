"""What every journal promises, whatever it is made of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.journal.api import Batch, Journal
from tablehall.journal.contract import *  # noqa: F403 (every test of the contract)
from tablehall.journal.contract import entry
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.postgres import PostgresJournal
from tests.journal.sqlite_states import STATES
from tests.postgres import RunningPostgres


@pytest.fixture(params=["memory", *STATES, "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    with opened(request, tmp_path) as journal:
        yield journal


def opened(request: pytest.FixtureRequest, folder: Path) -> Journal:
    """A new journal of the kind that is asked for."""
    if request.param == "memory":
        return MemoryJournal()
    if request.param in STATES:
        journal: Journal = STATES[request.param](folder)
        return journal
    server: RunningPostgres = request.getfixturevalue("postgres")
    return PostgresJournal(server.new_hall())


def test_decisions_add_up_to_a_batch() -> None:
    gathered = Batch()
    assert not gathered
    gathered.add(Decision())
    assert not gathered
    for number in range(2):
        decision = Decision()
        decision.records.append((1, number, b""))
        decision.facts = [facts.Forgotten(number)]
        decision.index = [entry(number)]
        decision.snapshots = [(1, number, b"")]
        gathered.add(decision)
    assert gathered
    assert len(gathered.records) == len(gathered.kept) == len(gathered.index) == len(gathered.snapshots) == 2
