"""The frame of a game: whatever the size, clocks, turn and prompt are in view, and the board keeps still."""

import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from tablehall.client import Guest, Table
from tablehall.hall.clock import ClockSpec
from tablehall.protocols.house import requests
from tests.browser.reach import outside_viewport
from tests.browser.visitor import Visitor, fresh

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

SIZES = {
    "laptop": (1280, 720),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone held sideways": (844, 390),
    "tablet": (820, 1180),
    "4K": (3840, 2160),
}
BOARDS = {
    "chess": ".board",
    "checkers": ".board",
    "dama": ".board",
    "tictactoe": ".board",
    "connect_four": ".board",
    "pente": ".board",
    "mia": ".felt",
    "shelfie": ".goals",  # on a phone the living room and the shelf take turns on the stage
    "eriantys": ".map",
}
"""What of each game must not move while one aims at it."""
SHELF = ".mine .shelf"
"""On a phone held upright My Shelfie's living room and one's own shelf are large by turns: whichever is aimed
at is always at the same place."""
SEATS = {"mia": 4, "shelfie": 4, "eriantys": 3}
STEPS = 16
"""So many moves are looked at: with two students left to move and all clouds to be taken, every phase."""
IN_VIEW = (
    ".players .own .seat .clock",
    ".players .seat.on-turn .clock",
    ".bar .now",
    ".bar .prompt:not(:empty)",
    ".bar button",
    ".tools button",
    ".rim:has(~ .dock) .facts li > :last-child",
)
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PLACE = """(selector) => {
    const box = document.querySelector(`.play ${selector}`)?.getBoundingClientRect();
    return box ? [box.x, box.y, box.width, box.height].map(Math.round).join() : "";
}"""
SPILLS = """() => {
    const play = document.querySelector(".play").getBoundingClientRect();
    const parts = [...document.querySelectorAll(".play svg, .play .hand, .play [data-part]")];
    const shown = parts.filter((part) => part.checkVisibility() && !part.closest("[data-scrolls]"));
    const over = ({ x, y, right, bottom }) =>
        right > play.right + 1 || bottom > play.bottom + 1 || x < play.x - 1 || y < play.y - 1;
    const called = (part) => `${part.localName}.${part.getAttribute("class")} ${part.dataset.part ?? ""}`;
    return shown.filter((part) => over(part.getBoundingClientRect())).map(called);
}"""

CROWDED = """() => {
    const place = (thing) => thing.getBoundingClientRect();
    const shown = (things) => [...things].map(place).filter(({ width }) => width);
    const bars = [...document.querySelectorAll(".seat")];
    const crowded = bars.filter((bar) => shown(bar.children).some((one, n, all) => all.slice(n + 1).some(
        (other) => Math.min(one.right, other.right) - Math.max(one.x, other.x) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y) > 1)));
    const current = document.querySelector(".moves [aria-current]");
    const [move, list] = shown(current ? [current, current.closest("ol")] : []);
    const lost = move && list && (move.y < list.y - 1 || move.bottom > list.bottom + 1);
    return [...crowded.map((bar) => bar.textContent), ...(lost ? ["the latest move is not seen"] : [])];
}"""
"""Players whose name, pieces and clock lie over one another, and a list without the latest move in sight."""


@asynccontextmanager
async def company(
    visitor: Visitor, game: str, seats: int = 0, options: Any = None
) -> AsyncIterator[list[Table]]:
    """A table with clocks at which the visitor sits, and others without a browser; all seats, in order. What
    the visitor does there is done through a second connection of theirs."""
    address = "{}:{}".format(*visitor.hall.doors["house"])
    await visitor.visit()
    await visitor.page.locator(".person").click()
    await visitor.introduce()
    secret = await visitor.page.evaluate("localStorage.getItem('tablehall.secret')")
    seats, guests = seats or SEATS.get(game, 2), [Guest(address, secret=secret)]
    guests += [Guest(address, name=fresh("guest")) for _ in range(seats - 1)]
    try:
        for guest in guests:
            await guest.come_in()
        mine = await guests[0].open(game, seats, options=options, clock=ClockSpec("total", 3_600_000))
        tables = [mine, *[await guest.join(mine.number) for guest in guests[1:]]]
        await visitor.visit(f"#/table/{mine.number}")
        await visitor.begins()
        yield tables
    finally:
        for guest in guests:
            await guest.close()


async def unseen(page: Page) -> list[str]:
    """What somebody would have to look for."""
    there = [one for one in IN_VIEW if await page.locator(one).count()]
    return [
        *await outside_viewport(page, there),
        *[f"over the edge: {one}" for one in await page.evaluate(SPILLS)],
        *[f"crowded: {one}" for one in await crowded(page)],
    ]


async def crowded(page: Page) -> list[str]:
    """What is crowded and stays so: players and moves are drawn right after the board."""
    for _ in range(50):
        found: list[str] = await page.evaluate(CROWDED)
        if not found:
            break
        await page.evaluate(DRAWN)
    return found


@pytest.mark.parametrize("game", BOARDS)
async def test_clocks_turn_and_prompt_are_in_view_and_the_board_keeps_still(meet: "Meet", game: str) -> None:
    anna, chance = await meet("anna"), random.Random(7)
    places: dict[tuple[str, str], set[str]] = defaultdict(set)
    async with company(anna, game) as tables:
        for _ in range(STEPS):
            if tables[0].my_turn:
                await anna.page.locator(".bar.ours").wait_for()
            for size, (width, height) in SIZES.items():
                await anna.page.set_viewport_size({"width": width, "height": height})
                await anna.page.evaluate(DRAWN)
                wrong = await unseen(anna.page)
                assert not wrong, f"{game}, {size}: {wrong}"
                putting = game == "shelfie" and await anna.page.locator(".parlour.putting").count()
                aimed_at = SHELF if putting else BOARDS[game]
                places[size, aimed_at].add(await anna.page.evaluate(PLACE, aimed_at))
            mover = next((table for table in tables if table.my_turn), None)
            if mover is None:
                break
            await mover.act(chance.choice(await mover.legal()))
            await anna.reaches(mover.seq)
            for table in tables:  # what was told before an answer was heard before it
                await table.guest.ask(requests.Ping())
    for (size, aimed_at), seen in places.items():
        seen.discard("")  # before there is a board something else is chosen
        assert len(seen) == 1, f"{game}, {size}: {aimed_at} was at {seen}"
