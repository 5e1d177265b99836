"""Nobody loses a seat they did not give up: invitations outlive the tab, and who waits is asked."""

import asyncio
import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.leaving import bring_device, come_back, go_away, has_left, open_with
from tests.browser.test_page_for_everybody import flawless
from tests.browser.visitor import PHONE, Visitor

if TYPE_CHECKING:
    from tests.browser.conftest import Meet, TimedHall
    from tests.conftest import NewHall, RunningHall


async def pair_up(meet: "Meet", hall: "RunningHall", game: str, clock: str = "") -> tuple[Visitor, Visitor]:
    """Two people in the middle of a game: anna has moved."""
    anna, bob = await meet("anna", hall), await meet("bob", hall)
    await bob.join(await open_with(anna, game, clock=clock))
    await anna.begins()
    await anna.move("e2-e4" if game == "chess" else "b2")
    await bob.turn_comes()
    return anna, bob


async def test_an_invitation_outlives_the_tab_and_the_host_answers_from_another_device(
    meet: "Meet", timed_hall: "TimedHall"
) -> None:
    anna, phone = await meet("anna", timed_hall), await meet("phone", timed_hall, **PHONE)
    bob = await meet("bob", timed_hall)
    link = await open_with(anna, "chess", clock="5 min for the game", private=True, seat="Black")
    await expect(anna.page.locator(".meanwhile")).to_contain_text("The link works for a day")
    await bring_device(anna, phone)
    await expect(phone.page.get_by_role("link", name="Back to it")).to_be_visible()
    for device in (anna, phone):
        await device.page.close()
    await has_left(anna.name, bob)
    timed_hall.pass_minutes(2)
    await bob.join(link)
    await bob.begins()
    await expect(bob.page.locator(".absences")).to_have_text(
        f"{anna.name} has not been here yet; no clock runs until then."
    )
    await bob.move("e2-e4")
    await come_back(phone)
    await expect(phone.page.locator(".notice")).to_contain_text(f"{bob.name} came, and the game has begun.")
    await phone.turn_comes()  # they were led to the table
    await expect(bob.page.locator(".absences")).to_have_text("")
    await phone.move("e7-e5")
    await bob.turn_comes()


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
    await expect(bob.page.locator(".moves li")).to_have_text(re.compile("e4"))
    await bob.move("e7-e5")
    await come_back(anna)
    await anna.page.get_by_role("link", name="Your turn: Chess").click()
    await anna.turn_comes()
    await expect(anna.page.locator(".moves li").last).to_contain_text("e5")
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
    await anna.sees(f"You won: {bob.name} did not come back.")

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


async def test_a_public_table_says_that_its_host_is_away_and_can_be_joined(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.open_table("pente")
    await expect(anna.page.locator(".meanwhile")).to_contain_text("the table waits for you for ten minutes")
    await anna.page.close()
    await bob.visit()
    row = bob.page.locator(".tables .row", has_text=anna.name)
    await expect(row).to_contain_text("host is away")
    await bob.visit("#/game/pente")
    await expect(row).to_contain_text("host is away")
    await bob.press("Play now")  # means now: where nobody is there is nobody to play with
    await bob.introduce()
    await bob.sees("Waiting for players")
    await bob.press("Get up")
    await row.get_by_role("button", name="Sit down").click()
    await bob.begins()
