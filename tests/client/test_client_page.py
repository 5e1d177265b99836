"""The programs on the page are complete, have fourteen lines, and do what the page says."""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tablehall.client import Guest
from tablehall.games.api import Absence
from tablehall.protocols.house.replies import Listed
from tests.client.guests import PATIENCE, a_name, guest, heard, house
from tests.conftest import NewHall, RunningHall

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bots" / "house.md"


def source(name: str) -> str:
    """A program as it stands on the page."""
    found = re.search(rf"```python file={re.escape(name)}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


async def start(folder: Path, name: str, *words: str) -> asyncio.subprocess.Process:
    """A program of the page."""
    (folder / name).write_text(source(name))
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    command, pipe = (sys.executable, str(folder / name), *words), asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env, cwd=folder)


async def rest(process: asyncio.subprocess.Process) -> list[str]:
    """What it prints to its end."""
    said, wrong = await asyncio.wait_for(process.communicate(), 60)
    assert (process.returncode, wrong.decode()) == (0, "")
    return said.decode().splitlines()


async def waiting_table(hall: RunningHall, game: str) -> int:
    """The number of the table of this game that somebody opens."""
    async with Guest(house(hall)) as eve, asyncio.timeout(PATIENCE):
        ear = eve.listen()
        for card in (await eve.lobby()).values():
            if card.game == game:
                return card.table
        while not (isinstance(news := await ear.next(), Listed) and news.card.game == game):
            pass
        return news.card.table


@pytest.mark.parametrize("name", ["house_bot.py", "house_watcher.py"])
def test_the_programs_have_fourteen_lines_at_most(name: str) -> None:
    assert len([line for line in source(name).splitlines() if line]) <= 14


async def test_two_bots_of_the_page_play_any_game(new_hall: NewHall, tmp_path: Path) -> None:
    hall = new_hall()
    for game in ("connect_four", "mia"):
        rosie = await start(tmp_path, "house_bot.py", house(hall), f"rosie {game}", game)
        await waiting_table(hall, game)
        marvin = await start(tmp_path, "house_bot.py", house(hall), f"marvin {game}", game)
        first, second = await asyncio.gather(rest(rosie), rest(marvin))
        assert first == second
        assert second[0].startswith("Outcome(ranks=")


async def test_the_patient_bot_of_the_page_waits_twice_and_calls_it_a_draw(
    hall: RunningHall, tmp_path: Path
) -> None:
    name = a_name("rosie")
    async with Guest(house(hall), name=a_name("anna")) as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=Absence(grace=0))
        rosie = await start(tmp_path, "patient_bot.py", house(hall), name, str(annas.number), annas.code)
        await heard(annas, 3)
        await annas.act({"type": "place", "r": 1, "c": 1})
        await heard(annas, 5)
    assert await rest(rosie) == ["Outcome(ranks=(1, 1), scores=(), reason='absent') asked 3 times"]


async def test_the_watcher_of_the_page_tells_a_game_to_its_end(hall: RunningHall, tmp_path: Path) -> None:
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        annas = await anna.open("tictactoe")
        await bob.join(annas.number)
        await heard(annas, 3)
        await annas.act({"type": "place", "r": 1, "c": 1})
        eve = await start(tmp_path, "house_watcher.py", house(hall), a_name("eve"), str(annas.number))
        assert eve.stdout is not None
        said = [(await asyncio.wait_for(eve.stdout.readline(), PATIENCE)).decode() for _ in range(5)]
        assert said[1] == " 1 . X .\n"
        assert said[-1] == f"on turn: {bob.name}\n"
        await annas.resign()
        assert (await rest(eve))[-1] == "Outcome(ranks=(2, 1), scores=(), reason='resigned')"


def test_the_core_of_the_page_is_fed_by_hand() -> None:
    names: dict[str, Any] = {"message": b'{"type":"welcome","person":7,"name":"rosie","re":1}'}
    exec(compile(source("own_wire.py"), "own_wire.py", "exec"), names)
    assert names["events"] == []
    assert names["me"].person == 7
    assert [asked.about for asked in names["unanswered"]] == ["mine"]
