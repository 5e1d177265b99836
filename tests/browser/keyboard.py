"""Somebody with a keyboard and nothing else, in whichever browser."""

import json

from tests.browser.visitor import fresh
from tests.browser.window import Window
from tests.conftest import RunningHall

FURTHEST = 80
"""How often the tab key is pressed before something counts as out of reach."""
NAMED = "(one.getAttribute('aria-label') ?? one.textContent).trim() === "
WAY = """(() => {
    const stops = (one) => one.getAttribute("tabindex") !== "-1" && one.checkVisibility();
    const goal = [...document.querySelectorAll(SELECTOR)].find((one) => stops(one) && (CONDITION));
    const now = document.activeElement;
    if (!goal || goal === now) return goal ? "" : "Tab";
    return now.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
})()"""
"""The key that leads to something, none if it has the focus. (Nobody is sent around: some browsers have
stops of their own behind the page's end.)"""
STOP = """(() => {
    const now = document.activeElement;
    if (now === document.body || now === document.documentElement) return "";
    const field = now.closest("[role=grid], svg [role=group]");
    window.numbers ??= new WeakMap();
    if (!numbers.has(now)) numbers.set(now, window.count = (window.count ?? 0) + 1);
    return `${numbers.get(now)} ${field?.getAttribute("aria-label") ?? ""}`;
})()"""
"""What the tab key came to: its number, and the field of the board it lies in; nothing: it left the page."""


class Keyboard:
    """A person without a pointer."""

    def __init__(self, window: Window, hall: RunningHall, name: str) -> None:
        self.window, self.hall, self.name = window, hall, fresh(name)

    async def visit(self, place: str) -> None:
        """Go somewhere in the page."""
        host, port = self.hall.doors["house"]
        await self.window.open(f"http://{host}:{port}/{place}")

    async def tab_to(self, selector: str, condition: str = "true", called: str = "") -> None:
        """Go to something by the tab key."""
        way = WAY.replace("SELECTOR", json.dumps(selector)).replace("CONDITION", condition)
        for _ in range(FURTHEST):
            if not (key := await self.window.evaluate(way)):
                return
            await self.window.press(key)
        raise AssertionError(f"{called or selector} cannot be reached by keyboard")

    async def push(self, name: str) -> None:
        """Go to a button or a link, and push it."""
        await self.tab_to("a[href], button:enabled, summary", NAMED + json.dumps(name), name)
        await self.window.press("Enter")

    async def open_table(self, game: str) -> str:
        """Open a table with everything as it is proposed, say one's name; the table's address."""
        await self.visit(f"#/game/{game}")
        await self.window.says("Open the table")
        await self.push("Open the table")
        await self.window.shows("dialog[open] input")
        await self.window.until("document.activeElement.matches('dialog input')")
        await self.window.type(self.name)
        await self.window.press("Enter")
        await self.window.shows(".room")
        return str(await self.window.evaluate("location.href"))

    async def turn_comes(self) -> None:
        """Wait for one's turn, and for what can be done in it."""
        await self.window.shows(".room .now.ours")

    async def square(self, name: str) -> None:
        """Go to a square of the board by the arrow keys, and choose it."""
        if not await self.window.evaluate("document.activeElement.matches('[role=gridcell]')"):
            await self.tab_to("[role=gridcell]")
        here = str(await self.window.evaluate("document.activeElement.getAttribute('aria-label')")).split(
            ","
        )[0]
        right, up = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
        await self.window.press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        await self.window.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        label = f"document.activeElement.getAttribute('aria-label').startsWith('{name},')"
        await self.window.until(label)
        await self.window.press("Enter")

    async def move(self, move: str) -> None:
        """Make a move on squares, `b2` or `e2-e4`, when one's turn has come."""
        await self.turn_comes()
        seq = await self.window.evaluate("document.querySelector('.room').dataset.seq")
        for square in move.split("-"):
            await self.square(square)
        await self.window.until(f"Number(document.querySelector('.room').dataset.seq) > {seq}")

    async def choose_side(self) -> None:
        """Take the first towers and the first wizard that are free, in a game that begins so."""
        for row in (1, 2):
            await self.turn_comes()
            options = f".setup .options:nth-of-type({row})"
            await self.window.shows(f"{options} > :enabled")
            await self.tab_to(f"{options} > :enabled")
            await self.window.press("Enter")
            await self.window.shows(f"{options} > [aria-pressed=true]")
        await self.window.says("That is my choice")
        await self.push("That is my choice")

    async def stops(self) -> list[str]:
        """What the tab key comes to from the top of the page to its end: for each stop the name of the
        field of the board in which it lies, or nothing."""
        found: list[str] = []
        await self.window.evaluate("document.querySelector('a[href], button').focus()")
        while (stop := await self.window.evaluate(STOP)) and stop not in found:
            found.append(stop)
            assert len(found) < FURTHEST, f"there are more stops than {FURTHEST}: {found}"
            await self.window.press("Tab")
        return [stop.partition(" ")[2] for stop in found]
