"""The lobby: tables come and go by themselves; results are shown."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Meet


async def test_tables_come_and_go_while_one_looks(meet: "Meet") -> None:
    anna, eve = await meet("anna"), await meet("eve")
    await eve.visit()
    await expect(eve.page.locator(".game")).to_have_count(9)
    await anna.visit("#/game/pente")
    await anna.page.get_by_label("Title").fill(f"{anna.name} waits")
    await anna.press("Open the table")
    await anna.seated()
    row = eve.page.locator(".tables .row", has_text=f"{anna.name} waits")
    await expect(row).to_contain_text("Pente")
    await anna.press("Get up")
    await expect(row).to_have_count(0)


async def test_play_now_sits_down_where_somebody_waits(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.open_table("checkers")
    await bob.visit("#/game/checkers")
    await expect(bob.page.locator(".tables .row", has_text=anna.name)).to_be_visible()
    await bob.press("Play now")
    await bob.introduce()
    await anna.begins()


async def test_who_waits_in_the_lobby_is_brought_to_the_game_when_it_begins(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    table = await anna.open_table("tictactoe")
    await anna.visit("#/")
    await bob.join(table)
    await anna.turn_comes()
    assert anna.page.url == table


async def test_options_of_a_game_are_asked_for(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.visit("#/game/eriantys")
    await anna.page.get_by_label("Seats").select_option("3")
    await anna.page.get_by_label("Expert rules").check()
    await anna.press("Open the table")
    await anna.seated()
    await expect(anna.page.locator(".seat")).to_have_count(3)
    table = re.sub(r".*/table/(\d+).*", r"\1", anna.page.url)
    cards = await (await anna.page.request.get(f"{anna.address}api/tables")).json()
    assert [card["options"] for card in cards["tables"] if card["table"] == int(table)] == [{"expert": True}]


async def test_a_result_is_in_the_lists_of_the_game_and_of_its_players(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("dama"))
    await anna.begins()
    await anna.move("a2-b3")  # a game without a move counts for nobody
    await bob.press("Resign")
    await bob.press("Really resign?")
    await anna.sees("You won: resigned")
    await bob.sees("You lost: resigned")
    await anna.visit("#/game/dama")
    await expect(anna.page.locator(".scores")).to_contain_text(anna.name)
    await anna.page.get_by_role("link", name=bob.name).first.click()
    await expect(anna.page.locator("h1")).to_contain_text(bob.name)
    await expect(anna.page.locator(".scores")).to_contain_text("0 – 0 – 1")
    await anna.page.locator(".finished a").first.click()
    await expect(anna.page.locator(".now")).to_have_text(f"{anna.name} won: resigned")


async def test_a_taken_name_is_refused_in_the_dialog(meet: "Meet") -> None:
    anna, other = await meet("anna"), await meet("other")
    await anna.visit()
    await anna.press("Come in")
    await anna.introduce()
    await other.visit()
    await other.press("Come in")
    await other.page.get_by_label("Name").fill(anna.name)
    await other.page.get_by_role("dialog").get_by_role("button").last.click()
    await expect(other.page.locator("#who-trouble")).to_have_text(
        "Somebody else has that name, or one that looks like it; choose another one."
    )
    await other.introduce()
    await expect(other.page.locator(".person")).to_have_text(other.name)
