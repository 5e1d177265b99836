"""What looks whether everything can be reached finds what is planted, on small pages of its own."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.browser.reach import moved, outside_viewport, small_targets, wrong_stops

STYLE = "<!doctype html><style>* { margin: 0; padding: 0; box-sizing: border-box; font: 10px sans-serif } "
LARGE = "width: 44px; height: 44px"
SMALL = "width: 20px; height: 20px"
BESIDE = f'<button style="{LARGE}">b</button>'
CLOCK = f'<div id="clock" style="{LARGE}">1:00</div>'
TOAST = '<div class="toast" style="position: fixed; inset: 0">Saved</div>'
DRAWN = """<svg width="88" height="44">
    <g role="button" aria-label="a"><rect width="30" height="44"/></g>
    <g role="button" aria-label="b"><rect x="30" width="58" height="44"/></g></svg>"""
SPREADS = ".room::after { content: ''; position: absolute; inset: -15px } .room { z-index: 1 }"


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page as large as a phone."""
    opened = await browser.new_page(viewport={"width": 360, "height": 740})
    yield opened
    await opened.close()


def body(content: str, style: str = "") -> str:
    return f"{STYLE} {style} </style>{content}"


@pytest.mark.parametrize(
    "content",
    [
        f'<button style="{LARGE}">a</button>{BESIDE}',
        f'<button style="{SMALL}; margin: 12px">a</button><button style="{SMALL}; margin: 12px">b</button>',
        '<p>Whoever reads <a href="#1">this</a> or <a href="#2">that</a> knows.</p>',
        f'<label style="display: block; {LARGE}"><input type="checkbox"> a</label>{BESIDE}',
        f'<button style="{SMALL}" disabled>a</button>{BESIDE}',
        f'<div inert><button style="{SMALL}">a</button></div>{BESIDE}',
        f'{BESIDE}<input style="opacity: 0; {SMALL}">',
        f'<button style="{SMALL}">a</button>{BESIDE}{TOAST}',
    ],
    ids=["large", "apart", "words", "label", "disabled", "inert", "unseen", "covered"],
)
async def test_what_a_finger_can_hit_is_not_complained_of(page: Page, content: str) -> None:
    await page.set_content(body(content))
    assert await small_targets(page) == []


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (f'<button style="{SMALL}">a</button>{BESIDE}', ['button "a" is 20 x 20']),
        (
            f'<button style="{SMALL}">a</button><a class="x" href="#" style="margin-left: 20px">b</a>',
            ['button "a" is 20 x 20', 'a.x "b" is'],
        ),
        (DRAWN, ['g "a" is 30 x 44']),
        (
            f'<div style="height: 2000px"></div><button style="{SMALL}">a</button>{BESIDE}',
            ['button "a" is'],
        ),
    ],
    ids=["beside", "both small", "drawn", "below"],
)
async def test_what_is_too_small_for_a_finger_is_found(page: Page, content: str, found: list[str]) -> None:
    await page.set_content(body(content))
    told = await small_targets(page)
    assert [line[: len(start)] for line, start in zip(told, found, strict=True)] == found
    assert await page.evaluate("scrollY") == 0


async def test_room_that_only_the_style_gives_counts(page: Page) -> None:
    style = f"button {{ position: relative; margin: 0 2px; {SMALL} }} {SPREADS}"
    beside = '<div style="padding: 20px"><button class="room">a</button><button>b</button></div>'
    await page.set_content(body(beside, style))
    assert [line.split(" is ")[0] for line in await small_targets(page)] == ['button "b"']


async def test_what_is_known_to_be_smaller_can_be_left_out(page: Page) -> None:
    await page.set_content(body(f'<button class="s" style="{SMALL}">a</button>{BESIDE}'))
    assert await small_targets(page, but=".s") == []


async def test_things_inside_the_viewport_are_not_complained_of(page: Page) -> None:
    await page.set_content(body(f'{CLOCK}<p id="turn">Your turn</p>'))
    assert await outside_viewport(page, ["#clock", "#turn"]) == []


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", "#clock is not shown"),
        ('<div id="clock" hidden>1:00</div>', "#clock is not shown"),
        ('<div id="clock" style="margin-top: 735px">1:00</div>', "px below the bottom"),
        ('<div id="clock" style="margin-left: -30px">1:00</div>', "30 px beyond the left"),
        ('<div id="clock" style="width: 400px">1:00</div>', "40 px beyond the right"),
        (
            CLOCK + TOAST,
            'div.toast "Saved" lies over it',
        ),
        (
            f'<div style="height: 30px; overflow: hidden">{CLOCK}</div><p>below</p>',
            'p "below" lies over it',
        ),
    ],
    ids=["missing", "hidden", "below", "left", "wide", "covered", "cut off"],
)
async def test_what_is_out_of_view_is_found(page: Page, content: str, found: str) -> None:
    await page.set_content(body(content))
    [told] = await outside_viewport(page, ["#clock"])
    assert found in told


async def test_a_board_that_keeps_still_has_not_moved(page: Page) -> None:
    await page.set_content(
        body('<p id="hint"></p><div id="board" style="position: absolute; top: 90px">board</div>')
    )
    assert await moved(page, "#board") == []
    await page.locator("#hint").evaluate("(hint) => hint.append('Choose a tile')")
    assert await moved(page, "#board") == []


async def test_a_board_that_moves_is_found_even_if_it_comes_back(page: Page) -> None:
    await page.set_content(body('<p id="hint"></p><div id="board" style="width: 50px; height: 50px"></div>'))
    assert await moved(page, "#board") == []
    await page.evaluate(
        """() => new Promise((done) => {
            hint.style.height = "20px";
            requestAnimationFrame(() => requestAnimationFrame(() => (hint.style.height = "0", done())));
        })"""
    )
    assert await moved(page, "#board") == ["0, 0, 50, 50", "0, 20, 50, 50", "0, 0, 50, 50"]


async def test_a_board_that_is_not_there_has_not_kept_still(page: Page) -> None:
    await page.set_content(body(""))
    assert await moved(page, "#board") == ["not shown"]


GRID = """<svg><g role="grid" aria-label="Board"><g role="row">
    <rect role="gridcell" aria-label="a1" {0} /><rect role="gridcell" aria-label="b1" {1} /></g></g></svg>"""


async def test_one_stop_a_board_is_right(page: Page) -> None:
    await page.set_content(GRID.format('tabindex="0"', 'tabindex="-1"'))
    assert await wrong_stops(page) == []


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ('tabindex="0"', 'tabindex="0"', 'g "Board" has 2 stops of the tab key'),
        ('tabindex="-1"', 'tabindex="-1"', 'g "Board" has 0 stops of the tab key'),
        ('tabindex="0"', "", 'rect "b1" is a gridcell without a tabindex'),
    ],
)
async def test_any_other_number_of_stops_is_found(page: Page, first: str, second: str, found: str) -> None:
    await page.set_content(GRID.format(first, second))
    assert await wrong_stops(page) == [found]


async def test_an_attribute_that_is_misspelt_is_found(page: Page) -> None:
    await page.set_content(GRID.format('tabindex="0"', 'tabindex="-1"'))
    await page.locator("rect").last.evaluate(
        "(cell) => { cell.removeAttribute('tabindex'); cell.setAttributeNS(null, 'tabIndex', '-1') }"
    )
    assert await wrong_stops(page) == ['rect "b1" has tabIndex, which is no attribute']
