"""Replays: step by step, shared by link, and proved in the browser."""

import asyncio
import json
import re
from typing import TYPE_CHECKING

from playwright.async_api import Route, WebSocketRoute, expect

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
    await eve.page.locator(".moves .turn", has_text="e5").click()
    await expect(shown).to_have_text("2 / 5")
    await eve.press("To the end")
    await expect(shown).to_have_text("5 / 5")
    await eve.press("One step back")
    await eve.press("One step back")
    await expect(eve.page).to_have_url(re.compile(r"at=\d+$"))
    await eve.press("Link to this position")
    link = await eve.page.get_by_role("textbox", name="Link to this position").input_value()
    await expect(eve.page).to_have_url(link)
    await eve.press("Play")
    await expect(shown).to_have_text("5 / 5")
    await bob.page.goto(link)
    await expect(bob.page.locator("output")).to_have_text("3 / 5")
    await expect(bob.square("f3")).to_have_attribute("aria-label", "f3, White knight")
    async with eve.page.expect_download() as download:
        await eve.page.get_by_role("link", name="Download the log").click()
    assert re.fullmatch(r"chess-\d+\.jsonl", (await download.value).suggested_filename)


async def test_everybody_at_a_browser_stirs_the_dice_and_again_for_a_rematch(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    first = await finished(anna, bob, "shelfie")
    before = anna.page.url
    await bob.press("Play again")
    await anna.press("Agree")
    await expect(anna.page).not_to_have_url(before)
    await anna.begins()
    await anna.press("Resign")
    await anna.press("Really resign?")
    await expect(anna.page.locator(".room[data-status=finished]")).to_be_visible()
    again = anna.page.url.removeprefix(anna.address).replace("table", "replay")
    shares = [*await shares_of(anna, first), *await shares_of(anna, again)]
    assert [bool(re.fullmatch("[0-9a-f]{64}", share)) for share in shares] == [True] * 4
    assert len({*shares}) == 4
    await anna.visit(again)
    proof = anna.page.locator(".proof")
    await expect(proof).to_contain_text("fixed, and its hash told, before the table was opened")
    await expect(proof).to_contain_text(f"added after that by {bob.name}, {anna.name}: nobody could choose")


async def test_whoever_plays_against_the_house_at_once_has_a_say_in_the_dice(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.visit("#/game/shelfie")
    await anna.page.get_by_label("Play against bots").select_option("Level 1: plays along")
    await anna.press("Open the table")
    await anna.seated()
    await anna.begins()
    await anna.press("Resign")
    await anna.press("Really resign?")
    await expect(anna.page.locator(".room[data-status=finished]")).to_be_visible()
    await anna.visit(anna.page.url.removeprefix(anna.address).replace("table", "replay"))
    await expect(anna.page.locator(".proof")).to_contain_text(f"added after that by {anna.name}: nobody")


async def test_a_share_for_other_dice_than_those_promised_does_not_count(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")

    def lying(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda said: route.send(re.sub('"promise":"[^"]*"', '"promise":"lies"', str(said))))

    await anna.page.route_web_socket("**/ws", lying)
    notice = expect(anna.page.locator(".notice")).to_contain_text("not the dice that you were promised")
    replay, _ = await asyncio.gather(finished(anna, bob, "shelfie"), notice)
    await anna.visit(replay)
    proof = anna.page.locator(".proof")
    await expect(proof.get_by_role("alert")).to_contain_text("promised other dice than these")
    await expect(proof).to_contain_text(f"added after that by {bob.name}: nobody could choose")


async def shares_of(visitor: "Visitor", replay: str) -> list[str]:
    """What the players of a finished game have added to its dice."""
    number = replay.partition("replay/")[2].partition("?")[0]
    answer = await visitor.page.request.get(f"{visitor.address}api/tables/{number}/export")
    log = [json.loads(line) for line in (await answer.text()).splitlines()]
    return [record.get("entropy", "") for record in log if record["what"] == "sat"]


async def test_the_dice_of_a_game_are_proved_in_the_browser(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    replay = await finished(anna, bob, "shelfie")
    eve = await meet("eve")
    await eve.visit(replay)
    proof = eve.page.locator(".proof")
    await expect(proof).to_have_attribute("data-proof", "good")
    await expect(proof).to_contain_text(re.compile(r"Checked \d+ throws: all of them come out of that seed"))
    await expect(proof).to_contain_text(re.compile(r"Checked \d+ records: the chain is unbroken"))
    await expect(proof).to_contain_text(
        f"Chance of their own was added after that by {anna.name}, {bob.name}: nobody"
    )
    await anna.visit(replay)  # who compares what they were promised
    await expect(anna.page.locator(".proof")).to_contain_text(f"by {anna.name}, {bob.name}: nobody")

    async def forged(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=(await answer.text()).replace(anna.name, anna.name[::-1]))

    await eve.page.route("**/export", forged)
    await eve.page.reload()
    await expect(proof).to_have_attribute("data-proof", "chain")
    await expect(proof.get_by_role("alert")).to_have_text("The chain is broken after record 1.")
