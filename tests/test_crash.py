"""Kill a real server five times five times: whatever anybody was told is in the log, once and unchanged."""

from pathlib import Path

import pytest

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.crash import server as crash


@pytest.mark.parametrize("seed", range(7, 12))
def test_no_move_anybody_was_told_of_is_lost_by_kill_9(tmp_path: Path, seed: int) -> None:
    report = crash.crash(tmp_path, 5, pairs=8, seed=seed)
    assert not report.problems
    assert report.kills == 5
    assert report.told > 100
    assert report.games > 2


def a_game(folder: Path) -> tuple[int, crash.Told]:
    """A journal with one short game, and what its players were told of it."""
    hall, told, batch = Hall(house_games(), lambda n: bytes(range(n))), crash.Told(), Batch()
    people = []
    for conn, name in ((1, "anna"), (2, "bob")):
        entered = hall.handle(commands.Enter(conn, name=name), 1)
        people.append(entered.result.person.id)
        batch.add(entered)
    table = hall.handle(commands.Open(people[0], "tictactoe"), 2)
    batch.add(table)
    number = table.result.sheet.table
    batch.add(hall.handle(commands.Join(people[1], number), 3))
    moved = hall.handle(commands.Act(people[0], number, b'{"type":"place","r":1,"c":1}'), 4)
    batch.add(moved)
    with SqliteJournal(folder) as journal:
        journal.commit(batch)
    told.heard(
        {
            "table": number,
            "seq": 4,
            "at": 4,
            "what": "moved",
            "seat": 0,
            "move": {"type": "place", "r": 1, "c": 1},
        }
    )
    return number, told


def test_the_comparison_is_content_with_what_is_there(tmp_path: Path) -> None:
    _, told = a_game(tmp_path)
    assert crash.compare(tmp_path, told, told.records) == []


def test_the_comparison_notices_a_lost_record(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.heard({"table": number, "seq": 5, "at": 5, "what": "moved", "seat": 1, "move": {}})
    (problem,) = crash.compare(tmp_path, told, told.records)
    assert "record 5 was told (moved) but is not in the log" in problem


def test_the_comparison_notices_a_changed_record(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.records[number][4]["seat"] = 1
    (problem,) = crash.compare(tmp_path, told, told.records)
    assert "record 4 was told as" in problem


def test_the_same_record_told_in_two_ways_is_noticed(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.heard({"table": number, "seq": 4, "at": 9, "what": "moved", "seat": 0, "move": {}})
    assert told.problems == [f"table {number}, record 4 was told in two ways"]
