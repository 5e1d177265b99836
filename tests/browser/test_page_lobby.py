"""The lobby: tables come and go by themselves, however many; results are shown."""

import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from playwright.async_api import Locator, Page, Request, expect

from tablehall.client import Guest, Table
from tablehall.hall.clock import ClockSpec
from tests.browser.visitor import PHONE, fresh
from tests.conftest import NewHall, RunningHall

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

MANY = 300
GAMES = ("chess", "pente", "dama")
PLACES = """() => {
    const box = document.querySelector(".tables").getBoundingClientRect();
    return [...document.querySelectorAll(".tables li")]
        .map((row) => [row.dataset.table, Math.round(row.getBoundingClientRect().top - box.top)])
        .filter(([, top]) => top > -20 && top < box.height);
}"""
"""The rows in view, and where each of them is."""


class Crowd:
    """People without browsers, and the tables they have opened."""

    def __init__(self, hosts: list[Guest]) -> None:
        self.hosts, self.tables = hosts, list[Table]()

    async def open(self, many: int, game: str = "", **terms: Any) -> None:
        for number in range(len(self.tables), len(self.tables) + many):
            host = self.hosts[number % 2]
            self.tables.append(await host.open(game or GAMES[number % len(GAMES)], **terms))

    async def at(self, row: Locator) -> Table:
        """The table in a row of the list."""
        number = int(await row.get_attribute("data-table") or 0)
        return next(table for table in self.tables if table.number == number)

    async def sit_down(self, table: Table) -> Table:
        """Somebody else takes the free seat."""
        return await self.hosts[2].join(table.number)


@asynccontextmanager
async def crowd(hall: RunningHall, many: int) -> AsyncIterator[Crowd]:
    """People who have opened so many tables."""
    async with AsyncExitStack() as stack:
        address = "{}:{}".format(*hall.doors["house"])
        hosts = [await stack.enter_async_context(Guest(address, name=fresh("host"))) for _ in range(3)]
        found = Crowd(hosts)
        await found.open(many)
        yield found


def count_questions(page: Page) -> Counter[str]:
    """Which lists the page asks for, and how often."""
    asked: Counter[str] = Counter()

    def requested(request: Request) -> None:
        if "/api/" in request.url:
            asked[request.url] += 1

    def said(frame: str | bytes) -> None:
        asked[json.loads(frame)["type"]] += 1

    page.on("request", requested)
    page.on("websocket", lambda socket: socket.on("framesent", said))
    return asked


async def test_of_many_tables_few_rows_exist_and_no_list_is_asked_for_twice(
    meet: "Meet", new_hall: NewHall
) -> None:
    hall = new_hall()
    async with crowd(hall, MANY) as others:
        eve = await meet("eve", hall)
        asked = count_questions(eve.page)
        await eve.visit()
        await expect(eve.page.locator(".open-tables")).to_contain_text(f"{MANY} tables")
        for number in range(0, 40, 2):
            await others.sit_down(others.tables[number])
            await others.tables[number].resign()
            await others.tables[number + 1].leave()
            await others.open(1)
        await expect(eve.page.locator(".open-tables")).to_contain_text(f"{MANY - 20} tables")
        await expect(eve.page.locator(".finished li")).to_have_count(8)
        await expect(eve.page.locator(".finished .winner").first).to_have_text(others.hosts[2].name)
        for _ in range(20):
            await eve.page.locator(".tables").hover()
            await eve.page.mouse.wheel(0, 900)
        assert await eve.page.locator(".tables li").count() < 40
        assert await eve.page.evaluate("document.querySelectorAll('*').length") < 2000
        assert await eve.page.evaluate("document.documentElement.scrollHeight") < 3000
        assert {"lobby", "games", "saves"} < set(asked)
        assert any("api/finished" in what for what in asked)
        assert {what: times for what, times in asked.items() if times > 1 and what != "ping"} == {}


async def test_rows_in_view_stay_where_they_are(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    async with crowd(hall, 60) as others:
        eve = await meet("eve", hall)
        await eve.visit()
        rows = eve.page.locator(".tables li")
        await rows.nth(2).hover()
        before = await eve.page.evaluate(PLACES)
        full, left, unseen = [await others.at(rows.nth(row)) for row in (1, 2, 12)]
        await others.open(4)
        await others.sit_down(full)
        await left.leave()
        await unseen.leave()
        await expect(eve.button("4 new tables")).to_be_visible()
        await expect(rows.nth(2)).to_contain_text("no longer open")
        await expect(rows.nth(2).get_by_role("button")).to_have_count(0)
        await expect(rows.nth(1).get_by_role("link", name="Watch")).to_be_visible()
        await expect(rows.nth(1).get_by_role("button")).to_have_count(0)
        assert await eve.page.evaluate(PLACES) == before
        await eve.press("4 new tables")
        await expect(eve.button("4 new tables")).to_have_count(0)
        assert await others.at(rows.first) in others.tables[-4:]
        await expect(rows.filter(has_text="no longer open")).to_have_count(0)
        await expect(rows.first).to_have_attribute("aria-setsize", "62")


async def test_tables_are_filtered_by_game_and_free_seat(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    async with crowd(hall, 30) as others:
        for number in range(0, 9, 3):
            await others.sit_down(others.tables[number])
        eve = await meet("eve", hall, **PHONE)
        await eve.visit()
        games = eve.page.locator(".filters select")
        await expect(games.locator("option")).to_contain_text(["All games (30)", "Chess (10)"])
        await expect(eve.page.get_by_label("With a free seat (27)")).not_to_be_checked()
        await games.select_option("chess")
        await expect(eve.page.get_by_label("With a free seat (7)")).to_be_visible()
        await eve.page.get_by_label("With a free seat (7)").check()
        await expect(eve.page.locator(".tables li").first).to_have_attribute("aria-setsize", "7")
        await expect(eve.page.locator("div.unseen")).to_have_text("7 tables")
        await expect(games.locator("option").first).to_have_text("All games (27)")
        await games.select_option("mia")
        await expect(eve.page.locator(".open-tables")).to_contain_text("There is no such table right now.")
        assert await eve.page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


async def test_a_long_list_is_walked_through_by_keys(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    async with crowd(hall, 80) as others:
        eve = await meet("eve", hall)
        await eve.visit()
        await eve.page.get_by_label("With a free seat (80)").focus()
        keys, focused = eve.page.keyboard, eve.page.locator(".tables li:focus-within")
        await keys.press("Tab")
        await expect(focused).to_have_attribute("aria-posinset", "1")
        await keys.press("ArrowDown")
        await keys.press("ArrowDown")
        await expect(focused).to_have_attribute("aria-posinset", "3")
        await others.sit_down(await others.at(focused))  # the button with the focus is no more
        await expect(focused).to_have_attribute("aria-posinset", "3")
        await expect(focused.get_by_role("link", name="Watch")).to_be_focused()
        await keys.press("End")
        await expect(focused).to_have_attribute("aria-posinset", "80")
        await expect(focused).to_be_in_viewport()
        await keys.press("Tab")
        await keys.press("Tab")
        await expect(focused).to_have_count(0)
        await keys.press("Shift+Tab")
        watch = focused.get_by_role("link", name="Watch")
        await expect(watch).to_be_focused()
        await expect(watch).to_have_accessible_description(re.compile(r"\w+ host-\S+ – free"))
        last = await others.at(focused)
        await keys.press("Enter")
        await eve.introduce()
        await expect(eve.page).to_have_url(re.compile(f"/table/{last.number}"))


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


async def test_play_now_leads_to_ones_own_table_or_to_a_clock_like_the_one_asked_for(
    meet: "Meet", new_hall: NewHall
) -> None:
    hall = new_hall()
    quick, calm = ClockSpec("total", 60_000), ClockSpec("total", 600_000)
    async with crowd(hall, 0) as others:
        await others.open(1, "chess", clock=quick)
        await others.open(1, "chess", clock=calm)
        anna = await meet("anna", hall)
        await anna.visit("#/game/chess")
        where = anna.page.locator(".play-now small")
        await expect(where).to_have_text(f"With {others.hosts[1].name} · 10 min")
        await anna.page.get_by_label("Clock").select_option(label="1 min for the game")
        await expect(where).to_have_text(f"With {others.hosts[0].name} · 1 min")
        await anna.page.get_by_label("Clock").select_option(label="30 s for each move")
        await expect(where).to_contain_text("this opens a table")
        await anna.press("Play now")
        table = await anna.seated()
        await anna.visit("#/game/chess")
        await expect(where).to_contain_text("Your table is still waiting")
        await anna.press("Play now")
        await expect(anna.page).to_have_url(table)


async def test_the_address_of_a_private_table_brings_a_friend_in(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.visit("#/game/tictactoe")
    await anna.page.get_by_label("Private: only with the invite link").check()
    await anna.press("Open the table")
    await anna.seated()
    await expect(anna.page).to_have_url(re.compile(r"/table/\d+\?code=\w+"))
    await bob.come_to(anna.page.url)
    await expect(anna.page.get_by_text("1 person is watching")).to_be_attached()
    await bob.press("Sit down")
    await anna.begins()
    await expect(anna.page.get_by_text("1 person is watching")).to_have_count(0)


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
    await anna.sees(f"You won: {bob.name} resigned.")
    await bob.sees("You lost: you resigned.")
    await anna.visit("#/game/dama")
    await expect(anna.page.locator(".scores")).to_contain_text(anna.name)
    await anna.page.get_by_role("link", name=bob.name).first.click()
    await expect(anna.page.locator("h1")).to_contain_text(bob.name)
    await expect(anna.page.locator(".scores")).to_contain_text("0 – 0 – 1")
    await anna.page.locator(".finished a").first.click()
    await expect(anna.page.locator(".now")).to_have_text(f"{anna.name} won: {bob.name} resigned.")


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
