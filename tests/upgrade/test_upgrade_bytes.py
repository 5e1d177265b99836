"""What the version before wrote, this one reads, and would write the same again."""

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablehall.hall import facts, records
from tablehall.hall.decision import Summary
from tablehall.hall.facts import Row
from tablehall.hall.people import Profile
from tablehall.hall.recovery import Remembered
from tablehall.hall.saves import SaveFile
from tablehall.journal.api import Listing, by_kind
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall_lab.upgrade.store import load

KINDS = {"ban", "contest", "contestant", "hall", "keeper", "person", "save", "standing"}
NUMBERS = {"alive", "numbers", "opened", "spread"}
"""The facts of the kind `hall`, by their keys."""
NEVER_WRITTEN = {"0.1.0": {"asked", "carried", "claimed", "withheld"}}
"""Not in it: records of a hall of several nodes, of exports, and of later versions."""
ELSEWHERE = {"carried", "withheld"}
encode = msgspec.json.encode


@pytest.fixture
def journal(stored: Path, tmp_path: Path) -> Iterator[SqliteJournal]:
    load(stored / "killed", tmp_path / "data")
    with SqliteJournal(tmp_path / "data") as opened:
        assert isinstance(opened, SqliteJournal)
        yield opened


def test_every_fact_is_written_as_it_was(journal: SqliteJournal) -> None:
    kept = journal.kept()
    assert kept.keys() == KINDS
    assert kept["hall"].keys() == NUMBERS
    for kind, rows in kept.items():
        for key, value in rows.items():
            again = facts.read(Row(kind, key, value)).row()
            assert (again.kind, again.key) == (kind, key)
            assert again.value is not None
            assert again.value == value or msgspec.json.decode(again.value) == msgspec.json.decode(value)


def test_the_folder_has_facts_of_every_shape(journal: SqliteJournal) -> None:
    kept = journal.kept()
    people = [msgspec.json.decode(value, type=Profile) for value in kept["person"].values()]
    assert {person.kind for person in people} == {"guest", "visitor", "stranger", "bot"}
    assert any(person.scores for person in people)
    saves = [msgspec.json.decode(value, type=SaveFile) for value in kept["save"].values()]
    assert {(save.used, save.revealed) for save in saves} >= {(False, False), (True, False), (False, True)}
    assert {save.scene.status for save in saves} == {"playing", "saved"}


@pytest.mark.parametrize("name", ["killed", "stopped"])
def test_every_row_of_before_is_there(stored: Path, tmp_path: Path, name: str) -> None:
    """By whatever steps the file was brought up to date."""
    load(stored / name, tmp_path / "old")
    load(stored / name, tmp_path / "new")
    with (
        closing(sqlite3.connect(tmp_path / "old" / FILE)) as old,
        SqliteJournal(tmp_path / "new") as journal,
    ):
        assert journal.kept() == by_kind(old.execute("SELECT kind, key, value FROM kept"))
        live = {found.number: found for found in journal.live_tables()}
        logs: dict[int, list[bytes]] = {}
        for table, line in old.execute("SELECT table_id, line FROM log ORDER BY id"):
            logs.setdefault(table, []).append(line)
        for row in old.execute("SELECT id, game, status, at, summary, seed FROM tables").fetchall():
            known, seed = Listing(*row[:5]), bytes.fromhex(row[5])
            table = known.table
            assert (journal.table(table), journal.log(table)) == (known, logs.pop(table))
            assert (table in live) == (known.status == "live")
            query = "SELECT s.data, (SELECT count(*) FROM log WHERE table_id = s.table_id AND id > s.after)"
            taken = old.execute(f"{query} FROM snapshots s WHERE s.table_id = ?", (table,)).fetchone()
            snapshot, since = taken or (None, len(journal.log(table)))
            if known.status == "live":
                lines = journal.log(table)[len(journal.log(table)) - since :]
                assert live[table] == Remembered(table, known.game, seed, snapshot, lines)
        assert not logs
        for person, table in old.execute("SELECT person, table_id FROM players"):
            found = journal.table(table)
            assert found is not None
            assert found in journal.tables(status=found.status, person=person, limit=999)


def column(journal: SqliteJournal, query: str) -> list[bytes]:
    """A column of the file itself."""
    with closing(sqlite3.connect(journal.path)) as db:
        return [value for (value,) in db.execute(query)]


def test_every_record_is_written_as_it_was(journal: SqliteJournal, stored: Path) -> None:
    tags = set()
    for _, _, line in itertools.chain.from_iterable(batch.records for _, batch in journal.batches()):
        record = records.decode(line)
        assert msgspec.json.decode(records.encode(record)) == msgspec.json.decode(line)
        tags.add(type(record).__struct_config__.tag)
    known = {kind.__struct_config__.tag for kind in get_args(records.AnyRecord)}
    assert tags == known - NEVER_WRITTEN.get(stored.name, ELSEWHERE)


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
    for value in found:
        assert msgspec.json.decode(encode(read(value))) == msgspec.json.decode(value)
