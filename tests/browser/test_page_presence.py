"""Coming back: after a reload, after the hall was killed; and being told whose turn it is."""

import asyncio
import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.conftest import NewHall


async def test_a_reload_in_the_middle_of_a_game_comes_back_to_the_seat(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("connect_four"))
    await anna.begins()
    await anna.move("d1")
    await bob.move("d1")
    await anna.page.reload()
    await anna.turn_comes()
    await expect(anna.page.locator(".moves .turn")).to_have_count(2)
    await expect(anna.page.locator(".piece")).to_have_count(2)
    await anna.move("d1")
    await bob.turn_comes()


async def test_a_hall_killed_in_the_middle_of_a_game_loses_nothing(meet: "Meet", new_hall: "NewHall") -> None:
    hall = new_hall()
    anna, bob = await meet("anna", hall), await meet("bob", hall)
    await bob.join(await anna.open_table("tictactoe"))
    await anna.begins()
    await anna.move("b2")
    await bob.turn_comes()
    await asyncio.to_thread(hall.kill)
    await expect(anna.page.locator(".lost")).to_contain_text("The connection is lost")
    await asyncio.to_thread(hall.start)
    for visitor in (anna, bob):
        await expect(visitor.page.locator(".lost[data-link=open]")).to_be_attached()
    await expect(anna.page.locator(".lost p")).to_have_count(0)
    for visitor in (anna, bob):
        await expect(visitor.page.locator(".seat.away")).to_have_count(0)
    await bob.move("a1")
    for visitor, move in ((anna, "a3"), (bob, "b1"), (anna, "c1")):
        await visitor.turn_comes()
        await visitor.move(move)
    await bob.sees("You lost: three in a row.")


async def test_the_title_says_whose_turn_it_is(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("tictactoe"))
    await expect(anna.page).to_have_title(re.compile("Your turn"))
    await expect(bob.page).to_have_title(re.compile("^Tic Tac Toe"))
    await anna.visit("#/")
    await expect(anna.page.get_by_role("link", name="Your turn: Tic Tac Toe")).to_be_visible()
