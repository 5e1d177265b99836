"""Kill a real server five times five times: whatever anybody was told is in the log, once and unchanged."""

from pathlib import Path

import pytest

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall.protocols.house.replies import Happened
from tablehall_lab.crash import server as crash
from tablehall_lab.crash.told import Told


@pytest.mark.parametrize("seed", range(7, 12))
def test_no_move_anybody_was_told_of_is_lost_by_kill_9(tmp_path: Path, seed: int) -> None:
    report = crash.crash(tmp_path, 5, pairs=8, seed=seed)
    assert not report.problems
    assert report.kills == 5
    assert report.told > 20
    assert report.games


def a_game(folder: Path) -> tuple[int, Told]:
    """A journal with one short game, and what its players were told of it."""
    hall, told, batch = Hall(house_games(), lambda n: bytes(range(n))), Told(), Batch()
    people = []
    for conn, name in ((1, "anna"), (2, "bob")):
        entered = hall.handle(commands.Enter(conn, name=name), 1)
        people.append(entered.result.person.id)
        batch.add(entered)
    table = hall.handle(commands.Open(people[0], Terms("tictactoe")), 2)
    batch.add(table)
    number = table.result.sheet.table
    batch.add(hall.handle(commands.Join(people[1], number), 3))
    moved = hall.handle(commands.Act(people[0], number, b'{"type":"place","r":1,"c":1}'), 4)
    batch.add(moved)
    with SqliteJournal(folder) as journal:
        journal.commit(batch)
    told.heard(a_move(number, 4, move={"type": "place", "r": 1, "c": 1}))
    return number, told


def a_move(table: int, seq: int, *, seat: int = 0, at: int = 4, move: object) -> Happened:
    return Happened(table=table, seq=seq, at=at, what="moved", seat=seat, move=move)


def test_the_comparison_is_content_with_what_is_there(tmp_path: Path) -> None:
    _, told = a_game(tmp_path)
    assert crash.compare(tmp_path, told, told.records) == []


def test_the_comparison_notices_a_lost_record(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.heard(a_move(number, 5, seat=1, move={}))
    (problem,) = crash.compare(tmp_path, told, told.records)
    assert "record 5 was told (moved) but is not in the log" in problem


def test_the_comparison_notices_a_changed_record(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.records[number][4]["seat"] = 1
    (problem,) = crash.compare(tmp_path, told, told.records)
    assert "record 4 was told as" in problem


def test_the_same_record_told_in_two_ways_is_noticed(tmp_path: Path) -> None:
    number, told = a_game(tmp_path)
    told.heard(a_move(number, 4, at=9, move={}))
    (problem,) = told.problems
    assert f"table {number}: record 4 was told in two ways" in problem
