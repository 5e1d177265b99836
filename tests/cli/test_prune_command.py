"""`tablehall prune`: a hall that is closed forgets old games, and its file becomes smaller."""

import time
from pathlib import Path

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.journal import compacting
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.postgres import PostgresJournal
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.server import lock_folder
from tablehall_lab.services.postgres import running_postgres
from tablehall_lab.upgrade.store import load
from tests.conftest import tablehall

STORED = sorted((Path(__file__).parents[1] / "data" / "upgrade").iterdir())
DAY = 86_400_000


def said(*words: object, data: Path, failing: bool = False, **variables: str) -> str:
    done = tablehall("prune", *words, folder=data.parent, TABLEHALL_DATA=str(data), **variables)
    assert (done.returncode != 0) == failing, done.stderr + done.stdout
    return done.stdout + done.stderr


def a_game(table: int, days_ago: float, *, contest: bool = False, saved: bool = False) -> Batch:
    at, batch = round(time.time() * 1000 - days_ago * DAY), Batch()
    kinds = ["opened", "drawn" if contest else "sat", *(["saved"] if saved else []), "ended"]
    batch.records = [
        (table, seq, b'{"what":"%s","prev":"%s"}' % (kind.encode(), b"x" * 3_000))
        for seq, kind in enumerate(kinds)
    ]
    batch.index = [IndexEntry(table, "mia", "finished", at, (), "", b"{}", contest)]
    batch.kept = [("person", "7", b"score %d" % table)]  # type: ignore[list-item]
    return batch


GAMES = [
    *(a_game(100 + n, 2, contest=True) for n in range(50)),
    *(a_game(200 + n, 0.1, contest=True) for n in range(5)),
    *(a_game(300 + n, 400) for n in range(50)),
    a_game(400, 400, saved=True),
    a_game(401, 1),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with SqliteJournal(tmp_path / "data") as journal:
        for batch in GAMES:
            journal.commit(batch)
    return tmp_path / "data"


def known(data: Path) -> set[int]:
    with SqliteJournal(data, read_only=True) as journal:
        found = {listing.table for listing in journal.tables(limit=1000)}
        assert all(len(journal.log(table)) >= 3 for table in found)
        assert journal.kept() == {"person": {"7": b"score 401"}}
        return found


def test_contests_are_forgotten_and_the_file_is_smaller(data: Path) -> None:
    told = said("--dry-run", data=data)
    assert "50 games of contests and 0 played games would be forgotten." in told
    assert len(known(data)) == len(GAMES)
    before = (data / FILE).stat().st_size
    told = said(data=data)
    after = (data / FILE).stat().st_size
    assert "50 games of contests and 0 played games are forgotten." in told
    assert f"{before:,} bytes before, {after:,} now." in told
    assert after < before * 0.6
    assert (data / FILE).stat().st_mode & 0o777 == 0o600
    assert known(data) == {*range(200, 205), *range(300, 350), 400, 401}


def test_played_games_are_forgotten_if_it_is_asked_for(data: Path) -> None:
    told = said("--older-than", "365d", "--contests-older-than", "0h", data=data)
    assert "55 games of contests and 50 played games are forgotten." in told
    assert known(data) == {400, 401}
    assert (data / FILE).stat().st_size < 100_000
    assert "0 games of contests and 0 played games would be forgotten." in said("--dry-run", data=data)


def test_a_hall_that_runs_is_left_alone(data: Path) -> None:
    lock = lock_folder(data)
    assert lock is not None
    with lock:
        for words in ((), ("--dry-run",)):
            assert "is used by another tablehall" in said(*words, data=data, failing=True)
    assert len(known(data)) == len(GAMES)


def test_what_makes_no_sense_is_said(data: Path, tmp_path: Path) -> None:
    assert "like 90d or 12h" in said("--older-than", "soon", data=data, failing=True)
    assert "There is no hall in" in said(data=tmp_path / "nowhere", failing=True)
    assert not (tmp_path / "nowhere").exists()


def test_without_room_for_a_while_the_file_is_left_as_it_is(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 0}))
    with pytest.raises(JournalError, match="There is no room to compact"):
        compacting.compact(data)
    assert len(known(data)) == len(GAMES)


def test_whoever_reads_at_the_same_moment_is_waited_for_by_trying_again(data: Path) -> None:
    with SqliteJournal(data, read_only=True) as reader:
        reader.tables()
        with pytest.raises(JournalError, match="is used by another"):
            compacting.compact(data)
    compacting.compact(data)
    assert len(known(data)) == len(GAMES)


def test_a_hall_in_a_database_is_pruned_there(tmp_path: Path) -> None:
    with running_postgres() as server:
        url = server.new_hall()
        with PostgresJournal(url) as journal:
            for batch in GAMES:
                journal.commit(batch)
        told = said("--older-than", "365d", data=tmp_path / "data", TABLEHALL_DATABASE=url)
        assert "50 games of contests and 50 played games are forgotten." in told
        with PostgresJournal(url, read_only=True) as journal:
            left = {listing.table for listing in journal.tables(limit=1000)}
    assert left == {*range(200, 205), 400, 401}


@pytest.mark.parametrize("stored", STORED, ids=[stored.name for stored in STORED])
def test_contests_of_an_earlier_version_are_forgotten_too(stored: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    load(stored / "killed", data)
    assert "is of an older tablehall: start the hall once" in said(data=data, failing=True)
    with SqliteJournal(data) as journal:
        before = {listing.table for listing in journal.tables(limit=10_000)}
        contests = {t for t in before if any(line.startswith(b'{"what":"drawn"') for line in journal.log(t))}
        facts = journal.kept()
    assert contests
    told = said("--contests-older-than", "0h", data=data)
    assert f"{len(contests):,} games of contests and 0 played games are forgotten." in told
    with SqliteJournal(data, read_only=True) as journal:
        assert {listing.table for listing in journal.tables(limit=10_000)} == before - contests
        assert journal.kept() == facts
