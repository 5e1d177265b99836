"""The bot on its page plays to the end."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.conftest import RunningHall

PAGE = Path(__file__).parents[3] / "docs" / "bots" / "shelfie.md"


def bot() -> str:
    """The program on the page."""
    return PAGE.read_text("utf-8").split("```python file=shelfie_bot.py\n", 1)[1].split("```", 1)[0]


def test_it_has_forty_lines() -> None:
    assert len(bot().splitlines()) == 40


@pytest.mark.parametrize("players", [2, 4])
async def test_it_plays_to_the_end(hall: RunningHall, tmp_path: Path, players: int) -> None:
    program = tmp_path / "bot.py"
    program.write_text(bot())
    host, port = hall.doors["shelfie"]

    async def runs(name: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(program), host, str(port), name, str(players)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, errors = await asyncio.wait_for(process.communicate(), 60)
        assert not errors
        assert process.returncode == 0
        return out.decode()

    names = [f"bot{number}" for number in range(players)]
    told = await asyncio.gather(*map(runs, names))
    winners = {line.rpartition(" is ")[2].strip() for line in told}
    assert len(winners) == 1
    assert winners <= set(names)
