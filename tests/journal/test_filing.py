"""The index follows the log: filed in steps, behind a mark that moves when everything is there."""

import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.batches import contest_part, decode, decode_places, encode, encode_places
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.sim.contents import contents, difference

SEED = "ab" * 32


def batch(**parts: list[Any]) -> Batch:
    made = Batch()
    for name, values in parts.items():
        getattr(made, name).extend(values)
    return made


def lines(table: int, *numbers: int) -> list[tuple[int, int, bytes]]:
    return [(table, number, b"%d.%d" % (table, number)) for number in numbers]


def entry(
    table: int, status: str = "live", people: tuple[int, ...] = (), contest: bool = False
) -> IndexEntry:
    seed = SEED if status == "live" else ""
    return IndexEntry(table, "chess", status, table, people, seed, b"{}", contest)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    """Filed as soon as there is anything, an entry at a time if the batches are small."""
    with SqliteJournal(tmp_path / "data", filed_at=1, step=1) as opened:
        assert isinstance(opened, SqliteJournal)
        yield opened


def reader_of(journal: SqliteJournal) -> SqliteJournal:
    return SqliteJournal(journal.path.parent, read_only=True)


def mark(journal: SqliteJournal) -> int:
    return journal._lookup.indexed()


def rows(journal: SqliteJournal, table: str) -> int:
    return int(journal._read(f"SELECT count(*) FROM {table}")[0][0])


def a_day() -> Iterator[Batch]:
    """Tables in all conditions, some of them in several of these; nothing else is ever written of them."""
    yield batch(records=[*lines(1, 0), *lines(2, 0), *lines(3, 0)], index=[entry(n) for n in (1, 2, 3)])
    yield batch(records=lines(1, 1, 2), snapshots=[(1, 1, b"first")], kept=[Row("k", "a", b"1")])
    yield batch(records=lines(2, 1), index=[entry(2, "finished", (7, 8))], kept=[Row("k", "b", b"2")])
    games = [entry(number, "finished", (7,), contest=True) for number in (4, 5)]
    yield batch(
        records=[*lines(4, 0, 1), *lines(5, 0), *lines(3, 1)], index=games, kept=[Row("k", "a", None)]
    )
    yield batch(records=lines(1, 3), index=[entry(1, "saved", (8,))])
    yield batch(records=lines(2, 2))
    yield batch(
        records=[*lines(1, 4), *lines(6, 30, 31)], index=[entry(1), entry(6)], snapshots=[(6, 30, b"copy")]
    )
    yield batch(records=lines(3, 2), index=[entry(3, "closed", (9,))], kept=[Row("k", "c", b"3")])
    for seq in range(5, 20):
        yield batch(records=lines(1, seq))


TABLES, PEOPLE = range(1, 8), (7, 8, 9)


def test_whatever_step_a_filing_has_got_to_everybody_reads_the_same(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    """The hall itself, whoever has looked on since the beginning, and whoever opens the files as they are."""
    model, marks = MemoryJournal(), set()
    with closing(reader_of(journal)) as looking_on:
        for step, made in enumerate(a_day()):
            journal.commit(made)
            model.commit(made)
            marks.add(mark(journal))
            shutil.copytree(journal.path.parent, tmp_path / str(step))
            with SqliteJournal(tmp_path / str(step), filed_at=1, step=1) as crashed:
                for read in (journal, looking_on, crashed):
                    assert not difference(read, model, TABLES, PEOPLE), step
    assert len(marks) > 3
    assert (rows(journal, "tables"), rows(journal, "players"), rows(journal, "kept")) == (6, 6, 2)


def test_a_hall_goes_on_from_whatever_step_a_filing_has_got_to(tmp_path: Path) -> None:
    for stop in range(1, 22):
        model = MemoryJournal()
        day = list(a_day())
        with SqliteJournal(tmp_path / str(stop), filed_at=1, step=1) as journal:
            for made in day[:stop]:
                journal.commit(made)
        with SqliteJournal(tmp_path / str(stop), filed_at=1, step=2) as journal:
            assert isinstance(journal, SqliteJournal)
            for made in day[stop:]:
                journal.commit(made)
            for made in day:
                model.commit(made)
            assert not difference(journal, model, TABLES, PEOPLE), stop


def test_batches_that_were_noted_before_a_crash_are_noted_once(journal: SqliteJournal) -> None:
    tables = range(1, 11)
    first = [line for number in tables for line in lines(number, 0)]
    journal.commit(batch(records=first, index=[entry(number) for number in tables]))
    for seq in range(1, 11):
        journal.commit(batch(records=lines(10, seq)))
    assert places(journal, 10)[-1] > mark(journal) == 1
    journal.close()
    with SqliteJournal(journal.path.parent) as again:
        assert isinstance(again, SqliteJournal)
        again.file_everything()
        assert places(again, 10) == list(range(1, 12))
        assert len(again.log(10)) == 11


def places(journal: SqliteJournal, table: int) -> list[int]:
    return decode_places(journal._read("SELECT batches FROM tables WHERE id = ?", (table,))[0][0])


def test_a_commit_writes_one_row(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path) as journal:
        assert isinstance(journal, SqliteJournal)
        for made in a_day():
            before = rows(journal, "batches")
            journal.commit(made)
            assert rows(journal, "batches") - before == (2 if any(e.contest for e in made.index) else 1)
        assert [rows(journal, name) for name in ("tables", "players", "kept", "snapshots")] == [0] * 4
        journal.file_everything()
        assert [rows(journal, name) for name in ("tables", "players", "kept", "snapshots")] == [6, 6, 2, 1]
        assert mark(journal) == max(number for number, _ in journal.batches())


def test_the_mark_moves_only_when_everything_before_it_is_filed(journal: SqliteJournal) -> None:
    journal.commit(
        batch(records=[*lines(1, 0), *lines(2, 0)], index=[entry(1), entry(2)], kept=[Row("k", "a", b"1")])
    )
    moves = []
    for seq in range(1, 5):
        journal.commit(batch(records=lines(1, seq)))
        moves.append((rows(journal, "tables"), rows(journal, "kept"), mark(journal)))
    assert moves[:3] == [(1, 0, 0), (2, 0, 0), (2, 1, 1)]


# What is asked of the index while it is behind, or ahead.


def test_a_snapshot_that_was_filed_since_the_last_look_is_void_when_the_table_was_put_away(
    journal: SqliteJournal,
) -> None:
    with closing(reader_of(journal)) as reader:
        opened = [entry(number) for number in range(1, 12)]
        first = [line for number in range(1, 12) for line in lines(number, 0)]
        journal.commit(batch(records=first, index=opened, snapshots=[(1, 0, b"old")]))
        assert [table.snapshot for table in reader.live_tables() if table.number == 1] == [b"old"]
        journal.commit(batch(records=lines(2, 1)))
        assert (rows(journal, "snapshots"), mark(journal)) == (1, 0)
        journal.commit(batch(records=lines(1, 1), index=[entry(1, "saved")]))
        journal.commit(batch(records=lines(1, 2), index=[entry(1)]))
        assert (rows(journal, "snapshots"), mark(journal)) == (1, 0)
        (found,) = [table for table in reader.live_tables() if table.number == 1]
        assert (found.snapshot, len(found.lines)) == (None, 3)


def test_a_snapshot_that_came_too_late_is_not_found_after_a_crash_either(journal: SqliteJournal) -> None:
    """The index may say already that the table is live again when its batches are read once more."""
    journal.commit(batch(records=lines(1, 0), index=[entry(1, "saved")]))
    journal.file_everything()
    late = batch(records=lines(1, 1), snapshots=[(1, 1, b"too late")])
    journal.commit(late)
    more = [entry(number) for number in range(2, 9)]
    journal.commit(
        batch(records=[*lines(1, 2), *(lines(e.table, 0)[0] for e in more)], index=[entry(1), *more])
    )
    for seq in range(1, 3):
        journal.commit(batch(records=lines(2, seq)))
    journal.close()
    with SqliteJournal(journal.path.parent) as again:
        (found,) = [table for table in again.live_tables() if table.number == 1]
        assert (found.snapshot, len(found.lines)) == (None, 3)


def test_a_record_without_a_word_about_its_table_is_in_no_list(journal: SqliteJournal) -> None:
    journal.commit(batch(records=lines(1, 0, 1)))
    for _ in range(2):
        assert (journal.table(1), journal.live_tables(), len(journal.log(1))) == (None, [], 2)
        journal.file_everything()
    journal.commit(batch(records=lines(1, 2), index=[entry(1)]))
    for _ in range(2):
        assert [listing.game for listing in journal.tables(status="live")] == ["chess"]
        journal.file_everything()


def test_a_reader_sees_one_moment_whatever_is_filed_meanwhile(journal: SqliteJournal) -> None:
    model, day = MemoryJournal(), list(a_day())
    for made in day[:3]:
        journal.commit(made)
        model.commit(made)
    rest = iter(day[3:])
    with closing(reader_of(journal)) as reader:
        read = reader._lookup._read

        def slowly(query: str, values: Any = ()) -> list[Any]:
            found = read(query, values)
            for made in itertools.islice(rest, 0 if query == "BEGIN" else 2):
                journal.commit(made)
            return found

        reader._lookup._read = slowly
        before = contents(model, TABLES)["brought back"]
        found = sorted(reader.live_tables(), key=lambda remembered: remembered.number)
        assert found == before
        for made in day[3:]:
            model.commit(made)
        for made in rest:
            journal.commit(made)
        assert not difference(reader, model, TABLES, PEOPLE)


def test_a_reader_who_was_interrupted_reads_the_batch_again(journal: SqliteJournal) -> None:
    with closing(reader_of(journal)) as reader:
        journal.commit(batch(records=lines(1, 0), index=[entry(1, "saved")]))
        journal.file_everything()
        journal.commit(batch(records=[*lines(2, 0), *lines(1, 1)], kept=[Row("k", "a", b"1")]))
        read = reader._lookup._read

        def failing(query: str, values: Any = ()) -> list[Any]:
            if "FROM tables" in query:
                raise JournalError("disk I/O error")
            return read(query, values)

        reader._lookup._read = failing
        with pytest.raises(JournalError):
            reader.log(1)
        reader._lookup._read = read
        assert [len(reader.log(1)), len(reader.log(2)), reader.kept()] == [2, 1, {"k": {"a": b"1"}}]


# Nothing grows.


def test_a_reader_lets_go_of_what_the_index_has(journal: SqliteJournal) -> None:
    with closing(reader_of(journal)) as reader:
        for number in range(1, 60):
            journal.commit(batch(records=lines(number, 0), index=[entry(number, "finished")]))
            reader.log(1)
            assert len(reader._lookup._tail.notes) < 10


def test_a_hall_lets_go_of_what_is_over_and_filed(journal: SqliteJournal) -> None:
    journal.commit(batch(records=lines(1000, 0), index=[entry(1000)]))
    for number in range(1, 60):
        journal.commit(batch(records=lines(number, 0), index=[entry(number, "finished")]))
        assert len(journal._known) + len(journal._tail.notes) < 10
    assert 1000 in journal._known


@pytest.mark.parametrize("records", [0, 1])
def test_a_filing_keeps_up_with_batches_of_whatever_they_are_made(tmp_path: Path, records: int) -> None:
    with SqliteJournal(tmp_path, filed_at=50, step=1) as journal:
        assert isinstance(journal, SqliteJournal)
        journal.commit(batch(records=lines(1, 0), index=[entry(1)]))
        for number in range(1, 100):
            facts = [Row("k", f"{number}/{key}", b"1") for key in range(20)]
            journal.commit(batch(records=lines(1, number) if records else [], kept=facts))
            filing = len(journal._filing.tail.kept) if journal._filing else 0
            assert len(journal._tail.kept) + filing < 200


def test_a_filing_keeps_up_with_batches_of_new_tables(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path, filed_at=50, step=1) as journal:
        assert isinstance(journal, SqliteJournal)
        for number in range(100):
            opened = range(20 * number + 1, 20 * number + 21)
            journal.commit(batch(records=[line for table in opened for line in lines(table, 0)]))
            filing = len(journal._filing.tail.notes) if journal._filing else 0
            assert len(journal._tail.notes) + filing < 200


def test_a_very_large_batch(tmp_path: Path) -> None:
    """More of everything than SQLite takes values in one statement."""
    with SqliteJournal(tmp_path) as journal:
        assert isinstance(journal, SqliteJournal)
        tables = range(1, 35_001)
        facts = [Row("k", str(number), b"1") for number in tables]
        first = [line for table in tables for line in lines(table, 0)]
        journal.commit(batch(records=first, index=[entry(table) for table in tables], kept=facts))
        assert len(journal.live_tables()) == len(tables)
        journal.commit(batch(records=lines(1, 1)))
        journal.file_everything()
        assert (rows(journal, "tables"), rows(journal, "kept")) == (35_000, 35_000)
        assert len(journal.live_tables()) == len(tables)


def test_a_log_over_very_many_batches(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path) as journal:
        assert isinstance(journal, SqliteJournal)
        journal._db.execute("PRAGMA synchronous = OFF")
        for seq in range(1000):
            journal.commit(batch(records=lines(1, seq), index=[entry(1)] if not seq else []))
        journal.file_everything()
        assert journal.log(1) == [line for _, _, line in lines(1, *range(1000))]


# What fails.


def test_nothing_is_read_any_more_once_a_batch_is_on_disk(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be written a second time when the commit is tried again."""
    journal.commit(batch(records=lines(1, 0), index=[entry(1, "finished")]))
    journal.file_everything()
    note, written = journal._lookup.note, rows(journal, "batches")

    def failing(table: int, since: int) -> Any:
        if rows(journal, "batches") > written:
            raise JournalError("disk I/O error")
        return note(table, since)

    with monkeypatch.context() as for_a_while:
        for_a_while.setattr(journal._lookup, "note", failing)
        journal.commit(batch(records=lines(1, 1), index=[entry(1, "finished"), entry(2, "closed")]))
    assert journal.log(1) == [b"1.0", b"1.1"]


@pytest.mark.parametrize("where", ["batches", "tables", "players", "snapshots", "kept", "marks"])
def test_a_commit_that_fails_in_any_step_of_a_filing_is_tried_again(
    journal: SqliteJournal, where: str
) -> None:
    """All of it or nothing, and the filing goes on where it was."""

    def forbid(action: int, table: str | None, *_: object) -> int:
        writing = action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
        return sqlite3.SQLITE_DENY if writing and table == where else sqlite3.SQLITE_OK

    model, failed = MemoryJournal(), 0
    for made in a_day():
        journal._db.set_authorizer(forbid)
        try:
            journal.commit(made)
        except JournalError:
            failed += 1
            assert not difference(journal, model, TABLES, PEOPLE)
            journal._db.set_authorizer(None)
            journal.commit(made)
        journal._db.set_authorizer(None)
        model.commit(made)
        assert not difference(journal, model, TABLES, PEOPLE)
    assert failed


def test_filing_everything_may_fail_and_be_done_later(journal: SqliteJournal) -> None:
    model = MemoryJournal()
    for made in a_day():
        journal.commit(made)
        model.commit(made)
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="cannot be written"):
        journal.file_everything()
    journal._db.execute("PRAGMA query_only = OFF")
    assert not difference(journal, model, TABLES, PEOPLE)
    journal.file_everything()
    assert not difference(journal, model, TABLES, PEOPLE)


# Bytes.


@pytest.mark.parametrize("places", [[], [1], [1, 2, 3], [5, 300, 70_000, 5_000_000_000]])
def test_places_are_kept_as_distances(places: list[int]) -> None:
    assert decode_places(encode_places(places)) == places
    assert len(encode_places(list(range(10**9, 10**9 + 1000)))) < 1100


def test_a_batch_is_read_as_it_was_written() -> None:
    for made in a_day():
        again = decode(encode(made))
        for part in ("records", "index", "kept", "snapshots"):
            assert getattr(again, part) == getattr(made, part)


def test_games_of_contests_are_in_batches_of_their_own() -> None:
    for made in a_day():
        rest, contest = contest_part(made)
        games = {found.table for found in made.index if found.contest}
        assert (contest is None) == (not games)
        if contest is not None:
            assert {table for table, _, _ in contest.records} == games == {e.table for e in contest.index}
            assert not contest.kept + contest.snapshots
            assert rest.kept == made.kept
            assert {table for table, _, _ in rest.records} == {3}
