"""What the version before wrote, this one reads, and would write it again byte for byte."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablehall.hall import records
from tablehall.hall.bans import Ban
from tablehall.hall.contestants import Registration, Standing
from tablehall.hall.decision import Summary
from tablehall.hall.match import Info
from tablehall.hall.people import Profile
from tablehall.hall.saves import SaveFile
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.upgrade.store import load
from tests.upgrade.conftest import STORED

FACTS: dict[str, Any] = {
    "ban": Ban,
    "contest": Info,
    "contestant": Registration,
    "keeper": str,
    "person": Profile,
    "save": SaveFile,
    "standing": Standing,
}
NUMBERS: dict[str, Any] = {"alive": int, "numbers": int, "opened": int, "spread": tuple[int, int]}
"""The facts of the kind `hall`, by their keys."""
NEVER_WRITTEN = {"carried", "withheld"}
"""Not in it: records of a hall of several nodes, of exports, and of later versions."""
encode = msgspec.json.encode


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    load(STORED / "killed", tmp_path / "data")
    with SqliteJournal(tmp_path / "data") as opened:
        assert isinstance(opened, SqliteJournal)
        yield opened


def test_every_fact_is_written_as_it_was(journal: SqliteJournal) -> None:
    kept = journal.kept()
    assert kept.keys() == {*FACTS, "hall"}
    assert kept["hall"].keys() == NUMBERS.keys()
    for kind, facts in kept.items():
        for key, value in facts.items():
            meaning = NUMBERS[key] if kind == "hall" else FACTS[kind]
            assert encode(msgspec.json.decode(value, type=meaning)) == value, (kind, key)


def test_the_folder_has_facts_of_every_shape(journal: SqliteJournal) -> None:
    kept = journal.kept()
    people = [msgspec.json.decode(value, type=Profile) for value in kept["person"].values()]
    assert {person.kind for person in people} == {"guest", "visitor", "stranger", "bot"}
    assert any(person.scores for person in people)
    saves = [msgspec.json.decode(value, type=SaveFile) for value in kept["save"].values()]
    assert {(save.used, save.revealed) for save in saves} >= {(False, False), (True, False), (False, True)}
    assert {save.scene.status for save in saves} == {"playing", "saved"}


def column(journal: SqliteJournal, query: str) -> list[bytes]:
    """A column of the file itself."""
    with closing(sqlite3.connect(journal.path)) as db:
        return [value for (value,) in db.execute(query)]


def test_every_record_is_written_as_it_was(journal: SqliteJournal) -> None:
    tags = set()
    for line in column(journal, "SELECT line FROM log"):
        record = records.decode(line)
        assert records.encode(record) == line
        tags.add(type(record).__struct_config__.tag)
    known = {kind.__struct_config__.tag for kind in get_args(records.AnyRecord)}
    assert tags == known - NEVER_WRITTEN


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("SELECT data FROM snapshots", msgspec.json.Decoder(SaveFile).decode),
        ("SELECT summary FROM tables WHERE status != 'live'", msgspec.json.Decoder(Summary).decode),
    ],
)
def test_everything_beside_the_log_is_written_as_it_was(
    journal: SqliteJournal, query: str, read: Callable[[bytes], Any]
) -> None:
    found = column(journal, query)
    assert len(found) >= 4
    assert [encode(read(value)) for value in found] == found
