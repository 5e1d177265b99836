"""At the table: proposals, refusals in words, spectators, talk, saves, private tables, clocks."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import Route, expect

from tests.browser.leaving import open_with

if TYPE_CHECKING:
    from tests.browser.conftest import Meet


async def test_take_back_draw_and_play_again(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("chess"))
    await anna.begins()
    await anna.move("e2-e4")
    await bob.turn_comes()
    await anna.press("Take back")
    await expect(bob.page.locator(".proposal")).to_contain_text(
        f"{anna.name} would like to take back a move."
    )
    await bob.press("Agree")
    await anna.turn_comes()
    await expect(anna.page.locator(".moves li")).to_have_count(0)
    await anna.press("Offer a draw")
    await bob.press("Decline")
    await expect(anna.page.locator(".log")).to_contain_text(f"{bob.name} declined.")
    await anna.press("Offer a draw")
    await bob.press("Agree")
    await anna.sees("Draw by agreement.")
    before = anna.page.url
    await bob.press("Play again")
    await anna.press("Agree")
    for visitor in (anna, bob):
        await expect(visitor.page).not_to_have_url(before)
        await visitor.begins()
    await bob.turn_comes()


async def test_a_refusal_is_explained_in_words(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob", locale="de-DE")
    await anna.open_table("checkers")
    await bob.visit(anna.page.url.removeprefix(anna.address))
    await bob.introduce()
    await bob.press("Hinsetzen")
    await anna.begins()
    for visitor, move in ((anna, "c3-d4"), (bob, "f6-g5"), (anna, "d4-c5")):
        await visitor.turn_comes()
        await visitor.move(move)
    await bob.turn_comes()
    await bob.square("g5").click()  # another man has to jump
    await expect(bob.page.locator(".why")).to_contain_text("Du kannst schlagen, also musst du.")
    await expect(bob.page.locator(".now")).to_have_text("Du bist dran")


async def test_a_piece_can_be_dragged_to_its_square(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("chess"))
    await anna.turn_comes()
    await anna.square("g1").drag_to(anna.square("f3"))
    await bob.turn_comes()
    await expect(bob.square("f3")).to_have_attribute("aria-label", "f3, White knight")


async def test_talk_does_not_disturb_who_has_a_piece_in_hand(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("chess"))
    await anna.turn_comes()
    await anna.square("e2").click()
    await bob.page.get_by_label("Say something").fill("Hurry up!")
    await bob.press("Say")
    await expect(anna.page.locator(".log")).to_contain_text("Hurry up!")
    await expect(anna.square("e2")).to_have_attribute("aria-selected", "true")
    await anna.move("e4")


async def test_spectators_look_on_and_talk_among_themselves(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna"), await meet("bob"), await meet("eve")
    table = await anna.open_table("tictactoe")
    await bob.join(table)
    await anna.begins()
    await eve.come_to(table)
    await eve.sees(f"{anna.name} is thinking")
    await expect(anna.page.locator(".watching")).to_have_text("1 person is watching")
    await eve.page.get_by_label("Say something").fill("The corner!")
    await eve.press("Say")
    await expect(eve.page.locator(".log")).to_contain_text("The corner!")
    await anna.page.get_by_label("Say something").fill("Good luck, bob")
    await anna.press("Say")
    await expect(bob.page.locator(".log")).to_contain_text("Good luck, bob")
    assert "The corner!" not in await bob.page.locator(".log").inner_text()
    await anna.move("b2")
    await eve.sees(f"{bob.name} is thinking")
    await eve.visit("#/")
    await expect(anna.page.locator(".watching")).to_have_count(0)


async def test_a_private_table_with_a_clock_is_entered_by_its_link_only(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.visit("#/game/connect_four")
    await anna.page.get_by_label("Private").check()
    await anna.page.get_by_label("Spectators").uncheck()
    await anna.page.get_by_label("Clock").select_option(label="5 min for the game")
    await anna.press("Open the table")
    await anna.seated()
    link = await anna.page.get_by_label("Only who has this link can come").input_value()
    assert "code=" in link
    await bob.page.goto(link.partition("?")[0])
    await bob.introduce()
    await expect(bob.page.locator(".before")).to_contain_text("This table is private")
    await bob.page.goto(link)
    await expect(bob.page.locator("h1")).to_have_text("You are invited")
    await bob.press("Sit down")
    await anna.begins()
    await expect(anna.page.locator(".on-turn .clock")).to_have_text(re.compile(r"4:5\d"))
    await expect(bob.page.locator(".seat:not(.on-turn) .clock")).to_have_text("5:00")


async def test_a_private_game_is_replayed_by_those_who_have_its_link(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna"), await meet("bob"), await meet("eve")
    link = await open_with(anna, "connect_four", private=True)
    await bob.page.goto(link)
    await bob.introduce()
    await bob.press("Sit down")
    await anna.begins()
    await bob.press("Resign")
    await bob.press("Really resign?")
    for visitor in (anna, bob):
        await visitor.page.get_by_role("link", name="Replay").click()
        await expect(visitor.page.locator(".replay .proof")).to_have_attribute("data-proof", "good")
    shared = await anna.page.locator(".replay .copy input").input_value()
    await eve.page.goto(shared)
    await expect(eve.page.locator(".replay h1")).to_contain_text("Connect Four")
    async with eve.page.expect_download() as download:
        await eve.page.get_by_role("link", name="Download the log").click()
    assert "export" in (await download.value).url
    await eve.page.goto(shared.partition("?")[0])
    await expect(eve.page.locator(".empty")).to_have_text("This game cannot be shown.")


async def test_a_rated_game_is_put_away_together_and_gone_on_with(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna"), await meet("bob"), await meet("eve")
    table = await anna.open_table("dama")
    await bob.join(table)
    await anna.begins()
    await anna.move("a2-b3")
    await anna.press("Put away")
    await expect(anna.page.locator(".proposal")).to_have_text("Asked to put the game away.")
    await bob.press("Decline")
    await expect(anna.page.locator(".log")).to_contain_text(f"{bob.name} declined.")
    await anna.press("Put away")
    await expect(bob.page.locator(".proposal")).to_contain_text(
        f"{anna.name} would like to put the game away and go on another time."
    )
    await bob.press("Agree")
    for visitor in (anna, bob):
        await visitor.sees("The game was saved and put away")
    await bob.visit("#/")
    row = bob.page.locator(".saves .row", has_text=anna.name)
    await row.get_by_role("button", name="Bring it back").click()
    for visitor, missing in ((bob, anna), (anna, None)):  # who still looks at what was left is led back to it
        room = visitor.page.locator(".room")  # in the lobby others wait for somebody to sit down, too
        await expect(room.get_by_role("grid")).to_have_count(0)
        await room.get_by_role("button", name="Sit down", exact=True).click()
        if missing:
            await visitor.sees(f"Waiting for {missing.name}")
            await expect(room).to_contain_text("the board is shown when everybody is here")
            await eve.come_to(visitor.page.url)
            await expect(eve.page.locator(".room")).to_contain_text("Only its players can sit down here.")
    await bob.turn_comes()
    await expect(bob.page.locator(".moves li")).to_have_count(1)
    await bob.move("b5-a4")


async def test_a_game_for_fun_is_saved_under_a_name_and_deleted(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.visit("#/game/dama")
    await anna.page.get_by_label("The result counts for the rating").uncheck()
    await anna.press("Open the table")
    await bob.join(await anna.seated())
    await anna.begins()
    await anna.press("Save")
    await anna.page.get_by_label("Save under the name").fill(anna.name)
    await anna.press("Save and put away")
    await bob.sees("The game was saved and put away")
    for visitor in (anna, bob):  # each of them decides for themselves
        await visitor.visit("#/")
        row = visitor.page.locator(".saves .row", has_text=anna.name)
        await row.get_by_role("button", name="Delete", exact=True).click()
        await row.get_by_role("button", name="Really delete it?").click()
        await expect(row).to_have_count(0)


async def test_a_game_without_a_board_is_played_with_buttons(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    for visitor in (anna, bob):
        await visitor.page.route("**/assets/*", _without_boards)
    await bob.join(await anna.open_table("tictactoe"))
    await anna.turn_comes()
    await anna.press("place: r 1, c 1")
    await bob.turn_comes()
    await expect(bob.page.locator(".position")).to_contain_text("1 . X .")


async def _without_boards(route: Route) -> None:
    """The board's own file cannot be had, as if the game had no board."""
    if "squares" in route.request.url:
        await route.abort()
    else:
        await route.continue_()
