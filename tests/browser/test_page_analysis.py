"""After a game: other moves are tried from any of its positions, and the house is asked what it would do."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.test_page_around_the_board import COVERS

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor

ROW = "(all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]"


async def over(anna: "Visitor", bob: "Visitor", moves: str) -> None:
    """A game of chess in which bob resigns after some moves; anna looks at its replay."""
    await bob.join(await anna.open_table("chess"))
    await anna.begins()
    for number, move in enumerate(moves.split()):
        mover, other = ((anna, bob), (bob, anna))[number % 2]
        await mover.turn_comes()
        await mover.move(move)
        await other.reaches(await mover.seq())
    await bob.press("Resign")
    await bob.press("Really resign?")
    await anna.page.get_by_role("link", name="Replay").click()
    await expect(anna.page.locator(".room.replay")).to_be_visible()


async def test_other_moves_are_tried_and_taken_back(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await over(anna, bob, "f2-f3 e7-e5")
    await anna.press("One step on")
    await anna.press("One step on")
    await anna.press("Try other moves")
    await anna.sees("You are trying other moves.")
    tried = anna.page.locator(".tried")
    for squares, told in (("g2", "g4"), "g4"), (("d8", "h4"), "g4 Qh4#"):
        for square in squares:
            await anna.square(square).click()
        await expect(tried).to_have_text(re.compile(f"^{told}"))
    await anna.sees(f"{bob.name} won: checkmate.")
    await anna.press("One move back")
    await expect(tried).to_have_text(re.compile(r"^g4 *$"))
    signs = anna.page.locator(".handle .icon").filter(visible=True)
    await expect(signs).to_have_count(7)  # buttons and links stand in one row, however many
    assert len(await signs.evaluate_all(ROW)) == 1
    await anna.press("Back to what was played")
    await expect(anna.square("g4")).to_have_attribute("aria-label", "g4, empty")
    await anna.sees(re.compile("resigned"))


async def test_a_pawn_that_is_tried_becomes_what_was_said_and_comes_back_whole(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await over(anna, bob, "a2-a4 h7-h5 a4-a5 h5-h4 a5-a6 h4-h3 a6-b7 h3-g2")
    await anna.press("To the end")
    await anna.press("Try other moves")
    await anna.sees("You are trying other moves.")
    column, tried = anna.page.locator(".promotion"), anna.page.locator(".tried")
    for square in ("b7", "a8"):
        await anna.square(square).click()
    await column.get_by_role("button", name="knight").click()
    await expect(tried).to_have_text(re.compile("^bxa8=N *$"))
    await expect(column).to_have_count(0)
    for square in ("g2", "h1"):
        await anna.square(square).click()
    await column.get_by_role("button", name="queen").click()
    await expect(tried).to_have_text(re.compile("^bxa8=N gxh1=Q *$"))
    assert not await tried.evaluate(COVERS)
    await anna.press("One move back")
    await expect(tried).to_have_text(re.compile("^bxa8=N *$"))
    await expect(anna.square("g2")).to_have_attribute("aria-label", "g2, Black pawn")
    await expect(column).to_have_count(0)


async def test_what_cannot_be_tried_is_said_where_it_was_tried(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await over(anna, bob, "e2-e4")
    await anna.press("Try other moves")
    await anna.sees("You are trying other moves.")
    await anna.square("e2").click()
    await anna.square("e5").click()
    await expect(anna.page.locator(".why")).not_to_be_empty()
    await expect(anna.square("e2")).to_have_attribute("aria-label", re.compile("White pawn"))


async def test_the_house_says_what_it_would_play(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await over(anna, bob, "f2-f3 e7-e5 g2-g4")
    await anna.press("To the end")
    await anna.press("One step back")
    await anna.press("Try other moves")
    await anna.press("What would the house play?")
    tried = anna.page.locator(".tried")
    await expect(tried).to_contain_text("The house would play Qh4#.")
    await expect(anna.page.locator("rect.planned, .planned").first).to_be_attached()


async def test_a_game_is_copied_as_other_programs_read_it(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await over(anna, bob, "e2-e4 e7-e5")
    await anna.page.locator(".files summary").click()
    async with anna.page.expect_download() as download:
        await anna.page.get_by_role("link", name="Download PGN").click()
    text = (await (await download.value).path()).read_text()
    assert re.search(r"^1\. e4 e5 1-0$", text, re.MULTILINE), text
