"""Somebody with a browser."""

import itertools
import re
import secrets
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.conftest import RunningHall

DESKTOP = {"width": 1200, "height": 900}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
_numbers = itertools.count()


def fresh(name: str) -> str:
    """A name that nobody else in the hall has."""
    return f"{name}-{next(_numbers)}-{secrets.token_hex(2)}"


class Visitor:
    """A person, the window they look through, and what they do there."""

    def __init__(self, hall: RunningHall, name: str, context: BrowserContext, page: Page) -> None:
        self.hall, self.name, self.context, self.page = hall, name, context, page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._note)

    @classmethod
    async def arrive(cls, browser: Browser, hall: RunningHall, name: str, **look: Any) -> "Visitor":
        """Open a window of one's own."""
        context = await browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **look})
        return cls(hall, fresh(name), context, await context.new_page())

    def _note(self, message: Any) -> None:
        lost = "WebSocket connection to" in message.text or "Failed to load resource" in message.text
        # The page asks for nothing that it may not have. A bare "403" would also be found in a port.
        expected = lost and not re.search("(status of|response code:) 403", message.text)
        if message.type == "error" and not expected:
            self.troubles.append(message.text)

    @property
    def address(self) -> str:
        host, port = self.hall.doors["house"]
        return f"http://{host}:{port}/"

    async def visit(self, place: str = "") -> None:
        """Go somewhere in the page."""
        await self.page.goto(self.address + place)

    async def introduce(self) -> None:
        """Say one's name when asked for it."""
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_role("textbox").fill(self.name)
        await dialog.get_by_role("button").last.click()
        await expect(dialog).to_be_hidden()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def press(self, name: str) -> None:
        await self.button(name).click()

    async def open_table(self, game: str) -> str:
        """Open a table with everything as it is proposed; its address."""
        await self.visit(f"#/game/{game}")
        await self.press("Open the table")
        return await self.seated()

    async def seated(self) -> str:
        """Sit at a table just opened; its address."""
        room = self.page.locator(".room")
        dialog = self.page.get_by_role("dialog")
        await expect(room.or_(dialog)).to_be_visible()
        if await dialog.is_visible():
            await self.introduce()
        await expect(room).to_be_visible()
        return self.page.url

    async def come_to(self, table: str) -> None:
        """Come to a table by its link and look on."""
        await self.page.goto(table)
        await self.seated()

    async def join(self, table: str) -> None:
        """Come to a table by its link and sit down."""
        await self.come_to(table)
        await self.press("Sit down")
        await expect(self.page.locator(".seat", has_text="you")).to_be_visible()

    async def begins(self) -> None:
        await expect(self.page.locator(".room[data-status=playing]")).to_be_visible()

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """How the game stands, in words."""
        await expect(self.page.locator(".now")).to_have_text(text)

    async def turn_comes(self) -> None:
        await expect(self.page.locator(".now.ours")).to_be_visible()

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[role=gridcell][aria-label^="{name},"]')

    async def seq(self) -> int:
        """The number of the latest record of the table."""
        return int(await self.page.locator(".room").get_attribute("data-seq") or 0)

    async def reaches(self, seq: int) -> None:
        """The news have come this far."""
        await self.page.wait_for_function(
            "(seq) => Number(document.querySelector('.room')?.dataset.seq) >= seq", arg=seq
        )

    async def move(self, move: str) -> None:
        """Tap the squares of a move: `b2`, or `e2-e4`, or `e7-e8=queen` with what a pawn becomes."""
        before = await self.seq()
        step, _, becomes = move.partition("=")
        for square in step.split("-"):
            await self.square(square).click()
        if becomes:
            await self.page.get_by_role("button", name=becomes).click()
        await self.reaches(before + (2 if becomes else 1))

    async def leave(self) -> None:
        """Close the window; nothing may have gone wrong in it."""
        await self.context.close()
        assert not self.troubles, f"{self.name} saw: {self.troubles}"
