"""The journal in PostgreSQL: schema steps, lines that break, and all that can go wrong with a server."""

import asyncio
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import asyncpg
import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal import postgres_link
from tablehall.journal.api import Batch, Journal, JournalError
from tablehall.journal.postgres import PostgresJournal
from tests.journal.tricky_line import TrickyLine, tricky_line
from tests.postgres import RunningPostgres, running_postgres


def batch(*numbers: int, table: int = 1, fact: bytes = b"") -> Batch:
    """Some records of a table, and a fact that goes with them."""
    made = Batch()
    made.records = [(table, number, line(number)) for number in numbers]
    made.kept = [Row("hall", "last", fact or b"%d" % numbers[-1])]
    if 0 in numbers:
        made.index = [IndexEntry(table, "chess", "live", 0, (7,), "ab" * 32, b"{}")]
    return made


def line(number: int) -> bytes:
    return b"%d:" % number + b"x" * 100


def lines(count: int) -> list[bytes]:
    return [line(number) for number in range(count)]


@pytest.fixture
def url(postgres: RunningPostgres) -> str:
    """An empty place for a hall."""
    return postgres.new_hall()


@pytest.fixture
def journal(url: str) -> Iterator[PostgresJournal]:
    with PostgresJournal(url) as journal:
        assert isinstance(journal, PostgresJournal)
        yield journal


def asked(journal: PostgresJournal, query: str) -> object:
    """What the database says in the journal's own session."""
    return journal._read(query)[0][0]


def test_every_commit_is_on_the_disk_even_where_that_is_not_the_custom(postgres: RunningPostgres) -> None:
    hasty = postgres.new_hall() + "&synchronous_commit=off"
    with PostgresJournal(hasty) as journal:
        assert isinstance(journal, PostgresJournal)
        assert asked(journal, "SHOW synchronous_commit") == "on"


def test_a_stricter_custom_is_kept(postgres: RunningPostgres) -> None:
    with PostgresJournal(postgres.new_hall() + "&synchronous_commit=remote_apply") as journal:
        assert isinstance(journal, PostgresJournal)
        assert asked(journal, "SHOW synchronous_commit") == "remote_apply"


def test_everything_is_there_after_opening_again(url: str) -> None:
    with PostgresJournal(url) as journal:
        journal.commit(batch(0, 1))
    with PostgresJournal(url) as again:
        with pytest.raises(JournalError, match="record of table 1 is not the next one"):
            again.commit(batch(5))
        again.commit(batch(2))
        assert again.log(1) == lines(3)
        assert [remembered.lines for remembered in again.live_tables()] == [lines(3)]


@pytest.mark.parametrize(
    "change", ["UPDATE log SET line = ''", "DELETE FROM log", "TRUNCATE log", "DELETE FROM log WHERE seq = 9"]
)
def test_the_log_cannot_be_changed(postgres: RunningPostgres, url: str, change: str) -> None:
    with PostgresJournal(url) as journal:
        journal.commit(batch(0, 1))
        with pytest.raises(asyncpg.PostgresError, match="never changed"):
            postgres.sql(change, url=url)
        assert journal.log(1) == lines(2)


async def test_a_server_that_starts_may_ask_from_its_running_loop(url: str) -> None:
    assert asyncio.get_running_loop().is_running()
    with PostgresJournal(url) as journal:
        journal.commit(batch(0))
        assert journal.log(1) == lines(1)


def test_readers_and_the_writer_take_turns_on_one_journal(journal: PostgresJournal) -> None:
    journal.commit(batch(0))
    seen: list[int] = []

    def read() -> None:
        seen.extend(len(journal.log(1)) for _ in range(20))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(1, 21):
        journal.commit(batch(number))
    for reader in readers:
        reader.join()
    assert len(seen) == 60
    assert journal.log(1) == lines(21)


def test_asyncpg_is_not_loaded_unless_a_database_is_used() -> None:
    program = "import sys, tablehall.cli as c; sys.argv = ['tablehall', '--version']\ntry: c.main()\n"
    program += "except SystemExit: pass\nsys.exit('asyncpg' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(SOURCE)}, capture_output=True
    )
    assert done.returncode == 0, done.stderr


SOURCE = Path(__file__).resolve().parents[2] / "src"


# Schema steps.


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the schema folder that the journal reads instead of its own."""
    folder = tmp_path / "package" / "schema" / "postgres"
    with resources.as_file(resources.files("tablehall.journal") / "schema" / "postgres") as real:
        shutil.copytree(real, folder)
    monkeypatch.setattr("tablehall.journal.postgres_schema.resources.files", lambda _: folder.parents[1])
    return folder


def test_a_database_is_brought_up_to_date_step_by_step(
    postgres: RunningPostgres, url: str, steps: Path
) -> None:
    with PostgresJournal(url) as old:
        old.commit(batch(0, 1))
    (steps / "900-notes.sql").write_text("CREATE TABLE notes (t text);\nINSERT INTO notes VALUES ('a');\n")
    (steps / "901-more.sql").write_text("INSERT INTO notes VALUES ('b');\n")
    with pytest.raises(JournalError, match="of an older tablehall"):
        PostgresJournal(url, read_only=True)
    for _ in range(2):
        with PostgresJournal(url) as new:
            assert new.log(1) == lines(2)
        assert postgres.sql("SELECT t FROM notes ORDER BY t", url=url) == [("a",), ("b",)]


def test_a_step_that_fails_leaves_the_database_as_it_was(
    postgres: RunningPostgres, url: str, steps: Path
) -> None:
    with PostgresJournal(url) as old:
        old.commit(batch(0))
    bad = steps / "900-bad.sql"
    bad.write_text("CREATE TABLE half (a int);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(JournalError, match="nowhere"):
        PostgresJournal(url)
    bad.unlink()
    assert postgres.sql("SELECT to_regclass('half')::text", url=url) == [(None,)]
    with PostgresJournal(url) as again:
        assert again.log(1) == lines(1)


def test_two_that_start_at_once_do_not_both_make_the_schema(url: str) -> None:
    opened: list[Journal] = []
    both = threading.Barrier(2)

    def start(owner: str) -> None:
        both.wait()
        opened.append(PostgresJournal(url, owner=owner))

    starters = [threading.Thread(target=start, args=(owner,)) for owner in "ab"]
    for starter in starters:
        starter.start()
    for starter in starters:
        starter.join()
    assert len(opened) == 2
    for journal in opened:
        journal.close()


def test_a_database_of_a_newer_version_is_left_alone(postgres: RunningPostgres, url: str) -> None:
    with PostgresJournal(url):
        pass
    postgres.sql("UPDATE marks SET value = '999' WHERE name = 'schema'", url=url)
    for read_only in (False, True):
        with pytest.raises(JournalError, match=r"newer tablehall.*999"):
            PostgresJournal(url, read_only=read_only)


def test_a_database_of_something_else_is_left_alone(postgres: RunningPostgres, url: str) -> None:
    postgres.sql("CREATE TABLE tables (legs int)", url=url)
    with pytest.raises(JournalError, match="holds something else than a hall"):
        PostgresJournal(url)
    assert postgres.sql("SELECT to_regclass('log')::text, to_regclass('marks')::text", url=url) == [
        (None, None)
    ]


# Reading along.


def test_a_reader_sees_what_is_committed_and_writes_nothing(journal: PostgresJournal, url: str) -> None:
    journal.commit(batch(0))
    with PostgresJournal(url, read_only=True) as reader:
        journal.commit(batch(1))
        assert reader.log(1) == lines(2)
        assert reader.live_tables()[0].lines == lines(2)
        with pytest.raises(JournalError, match="reading only"):
            reader.commit(batch(2))
        assert isinstance(reader, PostgresJournal)
        with pytest.raises(JournalError, match="reading only"):
            asked(reader, "SELECT begin_epoch('')")


def test_there_is_nothing_to_read_where_no_hall_was(postgres: RunningPostgres, url: str) -> None:
    with pytest.raises(JournalError, match=r"There is no hall in .*tablehall serve"):
        PostgresJournal(url, read_only=True)


# What can go wrong.


def test_a_wrong_password(postgres: RunningPostgres) -> None:
    with pytest.raises(JournalError, match=r"does not accept the password: check it") as refused:
        PostgresJournal(postgres.url(password="guess"))
    assert "guess" not in str(refused.value)


def test_a_database_that_is_missing(postgres: RunningPostgres) -> None:
    with pytest.raises(JournalError, match=r"no database 'nowhere'.*createdb nowhere"):
        PostgresJournal(postgres.url(database="nowhere"))


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    for url in ("postgres://u:secret@127.0.0.1:1/hall", f"postgres://u:secret@/hall?host={tmp_path}"):
        with pytest.raises(JournalError, match=r"No PostgreSQL answers at .*start it") as refused:
            PostgresJournal(url)
        assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["postgres://u@host:port/hall", "postgres://[::1/hall", "mysql://host/hall"])
def test_an_address_that_makes_no_sense(url: str) -> None:
    with pytest.raises(JournalError, match="no address of a database"):
        PostgresJournal(url)


def test_a_second_hall_in_one_database_is_refused(
    journal: PostgresJournal, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres_link.SETTINGS, "lock_timeout", "50ms")
    with pytest.raises(JournalError, match="used by another tablehall: stop it"):
        PostgresJournal(url)
    journal.commit(batch(0))
    journal.close()
    with PostgresJournal(url) as next_one:
        assert next_one.log(1) == lines(1)


def test_a_user_who_may_not_make_tables(postgres: RunningPostgres) -> None:
    postgres.sql("DROP ROLE IF EXISTS guest")
    postgres.sql("CREATE ROLE guest LOGIN PASSWORD 'sesame'")
    with pytest.raises(JournalError, match=r"permission denied.*GRANT"):
        PostgresJournal(postgres.url().replace("keeper:", "guest:"))
    with pytest.raises(JournalError, match=r"schema .*search_path.* is not there: create it"):
        PostgresJournal(postgres.url("nowhere"))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (asyncpg.DiskFullError("trouble"), "is full: make room"),
        (asyncpg.TooManyConnectionsError("trouble"), "max_connections"),
        (asyncpg.CannotConnectNowError("trouble"), "wait until it is up"),
        (asyncpg.QueryCanceledError("trouble"), "took too long"),
        (asyncpg.InvalidAuthorizationSpecificationError("trouble"), "pg_hba.conf"),
        (TimeoutError(), "No PostgreSQL answers"),
        (asyncpg.DivisionByZeroError("trouble"), "hall: trouble"),
    ],
)
def test_every_error_names_the_place_and_says_what_to_do(error: Exception, words: str) -> None:
    text = postgres_link.explain(error, "db.example:5432/hall")
    assert words in text
    assert "db.example:5432" in text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgres://u:secret@db.example/hall", "db.example/hall"),
        ("postgres://u:se@cret@[::1]:77/hall?sslmode=require", "[::1]:77/hall"),
        ("postgres://u:secret@one:1,two:2/hall", "one:1,two:2/hall"),
        ("postgres://u:secret@/hall?host=%2Frun%2Fpg", "/run/pg/hall"),
        ("postgres:///hall", "localhost/hall"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert postgres_link.place(url) == shown


# The line breaks.


@pytest.fixture
def tricky(postgres: RunningPostgres) -> Iterator[TrickyLine]:
    with tricky_line(postgres.folder) as line:
        yield line


@pytest.fixture
def far(postgres: RunningPostgres, url: str, tricky: TrickyLine) -> Iterator[PostgresJournal]:
    """A journal at the other end of that line, which has committed before."""
    with PostgresJournal(postgres.url(url.partition("search_path=")[2], at=tricky.folder)) as journal:
        journal.commit(batch(0))
        assert isinstance(journal, PostgresJournal)
        yield journal


def test_a_commit_whose_answer_is_lost_is_not_done_twice(far: PostgresJournal, tricky: TrickyLine) -> None:
    tricky.lose_answer.set()
    far.commit(batch(1, 2))
    assert not tricky.lose_answer.is_set()
    assert far.log(1) == lines(3)
    far.commit(batch(3))
    assert far.kept()["hall"]["last"] == b"3"


def test_a_commit_that_never_arrived_is_done_again(far: PostgresJournal, tricky: TrickyLine) -> None:
    tricky.lose_question.set()
    far.commit(batch(1, 2))
    assert not tricky.lose_question.is_set()
    assert far.log(1) == lines(3)


def test_a_commit_whose_answer_is_lost_is_found_out_when_the_server_is_back(
    far: PostgresJournal, tricky: TrickyLine
) -> None:
    wanted = batch(1, 2)
    tricky.closed.set()
    tricky.lose_answer.set()
    for _ in range(2):
        with pytest.raises(JournalError, match="No PostgreSQL answers"):
            far.commit(wanted)
    tricky.closed.clear()
    far.commit(wanted)
    far.commit(batch(3))
    assert far.log(1) == lines(4)


def test_the_same_batch_is_refused_where_there_is_no_doubt(far: PostgresJournal, tricky: TrickyLine) -> None:
    tricky.lose_answer.set()
    far.commit(batch(1))
    with pytest.raises(JournalError, match="exists already"):
        far.commit(batch(1))


def test_facts_alone_are_kept_although_the_answer_is_lost(far: PostgresJournal, tricky: TrickyLine) -> None:
    facts = Batch()
    facts.kept = [Row("person", "1", b"anna"), Row("hall", "last", None)]
    tricky.lose_answer.set()
    far.commit(facts)
    assert far.kept() == {"person": {"1": b"anna"}}


def test_a_reader_does_not_notice_that_the_line_broke(far: PostgresJournal, tricky: TrickyLine) -> None:
    for lost in (tricky.lose_answer, tricky.lose_question):
        lost.set()
        assert far.log(1) == lines(1)


def test_a_session_that_was_ended_is_begun_again(
    postgres: RunningPostgres, url: str, journal: PostgresJournal
) -> None:
    journal.commit(batch(0))
    pid = asked(journal, "SELECT pg_backend_pid()")
    assert postgres.sql("SELECT pg_terminate_backend($1, 10000)", pid) == [(True,)]
    journal.commit(batch(1))
    assert asked(journal, "SELECT pg_backend_pid()") != pid
    assert journal.log(1) == lines(2)


def test_the_line_can_be_used_again_after_an_interruption(journal: PostgresJournal) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    async def wait(connection: postgres_link.Connection) -> None:
        asyncio.get_running_loop().call_soon(interrupt)
        await connection.fetch("SELECT pg_sleep(60)")

    journal.commit(batch(0))
    with pytest.raises(KeyboardInterrupt):
        journal.link.run(wait)
    journal.commit(batch(1))
    assert journal.log(1) == lines(2)


# The plug is pulled.


def test_a_server_that_is_killed_loses_nothing_that_was_committed() -> None:
    with running_postgres(fsync="on") as server:
        told = 0
        with PostgresJournal(server.url()) as journal:
            for _ in range(10):
                journal.commit(batch(told, told + 1))
                told += 2
            server.kill()
            server.start()
            journal.commit(batch(told))
            told += 1
            assert journal.log(1) == lines(told)
        server.kill()
        server.start()
        with PostgresJournal(server.url()) as again:
            assert again.log(1) == lines(told)
            assert again.kept()["hall"]["last"] == b"%d" % (told - 1)
