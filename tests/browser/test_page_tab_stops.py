"""One stop of the tab key for each field of a board, in every game: what other browsers need to reach it, as
it stands in the DOM. (tests/browser/long_other_browsers.py goes there in these browsers.)"""

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tablehall.games import house_games
from tests.browser.guest import rival
from tests.browser.hands import Hands
from tests.browser.keyboard import FURTHEST, STOP
from tests.browser.reach import wrong_stops
from tests.browser.test_page_own_boards import choose_side, to_tables
from tests.browser.visitor import Visitor
from tests.conftest import RunningHall

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

FIELD = ":is([role=grid], svg [role=group])"


async def fields_on_the_way(visitor: Visitor) -> Counter[str]:
    """How often the tab key stops in each field of the board, from the top of the page to its end."""
    await visitor.page.evaluate("document.querySelector('a[href], button').focus()")
    found: list[str] = []
    while (stop := await visitor.page.evaluate(STOP)) and stop not in found and len(found) < FURTHEST:
        found.append(stop)
        await visitor.page.keyboard.press("Tab")
    return Counter(field for stop in found if (field := stop.partition(" ")[2]))


@pytest.mark.parametrize("game", house_games())
async def test_the_tab_key_stops_once_at_each_field_of_a_board(
    meet: "Meet", hall: RunningHall, game: str
) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table(game), to_tables):
        await anna.turn_comes()
        if game == "eriantys":
            await choose_side(Hands(anna))
        await expect(anna.page.locator(f".room {FIELD}").first).to_be_visible()
        assert await wrong_stops(anna.page) == []
        fields = await fields_on_the_way(anna)
        assert fields
        assert fields == Counter(fields.keys())
        await anna.press("Resign")
        await anna.press("Really resign?")
        await anna.page.get_by_role("link", name="Replay").click()
        await anna.press("To the end")
        await expect(anna.page.locator(f".replay {FIELD}").first).to_be_visible()
        assert await wrong_stops(anna.page) == []
