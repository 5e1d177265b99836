"""Replays: step by step, shared by link, and proved in the browser."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import Route, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor


async def finished(anna: "Visitor", bob: "Visitor", game: str, moves: str = "") -> str:
    """A finished game; the address of its replay."""
    await bob.join(await anna.open_table(game))
    await anna.begins()
    for number, move in enumerate(moves.split()):
        mover = (anna, bob)[number % 2]
        await mover.turn_comes()
        await mover.move(move)
    await anna.press("Resign")
    await anna.press("Really resign?")
    await bob.sees(re.compile("You won"))
    return anna.page.url.removeprefix(anna.address).replace("table", "replay")


async def test_a_game_is_replayed_step_by_step(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    replay = await finished(anna, bob, "chess", "e2-e4 e7-e5 g1-f3")
    eve = await meet("eve")
    await eve.visit(replay)
    shown = eve.page.locator("output")
    await expect(shown).to_have_text("0 / 5")
    await eve.press("One step on")
    await expect(eve.square("e4")).to_have_attribute("aria-label", "e4, White pawn")
    await eve.press("e7–e5")
    await expect(shown).to_have_text("2 / 5")
    await eve.press("To the end")
    await expect(shown).to_have_text("5 / 5")
    await eve.press("One step back")
    await eve.press("One step back")
    link = await eve.page.get_by_label("Link to this position").input_value()
    await eve.press("Play")
    await expect(shown).to_have_text("5 / 5")
    await bob.page.goto(link)
    await expect(bob.page.locator("output")).to_have_text("3 / 5")
    await expect(bob.square("f3")).to_have_attribute("aria-label", "f3, White knight")
    async with eve.page.expect_download() as download:
        await eve.page.get_by_role("link", name="Download the log").click()
    assert re.fullmatch(r"chess-\d+\.jsonl", (await download.value).suggested_filename)


async def test_the_dice_of_a_game_are_proved_in_the_browser(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    replay = await finished(anna, bob, "shelfie")
    eve = await meet("eve")
    await eve.visit(replay)
    proof = eve.page.locator(".proof")
    await expect(proof).to_have_attribute("data-proof", "good")
    await expect(proof).to_contain_text(re.compile(r"All \d+ throws come out of that seed"))
    await expect(proof).to_contain_text(re.compile(r"All \d+ records form an unbroken chain"))

    async def forged(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=(await answer.text()).replace(anna.name, anna.name[::-1]))

    await eve.page.route("**/export", forged)
    await eve.page.reload()
    await expect(proof).to_have_attribute("data-proof", "chain")
    await expect(proof.get_by_role("alert")).to_have_text("The chain is broken after record 1.")
