"""On a phone, whatever can be pressed is large enough for a finger, in every room."""

import random
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.browser.reach import small_targets
from tests.browser.test_page_frame import BOARDS, company
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

STEPS = 10
"""So many moves are looked at."""
BARS = ".seat .who a"
"""The name is a word, but the whole bar around it leads to whoever sits there."""
FINE = {
    "pente": ".play [role=gridcell]",
    "shelfie": '.play [data-part^="tile:"], .parlour:not(.putting) .mine [data-part]',
}
"""What no phone has room for at a finger's size: there a tap only chooses, and another one confirms; and what
is only looked at until it is its turn to be large."""
PHONE_390 = {**PHONE, "viewport": {"width": 390, "height": 844}}


async def test_everything_in_the_lobby_and_its_dialogs_can_be_hit(meet: "Meet") -> None:
    anna = await meet("anna", **PHONE_390)
    await anna.visit()
    await expect(anna.page.locator(".game").first).to_be_visible()
    assert await small_targets(anna.page) == []
    await anna.page.locator(".person").click()
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    assert await small_targets(anna.page) == []
    await anna.introduce()
    await anna.visit("#/game/eriantys")
    await expect(anna.page.get_by_label("Seats")).to_be_visible()
    assert await small_targets(anna.page) == []


@pytest.mark.parametrize("game", BOARDS)
async def test_everything_at_a_table_and_in_its_replay_can_be_hit(meet: "Meet", game: str) -> None:
    anna, chance = await meet("anna", **PHONE_390), random.Random(7)
    but = f"{BARS}, {FINE[game]}" if game in FINE else BARS
    async with company(anna, game) as tables:
        for _ in range(STEPS):
            if tables[0].my_turn:
                await anna.page.locator(".bar.ours").wait_for()
            assert await small_targets(anna.page, but) == []
            mover = next((table for table in tables if table.my_turn), None)
            if mover is None:
                break
            await mover.act(chance.choice(await mover.legal()))
            await anna.reaches(mover.seq)
        for table in tables[1:]:
            await table.leave()
        await expect(anna.page.locator(".room[data-status=finished]")).to_be_visible()
        assert await small_targets(anna.page, but) == []
        await anna.visit(f"#/replay/{tables[0].number}")
        await expect(anna.page.locator(".replay")).to_be_visible()
        assert await small_targets(anna.page, but) == []
