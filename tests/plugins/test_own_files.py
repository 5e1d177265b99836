"""A hall with a game and a door from files of somebody's own, by flags and by its configuration."""

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import nursery, tablehall
from tests.games import othello
from tests.plugins.test_plugins import DOOR

if TYPE_CHECKING:
    from tests.conftest import NewHall

WORDS = {
    "serve --game nope.py": "tablehall: nope.py: there is no such file\n",
    "serve --game broken.py": "broken.py, line 2: '(' was never closed\n",
    "serve --game empty.py": "tablehall: empty.py: it has no `game`; end with `game = YourGame()`\n",
    "serve --door empty.py": "tablehall: empty.py: it has no `door`; end with `door = YourDoor`\n",
    "serve --door ./nowhere=7000": "tablehall: nowhere: there is no such file\n",
    "serve --config games.toml": "tablehall: gone.py: there is no such file\n",
    "serve --config doors.toml": "tablehall: gone.py: there is no such file\n",
    "verify --game broken.py x.jsonl": "broken.py, line 2: '(' was never closed\n",
    "arena broken.py 1 1": "broken.py, line 2: '(' was never closed\n",
}


@pytest.mark.parametrize("typed", WORDS)
def test_what_is_wrong_with_a_file_is_one_sentence_and_exit_1(typed: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("\nx = (\n")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "x.jsonl").write_text("{}\n")
    (tmp_path / "games.toml").write_text('memory = true\ngames = ["gone.py"]\n')
    (tmp_path / "doors.toml").write_text('memory = true\ndoor_files = ["gone.py"]\n')
    told = tablehall(*typed.split(), folder=tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1, told.stderr
    assert told.stderr.endswith(WORDS[typed])


async def test_a_door_from_a_file_in_the_configuration_is_open(new_hall: "NewHall", tmp_path: Path) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    hall = new_hall(f'door_files = ["{tmp_path / "door.py"}"]')
    reader, writer = await asyncio.open_connection(*hall.doors["mine"])
    writer.write(b"0|PING\n")
    assert await reader.readline() == b"100\n"
    writer.close()
    await writer.wait_closed()


def test_a_game_and_a_door_from_files_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    typed = [
        "serve",
        "--memory",
        "--host=127.0.0.1",
        "--port=0",
        f"--game={othello.__file__}",
        "--door=door.py=0",
    ]
    output, written = os.pipe()
    with (tmp_path / "log").open("w") as log:
        process = nursery().start(typed, written, log.fileno(), tmp_path)
    os.close(written)
    with open(output, encoding="utf-8") as said:
        lines = iter(said.readline, "")
        doors = [
            line.split()[0] for line in iter(lambda: next(lines), "Stop with Ctrl-C.\n") if "://" in line
        ]
        os.kill(process, signal.SIGTERM)
        said.read()
    assert nursery().wait(process) == 0
    assert doors[0] == "house"
    assert "mine" in doors
