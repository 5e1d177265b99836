"""What is drawn on the boards of squares: names, what a move leaves, what is captured, what moves."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.visitor import Visitor
from tests.conftest import RunningHall

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

NAMES_ON_SQUARES = """() => {
    const box = (part) => part.getBoundingClientRect();
    const boxes = (selector) => [...document.querySelectorAll(selector)].map(box);
    const over = (a, b) => a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
    const cells = boxes(".cell"), names = boxes(".names text");
    return [names.length, names.filter((name) => cells.some((cell) => over(name, cell))).length];
}"""
BEYOND = """() => {
    const board = document.querySelector(".board > svg").getBoundingClientRect();
    const names = [...document.querySelectorAll(".names text")].map((name) => name.getBoundingClientRect());
    return names.filter(({ left, bottom }) => left < board.left || bottom > board.bottom).length;
}"""
LISTEN = """() => {
    window.seen = [];
    document.addEventListener("animationstart", ({ animationName }) => seen.push(animationName));
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pair(browser: Browser, hall: RunningHall) -> AsyncIterator[tuple[Visitor, Visitor]]:
    """Two who play one game after the other: one at a desk, one with a phone."""
    anna = await Visitor.arrive(browser, hall, "anna", viewport={"width": 1280, "height": 720})
    bob = await Visitor.arrive(browser, hall, "bob", viewport={"width": 390, "height": 844})
    yield anna, bob
    await anna.leave()
    await bob.leave()


async def play(pair: tuple[Visitor, Visitor], game: str, moves: str) -> None:
    """Two sit down and make some moves."""
    anna, bob = pair
    await bob.join(await anna.open_table(game))
    await anna.begins()
    await make(pair, moves)


async def make(pair: tuple[Visitor, Visitor], moves: str) -> None:
    """Whoever is on turn makes the next of these moves."""
    anna, bob = pair
    for move in moves.split():
        on_turn = await anna.page.locator(".room").get_attribute("data-turn")
        mover, other = (bob, anna) if on_turn == "1" else (anna, bob)
        await mover.turn_comes()
        if "-" in move and await mover.square(move[:2]).get_attribute("aria-selected") == "true":
            move = move[3:]
        await mover.move(move)
        await other.reaches(await mover.seq())


async def test_the_names_of_the_squares_stand_outside_them(pair: tuple[Visitor, Visitor]) -> None:
    for game, names in (("chess", 16), ("dama", 12), ("pente", 38)):
        await play(pair, game, "")
        for visitor in pair:
            assert await visitor.page.evaluate(NAMES_ON_SQUARES) == [names, 0], game
            assert await visitor.page.evaluate(BEYOND) == 0, game


async def test_what_was_taken_leaves_its_outline_and_lies_in_the_tray(pair: tuple[Visitor, Visitor]) -> None:
    anna, bob = pair
    await play(pair, "checkers", "c3-d4 d6-c5 e3-f4")
    await expect(bob.page.locator(".must")).to_have_count(1)  # c5 must take d4
    await expect(anna.page.locator(".must")).to_have_count(0)
    await expect(bob.page.locator(".prompt")).to_have_text("You can capture, so you must.")
    await expect(anna.page.locator(".prompt")).to_have_text("")
    await make(pair, "c5-e3")
    for visitor in pair:
        await expect(visitor.page.locator(".outline")).to_have_count(1)
        await expect(visitor.page.locator(".gone")).to_have_count(1)
        taken = visitor.page.get_by_role("img", name="Captured: man × 1")
        await expect(visitor.page.locator(".seat", has=taken)).to_contain_text(bob.name)
    await make(pair, "f2-d4")
    for visitor in pair:
        await expect(visitor.page.locator(".outline")).to_have_count(1)
        await expect(visitor.page.get_by_role("img", name="Captured: man × 1")).to_have_count(2)


async def test_a_chain_of_jumps_shows_its_way(pair: tuple[Visitor, Visitor]) -> None:
    opening = (
        "e3-f4 h6-g5 f4-h6 f6-g5 c3-d4 g5-f4 g3-e5 d6-f4 f2-g3 g7-f6 g3-e5 e5-g7 h8-f6 h2-g3 f8-g7 "
        "h6-f8 b6-a5 f8-d6 c7-e5"
    )
    await play(pair, "checkers", opening)
    await expect(pair[1].page.locator(".trail")).to_have_count(0)
    await make(pair, "e5-c3")
    for visitor in pair:
        points = await visitor.page.locator(".trail").get_attribute("points")
        assert points is not None
        assert len(points.split()) == 3
        await expect(visitor.page.locator(".outline")).to_have_count(2)


async def test_a_capture_on_the_square_itself_is_marked_by_its_corners(pair: tuple[Visitor, Visitor]) -> None:
    await play(pair, "chess", "e2-e4 d7-d5")
    await expect(pair[0].page.locator(".took")).to_have_count(0)
    await make(pair, "e4-d5")
    for visitor in pair:
        await expect(visitor.page.locator(".took")).to_have_count(1)
        ahead = visitor.page.get_by_role("img", name="Captured: pawn × 1; 1 point ahead")
        await expect(visitor.page.locator(".seat", has=ahead)).to_contain_text(pair[0].name)


async def test_captured_pairs_are_stones_and_not_digits(pair: tuple[Visitor, Visitor]) -> None:
    await play(pair, "pente", "j10 k10 a1 l10 m10")
    for visitor in pair:
        await expect(visitor.page.locator(".outline")).to_have_count(2)
        tray = visitor.page.get_by_role("img", name="1 pair captured")
        await expect(tray.locator("svg > g")).to_have_count(5)
        await expect(tray.locator(".to-come")).to_have_count(4)


async def test_a_disc_waits_above_its_column_and_the_four_light_up(pair: tuple[Visitor, Visitor]) -> None:
    anna, _ = pair
    await play(pair, "connect_four", "d1 e1")
    board = anna.page.locator(".board > svg")
    before, cell = await board.bounding_box(), await anna.square("d6").bounding_box()
    assert before is not None
    assert cell is not None
    await anna.turn_comes()
    x, above = cell["x"] + cell["width"] / 2, cell["y"] - cell["height"] / 2
    await anna.page.mouse.move(x, above)
    disc = await anna.page.locator(".waiting circle").first.bounding_box()
    assert disc is not None
    assert disc["y"] + disc["height"] <= cell["y"]
    assert abs(disc["x"] + disc["width"] / 2 - x) < 2
    await expect(anna.page.locator(".column")).to_have_count(1)
    assert await board.bounding_box() == before
    seq = await anna.seq()
    await anna.page.mouse.click(x, above)
    await anna.reaches(seq + 1)
    await expect(anna.square("d2")).to_have_attribute("aria-label", "d2, Red")
    await make(pair, "e1 d1 e1 d1")
    for visitor in pair:
        lit = await visitor.page.locator(".lit-up").get_attribute("d")
        assert lit is not None
        assert lit.count("M") == 4


async def test_chalk_is_drawn_and_discs_fall_unless_motion_is_unwelcome(meet: "Meet") -> None:
    anna = await meet("anna", reduced_motion="no-preference")
    bob = await meet("bob")
    for game, move, moving in (("tictactoe", "b2", "stroke"), ("connect_four", "d1", "fall")):
        await play((anna, bob), game, "")
        for visitor in (anna, bob):
            await visitor.page.evaluate(LISTEN)
        await make((anna, bob), move)
        await anna.page.wait_for_function("(name) => seen.includes(name)", arg=moving)
        await expect(bob.page.locator(".piece")).to_have_count(1)
        assert await bob.page.evaluate("seen") == []


async def test_a_king_in_check_glows_and_a_mated_one_has_fallen(pair: tuple[Visitor, Visitor]) -> None:
    await play(pair, "chess", "e2-e4 f7-f5 d1-h5")
    for visitor, place in zip(pair, ("400, 0", "300, 700"), strict=True):
        await expect(visitor.page.locator(".in-check")).to_have_css(
            "transform", f"matrix(1, 0, 0, 1, {place})"
        )
        await expect(visitor.page.locator(".mated")).to_have_count(0)
    await make(pair, "g7-g6 a2-a3 g6-h5")
    for visitor in pair:
        await expect(visitor.page.locator(".in-check")).to_have_count(0)
    await play(pair, "chess", "f2-f3 e7-e5 g2-g4 d8-h4")
    for visitor in pair:
        await expect(visitor.page.locator(".in-check.mate")).to_have_count(1)
        await expect(visitor.page.locator(".mated")).to_have_count(1)
