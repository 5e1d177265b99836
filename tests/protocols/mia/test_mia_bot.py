"""The bot on the page is complete, has thirty lines, and plays its games to the end."""

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.protocols.mia.field import Field, Program

if TYPE_CHECKING:
    from tests.conftest import NewHall

PAGE = Path(__file__).parents[3] / "docs" / "bots" / "mia.md"


def source() -> str:
    """The bot as it stands on the page."""
    found = re.search(r"```python file=mia_bot\.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_bot_has_thirty_lines_and_needs_only_the_standard_library() -> None:
    assert len(source().splitlines()) == 30
    imported = re.findall(r"^import (.*)$", source(), re.MULTILINE)
    assert set(imported[0].split(", ")) <= sys.stdlib_module_names


async def test_three_bots_play_a_contest(new_hall: "NewHall", tmp_path: Path) -> None:
    hall = new_hall("[doors.mia.settings]\nanswer = 2000\njoin_window = 1000\n")
    bot = tmp_path / "mia_bot.py"
    bot.write_text(source())
    host, port = hall.doors["mia"]

    async def play(name: str) -> list[str]:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, str(bot), host, str(port), name, "25")
        process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
        said, wrong = await asyncio.wait_for(process.communicate(), 60)
        assert (process.returncode, wrong) == (0, b"")
        return said.decode().splitlines()

    async with Field(hall.doors) as field:  # whoever comes late has somebody to play with to the end
        await field.enter(Program("dora"))
        scores = await asyncio.gather(play("anna"), play("bob"), play("carl"))
    assert [len(heard) for heard in scores] == [25, 25, 25]
    for name, heard in zip(("anna", "bob", "carl"), scores, strict=True):
        totals = [dict(entry.split(":") for entry in line.split(",")) for line in heard]
        own = [int(total[name]) for total in totals if name in total]
        assert own == sorted(own)
        assert own[-1] > 0
