"""All figures of the page beside what they may be at most."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.page.browser import running
from tablehall_lab.bench.page.crowd import crowded
from tablehall_lab.bench.page.drags import GAMES, drags
from tablehall_lab.bench.page.weight import before_the_board, bytes_until, first_paint
from tablehall_lab.services.server import Place, ServerProcess

SETTINGS = "stall_warning = 0\n[hall]\ntables_each = 1000000\ntables_per_address = 1000000\n"
PULL = 16.0
"""Milliseconds of a task while a piece is pulled: one frame."""
CHANGE = 50.0
"""Milliseconds of a task while tables come and go: nobody feels that a click waits for it."""
PAINT = 2.4
"""Times of a bare page's work. The header is painted before any script has come."""
FONT = 30.0
WEIGHT = 88.0
"""Kilobytes that come before the first board, headers and all, font and all."""
GZIPPED = 91.0
"""The same for those whose browser knows no Brotli: to most it is unknown on a line that is not encrypted."""
PARTS = ("drags", "paint", "bytes", "lobby")


class Wanted(NamedTuple):
    """What is to be measured."""

    parts: Sequence[str] = PARTS
    games: Sequence[str] = GAMES
    rounds: int = 5
    tables: int = 1000
    changes: int = 20
    seconds: float = 10


class Figure(NamedTuple):
    """One figure, and what it may be at most (nothing: it is only told)."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    remark: str = ""

    @property
    def too_much(self) -> bool:
        """Whether it is more than it may be."""
        return self.limit is not None and self.value > self.limit

    def __str__(self) -> str:
        allowed = "" if self.limit is None else f"{self.limit:,.10g} {self.unit}"
        verdict = "too much" if self.too_much else ""
        line = f"{self.name:<50}{self.value:>9,.1f} {self.unit:<6}{allowed:>9}  {verdict:<9}{self.remark}"
        return line.rstrip()


def measure(wanted: Wanted) -> list[Figure]:
    """A hall of its own, a browser, and everything that is wanted, told as it is found."""
    with TemporaryDirectory(prefix="tablehall-page-") as folder:
        (Path(folder) / "hall.toml").write_text(SETTINGS)
        with ServerProcess("--memory", f"--config={folder}/hall.toml", log=Path(folder) / "log") as server:
            try:
                return asyncio.run(_measure(server.house, wanted))
            except PlaywrightError as error:
                raise BenchError(f"the browser could not go on: {error.message}") from error


async def _measure(house: Place, wanted: Wanted) -> list[Figure]:
    found = []
    async with running() as browser:
        for part in wanted.parts:
            async for figure in MEASURED[part](browser, house, wanted):
                print(figure, flush=True)
                found.append(figure)
    return found


async def _drags(browser: Browser, house: Place, wanted: Wanted) -> AsyncIterator[Figure]:
    for game in wanted.games:
        longest = await drags(browser, house, game, wanted.rounds)
        remark = f"{longest.wall:.1f} on the wall"
        yield Figure(f"longest task of a pull, {game}", longest.cpu, "ms", PULL, remark)


async def _paint(browser: Browser, house: Place, wanted: Wanted) -> AsyncIterator[Figure]:
    paint = await first_paint(browser, house, wanted.rounds)
    remark = f"{paint.page:.1f} ms of CPU; seen after {paint.wall:.0f} ms"
    yield Figure("work until the first paint, beside a bare page's", paint.ratio, "times", PAINT, remark)


async def _bytes(browser: Browser, house: Place, wanted: Wanted) -> AsyncIterator[Figure]:
    lobby = await bytes_until(browser, house, "", "main a")
    yield Figure("bytes until the lobby", sum(lobby) / 1000, "kB")
    board = await before_the_board(browser, house)
    yield Figure("bytes until the first board", sum(board) / 1000, "kB", WEIGHT)
    yield Figure("fonts among them", board.fonts / 1000, "kB", FONT)
    board = await before_the_board(browser, house, "gzip")
    yield Figure("bytes until the first board, by gzip", sum(board) / 1000, "kB", GZIPPED)


async def _lobby(browser: Browser, house: Place, wanted: Wanted) -> AsyncIterator[Figure]:
    found = await crowded(browser, house, wanted.tables, wanted.changes, wanted.seconds)
    name = f"longest task when one comes to {wanted.tables:,} tables"
    yield Figure(name, found.arriving.cpu, "ms", remark=f"{found.arriving.wall:.1f} on the wall")
    remark = f"{found.longest.wall:.1f} on the wall; {found.changes:.1f} changes a second"
    yield Figure("longest task while tables come and go", found.longest.cpu, "ms", CHANGE, remark)
    remark = ", ".join(f"{name} {times}" for name, times in found.asked.most_common())
    yield Figure("the same list was asked for", max(found.asked.values()), "times", 1, remark)


MEASURED = dict(zip(PARTS, (_drags, _paint, _bytes, _lobby), strict=True))
