"""A command that cannot do what it is asked for says why, in one line, and ends with 1."""

import json
from pathlib import Path

import pytest

from tablehall import __version__
from tests.conftest import RunningHall, tablehall

NO_HALL = "There is no hall in tablehall-data; start one with: tablehall serve"
DAMAGED = "is damaged: put a backup in its place"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("arena go 1 1", "There is no game go; the games: "),
        ("arena no-game.py 1 1 --jobs 2", "A game from a file is played by one process: --jobs 1."),
        ("arena no-game.py 1 1", "no-game.py: it has no `game`; end with `game = YourGame()`"),
        ("arena mia 1 9", "Mia has levels 1 to "),
        ("arena chess 1 1 --seats 3", "Chess is played by 2, not by 3."),
        ("backup copy", NO_HALL),
        ("backup no-game.py", "no-game.py exists already; choose another name."),
        ("backup copy --data damaged", DAMAGED),
        ("conform go 127.0.0.1:1", "There is no page about 'go'; there are: boards, "),
        (
            "conform pipes_original 127.0.0.1:1",
            "It is on that of pipes: conform pipes HOST:PORT --door pipes_o",
        ),
        ("conform mia 127.0.0.1:1", "Nobody answers at 127.0.0.1:1."),
        ("conform mia", "Where is the server? Say HOST:PORT, or how it is started: --start"),
        ("conform pipes here", "'here' is no address; say HOST:PORT, for example 127.0.0.1:8080."),
        ("contest export", NO_HALL),
        ("contest name mia Friday", NO_HALL),
        ("contest name mia Friday --data damaged", DAMAGED),
        (f"contest name mia {'x' * 81}", "A title has at most 80 printable characters."),
        ("contest name mia Friday --data gone", "The hall on gone cannot be reached: "),
        ("contest reset mia", "Aborted."),
        ("contest show", NO_HALL),
        ("export 1", NO_HALL),
        ("keeper new-token", NO_HALL),
        ("keeper new-token --data damaged", DAMAGED),
        ("play --with cat:3", "--with cat:3: say bot:LEVEL, for instance --with bot:2."),
        ("play --host 127.0.0.1:1", "tablehall: No hall answers at 127.0.0.1:1 "),
        ("replay nothing.jsonl", "nothing.jsonl cannot be read: No such file or directory"),
        ("replay no-game.py", "The log breaks: record 0: the seal is missing or broken"),
        ("serve --join nats://here", "tablehall: A node needs --join nats://HOST:PORT and a --database"),
        ("serve --log loud", "--log loud: say debug, info, warning or error."),
        ("serve --set pipe.dialect=original", "There is no door 'pipe'; the doors: house, "),
        (
            "serve --set pipes.accent=czech",
            "The door pipes has no setting 'accent'; it has: grace, dialect, ",
        ),
        (
            "serve --set pipes.dialect=orginal",
            "The setting dialect of the door pipes cannot be 'orginal': say one of auto, document, original.",
        ),
        (
            "serve --set boards.grace=-1",
            "The setting grace of the door boards cannot be -1: say a whole number, at least 0, at most ",
        ),
        ("serve --set boards.grace=long", "grace of the door boards cannot be 'long': say a whole number, "),
        ("serve --set mia.early_start=1", "early_start of the door mia cannot be 1: say true or false."),
        ("serve --set mia.house_bots=honest", "cannot be 'honest': say a list, each one of equilibrium, "),
        ("serve --set house.grace=1", "The door house has no settings of its own."),
        ("serve --set house.limits.idel=1", "The door house has no limit 'idel'; it has: message, rate, "),
        (
            "serve --set house.limits.rate=0",
            "The limit rate of the door house cannot be 0: say a whole number, at least 1.",
        ),
        ("serve --set dialect=original", "--set dialect=original: say DOOR.SETTING=VALUE or DOOR.limits."),
        ("serve --set pipes.dialect", "--set pipes.dialect: say DOOR.SETTING=VALUE or DOOR.limits."),
        ("serve --standby", "tablehall: --standby needs a --database that both halls use."),
        ("tables", NO_HALL),
        ("tables --data damaged", DAMAGED),
        ("verify nothing.jsonl", "nothing.jsonl cannot be read: No such file or directory"),
    ],
)
def test_it_says_why(typed: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "no-game.py").write_text("game = None\n")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "tablehall.sqlite3").write_bytes(b"no journal" * 200)
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "keeper.json").write_text('{"address": "http://127.0.0.1:1", "key": "old"}')
    told = tablehall(*typed.split(), folder=tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert why in told.stderr


@pytest.mark.parametrize(
    ("typed", "finding", "cure"),
    [
        ("--data file", "data folder file: Not a directory", "choose another with --data"),
        ("--data damaged", "the journal cannot be read", "damaged/tablehall.sqlite3 is damaged"),
        (
            "--join nats://127.0.0.1:1 --database postgres://127.0.0.1:1/hall",
            "NATS cannot be used",
            "No NATS server answers at nats://127.0.0.1:1",
        ),
    ],
)
def test_the_doctor_names_the_cure(typed: str, finding: str, cure: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "tablehall.sqlite3").write_bytes(b"no journal" * 200)
    told = tablehall("doctor", *typed.split(), folder=tmp_path)
    assert told.returncode == 1
    lines = told.stdout.splitlines()
    assert f"BAD  {finding}" in lines
    assert lines[lines.index(f"BAD  {finding}") + 1].startswith(f"      cure: {cure}")


def test_it_says_which_version_it_is(tmp_path: Path) -> None:
    told = tablehall("--version", folder=tmp_path)
    assert (told.returncode, told.stdout) == (0, f"tablehall {__version__}\n")


def test_what_a_running_hall_refuses_is_passed_on(hall: RunningHall, tmp_path: Path) -> None:
    way = json.loads((hall.folder / "data" / "keeper.json").read_text())
    (tmp_path / "keeper.json").write_text(json.dumps({**way, "key": "wrong"}))
    for typed in ("keeper new-token", "contest name mia Friday"):
        told = tablehall(*typed.split(), "--data", ".", folder=tmp_path)
        assert told.returncode == 1
        assert told.stderr.startswith("The hall refuses: "), told.stderr
