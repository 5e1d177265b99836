"""A hall moves from its folder into a database: all of it, once, and compared."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall.hall import records
from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal import migration
from tablehall.journal.api import Batch, Journal, JournalError, whole_log
from tablehall.journal.batches import decode, encode
from tablehall.journal.migration import Migration
from tablehall.journal.postgres import PostgresJournal
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.server import lock_folder
from tests.postgres import RunningPostgres

SEED = "ab" * 32
STATUSES = ("live", "finished", "closed", "saved")


@pytest.fixture
def url(postgres: RunningPostgres) -> str:
    return postgres.new_hall()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall with 12 tables and some facts."""
    with SqliteJournal(tmp_path / "data") as journal:
        fill(journal)
    return tmp_path / "data"


def fill(journal: Journal, salt: str = "") -> None:
    """Tables in all conditions, their records mixed as they would be; the last is a copy of the first."""
    logs = {table: chain(table, 5 + table, salt) for table in range(1, 12)}
    logs[12] = copy_of(logs[1], 3)
    for table, lines in logs.items():
        start = 3 if table == 12 else 0
        half = len(lines) // 2
        for part, status in ((lines[:half], "live"), (lines[half:], STATUSES[table % 4])):
            batch = Batch()
            batch.records = [(table, seq, line) for seq, line in enumerate(part, start)]
            batch.index = [
                IndexEntry(
                    table, "chess", status, table, (table, 99), SEED if status == "live" else "", b"{}"
                )
            ]
            batch.snapshots = [(table, start, b"snapshot\0")]
            batch.kept = [Row("person", str(table), b"\0\xff"), Row("save", f"chess/größe {table}", b"{}")]
            journal.commit(batch)
            start += len(part)


def chain(table: int, length: int, salt: str) -> list[bytes]:
    prev, lines = records.GENESIS, []
    for seq in range(length):
        lines.append(records.encode(records.Said(seq, 0, prev, "anna", f"{salt}{table}/{seq}")))
        prev = records.digest(lines[-1])
    return lines


def copy_of(log: list[bytes], seq: int) -> list[bytes]:
    """The log of a table that goes on from record `seq` of table 1."""
    first = records.encode(records.Reopened(seq, 0, records.digest(log[seq - 1]), 12, "save", 1))
    second = records.encode(records.Said(seq + 1, 0, records.digest(first), "bob", "on we go"))
    return [first, second]


def everything(journal: Journal) -> list[Any]:
    """All that can be read from a journal."""
    live = sorted(journal.live_tables(), key=lambda remembered: remembered.number)
    found: list[Any] = [{kind: dict(facts) for kind, facts in journal.kept().items()}, live]
    found += [whole_log(journal, table) for table in range(1, 14)]
    found += [journal.table(table) for table in range(1, 14)]
    found += [journal.tables(status=status, person=person) for status in STATUSES for person in (0, 3, 99)]
    return found


def change(folder: Path, lines: dict[tuple[int, int], bytes]) -> None:
    """Change records, behind the hall's back."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for number, body in database.execute("SELECT id, body FROM batches").fetchall():
            batch = decode(body)
            batch.records = [
                (table, seq, lines.get((table, seq), line)) for table, seq, line in batch.records
            ]
            database.execute("UPDATE batches SET body = ? WHERE id = ?", (encode(batch), number))


def arrived(folder: Path, url: str) -> None:
    with SqliteJournal(folder) as before, PostgresJournal(url) as after:
        assert everything(after) == everything(before)


def test_everything_arrives(folder: Path, url: str) -> None:
    with Migration(folder, url) as moving:
        seen: list[int] = []
        assert moving.run(seen.append)
        assert sum(seen) == moving.steps
        assert moving.broken == []
    arrived(folder, url)


def test_the_hall_goes_on_where_it_was(folder: Path, url: str) -> None:
    with Migration(folder, url) as moving:
        moving.run()
    with PostgresJournal(url) as journal:
        next_one = Batch()
        next_one.records = [(4, 9, b"next")]
        journal.commit(next_one)
        assert len(journal.log(4)) == 10
        assert [table.number for table in journal.live_tables()] == [4, 8, 12]


def test_games_of_contests_can_be_forgotten_there_too(tmp_path: Path, url: str) -> None:
    with SqliteJournal(tmp_path) as source:
        for table in (1, 2):
            batch = Batch()
            batch.records = [(table, 0, b'{"what":"opened","seq":0,"prev":"%s"}' % (b"0" * 64))]
            batch.index = [IndexEntry(table, "mia", "finished", table * 10, (), "", b"{}", True)]
            source.commit(batch)
    with Migration(tmp_path, url) as moving:
        assert moving.run()
    with PostgresJournal(url) as journal:
        assert journal.contests_before(150) == 11
        assert journal.forget_contests(11)
        assert not journal.forget_contests(11)
        assert [listing.table for listing in journal.tables()] == [2]


def test_a_hall_where_nobody_has_played_yet(tmp_path: Path, url: str) -> None:
    with SqliteJournal(tmp_path) as journal:
        somebody = Batch()
        somebody.kept = [Row("person", "1", b"{}")]
        journal.commit(somebody)
    with Migration(tmp_path, url) as moving:
        assert moving.run()
    arrived(tmp_path, url)


@pytest.mark.parametrize("after", [1, 30, 80, 140, 200, 230])
def test_a_move_that_was_interrupted_goes_on(
    folder: Path, url: str, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "PIECE", 10)
    done = 0

    def tell(steps: int) -> None:
        nonlocal done
        done += steps
        if done >= after:
            raise KeyboardInterrupt

    with Migration(folder, url) as moving, pytest.raises(KeyboardInterrupt):
        moving.run(tell)
    with pytest.raises(JournalError, match=r"Only a part of a hall.*migrate"):
        PostgresJournal(url)
    with Migration(folder, url) as moving:
        first: list[int] = []
        assert moving.run(first.append)
        assert first[0] == min(moving.counts["log"], done)
    arrived(folder, url)


def test_what_was_played_after_an_interruption_arrives_too(
    folder: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(steps: int) -> None:
        if steps == 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(migration, "PIECE", 10)
    with Migration(folder, url) as moving, pytest.raises(KeyboardInterrupt):
        moving.run(stop)
    with SqliteJournal(folder) as journal:
        more = Batch()
        last = journal.log(4)[-1]
        line = records.encode(records.Said(9, 0, records.digest(last), "anna", "one more"))
        more.records, more.kept = [(4, 9, line)], [Row("person", "1", None)]
        more.index = [IndexEntry(4, "chess", "finished", 50, (4,), "", b"{}")]
        journal.commit(more)
    with Migration(folder, url) as moving:
        assert moving.run()
    arrived(folder, url)


def test_moving_again_does_nothing(folder: Path, url: str) -> None:
    with Migration(folder, url) as moving:
        moving.run()
    with Migration(folder, url) as moving:
        assert not moving.run()
    arrived(folder, url)


def test_two_halls_are_not_mixed(folder: Path, url: str, tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "other") as other:
        fill(other, "other ")
    for _ in range(2):
        with Migration(folder, url) as moving:
            moving.run()
        with (
            Migration(tmp_path / "other", url) as moving,
            pytest.raises(JournalError, match="holds another hall"),
        ):
            moving.run()
    arrived(folder, url)


def test_a_hall_that_was_opened_in_the_database_is_left_alone(folder: Path, url: str) -> None:
    with PostgresJournal(url) as journal:
        somebody = Batch()
        somebody.kept = [Row("person", "1", b"{}")]
        journal.commit(somebody)
    with Migration(folder, url) as moving, pytest.raises(JournalError, match="holds another hall"):
        moving.run()
    with PostgresJournal(url) as journal:
        assert journal.kept() == {"person": {"1": b"{}"}}
        assert journal.log(1) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("INSERT INTO log VALUES (1, 99, 'x')", "log of table 1 is not"),
        ("INSERT INTO log VALUES (77, 0, 'x')", "log of table 77 is not"),
        ("UPDATE kept SET value = 'x' WHERE kind = 'person' AND key = '3'", "kept: .*'3'"),
        ("DELETE FROM kept WHERE kind = 'save' AND key = 'chess/größe 9'", "kept: .*größe 9.* is missing"),
        ("INSERT INTO players VALUES (3, 77)", "players"),
        ("UPDATE tables SET seed = '' WHERE id = 4", "tables: .4, 'chess'"),
        ("DELETE FROM snapshots WHERE table_id = 12", "snapshots: .12, 4. is missing"),
    ],
)
def test_what_did_not_arrive_is_found(
    folder: Path,
    url: str,
    postgres: RunningPostgres,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    words: str,
) -> None:
    copy = Migration._copy_the_rest

    async def copy_and_change(moving: Migration, connection: Any) -> None:
        await copy(moving, connection)
        await connection.execute(change)

    monkeypatch.setattr(Migration, "_copy_the_rest", copy_and_change)
    with (
        Migration(folder, url) as moving,
        pytest.raises(JournalError, match=f"Not everything arrived: .*{words}"),
    ):
        moving.run()
    with pytest.raises(JournalError, match="Only a part of a hall"):
        PostgresJournal(url)


def test_a_chain_that_was_broken_before_is_named_and_moved_as_it_is(folder: Path, url: str) -> None:
    lonely = records.encode(records.Said(0, 0, "f" * 64, "x", "x"))
    astray = records.encode(records.Reopened(3, 0, "f" * 64, 12, "save", 1))
    change(folder, {(2, 3): b"not a record", (5, 0): lonely, (12, 3): astray})
    with Migration(folder, url) as moving:
        assert moving.run()
    named = ["table 2, record 3", "table 2, record 4", "table 5, record 0", "table 5, record 1"]
    assert moving.broken == [*named, "table 12, record 4", "table 12, record 3"]
    arrived(folder, url)


# What a person types.


def typed(*words: str) -> tuple[int, str]:
    """Exit code and everything that was said."""
    result = CliRunner().invoke(app, ["migrate", *words])
    return result.exit_code, result.output


def test_the_command_moves_a_hall_and_says_what_it_moved(folder: Path, url: str) -> None:
    code, said = typed("--from", str(folder), "--to", url)
    assert code == 0, said
    assert "123 records of 12 tables and 24 facts are there." in said
    arrived(folder, url)
    assert typed("--from", str(folder), "--to", url) == (0, said.splitlines()[0] + "\n" + NOTHING)


NOTHING = "This hall was moved there before; nothing to do.\n"


def test_the_command_says_what_is_wrong(folder: Path, url: str, tmp_path: Path) -> None:
    code, said = typed("--from", str(tmp_path / "nowhere"), "--to", url)
    assert (code, "There is no hall in" in said) == (1, True)
    code, said = typed("--from", str(folder), "--to", "postgres://nobody@127.0.0.1:1/hall")
    assert (code, "No PostgreSQL answers at 127.0.0.1:1" in said) == (1, True)
    lock = lock_folder(folder)
    assert lock is not None
    with lock:
        code, said = typed("--from", str(folder), "--to", url)
    assert (code, "is used by another tablehall" in said) == (1, True)


def test_the_command_can_be_interrupted(folder: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Migration, "_copy_the_rest", interrupted)
        code, said = typed("--from", str(folder), "--to", url)
    assert (code, "run the same command again" in said) == (1, True)
    assert typed("--from", str(folder), "--to", url)[0] == 0
    arrived(folder, url)
