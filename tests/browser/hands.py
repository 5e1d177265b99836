"""Hands on a drawn board: they tap its parts, or walk there by keys alone."""

import asyncio
import re
from collections.abc import Callable

from playwright.async_api import expect

from tests.browser.visitor import Visitor

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
WHERE = """(part) => {
    const spot = document.querySelector(`[data-part="${part}"]`);
    spot.scrollIntoView({ block: "center" });
    const { x, y, width, height } = (spot.querySelector("circle, rect") ?? spot).getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...middle)?.closest("[data-part]")?.dataset.part;
    return [...middle, hit ?? ""];
}"""
NOTICED = """async (part) => {
    await new Promise(requestAnimationFrame);
    return document.querySelector(`[data-part="${part}"]`)?.ariaPressed === 'true';
}"""
"""Whether a part is chosen, once the page has drawn what it knows."""
HERE = """() => document.activeElement.disabled ? "" : document.activeElement.textContent"""
"""What the button is called that a key would press. While the page asks which moves there are it is none."""
WAY = """([selector, turned]) => {
    const [goal, now] = [document.querySelector(selector), document.activeElement];
    const here = now.dataset.part ?? "";
    if (goal === now) return [here, "", 0];
    const field = goal.closest("svg [role=group]");
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
    return [here, (Math.abs(right) > Math.abs(down)) !== turned ? across : along, 1];
}""".replace("STOPS", "`a[href], button:enabled, input, select, summary, [tabindex='0']`")


class Hands:
    """What a visitor does on a drawn board."""

    def __init__(self, visitor: Visitor, touch: bool = False) -> None:
        self.visitor, self.page, self.touch = visitor, visitor.page, touch

    async def stands(self) -> tuple[list[str], bool, int]:
        """What can be chosen next, whether a move only wants to be confirmed, the latest record."""
        legal, whole, seq = await self.page.evaluate(STANDS)
        return legal, whole, seq

    async def legal(self) -> list[str]:
        """The parts of the board that are marked."""
        return (await self.stands())[0]

    async def choose(self, part: str) -> None:
        """Tap a part of the board; some are chosen as soon as the pointer is over them."""
        x, y, hit = await self.page.evaluate(WHERE, part)
        assert hit == part, f"{hit or 'something else'} lies over {part}"
        if self.touch:
            await self.page.touchscreen.tap(x, y)
            return
        before = await self.page.evaluate(CHOSEN, part)
        await self.page.mouse.move(x, y)
        if before or not await self.page.evaluate(NOTICED, part):
            await self.page.mouse.click(x, y)

    async def confirm(self, chosen: list[str]) -> None:
        """Say yes to the move that is chosen."""
        await self.page.locator(".bar .confirm").click()

    async def button(self, name: str) -> None:
        await self.visitor.press(name)

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


async def replayed(visitor: Visitor, game: str) -> None:
    """The replay of the game that is over opens on the same board, and its dice are proved."""
    await visitor.sees(re.compile("You won|You lost|Draw"))
    await visitor.page.get_by_role("link", name="Replay").click()
    await expect(visitor.page.locator(f".replay .drawn.{game}")).to_be_visible()
    await expect(visitor.page.locator(".proof[data-proof=good]")).to_have_count(1)  # on a phone in a drawer
    await visitor.press("To the end")
