"""The keeper's room on the page, and games against the house's own players."""

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

from tablehall.cli import keeper
from tablehall.client import Guest, RefusedError
from tests.browser.test_page_for_everybody import flawless, tab_to
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor
    from tests.conftest import NewHall, RunningHall

READY = """() => document.querySelector(".room[data-status=finished]") ? "over"
    : document.querySelector(".now.ours") && "ours"
"""
QUICK = "[bots]\npause = 0\nseconds = 0.1\n"


@pytest.fixture
def own(new_hall: "NewHall") -> "RunningHall":
    """A hall that only this test uses: its keeper empties it."""
    return new_hall(QUICK)


async def sign_in(visitor: "Visitor", hall: "RunningHall") -> None:
    """Enter the keeper's room with a new token."""
    token = await asyncio.to_thread(keeper.ask_for_token, hall.folder / "data")
    await visitor.visit("keeper")
    await visitor.page.get_by_label("Keeper's token").fill(token)
    await visitor.press("Enter")
    await expect(visitor.page.locator(".figures").first).to_be_visible()


def row(visitor: "Visitor", text: str) -> Locator:
    """The row of a list in which something stands."""
    return visitor.page.locator(".kept tbody tr", has_text=text)


async def press(row: Locator, *names: str) -> None:
    """Press the buttons of a row, one after the other."""
    for name in names:
        await row.get_by_role("button", name=name, exact=True).click()


async def test_only_the_token_opens_the_keepers_room(meet: "Meet", own: "RunningHall") -> None:
    kim = await meet("kim", own)
    await kim.visit("keeper")
    await kim.page.get_by_label("Keeper's token").fill("open sesame")
    await kim.press("Enter")
    await expect(kim.page.get_by_role("alert").filter(has_text="not the keeper's token")).to_be_visible()
    await flawless(kim)
    await sign_in(kim, own)
    assert own.process
    await kim.page.reload()
    await expect(kim.page.locator(".figures").first).to_be_visible()
    await kim.press("Leave the room")
    await kim.page.reload()
    await expect(kim.page.get_by_label("Keeper's token")).to_be_visible()


async def test_the_keeper_sees_everything_and_closes_a_table(meet: "Meet", own: "RunningHall") -> None:
    kim, anna = await meet("kim", own), await meet("anna", own)
    await sign_in(kim, own)
    number = (await anna.open_table("tictactoe")).rsplit("/", 1)[1]
    await expect(row(kim, number).filter(has_text="Tic Tac Toe")).to_contain_text(f"waiting{anna.name}, –")
    await expect(row(kim, anna.name).filter(has_text="guest")).to_contain_text("127.0.0.1")
    here = kim.page.locator(".figures div", has_text="People here").locator("dd")
    await expect(here).to_have_text("1")
    await flawless(kim)
    table = row(kim, number).filter(has_text="Tic Tac Toe")
    await press(table, "Close", f"Really close {number}?")
    await expect(table).to_have_count(0)
    await expect(anna.page.locator(".room[data-status=closed]")).to_be_visible()


async def test_the_keeper_deletes_a_save_that_nobody_plays(meet: "Meet", own: "RunningHall") -> None:
    kim, anna, bob = await meet("kim", own), await meet("anna", own), await meet("bob", own)
    await anna.visit("#/game/dama")
    await anna.page.get_by_label("The result counts for the rating").uncheck()
    await anna.press("Open the table")
    await bob.join(await anna.seated())
    await anna.begins()
    await anna.press("Save")
    await anna.page.get_by_label("Save under the name").fill("friday")
    await anna.press("Save and put away")
    await bob.sees("The game was saved and put away")
    await sign_in(kim, own)
    save = kim.page.locator(".keeper-saves tbody tr", has_text="friday")
    await expect(save).to_contain_text(f"{anna.name}, {bob.name}")
    await flawless(kim)
    await press(save, "Delete")
    await press(save, "Really delete friday for everybody?")
    await expect(save).to_have_count(0)
    await expect(kim.page.get_by_text("The save friday is deleted.")).to_be_visible()
    await bob.visit("#/")
    await expect(bob.page.locator(".saves .row")).to_have_count(0)


async def test_the_keeper_sees_who_wants_too_much(meet: "Meet", new_hall: "NewHall") -> None:
    hall = new_hall("[hall]\ntables_per_address = 0\n")
    kim = await meet("kim", hall)
    where = "{}:{}".format(*hall.doors["house"])
    async with Guest(where, name="anna") as anna:
        with pytest.raises(RefusedError):
            await anna.open("tictactoe")
        await sign_in(kim, hall)
        wanted = kim.page.locator(".keeper-limited tbody tr")
        await expect(wanted).to_contain_text("anna, 127.0.0.1open tables1")
        await flawless(kim)


async def test_the_keeper_finds_somebody_and_shows_them_out(meet: "Meet", own: "RunningHall") -> None:
    kim, anna, bob = await meet("kim", own), await meet("anna", own), await meet("bob", own)
    for visitor in (anna, bob):
        await visitor.visit()
        await visitor.press("Come in")
        await visitor.introduce()
    await sign_in(kim, own)
    await kim.page.locator(".keeper-people input").fill(anna.name.upper())
    await expect(row(kim, bob.name)).to_have_count(0)
    await press(row(kim, anna.name), "Show out", f"Really show out {anna.name}?")
    await expect(anna.page.locator(".lost")).to_contain_text("You were shown out.")
    await expect(row(kim, anna.name)).to_have_count(0)
    await expect(bob.page.locator(".lost")).to_have_attribute("data-link", "open")


async def test_who_is_banned_stays_out_until_the_ban_is_lifted(meet: "Meet", own: "RunningHall") -> None:
    kim, anna = await meet("kim", own), await meet("anna", own)
    await anna.visit()
    await anna.press("Come in")
    await anna.introduce()
    await sign_in(kim, own)
    await press(row(kim, anna.name), "Ban…")
    dialog = kim.page.get_by_role("dialog")
    await expect(dialog.get_by_label("Name")).to_have_value(anna.name)
    await dialog.get_by_label("For how long").select_option("a day")
    await dialog.get_by_label("Reason").fill("cheats at cards")
    await flawless(kim)
    await dialog.get_by_role("button", name="Ban", exact=True).click()
    await expect(dialog).to_be_hidden()
    ban = kim.page.locator(".keeper-bans tr", has_text=anna.name)
    await expect(ban).to_contain_text("cheats at cards")
    await expect(anna.page.locator(".lost")).to_contain_text("You were shown out.")
    await anna.press("Come in again")
    await anna.press("Come in")
    await anna.page.get_by_role("dialog").get_by_role("textbox").fill(anna.name)
    await anna.page.get_by_role("dialog").get_by_role("button").last.click()
    await expect(anna.page.locator("#who-trouble")).to_have_text(
        "You have been shown out and may not come in."
    )
    await press(ban, "Lift", f"Really let {anna.name} in again?")
    await expect(ban).to_have_count(0)


async def test_an_emptying_hall_says_so_in_the_lobby(meet: "Meet", own: "RunningHall") -> None:
    kim, anna, bob = await meet("kim", own), await meet("anna", own), await meet("bob", own)
    await bob.join(await anna.open_table("tictactoe"))
    await anna.begins()
    await sign_in(kim, own)
    await kim.press("Empty the hall")
    await kim.press("Really let nobody new in?")
    await expect(kim.page.locator(".drain")).to_contain_text("1 game goes on.")
    await anna.page.reload()  # who sits at a table may come back
    await anna.begins()
    await anna.turn_comes()
    await anna.move("b2")
    eve = await meet("eve", own)
    await eve.visit()
    sign = eve.page.locator(".draining")
    await expect(sign).to_contain_text("The hall will close soon")
    await eve.press("Come in")
    dialog = eve.page.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill(eve.name)
    await dialog.get_by_role("button").last.click()
    await expect(eve.page.locator("#who-trouble")).to_contain_text("The hall is closing")
    await flawless(eve)
    await kim.press("Let everybody in again")
    await expect(sign).to_be_empty()
    await dialog.get_by_role("button").last.click()
    await expect(dialog).to_be_hidden()


async def test_who_comes_back_while_the_hall_empties_looks_on_until_it_is_over(
    meet: "Meet", own: "RunningHall"
) -> None:
    kim, eve = await meet("kim", own), await meet("eve", own)
    await eve.visit()
    await eve.press("Come in")
    await eve.introduce()
    await sign_in(kim, own)
    await kim.press("Empty the hall")
    await kim.press("Really let nobody new in?")
    await expect(kim.button("Let everybody in again")).to_be_visible()
    await eve.page.reload()
    await expect(eve.page.locator(".draining")).to_contain_text("The hall will close soon")
    await expect(eve.button("Come in")).to_be_visible()
    await kim.press("Let everybody in again")
    await expect(eve.page.locator("a.person")).to_have_text(eve.name)


async def test_the_keepers_room_by_keyboard_and_on_a_phone(meet: "Meet", own: "RunningHall") -> None:
    kim, anna = await meet("kim", own, **PHONE, color_scheme="dark"), await meet("anna", own)
    number = (await anna.open_table("chess")).rsplit("/", 1)[1]
    await sign_in(kim, own)
    await expect(row(kim, number).first).to_be_visible()
    assert await kim.page.evaluate("document.documentElement.scrollWidth") == 360
    await flawless(kim)
    await tab_to(kim, ".keeper-tables td button")
    await kim.page.keyboard.press("Enter")
    await expect(kim.page.locator(".keeper-tables button:focus")).to_have_text(f"Really close {number}?")
    await kim.page.keyboard.press("Enter")
    await expect(anna.page.locator(".room[data-status=closed]")).to_be_visible()


async def test_the_keepers_room_speaks_six_languages(meet: "Meet", own: "RunningHall") -> None:
    rooms = {"de": "Hallenleitung", "it": "custode", "cs": "správy", "fr": "loge", "es": "conserjería"}
    for locale, said in rooms.items():
        kim = await meet("kim", own, locale=locale)
        await kim.visit("keeper")
        await expect(kim.page.locator("h1")).to_contain_text(said)


async def test_a_whole_game_against_a_bot(meet: "Meet", own: "RunningHall") -> None:
    anna = await meet("anna", own)
    await anna.visit("#/game/tictactoe")
    await anna.page.get_by_label("Play against bots").select_option("Level 3: thinks ahead")
    await expect(anna.page.get_by_label("Wait for people first")).to_be_visible()
    await flawless(anna)
    await anna.press("Open the table")
    await anna.seated()
    await anna.begins()
    await expect(anna.page.get_by_role("img", name="Bot, level 3")).to_be_visible()
    await flawless(anna)
    while await (await anna.page.wait_for_function(READY)).json_value() == "ours":
        free = anna.page.locator('[role=gridcell][aria-label$=", empty"]').first
        await anna.move((await free.get_attribute("aria-label") or "").partition(",")[0])
    await anna.sees(re.compile("You won|You lost|Draw"))


async def test_bots_take_the_free_seats_and_give_them_up_again(meet: "Meet", own: "RunningHall") -> None:
    anna = await meet("anna", own)
    await anna.visit("#/game/shelfie")
    await anna.page.get_by_label("Seats").select_option("3")
    await anna.page.get_by_label("Start only when a player says so").check()
    await anna.press("Open the table")
    await anna.seated()
    await anna.page.get_by_label("Level of the bots").select_option("Level 2: knows the game")
    await anna.press("Fill the free seats with bots")
    robots = anna.page.get_by_role("img", name="Bot, level 2")
    await expect(robots).to_have_count(2)
    await flawless(anna)
    await anna.press("Send the bots away")
    await expect(robots).to_have_count(0)
