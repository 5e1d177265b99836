"""The page is complete, and the bot on the other page plays."""

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tablehall.conformance.page import read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.steps import Connects, Hears
from tablehall.protocols.pipes import OriginalPipesDoor, OriginalSettings, PipesDoor, Settings
from tablehall.protocols.pipes.dialects import DOCUMENT, ORIGINAL

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd

PAGE = CHECKOUT / "pipes.md"
BOT = CHECKOUT.parent / "bots" / "pipes.md"
ANSWERS = {*map(str, range(200, 209)), "210", "100"}
PUSHES = {"250", "260", "270", "280", "290", "295"}
REFUSALS = {*map(str, range(400, 415)), "420", "450", "460"}


def listed() -> list[str]:
    """The codes in the table of all codes."""
    below = PAGE.read_text("utf-8").split("\n## All codes\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\d{3})", below, re.MULTILINE)


def heard_in_transcripts() -> set[str]:
    """The codes that somebody hears at the pipes door in a transcript."""
    codes = set()
    for block in read_page(PAGE):
        elsewhere = {step.who for step in block.steps if isinstance(step, Connects) and step.door}
        for step in block.steps:
            if isinstance(step, Hears) and step.who not in elsewhere:
                codes.add(step.pattern.text[:3])
    return codes


def test_the_page_lists_every_code_once() -> None:
    assert listed() == sorted(ANSWERS | PUSHES | REFUSALS)


def test_every_code_is_heard_in_a_transcript() -> None:
    assert heard_in_transcripts() == ANSWERS | PUSHES | REFUSALS


def test_no_dialect_has_a_code_that_is_not_on_the_page() -> None:
    used = {
        code.decode().strip()
        for dialect in (DOCUMENT, ORIGINAL)
        for codes in dialect.refusals.values()
        for code in codes
    }
    assert used <= REFUSALS


def test_the_page_names_every_setting_and_its_default() -> None:
    text, settings, limits = PAGE.read_text("utf-8"), Settings(), PipesDoor.limits
    assert f'dialect = "{settings.dialect}"' in text
    assert f"grace = {settings.grace} " in text
    assert f"strikes = {settings.strikes} " in text
    assert f"message = {limits.message} " in text
    assert f"rate = {limits.rate} " in text
    assert f"idle = {limits.idle} " in text
    assert f"port = {PipesDoor.port}\n" in text
    assert f"port = {OriginalPipesDoor.port} " in text
    assert OriginalSettings().grace == settings.grace


def bot(folder: Path) -> Path:
    """The bot of the page, in a file."""
    code = BOT.read_text("utf-8").split("```python file=dama_bot.py\n")[1].split("```")[0]
    assert len(code.splitlines()) <= 30
    path = folder / "bot.py"
    if not path.exists():  # another one may be reading it just now
        path.write_text(code, "utf-8")
    return path


async def start(crowd: "Crowd", folder: Path, plain: str) -> asyncio.subprocess.Process:
    """A bot comes to the hall."""
    host, port = crowd.hall.doors["pipes"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, bot(folder), host, str(port), crowd.name(plain)
    )
    crowd.programs.append(process)
    return process


@pytest.mark.parametrize("together", [2, 4])
async def test_bots_play_to_the_end(crowd: "Crowd", tmp_path: Path, together: int) -> None:
    bots = [await start(crowd, tmp_path, f"bot{number}") for number in range(together)]
    codes = await asyncio.wait_for(asyncio.gather(*(process.wait() for process in bots)), 60)
    assert codes == [0] * together


async def test_a_bot_plays_with_somebody_who_is_lost_and_returns(crowd: "Crowd", tmp_path: Path) -> None:
    anna = await crowd.comes("anna")
    await anna.does("CREATE_GAME", "204")
    process = await start(crowd, tmp_path, "bot")
    await anna.hears_lines("270")
    anna.says("TURN|0,1|1,2")
    assert [(await anna.hears())[:3] for _ in range(2)] == ["208", "208"]
    await anna.closes()
    again = await crowd.comes("anna")
    assert again.id == anna.id
    again.says("TURN|2,1|3,2")
    assert [(await again.hears())[:3] for _ in range(2)] == ["208", "208"]
    await again.does("EXIT_GAME", "205")
    assert await asyncio.wait_for(process.wait(), 20) == 0
