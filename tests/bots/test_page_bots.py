"""The bots on the pages: whoever is not let in says why, and every page says which Python runs them."""

import asyncio
import os
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tablehall.client import Guest
from tests.client.guests import guest, house
from tests.conftest import NewHall, RunningHall

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "bots"
PATIENCE = 40.0
BOTS = {
    "house": "house_bot.py",
    "boards": "boards_bot.py",
    "pipes": "dama_bot.py",
    "shelfie": "shelfie_bot.py",
    "eriantys": "eriantys_bot.py",
    "mia": "mia_bot.py",
}


def bot(door: str, folder: Path) -> Path:
    """The bot of a page, in a file."""
    page = (PAGES / f"{door}.md").read_text("utf-8")
    found = re.search(rf"^```python file={re.escape(BOTS[door])}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    file = folder / BOTS[door]
    file.write_text(found[1], "utf-8")
    return file


def address(hall: RunningHall, door: str) -> list[str]:
    """How a bot is told where the door is."""
    host, port = hall.doors[door]
    return [f"{host}:{port}"] if door == "house" else [host, str(port)]


@asynccontextmanager
async def running(file: Path, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A bot, which ends with the test."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(file), *words, stdout=pipe, stderr=pipe, env=env, cwd=file.parent
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def refused(file: Path, *words: str) -> str:
    """What a bot says that is not let in."""
    async with running(file, *words) as process, asyncio.timeout(PATIENCE):
        said, wrong = await process.communicate()
        assert (process.returncode, said) == (1, b"")
        return wrong.decode()


@pytest.mark.parametrize(
    ("door", "more", "cure"),
    [
        ("house", ["chess"], "choose another one."),
        ("boards", ["Chess"], "Start it under another name."),
        ("pipes", [], "choose another"),
    ],
)
async def test_a_bot_whose_name_somebody_plays_under_says_so(
    hall: RunningHall, tmp_path: Path, door: str, more: list[str], cure: str
) -> None:
    async with guest(hall, "anna") as anna:
        said = await refused(bot(door, tmp_path), *address(hall, door), anna.name, *more)
    assert said.startswith(anna.name)
    assert said.rstrip().endswith(cure)
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("door", "cure"),
    [
        ("shelfie", "NickNameTakenException. Start it under another name"),
        ("eriantys", "NicknameAlreadyTakenError. Start it under another nickname"),
    ],
)
async def test_a_bot_whose_name_is_taken_at_the_table_that_waits_says_so(
    new_hall: NewHall, tmp_path: Path, door: str, cure: str
) -> None:
    hall = new_hall()
    file, where = bot(door, tmp_path), address(hall, door)
    async with running(file, *where, "anna"):
        await somebody_waits(hall, door)
        said = await refused(file, *where, "anna")
    assert said.startswith(f"anna: {cure}")
    assert said.count("\n") == 1


async def somebody_waits(hall: RunningHall, game: str) -> None:
    """Wait until somebody sits at a table of a game."""
    async with Guest(house(hall)) as eve, asyncio.timeout(PATIENCE):
        ear = eve.listen()
        await eve.lobby()
        while not any(card.game == game and any(card.seats) for card in eve.lobby_cards.values()):
            await ear.next()


async def test_a_bot_of_mia_whose_name_is_taken_says_so(new_hall: NewHall, tmp_path: Path) -> None:
    hall = new_hall()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dora:
        dora.bind(("127.0.0.9", 0))  # a name belongs to an address
        dora.settimeout(PATIENCE)
        dora.sendto(b"REGISTER;dora", hall.doors["mia"])
        assert dora.recv(100) == b"REGISTERED"
        said = await refused(bot("mia", tmp_path), *address(hall, "mia"), "dora")
    assert said.startswith("dora is taken or no name")
    assert said.endswith("start it under another one\n")


async def test_a_bot_of_the_house_has_its_name_again_when_it_is_started_again(
    new_hall: NewHall, tmp_path: Path
) -> None:
    hall = new_hall()
    file, (where,) = bot("house", tmp_path), address(hall, "house")
    for game in ("tictactoe", "connect_four"):
        async with running(file, where, "rosie", game) as first:
            await somebody_waits(hall, game)
            async with running(file, where, "marvin", game) as second, asyncio.timeout(PATIENCE):
                for process in (first, second):
                    said, wrong = await process.communicate()
                    assert (process.returncode, wrong, said[:7]) == (0, b"", b"Outcome")


async def test_without_a_hall_a_bot_of_the_house_says_so(tmp_path: Path) -> None:
    said = await refused(bot("house", tmp_path), "127.0.0.1:1", "rosie", "chess")
    assert said.startswith("rosie: No hall answers at 127.0.0.1:1 ")


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_every_page_says_which_python_runs_its_programs(page: Path) -> None:
    blocks = re.findall(r"^```(?:text|sh)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert not re.search(r"^(?:.*; )?python ", "".join(blocks), re.MULTILINE), "which python?"
    names = re.findall(r"python3? \w+\.py \S+(?: \d+)? (\S+)", "".join(blocks))
    assert not {"anna", "bob", "Anna", "Bob"} & set(names), "somebody may be playing under these names"
