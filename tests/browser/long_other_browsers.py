"""In Firefox and in WebKit, by keyboard alone: boards, dialogs, replays. Only the long run comes here."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tablehall.games import house_games
from tests.browser.bidi import Firefox
from tests.browser.guest import Likes, rival
from tests.browser.keyboard import Keyboard
from tests.browser.webdriver import WebKit
from tests.browser.window import Window
from tests.conftest import RunningHall

MISSPELT = """data:text/html,<p>nothing to reach</p><script>
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("tabIndex", "0");
    document.body.append(drawing);
</script><button id="behind">behind</button>"""
DRAWN = """data:text/html,<svg id="drawing" tabindex="0"></svg>
    <button id="behind" onclick="this.textContent += '!'">behind</button>"""


@pytest_asyncio.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"], loop_scope="session")
async def window(request: pytest.FixtureRequest) -> AsyncIterator[Window]:
    """A window of each browser."""
    async with request.param() as opened:
        yield opened


@pytest.fixture
def anna(window: Window, hall: RunningHall) -> Keyboard:
    """Somebody with that window and a keyboard."""
    return Keyboard(window, hall, "anna")


def prefers(*squares: str) -> Likes:
    """Whoever sets their pieces here, in this order, as long as they can."""

    def likes(move: Any, view: Any) -> float:
        name = f"{chr(97 + move['c'])}{move['r'] + 1}"
        return 1000.0 ** (9 - squares.index(name)) if name in squares else 1e-9

    return likes


def settles(move: Any, view: Any) -> float:
    """Whoever changes their mind as seldom as they can."""
    return 1000.0 if move["type"] == "next" else 1.0


async def test_what_is_drawn_is_reached_by_the_tab_key_and_buttons_pushed_by_enter_and_space(
    window: Window,
) -> None:
    await window.open(DRAWN)
    await window.press("Tab")
    assert await window.evaluate("document.activeElement.id") == "drawing"
    await window.press("Tab", "Enter", "Space", "Shift+Tab")
    assert await window.evaluate("document.activeElement.id") == "drawing"
    assert await window.evaluate("document.querySelector('button').textContent") == "behind!!"
    assert (await window.screenshot()).startswith(b"\x89PNG")


async def test_a_drawing_whose_attribute_is_misspelt_is_passed_over(window: Window) -> None:
    await window.open(MISSPELT)
    await window.press("Tab")
    assert await window.evaluate("document.activeElement.id") == "behind"


async def test_a_game_from_the_name_to_the_result_and_its_replay(anna: Keyboard) -> None:
    table = await anna.open_table("tictactoe")
    async with rival(anna.hall, table, prefers("a1", "b1")):
        for square in ("b2", "a3", "c1"):
            await anna.move(square)
        await anna.window.says("You won")
    await anna.push("Replay")
    await anna.window.shows(".replay [role=grid]")
    await anna.tab_to("input[type=range]")
    for keys, step in ((["ArrowRight"] * 2, 2), (["ArrowLeft"], 1), (["End"], 6), (["Home"], 0)):
        await anna.window.press(*keys)
        await anna.window.until(f"document.querySelector('output').textContent === '{step} / 6'")
    await anna.push("One step on")
    await anna.window.until(
        "document.querySelector('[aria-label^=\"b2,\"]').getAttribute('aria-label') === 'b2, X'"
    )


async def test_a_piece_is_chosen_let_go_and_moved_and_resigning_asks(anna: Keyboard) -> None:
    table = await anna.open_table("chess")
    async with rival(anna.hall, table):
        await anna.turn_comes()
        await anna.square("g1")
        possible = "document.querySelectorAll('[role=gridcell][aria-label$=possible]').length"
        await anna.window.until(f"{possible} === 2")
        await anna.window.press("Escape")
        await anna.window.until(f"{possible} === 0")
        for move in ("e2-e4", "g1-f3"):
            await anna.move(move)
        await anna.push("Resign")
        await anna.window.says("Really resign?")
        assert await anna.window.evaluate("document.querySelector('.room').dataset.status") == "playing"
        await anna.push("Really resign?")
        await anna.window.says("You lost")


@pytest.mark.parametrize("game", house_games())
async def test_the_tab_key_stops_once_at_each_field_of_a_board(anna: Keyboard, game: str) -> None:
    table = await anna.open_table(game)
    async with rival(anna.hall, table, settles):
        await anna.turn_comes()
        if game == "eriantys":
            await anna.choose_side()
            await anna.window.shows(".drawn [role=group]")
        fields = Counter(field for field in await anna.stops() if field)
        assert fields
        assert fields == Counter(fields.keys()), "a field of the board has more stops than one"
