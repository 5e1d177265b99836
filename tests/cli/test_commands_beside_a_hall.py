"""Commands on the folder of a hall that runs, and of an older one that no hall has opened yet."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.server import lock_folder
from tablehall_lab.upgrade.callers import HouseGuest
from tablehall_lab.upgrade.store import load
from tests.conftest import RunningHall, close_and_look, tablehall

STORED = sorted((Path(__file__).parents[1] / "data" / "upgrade").iterdir())
MOVES = ((1, 1), (0, 0), (0, 2), (0, 1), (2, 0))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    running = RunningHall(tmp_path)
    running.start()
    yield running
    close_and_look([running])


async def play(hall: RunningHall) -> int:
    """A whole game of tic-tac-toe."""
    anna, bob = await HouseGuest("anna").come(hall.doors), await HouseGuest("bob").come(hall.doors)
    table: int = (await anna.ask("open", game="tictactoe"))["card"]["table"]
    await bob.ask("join", table=table)
    for ply, (r, c) in enumerate(MOVES):
        await (anna, bob)[ply % 2].ask("act", table=table, move={"type": "place", "r": r, "c": c})
    for guest in (anna, bob):  # not all there are: others may have left some behind in loops that are closed
        await guest.hang_up()
    return table


def said(*words: object, folder: Path, data: Path, failing: bool = False) -> str:
    """What a command says, which must not go wrong, or must."""
    done = tablehall(*words, folder=folder, TABLEHALL_DATA=str(data))
    assert (done.returncode != 0) == failing, done.stderr + done.stdout
    return done.stdout + done.stderr


async def test_a_hall_that_runs_is_read_and_copied(hall: RunningHall, tmp_path: Path) -> None:
    """What was told a moment ago is in every answer, though nothing is filed yet."""
    table, data = await play(hall), tmp_path / "data"
    assert str(table) in said("tables", folder=tmp_path, data=data)
    said("export", table, "-o", "game.jsonl", folder=tmp_path, data=data)
    assert "anna won" in said("verify", "game.jsonl", folder=tmp_path, data=data)
    assert "the journal can be read" in said("doctor", folder=tmp_path, data=data)
    said("backup", "copy.db", folder=tmp_path, data=data)
    assert "is used by another tablehall" in said(
        "migrate", "--from", data, "--to", "postgres://nowhere/x", folder=tmp_path, data=data, failing=True
    )
    (tmp_path / "other").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "other" / FILE)
    with SqliteJournal(tmp_path / "other") as copy, SqliteJournal(data, read_only=True) as running:
        assert copy.log(table) == running.log(table)
        assert copy.table(table) == running.table(table)


# A folder of an older version.


@pytest.fixture(params=STORED, ids=[stored.name for stored in STORED])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    load(request.param / "stopped", tmp_path / "data")
    return tmp_path / "data"


def version(data: Path) -> int:
    with closing(sqlite3.connect(data / FILE)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_whoever_only_reads_an_older_folder_is_told_what_to_do(old: Path, tmp_path: Path) -> None:
    before = version(old)
    for words in (("tables",), ("export", 4711471147), ("contest", "show")):
        told = said(*words, folder=tmp_path, data=old, failing=True)
        assert "is of an older tablehall: start the hall once to bring it up to date" in told
    assert "brought up to date when the hall starts" in said("doctor", folder=tmp_path, data=old)
    assert version(old) == before


def test_an_older_folder_is_backed_up_before_its_hall_starts(old: Path, tmp_path: Path) -> None:
    before = version(old)
    said("backup", "copy.db", folder=tmp_path, data=old)
    (tmp_path / "other").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "other" / FILE)
    assert version(tmp_path / "other") == version(old) == before
    with SqliteJournal(tmp_path / "other") as copy, SqliteJournal(old) as upgraded:
        assert copy.kept() == upgraded.kept()
        assert copy.tables() == upgraded.tables()


def test_the_folder_of_an_older_hall_that_still_runs_is_left_alone(old: Path, tmp_path: Path) -> None:
    before = version(old)
    lock = lock_folder(old)
    assert lock is not None
    with lock:
        told = said("serve", "--port", 0, folder=tmp_path, data=old, failing=True)
        assert "is used by another tablehall" in told
    assert version(old) == before
