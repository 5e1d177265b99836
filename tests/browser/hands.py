"""Hands on a board: a mouse, fingers, or keys alone. They choose its squares, or the parts of a drawn one."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, ClassVar

from playwright.async_api import Locator, expect

from tests.browser.visitor import PHONE, Visitor

Picks = Callable[[list[str], list[str], bool], str | None]
"""Which of the marked parts to choose after those already chosen; None: the move is whole enough."""
STANDS = """() => [
    [...document.querySelectorAll(".spot.can, .character.can > button")].map((spot) => spot.dataset.part),
    document.querySelector(".bar .confirm") !== null,
    Number(document.querySelector(".room").dataset.seq),
]"""
READY = """() => document.querySelector(".room[data-status=finished]") ? "over"
    : document.querySelector(".bar.ours") && "ours"
"""
CHOSEN = """(part) => document.querySelector(`[data-part="${part}"]`)?.ariaPressed === 'true'"""
WHERE = """(selector) => {
    const spot = document.querySelector(selector);
    spot.scrollIntoView({ block: "center" });
    const { x, y, width, height } = (spot.querySelector("circle, rect") ?? spot).getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...middle);
    return [...middle, hit?.closest(selector) === spot ? "" : hit?.outerHTML.slice(0, 80) ?? "nothing"];
}"""
"""The middle of a place, and what lies over it."""
NOTICED = """async (part) => {
    await new Promise(requestAnimationFrame);
    return document.querySelector(`[data-part="${part}"]`)?.ariaPressed === 'true';
}"""
"""Whether a part is chosen, once the page has drawn what it knows."""
SQUARE = '[role=gridcell][aria-label^="{},"]'
UNSURE = """async () => {
    await new Promise(requestAnimationFrame);
    return document.querySelector(".bar .prompt").textContent === "Tap again to place it there.";
}"""
"""Whether a second tap is asked for, once the page has drawn what it knows."""
HERE = """() => {
    const { disabled, ariaLabel, textContent } = document.activeElement;
    return disabled ? "" : ariaLabel ?? textContent;
}"""
"""What the button is called that a key would press. While the page asks which moves there are it is none."""
WAY = """([selector, turned]) => {
    const [goal, now] = [document.querySelector(selector), document.activeElement];
    const here = now.dataset.part ?? "";
    if (goal === now) return [here, "", 0];
    const field = goal.closest("svg [role=group], [role=grid]");
    if (!field?.contains(now)) {
        const stops = [...document.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
        const ahead = stops.indexOf(field?.querySelector("[tabindex='0']") ?? goal) - stops.indexOf(now);
        return ["", ahead < 0 ? "Shift+Tab" : "Tab", Math.abs(ahead) || 1];
    }
    if (field.dataset.round) {
        const ring = [...field.querySelectorAll("[data-part]")];
        const ahead = (ring.indexOf(goal) - ring.indexOf(now) + ring.length) % ring.length;
        const right = ahead * 2 <= ring.length;
        return [here, right ? "ArrowRight" : "ArrowLeft", right ? ahead : ring.length - ahead];
    }
    const [to, from] = [goal, now].map((spot) => spot.getBoundingClientRect());
    const right = to.x + to.width / 2 - from.x - from.width / 2;
    const down = to.y + to.height / 2 - from.y - from.height / 2;
    const across = right > 0 ? "ArrowRight" : "ArrowLeft", along = down > 0 ? "ArrowDown" : "ArrowUp";
    if (goal.matches("[role=gridcell]")) {
        const times = (way) => Math.round(Math.abs(way) / to.width / 1.04);
        return times(right) ? ["", across, times(right)] : ["", along, times(down)];
    }
    return [here, (Math.abs(right) > Math.abs(down)) !== turned ? across : along, 1];
}""".replace("STOPS", "`a[href], button:enabled, input, select, summary, [tabindex='0']`")


class Hands:
    """What a visitor does on a board with a mouse."""

    look: ClassVar[dict[str, Any]] = {}
    """What they are used with, if it is no desktop."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    async def stands(self) -> tuple[list[str], bool, int]:
        """What can be chosen next, whether a move only wants to be confirmed, the latest record."""
        legal, whole, seq = await self.page.evaluate(STANDS)
        return legal, whole, seq

    async def legal(self) -> list[str]:
        """The parts of the board that are marked."""
        return (await self.stands())[0]

    async def where(self, selector: str) -> tuple[float, float]:
        """The middle of a place on the board, with nothing over it."""
        x, y, over = await self.page.evaluate(WHERE, selector)
        assert not over, f"{over} lies over {selector}"
        return x, y

    async def press(self, thing: Locator) -> None:
        """Press a button."""
        await thing.click()

    async def square(self, name: str) -> None:
        """Choose a square."""
        await self.page.mouse.click(*await self.where(SQUARE.format(name)))

    async def become(self, kind: str) -> None:
        """Answer what a piece becomes."""
        await self.press(self.page.locator(".promotion").get_by_role("button", name=kind, exact=True))

    async def move(self, move: str) -> None:
        """Make a move on squares: `b2`, or `e2-e4`, or `e7-e8=queen` with what a pawn becomes."""
        await self.visitor.turn_comes()
        before = await self.visitor.seq()
        step, _, becomes = move.partition("=")
        for square in step.split("-"):  # a piece that must jump on is chosen already, and stays so
            await self.square(square)
        if becomes:
            await self.become(becomes)
        await self.visitor.reaches(before + (2 if becomes else 1))

    async def choose(self, part: str) -> None:
        """Tap a part of the board; some are chosen as soon as the pointer is over them."""
        x, y = await self.where(f'[data-part="{part}"]')
        before = await self.page.evaluate(CHOSEN, part)
        await self.page.mouse.move(x, y)
        if before or not await self.page.evaluate(NOTICED, part):
            await self.page.mouse.click(x, y)

    async def confirm(self, chosen: list[str]) -> None:
        """Say yes to the move that is chosen."""
        await self.press(self.page.locator(".bar .confirm"))

    async def button(self, name: str) -> None:
        await self.press(self.visitor.button(name))

    async def link(self, name: str) -> None:
        await self.press(self.page.get_by_role("link", name=name, exact=True))

    async def turn(self) -> bool:
        """Wait for one's turn; False: the game is over."""
        state = await self.page.wait_for_function(READY)
        return bool(await state.json_value() == "ours")

    async def play(self, pick: Picks) -> bool:
        """Make one move, part by part, as `pick` chooses from what is marked; False: the game is over."""
        if not await self.turn():
            return False
        chosen: list[str] = []
        while True:
            legal, whole, before = await self.stands()
            part = pick(legal, chosen, whole)
            if part is None:
                break
            await self.choose(part)
            chosen.append(part)
            await self.page.wait_for_function(CHOSEN, arg=part)
        await self.confirm(chosen)
        await self.visitor.reaches(before + 1)
        return True


class Fingers(Hands):
    """Somebody with a phone."""

    look = PHONE

    async def press(self, thing: Locator) -> None:
        await thing.tap()

    async def square(self, name: str) -> None:
        """Tap a square; where squares are too small for a finger the page asks for a second tap."""
        place = await self.where(SQUARE.format(name))
        await self.page.touchscreen.tap(*place)
        if await self.page.evaluate(UNSURE):
            await self.page.touchscreen.tap(*place)

    async def choose(self, part: str) -> None:
        await self.page.touchscreen.tap(*await self.where(f'[data-part="{part}"]'))


class Keys(Hands):
    """Somebody without a pointer."""

    async def walk(self, selector: str) -> None:
        """Go to a part of the board, or a button, by tab and arrow keys."""
        before, turned = "", False
        for _ in range(90):
            here, key, times = await self.page.evaluate(WAY, [selector, turned])
            if not key:
                return
            if here == before and "Arrow" in key and not turned:
                turned = True  # nothing lies that way
                continue
            before, turned = here, False
            await asyncio.gather(*(self.page.keyboard.press(key) for _ in range(times)))
        raise AssertionError(f"{selector} cannot be reached by keyboard")

    async def press(self, thing: Locator) -> None:
        raise AssertionError("there is nothing to press it with")

    async def square(self, name: str) -> None:
        await self.walk(SQUARE.format(name))
        await self.page.keyboard.press("Enter")

    async def become(self, kind: str) -> None:
        """Whoever is asked is led to the answers, and goes on there by arrows."""
        kinds = self.page.locator(".promotion").get_by_role("button")
        await expect(kinds.first).to_be_focused()
        for _ in range(await kinds.count()):
            if await self.page.evaluate("document.activeElement.ariaLabel") == kind:
                break
            await self.page.keyboard.press("ArrowDown")
        await self.page.keyboard.press("Enter")

    async def choose(self, part: str) -> None:
        before = await self.page.evaluate(CHOSEN, part)
        await self.walk(f'[data-part="{part}"]')
        if before or not await self.page.evaluate(NOTICED, part):
            await self.page.keyboard.press("Enter")

    async def confirm(self, chosen: list[str]) -> None:
        """Choosing the last part once more says yes, unless it can be chosen twice."""
        if chosen[0].startswith("character"):
            await self.walk(".bar .confirm")
            await self.page.keyboard.press("Enter")
        else:
            await self.choose(chosen[-1])

    async def button(self, name: str) -> None:
        for _ in range(60):
            if await self.page.evaluate(HERE) == name:
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} cannot be reached by keyboard")

    link = button


async def replayed(hands: Hands, game: str) -> None:
    """The replay of the game that is over opens on the same board, and its dice are proved."""
    page = hands.page
    await hands.link("Replay")
    await expect(page.locator(f".replay .drawn.{game}, .replay [role=grid]")).to_be_visible()
    await expect(page.locator(".proof[data-proof=good]")).to_have_count(1)  # on a phone in a drawer
    await hands.button("To the end")
    await expect(page.locator("output")).to_have_text(re.compile(r"^(\d+) / \1$"))
