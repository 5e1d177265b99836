"""The header is one line whatever waits; a lost connection and notices move nothing and cover no clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import FloatRect, expect

from tablehall.client import Guest
from tests.browser.visitor import PHONE, fresh

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor
    from tests.conftest import NewHall, RunningHall

WIDTHS = (320, 390, 768, 1280)
SIZES = ((1280, 720), (1100, 760), (390, 844), (740, 360))
PLACES = """() => {
  const parts = [...document.querySelectorAll(".top, .top > *, .room, .room > *, .seat, .board")];
  return parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.className.baseVal ?? part.className, x, y, width, height];
  });
}"""
HEADER = """async () => {
  for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame); // its width has been measured
  const parts = [...document.querySelectorAll(".brand, .yours > a, .top > .tool, .person, .menu > summary")];
  const games = [...document.querySelectorAll(".yours > a:not(.more)")];
  return {
    wide: document.documentElement.scrollWidth,
    high: document.querySelector(".top").offsetHeight,
    parts: parts.map((part) => part.getBoundingClientRect().toJSON()),
    games: [
      games.length,
      games.filter((game) => game.firstChild.offsetWidth > 0).length,
      Number(document.querySelector(".yours .more")?.textContent ?? 0),
    ],
  };
}"""


@asynccontextmanager
async def playing(hall: "RunningHall", visitor: "Visitor", tables: int) -> AsyncIterator[None]:
    """Somebody with so many games against the house, who looks at the page too."""
    games = ["tictactoe", "connect_four", "chess", "shelfie"] * 3
    async with Guest("{}:{}".format(*hall.doors["house"]), name=fresh("anna")) as anna:
        for game in games[:tables]:
            await anna.open(game, bots=1)
        secret = f"localStorage.setItem('tablehall.secret', {anna.secret!r})"
        await visitor.page.add_init_script(secret)
        await visitor.visit()
        yield


async def in_one_line(visitor: "Visitor", width: int) -> tuple[int, int, int]:
    """All of the header is in it and side by side; how many games are shown, named, and only counted."""
    told = await visitor.page.evaluate(HEADER)
    assert told["wide"] == width
    assert told["high"] == 48
    end = 0.0
    for part in told["parts"]:
        assert part["top"] >= 0, part
        assert part["bottom"] <= 48, part
        assert part["left"] >= end - 0.01, part
        assert part["right"] - part["left"] >= 44, part
        assert part["bottom"] - part["top"] >= 44, part
        end = part["right"]
    assert end <= width
    shown, named, rest = told["games"]
    return shown, named, rest


@pytest.mark.parametrize("tables", [0, 3, 12])
async def test_the_header_is_one_line_however_many_games_wait(
    meet: "Meet", hall: "RunningHall", tables: int
) -> None:
    anna = await meet("anna")
    async with playing(hall, anna, tables):
        waiting = anna.page.locator(".yours .your-turn")
        await expect(waiting if tables else anna.page.locator("a.person")).not_to_have_count(0)
        for width in WIDTHS:
            await anna.page.set_viewport_size({"width": width, "height": 700})
            shown, named, rest = await in_one_line(anna, width)
            assert shown + rest == tables
            assert shown >= min(tables, 1)
            assert named == (shown if width > 600 else 0)


async def test_every_game_of_ours_says_its_name_and_whose_turn_it_is(
    meet: "Meet", hall: "RunningHall"
) -> None:
    anna = await meet("anna", **PHONE)
    async with playing(hall, anna, 1):
        dot = anna.page.get_by_role("link", name="Your turn: Tic Tac Toe")
        await expect(dot).to_have_class("your-turn")
        await expect(dot).to_have_attribute("data-tip", "Your turn: Tic Tac Toe")
        tip = "getComputedStyle(document.querySelector('.your-turn'), '::after').opacity"
        assert await anna.page.evaluate(tip) == "0"
        await dot.focus()
        await anna.page.keyboard.press("Shift+Tab")
        await anna.page.keyboard.press("Tab")
        await anna.page.wait_for_function(f"() => {tip} === '1'")
        await dot.tap()
        await expect(anna.page.locator(".room[data-status=playing]")).to_be_visible()
        await expect(dot).to_have_count(0)  # we are there


# What lies over the room.


async def test_a_lost_connection_moves_nothing(meet: "Meet", new_hall: "NewHall") -> None:
    hall = new_hall()
    anna, bob = await meet("anna", hall, **PHONE), await meet("bob", hall)
    await bob.join(await anna.open_table("tictactoe"))
    for visitor in (anna, bob):
        await visitor.begins()
        await expect(visitor.page.locator(".board")).to_be_visible()
    await anna.page.evaluate("document.fonts.ready")
    before = [await visitor.page.evaluate(PLACES) for visitor in (anna, bob)]
    await asyncio.to_thread(hall.kill)
    for visitor, places in zip((anna, bob), before, strict=True):
        said = visitor.page.locator(".lost p")
        await expect(said).to_contain_text("The connection is lost")
        box = await said.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 48  # its words are in the header
        assert await visitor.page.evaluate(PLACES) == places
    await asyncio.to_thread(hall.start)


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two places have no point in common."""
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


async def test_a_notice_covers_no_clock_and_no_action_bar(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.visit("#/game/chess")
    await anna.page.get_by_label("Clock").select_option(index=3)
    await anna.press("Open the table")
    await bob.join(await anna.seated())
    await anna.begins()
    await expect(anna.page.locator(".clock")).to_have_count(2)
    await anna.press("Notifications")  # the browser of the tests allows none
    for width, height in SIZES:
        await anna.page.set_viewport_size({"width": width, "height": height})
        notice = await anna.page.locator(".notice p").bounding_box()
        assert notice is not None
        for part in await anna.page.locator(".top, .clock, .bar, .bar button").all():
            place = await part.bounding_box()
            assert place is not None
            assert apart(notice, place), (width, notice, place)
    await anna.page.get_by_role("alert").get_by_role("button", name="Close").click()
    await expect(anna.page.locator(".notice p")).to_have_count(0)
