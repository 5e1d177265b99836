"""The journal in a file: schema steps, and everything that can go wrong with files and disks."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal import sqlite
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.sqlite import APPLICATION, FILE, SqliteJournal


def write(journal: SqliteJournal, *numbers: int, size: int = 100) -> None:
    """Commit some records of table 1, in one batch."""
    batch = Batch()
    batch.records = [(1, number, line(number, size)) for number in numbers]
    batch.kept = [Row("hall", "last", b"%d" % numbers[-1])]
    if 0 in numbers:
        batch.index = [IndexEntry(1, "chess", "live", 0, (), "ab" * 32, b"{}")]
    journal.commit(batch)


def line(number: int, size: int = 100) -> bytes:
    return b"%d:" % number + b"x" * size


def read(folder: Path) -> list[bytes]:
    """The log of table 1 as a fresh reader finds it; its last fact must fit."""
    with SqliteJournal(folder) as journal:
        log = journal.log(1)
        last = journal.kept()["hall"].get("last", b"-1")
        assert int(last) == len(log) - 1, "half a batch"
        return log


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(tmp_path / "data")
    yield journal
    journal.close()


def pragma(journal: SqliteJournal, name: str) -> object:
    return journal._db.execute(f"PRAGMA {name}").fetchone()[0]


def test_every_commit_is_on_the_disk(journal: SqliteJournal) -> None:
    assert pragma(journal, "journal_mode") == "wal"
    assert pragma(journal, "synchronous") == 2
    assert pragma(journal, "application_id") == APPLICATION


def test_everything_is_there_after_opening_again(journal: SqliteJournal) -> None:
    write(journal, 0, 1)
    write(journal, 2)
    journal.close()
    assert read(journal.path.parent) == [line(0), line(1), line(2)]


def test_the_next_record_is_known_after_opening_again(journal: SqliteJournal) -> None:
    write(journal, 0, 1)
    journal.close()
    with SqliteJournal(journal.path.parent) as again:
        assert isinstance(again, SqliteJournal)
        with pytest.raises(JournalError, match="record 5 of table 1 is not the next one"):
            write(again, 5)
        write(again, 2)


def test_what_was_said_after_the_end_is_there_after_opening_again(journal: SqliteJournal) -> None:
    write(journal, 0, 1)
    over = Batch()
    over.records = [(1, 2, line(2))]
    over.index = [IndexEntry(1, "chess", "finished", 0, (), "", b"{}")]
    over.kept = [Row("hall", "last", b"2")]
    journal.commit(over)
    write(journal, 3)
    write(journal, 4)
    journal.close()
    assert read(journal.path.parent) == [line(number) for number in range(5)]


# Schema steps.


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the schema folder that the journal reads instead of its own."""
    folder = tmp_path / "package" / "schema"
    folder.mkdir(parents=True)
    with resources.as_file(resources.files("tablehall.journal") / "schema") as real:
        for step in real.glob("*.sql"):
            shutil.copy(step, folder)
    monkeypatch.setattr("tablehall.journal.schema_steps.resources.files", lambda _: folder.parent)
    return folder


def versions(steps: Path) -> int:
    return len(list(steps.glob("*.sql")))


def test_a_file_of_an_earlier_step_is_brought_up_to_date(tmp_path: Path, steps: Path) -> None:
    with SqliteJournal(tmp_path / "data") as old:
        assert isinstance(old, SqliteJournal)
        known = versions(steps)
        assert pragma(old, "user_version") == known
        write(old, 0, 1)
    (steps / "801-notes.sql").write_text("CREATE TABLE notes (text TEXT);\nINSERT INTO notes VALUES ('a');\n")
    (steps / "802-more.sql").write_text("INSERT INTO notes VALUES ('b');\n")
    for _ in range(2):
        with SqliteJournal(tmp_path / "data") as new:
            assert isinstance(new, SqliteJournal)
            assert pragma(new, "user_version") == known + 2
            assert new._read("SELECT text FROM notes ORDER BY text") == [("a",), ("b",)]
            assert new.log(1) == [line(0), line(1)]


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, steps: Path) -> None:
    with SqliteJournal(tmp_path / "data") as old:
        assert isinstance(old, SqliteJournal)
        write(old, 0)
    known = versions(steps)
    bad = steps / "900-bad.sql"
    bad.write_text("CREATE TABLE half (a);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(JournalError, match="nowhere"):
        SqliteJournal(tmp_path / "data")
    bad.unlink()
    with SqliteJournal(tmp_path / "data") as again:
        assert isinstance(again, SqliteJournal)
        assert pragma(again, "user_version") == known
        assert again._read("SELECT name FROM sqlite_master WHERE name = 'half'") == []
        assert again.log(1) == [line(0)]


def test_a_file_of_a_newer_version_is_left_alone(journal: SqliteJournal) -> None:
    journal._db.execute("PRAGMA user_version = 999")
    journal.close()
    before = journal.path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(JournalError, match=r"newer tablehall.*999"):
            SqliteJournal(journal.path.parent, read_only=read_only)
    assert journal.path.read_bytes() == before


# Reading along.


def test_a_reader_sees_what_is_committed_while_the_hall_is_open(journal: SqliteJournal) -> None:
    write(journal, 0)
    with SqliteJournal(journal.path.parent, read_only=True) as reader:
        write(journal, 1)
        assert reader.log(1) == [line(0), line(1)]
        assert reader.live_tables()[0].lines == [line(0), line(1)]
        assert isinstance(reader, SqliteJournal)
        with pytest.raises(JournalError, match="cannot be written"):
            write(reader, 2)


def test_a_folder_may_be_named_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with SqliteJournal(Path("data")) as journal:
        assert isinstance(journal, SqliteJournal)
        write(journal, 0)
        with SqliteJournal(Path("data"), read_only=True) as reader:
            assert reader.log(1) == [line(0)]


@pytest.mark.parametrize("name", ["with blanks", "why?", "50%25", "a#b", "dáma"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with SqliteJournal(tmp_path / name) as journal:
        assert isinstance(journal, SqliteJournal)
        write(journal, 0)
        with SqliteJournal(tmp_path / name, read_only=True) as reader:
            assert reader.log(1) == [line(0)]


def test_there_is_nothing_to_read_where_no_hall_was(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"There is no hall in .*tablehall serve"):
        SqliteJournal(tmp_path / "nowhere", read_only=True)
    assert not (tmp_path / "nowhere").exists()


# What can go wrong.


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(JournalError, match=r"cannot be opened.*--data"):
        SqliteJournal(tmp_path / "data")
    with pytest.raises(JournalError, match=r"cannot be opened.*--data"):
        SqliteJournal(tmp_path / "data" / "below")


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(JournalError, match=r"cannot be opened.*--data"):
        SqliteJournal(tmp_path)


def test_a_file_that_must_not_be_written(journal: SqliteJournal) -> None:
    write(journal, 0)
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match=r"cannot be written.*--data"):
        write(journal, 1)
    journal._db.execute("PRAGMA query_only = OFF")
    write(journal, 1)
    assert journal.log(1) == [line(0), line(1)]


def test_a_folder_that_belongs_to_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", forbidden)
    with pytest.raises(JournalError, match="cannot be written: check who owns"):
        SqliteJournal(tmp_path / "data")


@pytest.mark.parametrize("room", [2, 12, 30])
def test_a_full_disk_loses_nothing_and_can_be_got_over(journal: SqliteJournal, room: int) -> None:
    write(journal, 0)
    pages = int(str(pragma(journal, "page_count")))
    journal._db.execute(f"PRAGMA max_page_count = {pages + room}")
    with pytest.raises(JournalError, match="is full: make room"):
        write(journal, *range(1, 50), size=4000)
    assert journal.log(1) == [line(0)]
    assert read(journal.path.parent) == [line(0)]
    journal._db.execute("PRAGMA max_page_count = 1000000")
    write(journal, *range(1, 50), size=4000)
    assert len(journal.log(1)) == 50


def test_a_file_that_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something else entirely " * 1000)
    with pytest.raises(JournalError, match=r"is damaged: put a backup in its place"):
        SqliteJournal(tmp_path)
    with pytest.raises(JournalError, match=r"is damaged: put a backup in its place"):
        SqliteJournal(tmp_path, read_only=True)


def test_a_damaged_page(journal: SqliteJournal) -> None:
    for number in range(200):
        write(journal, number, size=500)
    journal.close()
    data = bytearray(journal.path.read_bytes())
    for page in range(8, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    journal.path.write_bytes(data)
    with pytest.raises(JournalError, match="is damaged"):
        SqliteJournal(journal.path.parent)
    with (
        SqliteJournal(journal.path.parent, read_only=True) as reader,
        pytest.raises(JournalError, match="is damaged"),
    ):
        reader.log(1)


@pytest.mark.parametrize("damage", [b"", b"\x94\x90", b"rubbish", b"\x94\x91\x01\x90\x90\x90"])
def test_a_damaged_batch(journal: SqliteJournal, damage: bytes) -> None:
    """Half of it is taken in by nobody: the next answer is the same."""
    write(journal, 0)
    write(journal, 1)
    with SqliteJournal(journal.path.parent, read_only=True) as reader:
        assert len(reader.log(1)) == 2
        journal._db.execute("UPDATE batches SET body = ? WHERE id = 2", (damage,))
        for _ in range(2):
            with pytest.raises(JournalError, match="is damaged"):
                reader.log(1)
    journal.close()
    with pytest.raises(JournalError, match=r"is damaged.*put a backup in its place"):
        SqliteJournal(journal.path.parent)


def test_a_locked_file(journal: SqliteJournal) -> None:
    write(journal, 0)
    journal._db.execute("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="used by another tablehall"):
            write(journal, 1)
        other.execute("ROLLBACK")
    write(journal, 1)


def test_two_halls_in_one_folder_cannot_both_write_a_record(journal: SqliteJournal) -> None:
    write(journal, 0)
    with SqliteJournal(journal.path.parent) as other:
        assert isinstance(other, SqliteJournal)
        write(other, 1)
        with pytest.raises(JournalError, match="exists already"):
            write(journal, 1)
    assert journal.log(1) == [line(0), line(1)]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(28, "No space left on device"), "is full"),
        (OSError(5, "Input/output error"), "cannot be opened"),
        (sqlite3.OperationalError("disk I/O error"), "disk I/O error"),
    ],
)
def test_every_error_names_the_file_and_says_what_is_wrong(error: Exception, words: str) -> None:
    text = sqlite.explain(error, Path("data") / FILE)
    assert words in text
    assert FILE in text


# The plug is pulled.


def torn(journal: SqliteJournal, folder: Path, wal: bytes) -> list[bytes]:
    """What is found when the file and this much of its write-ahead log are left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(journal.path, folder)
    (folder / f"{FILE}-wal").write_bytes(wal)
    return read(folder)


def test_a_torn_write_ahead_log_keeps_every_whole_commit(journal: SqliteJournal, tmp_path: Path) -> None:
    wal = Path(f"{journal.path}-wal")
    write(journal, 0)
    ends = [wal.stat().st_size]
    for number in (1, 3, 5):
        write(journal, number, number + 1, size=3000)
        ends.append(wal.stat().st_size)
    data = wal.read_bytes()
    assert len(set(ends)) == 4
    expected = [1, 3, 5, 7]
    for which, end in enumerate(ends[1:], 1):
        for cut in (ends[which - 1], ends[which - 1] + 1, end - 4096, end - 24, end - 1, end):
            whole = expected[sum(e <= cut for e in ends) - 1]
            found = torn(journal, tmp_path / "torn", data[:cut])
            assert found == [line(0), *(line(n, 3000) for n in range(1, whole))]


def test_rubbish_at_the_end_of_the_write_ahead_log_is_ignored(journal: SqliteJournal, tmp_path: Path) -> None:
    write(journal, 0)
    whole = Path(f"{journal.path}-wal").read_bytes()
    write(journal, 1)
    data = bytearray(Path(f"{journal.path}-wal").read_bytes())
    data[len(whole) + 100] ^= 1
    assert torn(journal, tmp_path / "flipped", bytes(data)) == [line(0)]
    assert torn(journal, tmp_path / "zeros", whole + bytes(8192)) == [line(0)]


def test_a_hall_goes_on_after_a_torn_commit(journal: SqliteJournal, tmp_path: Path) -> None:
    write(journal, 0)
    write(journal, 1)
    data = Path(f"{journal.path}-wal").read_bytes()
    assert torn(journal, tmp_path / "torn", data[:-1]) == [line(0)]
    with SqliteJournal(tmp_path / "torn") as again:
        assert isinstance(again, SqliteJournal)
        write(again, 1)
    assert len(read(tmp_path / "torn")) == 2


# Backups.


def test_a_backup_is_whole_while_the_hall_writes_on(journal: SqliteJournal, tmp_path: Path) -> None:
    write(journal, 0)
    stop = threading.Event()

    def play() -> None:
        number = 1
        while not stop.is_set() and number < 5000:
            write(journal, number, number + 1)
            number += 2

    writer = threading.Thread(target=play)
    writer.start()
    sizes = []
    try:
        for copy in range(5):
            (tmp_path / str(copy)).mkdir()
            with SqliteJournal(journal.path.parent, read_only=True) as reader:
                assert isinstance(reader, SqliteJournal)
                reader.backup(tmp_path / str(copy) / FILE)
            log = read(tmp_path / str(copy))
            assert log == [line(number) for number in range(len(log))]
            sizes.append(len(log))
    finally:
        stop.set()
        writer.join()
    assert sizes == sorted(sizes)
    assert sizes[-1] <= len(journal.log(1))


def test_a_backup_that_cannot_be_written_says_so(journal: SqliteJournal, tmp_path: Path) -> None:
    write(journal, 0)
    with pytest.raises(JournalError, match=r"nowhere.*cannot be opened"):
        journal.backup(tmp_path / "nowhere" / "copy")
    (tmp_path / "other").write_bytes(b"no journal " * 1000)
    with pytest.raises(JournalError, match="other"):
        journal.backup(tmp_path / "other")
