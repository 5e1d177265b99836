"""A window of any browser, used by keyboard alone: what Firefox and WebKit both can do."""

import asyncio
import json
import shutil
from abc import ABC, abstractmethod
from typing import Any

PATIENCE = 30.0
"""Seconds to wait for something to happen."""
DESKTOP = (1200, 900)
CURE = "apt install firefox-esr webkit2gtk-driver xvfb"
"""What helps where a browser is missing, in the words of Debian."""
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Shift": "\ue008",
    "Escape": "\ue00c",
    "Space": " ",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
"""Keys without a character of their own, as WebDriver writes them."""


class BrowserError(AssertionError):
    """The browser is not there, or cannot do what is asked of it."""


def program(name: str) -> str:
    """Where a program is; without it a test fails, and says what helps."""
    if found := shutil.which(name):
        return found
    raise BrowserError(f"{name} is needed for this test and was not found: {CURE}")


class Window(ABC):
    """One window of a browser of its own, in which nobody has been before."""

    async def __aenter__(self) -> "Window":
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @abstractmethod
    async def start(self) -> None:
        """Start the browser."""

    @abstractmethod
    async def close(self) -> None:
        """End the browser, and whatever was started for it."""

    @abstractmethod
    async def open(self, address: str) -> None:
        """Go to a page and wait until it is loaded."""

    @abstractmethod
    async def act(self, actions: list[dict[str, str]]) -> None:
        """Press and release keys: actions of a keyboard, as WebDriver writes them."""

    @abstractmethod
    async def json_of(self, expression: str) -> str:
        """The JSON of an expression in the page."""

    @abstractmethod
    async def screenshot(self) -> bytes:
        """What is seen now: a PNG."""

    async def press(self, *keys: str) -> None:
        """Press keys one after the other: `Tab`, `a`, `Shift+Tab`."""
        await self.act([action for key in keys for action in strokes(key)])

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*text)

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, if JSON knows it."""
        return json.loads(await self.json_of(f"JSON.stringify(({expression}) ?? null)"))

    async def until(self, expression: str) -> None:
        """Wait until an expression in the page is true."""
        for _ in range(round(PATIENCE / 0.02)):
            if await self.evaluate(f"Boolean({expression})"):
                return
            await asyncio.sleep(0.02)
        seen = await self.evaluate("document.body.innerText")
        raise BrowserError(f"not within {PATIENCE:.0f} s: {expression}\nThe page says:\n{seen}")

    async def shows(self, selector: str) -> None:
        """Wait until something is there."""
        await self.until(f"document.querySelector({json.dumps(selector)})")

    async def says(self, text: str) -> None:
        """Wait until a text is somewhere on the page."""
        await self.until(f"document.body.innerText.includes({json.dumps(text)})")


def strokes(key: str) -> list[dict[str, str]]:
    """A key goes down, and comes up again; those that are held meanwhile go before it, with a plus."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    values = [KEYS.get(one, one) for one in (*held, last)]
    down = [{"type": "keyDown", "value": value} for value in values]
    return down + [{"type": "keyUp", "value": value} for value in reversed(values)]
