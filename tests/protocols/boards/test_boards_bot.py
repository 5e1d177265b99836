"""The bot on the page is complete, has thirty lines, and plays every game to its end."""

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.protocols.boards.player import Player

if TYPE_CHECKING:
    from tests.conftest import NewHall

PAGE = Path(__file__).parents[3] / "docs" / "bots" / "boards.md"
GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]


def source() -> str:
    """The bot as it stands on the page."""
    found = re.search(r"```python file=boards_bot\.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_bot_has_thirty_lines_and_needs_only_the_standard_library() -> None:
    assert len(source().splitlines()) == 30
    imported = re.findall(r"^import (.*)$", source(), re.MULTILINE)
    assert set(imported[0].split(", ")) <= sys.stdlib_module_names


async def test_two_bots_play_every_game_to_its_end(new_hall: "NewHall", tmp_path: Path) -> None:
    hall = new_hall()
    bot = tmp_path / "boards_bot.py"
    bot.write_text(source())
    host, port = hall.doors["boards"]
    watcher = await Player("watcher").login(hall)

    async def play(name: str, game: str) -> str:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, str(bot), host, str(port), name, game)
        process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
        said, wrong = await asyncio.wait_for(process.communicate(), 60)
        assert (process.returncode, wrong) == (0, b"")
        return said.decode()

    async def pair(game: str) -> None:
        first = asyncio.create_task(play("anna " + game, game))
        while game not in [entry["name"] for entry in (await watcher.hear("SET_OPEN_GAMES"))["openGames"]]:
            pass
        second = await play("bob " + game, game)
        assert await first == second
        assert re.fullmatch(rf"(anna {game}|bob {game}|nobody): .+\n", second)

    for game in GAMES:
        await pair(game)
