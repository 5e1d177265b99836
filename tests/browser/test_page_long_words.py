"""Words may be long and players many: all is read to its end, and covers nothing that is played with."""

import random
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, expect

from tablehall.protocols.house import requests
from tests.browser.reach import outside_viewport
from tests.browser.test_page_frame import DRAWN, SIZES, company, unseen

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

HELD = ("laptop", "phone", "phone held sideways")
CUT = """() => [...document.querySelectorAll(".bar p, .told")]
    .filter((line) => line.scrollHeight > line.clientHeight + 2).map((line) => line.textContent)"""
WIDER = """() => [...document.querySelectorAll(".ladder .spot")].filter((spot) => {
    const [rung, text] = [".rung", "text"].map((part) => spot.querySelector(part).getBoundingClientRect());
    return text.width > rung.width;
}).map((spot) => spot.textContent)"""
COVERED = """() => {
    const play = document.querySelector(".play").getBoundingClientRect();
    return [...document.querySelectorAll(".absences p")].filter((line) => {
        const { x, y, right, bottom } = line.getBoundingClientRect();
        return Math.min(right, play.right) - Math.max(x, play.x) > 1
            && Math.min(bottom, play.bottom) - Math.max(y, play.y) > 1;
    }).map((line) => line.textContent);
}"""


async def resized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await page.evaluate(DRAWN)


async def read_to_the_end(page: Page, sizes: tuple[str, ...] = HELD) -> None:
    """At every size the page says all that it has to say, and its buttons are where they can be pressed."""
    for size in sizes:
        await resized(page, size)
        assert not await page.evaluate(CUT), size
        assert not await unseen(page), size


async def test_mia_says_what_there_is_to_do_beside_its_buttons(meet: "Meet") -> None:
    anna = await meet("anna", locale="de-DE")
    # By these rules no roll ends the game before there is anything to read.
    async with company(anna, "mia", 3, {"rules": "maexchen"}) as tables:
        for table, dice in zip(tables, ([3, 1], [3, 2], [4, 1]), strict=True):
            await table.act({"type": "roll"})
            await table.act({"type": "announce", "dice": dice})
        await anna.reaches(tables[2].seq)
        await anna.turn_comes()
        see = anna.page.locator(".bar .see")
        await expect(see).to_be_enabled()
        await read_to_the_end(anna.page)
        assert not await anna.page.evaluate(WIDER)
        at = await see.bounding_box()
        await see.click()
        await expect(anna.page.locator(".bar .let-go")).to_be_visible()
        assert await see.bounding_box() == at  # the second tap is where the first one was
        await anna.page.keyboard.press("Escape")
        await tables[0].act({"type": "roll"})
        await anna.reaches(tables[0].seq)
        await anna.page.locator('[data-part="throw:2,1"].can').click()
        await expect(anna.page.locator(".bar .confirm")).to_have_text("Mäxchen ansagen")
        await read_to_the_end(anna.page)


async def test_who_is_away_is_said_beside_the_board_and_once_how_long_one_waits(meet: "Meet") -> None:
    anna = await meet("anna", locale="de-DE")
    async with company(anna, "mia", 3) as tables:
        for table in tables[1:]:
            await table.guest.close()
        await expect(anna.page.locator(".seat.away")).to_have_count(2)
        await expect(anna.page.locator(".absences").get_by_role("timer")).to_have_count(1)
        for size in ("laptop", "phone held sideways", "4K"):
            await resized(anna.page, size)
            assert not await anna.page.evaluate(COVERED), size
            assert not await unseen(anna.page), size


@pytest.mark.timeout(200)
async def test_the_result_and_the_count_of_my_shelfie_are_read_to_the_end(meet: "Meet") -> None:
    anna, chance = await meet("anna", locale="de-DE"), random.Random(3)
    async with company(anna, "shelfie", 3) as tables:
        while not any(table.over for table in tables):
            mover = next((table for table in tables if table.my_turn), None)
            if mover:
                await mover.act(chance.choice(await mover.legal()))
            for table in tables:  # what was told before an answer was heard before it
                await table.guest.ask(requests.Ping())
        await anna.page.locator(".end .close").click()
        await read_to_the_end(anna.page, ("phone", "phone held sideways", "tablet"))
        for size in HELD:
            await resized(anna.page, size)
            assert not await outside_viewport(anna.page, [".points th", ".points tbody td"]), size
