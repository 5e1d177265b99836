"""Every command, given what it cannot use: it says so in a sentence, and nobody sees a traceback."""

import os
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tablehall.cli.commands import app
from tablehall.games import house_games
from tablehall.hall import commands, facts
from tablehall.hall.facts import ContestInfo, Standing
from tablehall.hall.hall import Hall
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import FILE, SqliteJournal
from tests.conftest import ROOT, tablehall

OUTSIDE = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
HOSTILE = {
    "arena": ["chess x y", "chess 0 1", "chess 1 1 --games -1", "chess 1 1 --effort nan", "nowhere.py 1 1"],
    "backup": [
        "/nowhere/copy --data hall",
        "folder --data hall",
        "file/copy --data hall",
        "copy --data file",
    ],
    "bench bots": ["--tables x", "--seconds x"],
    "bench cluster": ["--nodes x"],
    "bench disk": ["--bots x"],
    "bench doors": ["--tables x", "--only nowhere", "--check file --record file --seconds x"],
    "bench engine": ["--nonsense"],
    "bench idle": ["--connections x"],
    "bench journal": ["--batch x"],
    "bench memory": ["--tables x"],
    "bench mia": ["--bots x"],
    "bench page": ["--only nothing", "--game nowhere", "--rounds x"],
    "bench profile": ["nowhere", "pipes --tables x"],
    "bench recovery": ["--tables x"],
    "bench rl": ["--rounds x"],
    "bench rules": ["--game nowhere", "--seconds x"],
    "bench sockets": ["--seconds x"],
    "bench work": ["--tables x"],
    "check": ["", "nowhere", "nowhere.py", "file.py", "folder/", "chess --games x"],
    "cluster status": ["", "--join nats://127.0.0.1:{web}", "--join nats://127.0.0.1:{web} --seconds x"],
    "conform": [
        "",
        "house nowhere",
        "house 127.0.0.1:99999",
        "house 127.0.0.1:{closed}",
        "pipes 127.0.0.1:{web}",
        "house 127.0.0.1:{web} --page folder",
        "house 127.0.0.1:{web} --page binary",
        "house 127.0.0.1:{web} --door x",
    ],
    "contest export": [
        "mia --data nowhere",
        "mia --data hall",
        "mia --data file",
        "mia --data hall --format xml",
        "mia --data contest -o /nowhere/x.csv",
        "mia --data contest -o folder",
        "mia --database nonsense",
        "mia --database postgres://127.0.0.1:{closed}/x",
    ],
    "contest name": ["mia", "mia title --data file", "mia title --data hall", "mia title --data elsewhere"],
    "contest reset": ["mia --yes --data nowhere", "mia --yes --data hall", "mia --yes --data web"],
    "contest show": ["mia --data nowhere", "mia --limit 0", "mia --limit x", "mia --data hall"],
    "crash": ["--runs x", "--runs -1", "--fault nonsense"],
    "doctor": [
        "--port 99999",
        "--port x",
        "--config nowhere.toml",
        "--config folder",
        "--config binary",
        "--config odd.toml",
        "--door house=99999",
        "--door nowhere=1",
        "--set x",
        "--data file",
        "--data file/below",
        "--data damaged",
        "--data /nowhere/at/all",
        "--host nowhere.invalid",
        "--database nonsense",
        "--database postgres://127.0.0.1:{closed}/x",
        "--database postgres://127.0.0.1:{web}/x",
        "--join nats://127.0.0.1:{closed} --database postgres://127.0.0.1:{closed}/x",
        "--join nats://127.0.0.1:{closed}",
    ],
    "export": [
        "",
        "x",
        "1 --data nowhere",
        "1 --data hall",
        "1 --data file",
        "99999999999999999999999999 --data hall",
        "-1 --data hall",
        "{table} --data hall -o /nowhere/game",
        "{table} --data hall -o folder",
        "{table} --data hall --format gif",
        "{table} --data hall --format pgn --at -1",
        "{table} --data hall --format pgn --game nowhere",
        "1 --database nonsense",
        "1 --database postgres://127.0.0.1:{closed}/x",
        "1 --database postgres://127.0.0.1:{web}/x",
    ],
    "fuzz": ["nowhere", "pipes --minutes x", "pipes --case nowhere", "pipes --case folder"],
    "keeper new-token": [
        "--data nowhere",
        "--data file",
        "--data damaged",
        "--data hall --database nonsense",
    ],
    "migrate": [
        "",
        "--from nowhere --to postgres://127.0.0.1:{closed}/x",
        "--from file --to postgres://127.0.0.1:{closed}/x",
        "--from hall --to nonsense",
        "--from hall --to postgres://127.0.0.1:{closed}/x",
        "--from damaged --to postgres://127.0.0.1:{closed}/x",
    ],
    "mutations": ["nowhere", "--nonsense"],
    "play": [
        "go --host 127.0.0.1:{closed}",
        "--host 127.0.0.1:{web}",
        "--host 127.0.0.1:99999",
        "--host nowhere.invalid",
        "--host http://[::",
        "chess --with bot:99 --host 127.0.0.1:{closed}",
        "--table x",
        "--with cat",
    ],
    "prune": [
        "--data nowhere",
        "--data file",
        "--data damaged",
        "--older-than soon",
        "--contests-older-than -1h",
        "--database nonsense",
        "--database postgres://127.0.0.1:{closed}/x",
    ],
    "new game": ["", "1x", "class", "othello --folder file", "chess --folder /nowhere/below"],
    "new protocol": ["", "1x", "chat --folder file"],
    "release": ["--nonsense", "--output file"],
    "replay": ["", "nowhere", "folder", "binary", "game --from x", "game --pause -1", "game --pause x", "-"],
    "serve": [
        "--port 99999",
        "--port -1",
        "--port x",
        "--config nowhere.toml",
        "--config folder",
        "--config binary",
        "--config odd.toml",
        "--door house",
        "--door house=99999",
        "--door house=-1",
        "--door nowhere=1",
        "--door pipes=8080",
        "--set house.limits.per_address=9 --set house.limits.connections=3",
        "--set house.limits.idle=-1",
        "--data file",
        "--data file/below",
        "--data damaged",
        "--host nowhere.invalid",
        "--log loud",
        "--database nonsense",
        "--database postgres://127.0.0.1:{closed}/x",
        "--join nonsense --database postgres://127.0.0.1:{closed}/x",
        "--node alpha",
        "--standby",
    ],
    "sim": ["--seed x", "--hours x", "--doors nowhere", "--file folder --seeds x"],
    "soak": ["--minutes x", "--players x"],
    "tables": [
        "--data nowhere",
        "--data file",
        "--data damaged",
        "--status bogus",
        "--limit 0",
        "--limit x",
        "--limit 99999999999999999999999999 --data hall",
        "--database nonsense",
        "--database postgres://127.0.0.1:{closed}/x",
        "--database postgres://127.0.0.1:{web}/x",
    ],
    "verify": ["", "nowhere", "folder", "binary", "-", "empty"],
    "watch": ["x", "--host 127.0.0.1:{closed}", "1 --host 127.0.0.1:{web}", "--host 127.0.0.1:99999"],
}


def every_command(command: Any, *above: str) -> Iterator[str]:
    below = getattr(command, "commands", {})
    for name, one in below.items():
        yield from every_command(one, *above, name)
    if not below:
        yield " ".join(above)


def test_no_command_is_left_out() -> None:
    assert sorted(every_command(get_command(app))) == sorted(HOSTILE)


class Stage:
    """A folder with everything that a command could be pointed at, and servers that are none of ours."""

    def __init__(self, folder: Path, web: int, closed: int) -> None:
        self.folder = folder
        self.names = {"web": web, "closed": closed, "table": self._play(folder / "hall")}
        for name in ("folder", "damaged", "web", "elsewhere"):
            (folder / name).mkdir()
        (folder / "file").write_text("not a folder\n")
        (folder / "empty").touch()
        (folder / "binary").write_bytes(bytes(range(256)) * 20)
        (folder / "odd.toml").write_text("[bots]\nengine = 3\n")
        (folder / "damaged" / FILE).write_bytes(b"no journal" * 200)
        (folder / "web" / "keeper.json").write_text(f'{{"address": "http://127.0.0.1:{web}", "key": "x"}}')
        (folder / "elsewhere" / "keeper.json").write_bytes(b"\xff\xfe")
        with SqliteJournal(folder / "contest") as journal:
            batch = Batch()
            batch.keep(facts.Held("mia", ContestInfo("mia", "", 1)))
            batch.keep(facts.Scored("mia", "anna", Standing(1, 1)))
            journal.commit(batch)
        exported = tablehall("export", self.names["table"], "--data", "hall", "-o", "game", folder=folder)
        assert exported.returncode == 0, exported.stderr

    @staticmethod
    def _play(data: Path) -> int:
        """A hall in which one game was played to its end."""
        hall, batch = Hall(house_games(), os.urandom), Batch()
        entered = [hall.handle(commands.Enter(conn, name=f"guest {conn}"), 1) for conn in (1, 2)]
        anna, bob = (decision.result.person.id for decision in entered)
        opened = hall.handle(commands.Open(anna, Terms("tictactoe")), 2)
        number: int = opened.result.sheet.table
        decided = [*entered, opened, hall.handle(commands.Join(bob, number), 3)]
        decided.append(hall.handle(commands.Resign(bob, number), 4))
        assert hall.tables[number].scene.status == "finished"
        for decision in decided:
            batch.add(decision)
        with SqliteJournal(data) as journal:
            journal.commit(batch)
        return number


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with socket.create_server(("127.0.0.1", 0)) as web, socket.create_server(("127.0.0.1", 0)) as closing:
        closed = closing.getsockname()[1]
        closing.close()
        threading.Thread(target=answer_all, args=[web], daemon=True).start()
        yield Stage(tmp_path_factory.mktemp("stage"), web.getsockname()[1], closed)
        web.shutdown(socket.SHUT_RDWR)


def answer_all(web: socket.socket) -> None:
    """A server of something else: it says the same to everybody, and hangs up."""
    while True:
        try:
            caller, _ = web.accept()
        except OSError:
            return
        with caller:
            caller.settimeout(10)
            try:
                caller.recv(4096)
                caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\nwelcome\n")
            except OSError:
                pass  # who has gone need not be answered


@pytest.mark.parametrize(
    ("command", "words"), [(command, words) for command, lines in HOSTILE.items() for words in lines]
)
def test_it_is_said_in_a_sentence(command: str, words: str, stage: Stage) -> None:
    told = tablehall(*command.split(), *shlex.split(words.format(**stage.names)), folder=stage.folder)
    said = told.stderr + told.stdout
    assert "Traceback" not in said
    assert told.returncode in (1, 2), said
    if told.returncode == 2:  # what cannot even be read is answered with how it is used
        assert "Usage: " in told.stderr
    elif command == "doctor":
        assert told.stdout.endswith(" to mend.\n")
    elif command != "conform":  # which says of every transcript how it went
        assert len(told.stderr.splitlines()) == 1, said


def test_what_comes_from_standard_input_is_verified(stage: Stage) -> None:
    words = [sys.executable, "-m", "tablehall", "verify", "-"]
    with (stage.folder / "game").open("rb") as game:
        told = subprocess.run(words, env=OUTSIDE, stdin=game, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Yes: ")


LISTING = ["tables", "--data", "hall"]
EXPORT = ["contest", "export", "mia", "--data", "contest"]


def typed_into(command: list[str], output: int, folder: Path, before: str = "pass") -> tuple[int, str]:
    """A command in a Python of its own, whose output goes there; how it ended, and what it complained of."""
    code = f"import sys; {before}; from tablehall.cli import main; main()"
    process = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=folder,
        env=OUTSIDE,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    return process.returncode, process.stderr


@pytest.mark.parametrize("command", [LISTING, EXPORT], ids=" ".join)
def test_a_reader_who_leaves_is_no_reason_for_a_traceback(command: list[str], stage: Stage) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code, complaint = typed_into(command, writing, stage.folder)
    os.close(writing)
    assert (code, complaint) == (1, "")


@pytest.mark.parametrize("command", [LISTING, EXPORT], ids=" ".join)
def test_a_full_disk_is_named(command: list[str], stage: Stage) -> None:
    with open("/dev/full", "w") as full:
        code, complaint = typed_into(command, full.fileno(), stage.folder)
    assert (code, complaint) == (1, "tablehall: No space left on device\n")


@pytest.mark.parametrize(
    ("package", "command"),
    [
        ("typer", ["doctor"]),
        ("aiohttp", ["doctor"]),
        ("msgspec", ["tables"]),
    ],
)
def test_a_package_that_is_missing_is_named_with_the_cure(
    package: str, command: list[str], stage: Stage
) -> None:
    missing = f"sys.modules[{package!r}] = None"
    code, complaint = typed_into(command, subprocess.DEVNULL, stage.folder, missing)
    cure = f"{sys.executable} -m pip install {package}"
    assert (code, complaint) == (1, f"tablehall: this needs the package {package}: {cure}\n")


def test_what_is_missing_of_tablehall_itself_is_not_hidden(stage: Stage) -> None:
    gone = "sys.modules['tablehall.cli.commands'] = None"
    code, complaint = typed_into(["doctor"], subprocess.DEVNULL, stage.folder, gone)
    assert code == 1
    assert complaint.startswith("Traceback")
