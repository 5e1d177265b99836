"""Nobody loses a seat they did not give up: invitations outlive the tab, and who waits is asked."""

import asyncio
import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.test_page_for_everybody import flawless
from tests.browser.visitor import PHONE, Visitor

if TYPE_CHECKING:
    from tests.browser.conftest import Meet, TimedHall
    from tests.conftest import NewHall, RunningHall


async def open_with(host: Visitor, game: str, *, clock: str = "", private: bool = False) -> str:
    """Open a table; the link that invites to it."""
    await host.visit(f"#/game/{game}")
    if clock:
        await host.page.get_by_label("Clock").select_option(label=clock)
    if private:
        await host.page.get_by_label("Private").check()
    await host.press("Open the table")
    await host.seated()
    return await host.page.locator(".gathering .copy input").input_value()


async def code_of(visitor: Visitor) -> str:
    """A code for another device of theirs."""
    await visitor.page.locator(".person").click()
    await visitor.press("Use on another device")
    return (await visitor.page.locator(".device-code").inner_text()).replace("\n", "")


async def bring_device(visitor: Visitor, device: Visitor) -> None:
    """Come in as the same person with another browser, by a code."""
    code = await code_of(visitor)
    await device.visit()
    await device.press("Come in")
    await device.press("I have a code from another device")
    await device.page.get_by_role("textbox", name="Code").fill(code.lower())
    await device.page.get_by_role("dialog").get_by_role("button", name="Come in").click()
    await expect(device.page.locator(".person")).to_have_text(visitor.name)


async def pair_up(meet: "Meet", hall: "RunningHall", game: str, clock: str = "") -> tuple[Visitor, Visitor]:
    """Two people in the middle of a game: anna has moved."""
    anna, bob = await meet("anna", hall), await meet("bob", hall)
    await bob.join(await open_with(anna, game, clock=clock))
    await anna.begins()
    await anna.move("e2-e4" if game == "chess" else "b2")
    await bob.turn_comes()
    return anna, bob


async def go_away(visitor: Visitor, from_: Visitor) -> None:
    """Close the tab; the one who stays sees it."""
    await visitor.page.close()
    await expect(from_.page.locator(".seat.away")).to_have_count(1)


async def has_left(name: str, looker: Visitor) -> None:
    """The hall has noticed that somebody is gone."""
    told: dict[str, object] = {"here": True}
    while told["here"]:
        told = await (await looker.context.request.get(f"{looker.address}api/people/{name}")).json()


async def come_back(visitor: Visitor, place: str = "") -> None:
    """Open the page again in the same browser."""
    page = await visitor.context.new_page()
    page.set_default_timeout(20_000)
    visitor.page = page
    await visitor.visit(place)


async def test_an_invitation_outlives_the_tab_and_the_host_answers_from_another_device(
    meet: "Meet", timed_hall: "TimedHall"
) -> None:
    anna, phone = await meet("anna", timed_hall), await meet("phone", timed_hall, **PHONE)
    bob = await meet("bob", timed_hall)
    link = await open_with(anna, "chess", clock="5 min for the game", private=True)
    await expect(anna.page.locator(".meanwhile")).to_contain_text("The link works for a day")
    await bring_device(anna, phone)
    for device in (anna, phone):
        await device.page.close()
    await has_left(anna.name, bob)
    timed_hall.pass_minutes(2)
    await bob.join(link)
    await bob.begins()
    await expect(bob.page.locator(".absences")).to_have_text(
        f"{anna.name} has not been here yet; no clock runs until then."
    )
    await come_back(phone)
    await expect(phone.page.locator(".notice")).to_contain_text(f"{bob.name} came, and the game has begun.")
    await phone.turn_comes()  # they were led to the table
    await expect(bob.page.locator(".absences")).to_have_text("")
    await phone.move("e2-e4")
    await bob.turn_comes()
    await bob.move("e7-e5")
    await phone.turn_comes()


async def test_a_day_for_each_move_survives_everybody_leaving_and_a_kill(
    meet: "Meet", new_hall: "NewHall"
) -> None:
    hall = new_hall()
    anna, bob = await pair_up(meet, hall, "chess", clock="24 h for each move")
    table = anna.page.url
    await anna.page.close()
    await bob.page.close()
    for visitor in (anna, bob):
        await has_left(visitor.name, visitor)
    await asyncio.to_thread(hall.kill)
    await asyncio.to_thread(hall.start)
    await come_back(bob, table.removeprefix(anna.address))
    await bob.turn_comes()
    await expect(bob.page.locator(".seat.away")).to_have_count(0)  # nobody is missed at a slow table
    await expect(bob.page.locator(".moves li")).to_have_text(re.compile("e2–e4"))
    await bob.move("e7-e5")
    await come_back(anna)
    await expect(anna.page.locator(".your-turn")).to_have_text("Your turn: Chess")
    await anna.page.locator(".your-turn").click()
    await anna.turn_comes()
    await expect(anna.page.locator(".moves li").last).to_contain_text("e7–e5")
    await anna.move("g1-f3")
    await bob.turn_comes()


async def test_who_waits_is_asked_waits_on_and_then_claims_the_win(
    meet: "Meet", timed_hall: "TimedHall"
) -> None:
    anna, bob = await pair_up(meet, timed_hall, "chess")
    await go_away(bob, anna)
    absences = anna.page.locator(".absences")
    await expect(absences).to_contain_text(f"{bob.name} is away.")
    await expect(absences.get_by_role("timer")).to_have_text(
        re.compile(r"^In [01]:\d\d you can say what becomes of the game\.$")
    )
    timed_hall.pass_minutes(1)
    question = anna.page.get_by_role("region", name=f"{bob.name} has not come back.")
    await expect(question.get_by_role("button")).to_have_text(
        ["Claim the win", "Call it a draw", "Let a bot go on", "Wait on"]
    )
    await flawless(anna)
    await question.get_by_role("button", name="Wait on").focus()
    await anna.page.keyboard.press("Enter")
    await expect(question).to_have_count(0)
    await expect(anna.page.locator(".log")).to_contain_text(f"{anna.name} waits on.")
    timed_hall.pass_minutes(1)
    await question.get_by_role("button", name="Claim the win").click()
    await anna.sees("You won: did not come back")

    await come_back(bob)
    missed = bob.page.get_by_role("region", name="While you were away")
    await expect(missed).to_contain_text(f"Chess: the win went to {anna.name}, since you did not come back.")
    await flawless(bob)
    await bob.page.reload()  # told again until it was read
    await missed.get_by_role("button", name="All right").click()
    await expect(missed).to_have_count(0)
    await bob.page.reload()
    await expect(bob.page.locator(".person")).to_have_text(bob.name)
    await expect(missed).to_have_count(0)


async def test_a_bot_goes_on_for_who_does_not_come_back(meet: "Meet", timed_hall: "TimedHall") -> None:
    anna, bob = await pair_up(meet, timed_hall, "tictactoe")
    await go_away(bob, anna)
    timed_hall.pass_minutes(1)
    await anna.press("Let a bot go on")
    await anna.turn_comes()
    await expect(anna.page.locator(".log")).to_contain_text(f"A bot goes on for {bob.name}.")
    await come_back(bob)
    await expect(bob.page.locator(".missed")).to_contain_text("a bot goes on for you")


async def test_who_comes_back_in_time_has_lost_nothing(meet: "Meet", timed_hall: "TimedHall") -> None:
    anna, bob = await pair_up(meet, timed_hall, "tictactoe")
    await go_away(bob, anna)
    timed_hall.pass_minutes(1)
    await expect(anna.page.locator(".question")).to_be_visible()
    await come_back(bob)
    await expect(anna.page.locator(".question")).to_have_count(0)
    await bob.page.locator(".your-turn").click()
    await bob.move("a1")
    await anna.turn_comes()


async def test_a_game_that_everybody_left_is_put_away_and_brought_back(
    meet: "Meet", timed_hall: "TimedHall"
) -> None:
    anna, bob = await pair_up(meet, timed_hall, "tictactoe")
    await go_away(bob, anna)
    await anna.page.close()
    await has_left(anna.name, bob)
    timed_hall.pass_minutes(11)
    await come_back(bob)
    row = bob.page.locator(".saves .row")
    await expect(row).to_contain_text("put away when everybody had left")
    missed = bob.page.locator(".missed")
    await expect(missed).to_contain_text("everybody was gone, so it was put away")
    await missed.get_by_role("button", name="Bring it back").click()
    await bob.press("Sit down")
    await come_back(anna)
    await anna.page.locator(".tables .row").get_by_role("button", name="Sit down").first.click()
    await bob.turn_comes()
    await bob.move("a1")
    await anna.turn_comes()


async def test_two_tabs_show_the_same_tables_and_both_may_play(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    table = await anna.open_table("tictactoe")
    second = Visitor(anna.hall, "second", anna.context, await anna.context.new_page())
    second.name = anna.name
    await second.visit()
    await expect(second.page.locator(".person")).to_have_text(anna.name)
    await expect(second.page.locator(".tables").first).to_contain_text(anna.name)
    await expect(anna.page.locator(".lost p")).to_have_count(0)
    await bob.join(table)
    for tab in (anna, second):  # both are led to the game
        await tab.turn_comes()
    await second.move("b2")
    await bob.turn_comes()
    await anna.sees(f"{bob.name} is thinking")
    await bob.move("a1")
    await anna.move("a3")
    await bob.turn_comes()
    await second.sees(f"{bob.name} is thinking")


async def test_a_private_table_opened_in_one_tab_is_there_in_the_other(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.visit()
    second = Visitor(anna.hall, "second", anna.context, await anna.context.new_page())
    await second.visit()
    await anna.press("Come in")
    await anna.introduce()
    await expect(second.page.locator(".person")).to_have_text(anna.name)  # in all windows at once
    await open_with(anna, "pente", private=True)
    mine = second.page.locator("section", has_text="Your tables").locator(".row")
    await expect(mine).to_contain_text("Pente")
    await mine.get_by_role("link", name="Back to it").click()
    await expect(second.page.locator(".gathering")).to_contain_text("The link works for a day")
    await second.press("Get up")
    await expect(anna.page.locator(".before")).to_contain_text("There is no such table.")


async def test_a_tab_goes_on_looking_when_another_one_looks_away(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna"), await meet("bob"), await meet("eve")
    table = await anna.open_table("tictactoe")
    await bob.join(table)
    await eve.come_to(table)
    second = Visitor(eve.hall, "second", eve.context, await eve.context.new_page())
    await second.come_to(table)
    await second.visit("#/")
    await expect(second.page.locator(".games")).to_be_visible()
    await anna.move("b2")
    await eve.sees(f"{bob.name} is thinking")


async def test_leaving_in_one_tab_leaves_in_all_of_them(meet: "Meet") -> None:
    anna, phone = await meet("anna"), await meet("phone")
    await anna.visit()
    await anna.press("Come in")
    await anna.introduce()
    second = Visitor(anna.hall, "second", anna.context, await anna.context.new_page())
    await second.visit()
    await expect(second.page.locator(".person")).to_have_text(anna.name)
    await bring_device(anna, phone)
    await anna.press("Leave the hall")
    await anna.press("Really? Your running games are given up")
    for elsewhere in (second, phone):
        await expect(elsewhere.page.locator(".lost")).to_contain_text("You left the hall in another window")
        await expect(elsewhere.page.locator(".person")).to_have_text("Come in")
    await phone.press("Come in again")  # its secret is its own
    await expect(phone.page.locator(".person")).to_have_text(anna.name)
    await second.press("Come in again")
    await expect(second.page.get_by_role("dialog")).to_contain_text("You left the hall")
    await second.introduce()
    await expect(second.page.locator(".lost p")).to_have_count(0)


async def test_a_link_fills_in_the_code_and_an_old_code_is_refused(meet: "Meet") -> None:
    anna, phone = await meet("anna"), await meet("phone", **PHONE)
    table = await anna.open_table("tictactoe")
    await code_of(anna)
    link = await anna.page.get_by_label("Or open this link there").input_value()
    assert re.search(r"/#device=[A-Z2-9]{8}$", link)
    for trial in (1, 2):
        await phone.page.goto(link)
        dialog = phone.page.get_by_role("dialog")
        await expect(dialog.get_by_role("textbox")).to_have_value(link[-8:])
        await expect(phone.page).to_have_url(re.compile(r"#/$"))
        await dialog.get_by_role("button", name="Come in").click()
        if trial == 1:
            await expect(phone.page.locator(".person")).to_have_text(anna.name)
            await phone.page.goto("about:blank")
    await expect(dialog).to_contain_text("That code is wrong or too old")
    await expect(phone.page.locator(".person")).to_have_text(anna.name)  # and nothing is lost
    await phone.press("Not now")
    await phone.page.goto(table)
    await expect(phone.page.locator(".seat", has_text="you")).to_contain_text(anna.name)


async def test_a_code_expires_before_the_eyes_of_who_asked_for_it(
    meet: "Meet", timed_hall: "TimedHall"
) -> None:
    anna = await meet("anna", timed_hall)
    await anna.visit()
    await anna.press("Come in")
    await anna.introduce()
    first = await code_of(anna)
    await expect(anna.page.locator(".device [role=timer]")).to_contain_text("more seconds")
    await flawless(anna)
    timed_hall.pass_minutes(1)
    await anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # asks for the time
    await expect(anna.page.locator(".device")).to_contain_text("That code has expired.")
    await anna.press("New code")
    await expect(anna.page.locator(".device-code")).not_to_have_text(first, use_inner_text=True)


async def test_a_public_table_says_that_its_host_is_away_and_can_be_joined(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.open_table("pente")
    await expect(anna.page.locator(".meanwhile")).to_contain_text("the table waits for you for ten minutes")
    await anna.page.close()
    await bob.visit()
    row = bob.page.locator(".tables .row", has_text=anna.name)
    await expect(row).to_contain_text("host is away")
    await row.get_by_role("button", name="Sit down").click()
    await bob.introduce()
    await bob.begins()


NOTED = """() => {
  window.noted = [];
  const asked = { permission: "default" };
  class Noted {
    static get permission() { return localStorage.allowed ?? asked.permission; }
    static async requestPermission() { return (localStorage.allowed = "granted"); }
    constructor(title, { body }) { window.noted.push(body); }
    close() {}
  }
  window.Notification = Noted;
  window.hide = (hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  };
}"""


async def test_who_looks_elsewhere_is_told_that_somebody_came_if_they_want_to_be(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna"), await meet("bob"), await meet("eve")
    await anna.page.add_init_script(f"({NOTED})()")
    table = await open_with(anna, "shelfie")
    await anna.page.evaluate("hide(true)")
    assert await anna.page.evaluate("Notification.permission") == "default"  # nobody is asked unasked
    await anna.page.evaluate("hide(false)")
    await anna.press("Tell me when somebody comes")
    await expect(anna.page.locator(".meanwhile")).to_contain_text("You will be told when somebody comes")
    await anna.page.get_by_label("Seats").select_option("3")
    await anna.page.reload()  # it is remembered
    await expect(anna.page.locator(".meanwhile")).to_contain_text("You will be told when somebody comes")
    await anna.page.evaluate("hide(true)")
    await bob.join(table)
    await expect(anna.page).to_have_title(f"● {bob.name} sat down. · Tablehall")
    assert await anna.page.evaluate("noted") == [f"{bob.name} sat down."]
    await anna.page.evaluate("hide(false)")
    await expect(anna.page).to_have_title("My Shelfie · Tablehall")
    await eve.join(table)
    await anna.begins()
    assert await anna.page.evaluate("noted") == [f"{bob.name} sat down."]  # not while one looks
