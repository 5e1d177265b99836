"""`tablehall tables`, `export`, `verify`, `replay` and `backup`, as a person types them."""

import os
import subprocess
from pathlib import Path

import pytest

from tablehall.games import house_games
from tablehall.games.board import Step
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.promises import promise_to
from tablehall.hall.terms import Terms
from tablehall.hall.verify import seal
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import FILE, SqliteJournal
from tests.conftest import tablehall as typed


def tablehall(*words: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type a command in a data folder."""
    return typed(*words, folder=folder, TABLEHALL_DATA=str(folder))


@pytest.fixture(params=["behind", "half filed", "filed"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int, int]:
    """A data folder with a finished game of My Shelfie (dice!) and a running one; wherever its index is."""
    hall, batch = Hall(house_games(), lambda n: bytes(range(n))), Batch()
    people = []
    for conn, name in ((1, "anna"), (2, "bob")):
        entered = hall.handle(commands.Enter(conn, name=name), 1)
        people.append(entered.result.person.id)
        batch.add(entered)
    numbers = []
    hall.chance = os.urandom
    for _ in range(2):
        opened = hall.handle(commands.Open(people[0], Terms("shelfie")), 2)
        numbers.append(opened.result.sheet.table)
        batch.add(opened)
        batch.add(hall.handle(commands.Join(people[1], numbers[-1]), 3))
    table = hall.tables[numbers[0]]
    while table.scene.status == "playing":
        (seat,) = table.scene.turn.seats
        move = table.game.legal(table.scene.state, seat)[0]
        batch.add(hall.handle(commands.Act(people[seat], numbers[0], move), 4))
    with SqliteJournal(tmp_path, filed_at=1, step=1) as journal:
        assert isinstance(journal, SqliteJournal)
        journal.commit(batch)
        if request.param == "half filed":
            journal.commit(Batch())
        elif request.param == "filed":
            journal.file_everything()
    return tmp_path, numbers[0], numbers[1]


@pytest.fixture
def chess(tmp_path: Path) -> tuple[Path, int, int]:
    """A data folder with a game of chess that was resigned, and one that goes on."""
    hall, batch = Hall(house_games(), os.urandom), Batch()
    people = [hall.handle(commands.Enter(conn, name=name), 1) for conn, name in ((1, "anna"), (2, "bob"))]
    for entered in people:
        batch.add(entered)
    anna, bob = (entered.result.person.id for entered in people)
    numbers = []
    for _ in range(2):
        opened = hall.handle(commands.Open(anna, Terms("chess")), 2)
        numbers.append(opened.result.sheet.table)
        batch.add(opened)
        batch.add(hall.handle(commands.Join(bob, numbers[-1]), 3))
        for person, step in ((anna, Step(1, 4, 3, 4)), (bob, Step(6, 4, 4, 4)), (anna, Step(0, 3, 4, 7))):
            batch.add(hall.handle(commands.Act(person, numbers[-1], step), 4))
    batch.add(hall.handle(commands.Resign(bob, numbers[0]), 5))
    with SqliteJournal(tmp_path) as journal:
        journal.commit(batch)
    return tmp_path, numbers[0], numbers[1]


def test_a_game_is_exported_for_other_programs(chess: tuple[Path, int, int]) -> None:
    folder, finished, running = chess
    pgn = tablehall("export", finished, "--format", "pgn", folder=folder).stdout
    assert '[White "anna"]\n[Black "bob"]\n[Result "1-0"]\n' in pgn
    assert pgn.endswith("\n\n1. e4 e5 2. Qh5 1-0\n")
    tablehall("export", finished, "--format", "fen", "--at", 4, "-o", "first.fen", folder=folder)
    fen = (folder / "first.fen").read_text()
    assert fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    refused = tablehall("export", running, "--format", "pgn", folder=folder)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert tablehall("export", running, "--format", "pgn", "--unfinished", folder=folder).stdout.endswith(
        " Qh5 *\n"
    )


def test_what_no_program_reads_is_not_written(chess: tuple[Path, int, int]) -> None:
    folder, finished, _ = chess
    refused = tablehall("export", finished, "--format", "gif", folder=folder)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "--format gif: this game is written as pgn, fen." in refused.stderr


def test_finished_games_are_listed(played: tuple[Path, int, int]) -> None:
    folder, finished, running = played
    listed = tablehall("tables", folder=folder)
    assert str(finished) in listed.stdout
    assert "anna, bob" in listed.stdout
    assert str(running) not in listed.stdout
    assert str(running) in tablehall("tables", "--status", "live", folder=folder).stdout


def test_an_exported_game_is_verified_move_by_move_and_throw_by_throw(played: tuple[Path, int, int]) -> None:
    folder, finished, _ = played
    exported = tablehall("export", finished, "-o", "game.jsonl", folder=folder)
    assert exported.returncode == 0, exported.stderr
    assert '"throws":[' in (folder / "game.jsonl").read_text()
    verified = tablehall("verify", "game.jsonl", folder=folder)
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.startswith("Yes: ")
    assert "My Shelfie" in verified.stdout
    assert "\nNo player added chance after that" in verified.stdout


@pytest.mark.parametrize("promised", [False, True])
def test_verify_says_who_stirred_the_dice_after_their_seed_was_fixed(tmp_path: Path, promised: bool) -> None:
    hall = Hall(house_games(), os.urandom)
    anna, bob = (hall.handle(commands.Enter(conn, name=f"guest {conn}"), 1).result.person for conn in (1, 2))
    if promised:
        promise_to(hall, anna)
    opened = hall.handle(commands.Open(anna.id, Terms("shelfie"), entropy="mine"), 2)
    table = opened.result.sheet.table
    joined = hall.handle(commands.Join(bob.id, table, entropy="other"), 3)
    over = hall.handle(commands.Resign(anna.id, table), 4)
    log = [line for decision in (opened, joined, over) for _, _, line in decision.records]
    (tmp_path / "game.jsonl").write_bytes(seal(log))
    said = tablehall("verify", "game.jsonl", folder=tmp_path).stdout
    assert ("promised before the table was opened" in said) is promised
    names = "guest 1, guest 2" if promised else "guest 2"
    assert f"Chance of their own was added after that by {names}." in said


def test_one_changed_byte_is_found_and_its_record_named(played: tuple[Path, int, int]) -> None:
    folder, finished, _ = played
    tablehall("export", finished, "-o", "game.jsonl", folder=folder)
    data = (folder / "game.jsonl").read_bytes()
    at = data.index(b'"throws":[', data.index(b'"moved"')) + 10
    (folder / "bad.jsonl").write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    verified = tablehall("verify", "bad.jsonl", folder=folder)
    assert verified.returncode == 1
    assert verified.stderr.startswith("No: record ")


def test_a_running_game_keeps_its_dice_secret(played: tuple[Path, int, int]) -> None:
    folder, _, running = played
    exported = tablehall("export", running, folder=folder)
    assert exported.returncode == 1
    assert "not over" in exported.stderr
    assert exported.stdout == ""


def test_an_unknown_table_and_an_unknown_folder_are_named(
    played: tuple[Path, int, int], tmp_path: Path
) -> None:
    folder, _, _ = played
    assert "There is no table 5" in tablehall("export", 5, folder=folder).stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "There is no hall in" in tablehall("export", 5, folder=empty).stderr


def test_a_game_is_shown_again_in_words(played: tuple[Path, int, int]) -> None:
    folder, finished, _ = played
    tablehall("export", finished, "-o", "game.jsonl", folder=folder)
    shown = tablehall("replay", "game.jsonl", folder=folder)
    assert shown.returncode == 0, shown.stderr
    assert "0 opened" in shown.stdout
    assert "moved anna" in shown.stdout
    later = tablehall("replay", "game.jsonl", "--from", 10, folder=folder)
    assert "0 opened" not in later.stdout


def test_a_backup_is_a_whole_hall(played: tuple[Path, int, int], tmp_path: Path) -> None:
    folder, finished, running = played
    copied = tablehall("backup", "copy.db", folder=folder)
    assert copied.returncode == 0, copied.stderr
    other = tmp_path / "other"
    other.mkdir()
    (folder / "copy.db").rename(other / FILE)
    with SqliteJournal(other) as journal:
        assert [r.number for r in journal.live_tables()] == [running]
        assert journal.log(finished)
    assert tablehall("backup", "copy2.db", folder=folder).returncode == 0
    assert "exists already" in tablehall("backup", "copy2.db", folder=folder).stderr
