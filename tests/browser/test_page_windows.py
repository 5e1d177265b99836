"""Several windows and devices of one person, and being told while one looks elsewhere."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.leaving import another_tab, bring_device, code_of, open_with
from tests.browser.test_page_for_everybody import flawless
from tests.browser.visitor import PHONE, fresh

if TYPE_CHECKING:
    from tests.browser.conftest import Meet, TimedHall


async def test_two_tabs_show_the_same_tables_and_both_may_play(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    table = await anna.open_table("tictactoe")
    second = await another_tab(anna)
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
    second = await another_tab(anna)
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
    second = await another_tab(eve)
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
    second = await another_tab(anna)
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
    second.name = fresh("another")  # the browser has forgotten who they were, the hall has not
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
