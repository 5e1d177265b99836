"""A journal's file is read through: what was damaged in it is noticed, wherever that is."""

from pathlib import Path

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.records import GENESIS, digest
from tablehall.journal.api import Batch, Damaged
from tablehall.journal.inspection import Inspection
from tablehall.journal.sqlite import FILE, SqliteJournal


def a_hall(folder: Path, swap: bytes = b"") -> Inspection:
    """A game of many moves; one of its lines may be swapped for another."""
    prev = GENESIS
    with SqliteJournal(folder) as journal:
        assert isinstance(journal, SqliteJournal)
        for seq in range(100):
            line = b'{"what":"moved","seq":%d,"prev":"%s","move":%d}' % (seq, prev.encode(), seq)
            prev = digest(line)
            batch = Batch()
            batch.records = [(1, seq, swap if swap and seq == 50 else line)]
            if not seq:
                batch.index = [IndexEntry(1, "chess", "live", 0, (), "ab" * 32, b"{}")]
            journal.commit(batch)
        journal.file_everything()
    return Inspection(folder / FILE)


def read_through(inspection: Inspection) -> None:
    rounds = inspection.rounds
    while inspection.rounds == rounds:
        inspection.step()


def test_a_file_that_is_whole_is_read_again_and_again(tmp_path: Path) -> None:
    inspection = a_hall(tmp_path)
    for _ in range(3):
        read_through(inspection)


def test_one_line_that_is_not_what_it_was_is_told(tmp_path: Path) -> None:
    """And nothing more: a game that is long over must not stop those that are played."""
    inspection = a_hall(tmp_path, b'{"what":"moved","seq":50,"prev":"%s","move":99}' % (b"0" * 64))
    read_through(inspection)
    assert inspection.broken == {1}


def test_a_line_that_cannot_be_read_is_noticed(tmp_path: Path) -> None:
    inspection = a_hall(tmp_path, b"\xff\xfe")
    with pytest.raises(Damaged, match="record 50 of table 1 cannot be read"):
        read_through(inspection)


def test_every_page_of_a_file_is_looked_at(tmp_path: Path) -> None:
    a_hall(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    empty = 0
    for page in range(len(whole) // 4096):
        (tmp_path / FILE).write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        inspection = Inspection(tmp_path / FILE)
        try:
            read_through(inspection)
        except Damaged:
            continue
        empty += 1
    assert empty <= 3  # those of indexes that are not in use


def test_a_file_that_is_not_there_is_not_damaged(tmp_path: Path) -> None:
    inspection = a_hall(tmp_path)
    (tmp_path / FILE).unlink()
    inspection.step()
    assert inspection.rounds == 0
