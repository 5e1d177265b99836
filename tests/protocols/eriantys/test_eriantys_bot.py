"""The bot on its page plays to the end, among its own kind and in all sizes of games."""

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.protocols.eriantys.clients import Client

if TYPE_CHECKING:
    from tests.conftest import NewHall

PAGE = Path(__file__).parents[3] / "docs" / "bots" / "eriantys.md"


def source() -> str:
    """The bot as it stands on the page."""
    found = re.search(r"```python file=eriantys_bot.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_bot_has_sixty_lines() -> None:
    assert len(source().splitlines()) <= 60


async def test_bots_play_games_of_every_size_to_the_end(new_hall: "NewHall", tmp_path: Path) -> None:
    bot = tmp_path / "eriantys_bot.py"
    bot.write_text(source(), "utf-8")
    hall = new_hall()
    host, port = hall.doors["eriantys"]
    witness = await Client.connect(hall)
    for players in (2, 3, 4):
        first = asyncio.create_task(run(bot, host, port, 0, players))
        async with asyncio.timeout(60):
            while not (await witness.ask("JoinGame", "PossibleGames"))["gameIDs"]:
                assert not first.done(), first.result()
        said = await asyncio.gather(
            first, *(run(bot, host, port, seat, players) for seat in range(1, players))
        )
        assert len(set(said)) == 1
        assert said[0].startswith(b"The winners: ")


async def run(bot: Path, host: str, port: int, seat: int, players: int) -> bytes:
    """What a bot says at the end; the first one creates the game."""
    command = [sys.executable, str(bot), host, str(port), f"bot{seat}", str(players)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    out, error = await asyncio.wait_for(process.communicate(), 60)
    assert (process.returncode, error) == (0, b"")
    return out
