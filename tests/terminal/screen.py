"""Somebody at the keyboard of the screen, in a real hall."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Static

from tablehall.client import Guest
from tablehall.terminal.app import HallApp
from tablehall.terminal.board import Board
from tablehall.terminal.table import TableScreen
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import a_name, house
from tests.conftest import RunningHall

PATIENCE = 60.0


class Person:
    """Somebody at the keyboard."""

    def __init__(self, app: HallApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot
        self.press = pilot.press

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until the screen shows something."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.pilot.pause(0.05)

    async def sees(self, kind: type) -> None:
        """Wait for a screen."""
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        await self.pilot.pause()

    @property
    def guest(self) -> Guest:
        return self.app.visit.guest

    @property
    def table(self) -> TableScreen:
        """The table on the screen."""
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    def shown(self, part: str) -> str:
        """What a part of the screen says."""
        return str(self.app.screen.query_one(f"#{part}", Static).visual)

    async def reads(self, part: str, words: str) -> None:
        """Wait until a part of the screen says it: a screen is there before it is told anything."""
        await self.until(lambda: words in self.shown(part))

    def picture(self) -> list[str]:
        """The letters on the screen, line by line."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return [strip.text.rstrip() for strip in strips]

    def log(self) -> str:
        """What the log of the table says; where its lines are broken does not matter."""
        lines = self.table.query_one("#log").lines  # type: ignore[attr-defined]
        return " ".join(" ".join(line.text for line in lines).split())

    async def type(self, text: str) -> None:
        """Type letters."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def has_moves(self) -> None:
        """Wait until there is something to choose."""
        await self.until(lambda: self.table.choices.moves)

    async def point(self, square: tuple[int, int]) -> None:
        """Lead the cursor to a square, key by key, and choose it."""
        board = self.table.query_one(Board)
        board.focus()
        for line, keys in ((0, ("down", "up")), (1, ("left", "right"))):
            way = square[line] - board.pointer.at[line]
            turned = -1 if board.sight.turned else 1
            await self.press(*[keys[way * turned > 0]] * abs(way))
        assert board.pointer.at == square
        await self.press("enter")


@asynccontextmanager
async def screen(
    hall: RunningHall, address: str = "", size: tuple[int, int] = (110, 36), **errand: object
) -> AsyncIterator[Person]:
    """The hall on a screen; at the end one leaves, so that no seat is held."""
    wish = {"host": address or house(hall), "name": a_name("anna"), **errand}
    async with visit(Errand(**wish)) as here:  # type: ignore[arg-type]
        app = HallApp(here, await here.table())
        app.animation_level = "none"
        async with app.run_test(size=size) as pilot:
            yield Person(app, pilot)
        if here.guest.connected:
            await here.guest.bye()
