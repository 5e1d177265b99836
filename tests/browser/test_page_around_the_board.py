"""Around the board: earlier positions while the game goes on, its end, its tools, the drawer of a phone."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

from tablehall.protocols.house import requests
from tests.browser.guest import Partner, partner
from tests.browser.reach import outside_viewport
from tests.browser.test_page_for_everybody import flawless
from tests.browser.test_page_sounds import COUNTED, heard
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor

SOCKETS = """() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            sockets.push(this);
        }
    };
}"""

LATER = """() => {
    const now = performance.now.bind(performance);
    window.later = 0;
    performance.now = () => now() + later;
    Date.now = () => 1_800_000_000_000;
}"""


async def opening(anna: "Visitor", bob: Partner) -> None:
    """Some moves of chess; White is on turn."""
    for mine, theirs in (("e2-e4", "e7-e5"), ("g1-f3", "b8-c6")):
        await anna.turn_comes()
        await anna.move(mine)
        await bob.moves(theirs)
    await anna.turn_comes()


def listed(visitor: "Visitor", move: str) -> Locator:
    """The turn of that move in the list; a name may hold the same letters."""
    return visitor.page.locator(".moves").get_by_role("button", name=re.compile(f": {move}$"))


def shown(visitor: "Visitor") -> Locator:
    """The turn in the list whose position is shown."""
    return visitor.page.locator(".moves [aria-current=step]")


COVERS = """(thing) => {
    const { left, top, right, bottom } = thing.getBoundingClientRect();
    return [...document.querySelectorAll(".cell")].filter((cell) => {
        const box = cell.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).map((cell) => cell.ariaLabel);
}"""
"""The squares of the board that something lies over."""


async def stands(visitor: "Visitor", square: str, what: str) -> None:
    await expect(visitor.square(square)).to_have_attribute("aria-label", f"{square}, {what}")


async def test_earlier_positions_are_looked_at_while_the_game_goes_on(meet: "Meet") -> None:
    anna = await meet("anna")
    back = anna.button("Back to the game")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await listed(anna, "e5").click()
        await stands(anna, "f3", "empty")
        await stands(anna, "e5", "Black pawn")
        for square in ("d2", "d4"):
            await anna.square(square).click()
        await expect(anna.page.locator(".chosen, .planned, .way")).to_have_count(
            0
        )  # nothing moves in the past
        await anna.page.keyboard.press("ArrowLeft")
        await stands(anna, "e5", "empty")
        await anna.page.keyboard.press("Home")
        await stands(anna, "e2", "White pawn")
        await expect(shown(anna)).to_have_count(0)
        await anna.page.keyboard.press("ArrowRight")
        await expect(shown(anna)).to_have_text(re.compile("e4$"))
        await anna.page.keyboard.press("End")
        await expect(back).to_have_count(0)
        await stands(anna, "c6", "Black knight")
        await anna.move("f1-c4")  # the mouse left the focus where it was: arrows go on browsing
        await anna.page.keyboard.press("ArrowLeft")
        await stands(anna, "c4", "empty")
        await bob.moves("g8-f6")
        await stands(anna, "f6", "empty")  # the news do not throw us out
        await expect(anna.page.locator(".moves .turn")).to_have_count(6)
        await anna.sees("Your turn")
        await back.click()
        await stands(anna, "f6", "Black knight")
        await anna.move("d2-d3")


async def test_earlier_positions_are_there_after_a_reload_and_when_moves_are_taken_back(meet: "Meet") -> None:
    anna = await meet("anna")
    back = anna.button("Back to the game")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await anna.page.reload()
        await anna.turn_comes()
        await listed(anna, "Nf3").click()
        await stands(anna, "c6", "empty")
        await stands(anna, "f3", "White knight")
        await expect(back).to_be_visible()
        assert not await back.evaluate(COVERS)
        await bob.table.propose("takeback")
        await anna.press("Agree")
        await expect(anna.page.locator(".moves .turn")).to_have_count(3)
        await expect(back).to_have_count(0)
        await bob.moves("g8-f6")
        await stands(anna, "f6", "Black knight")
        await expect(back).to_have_count(0)


async def test_a_planned_move_is_let_go_by_looking_back(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await anna.move("f1-c4")
        for square in ("d2", "d3"):
            await anna.square(square).click()
        await expect(anna.page.locator(".planned")).to_have_count(2)
        await anna.page.keyboard.press("ArrowLeft")
        await expect(anna.page.locator(".planned")).to_have_count(0)
        await bob.moves("g8-f6")
        await anna.page.keyboard.press("End")
        await anna.turn_comes()
        await stands(anna, "d3", "empty")


async def test_back_and_let_go_leave_a_keyboard_at_the_board(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await listed(anna, "e5").click()
        await anna.page.keyboard.press("Tab")
        await anna.button("Back to the game").focus()
        await anna.page.keyboard.press("Enter")
        await expect(anna.page.locator(".cell:focus")).to_have_count(1)


async def test_the_end_is_a_card_and_when_it_is_closed_its_tools_are_beside_the_board(meet: "Meet") -> None:
    anna = await meet("anna")
    card = anna.page.get_by_role("region", name="The end")
    tools = anna.page.locator(".tools")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await expect(tools.get_by_role("link", name="Replay")).to_have_count(0)
        await bob.table.resign()
        await expect(card.locator(".result")).to_have_text(re.compile("^You won: guest.* resigned.$"))
        await expect(card.locator(".rating")).to_have_text(re.compile(r"^Your rating: 1\d\d\d \+\d+$"))
        await expect(card.get_by_role("link", name="Replay")).to_be_visible()
        await expect(card.get_by_role("button", name="Play again")).to_be_visible()
        await card.get_by_role("button", name="Close").click()
        await expect(card).to_have_count(0)
        await expect(tools.get_by_role("link", name="Replay")).to_be_visible()
        await tools.get_by_role("button", name="Play again").click()
        before = anna.page.url
        await bob.table.guest.ask(requests.Ping())
        await bob.table.answer(True)
        await expect(anna.page).not_to_have_url(before)
        await anna.begins()
        await expect(card).to_have_count(0)


async def test_tools_have_names_and_show_them_and_what_is_grave_asks(meet: "Meet") -> None:
    anna, bea = await meet("anna"), await meet("bea", **PHONE)
    tip = "(tool) => getComputedStyle(tool, '::after').opacity + getComputedStyle(tool, '::after').content"
    async with partner(anna, "chess"):
        await anna.turn_comes()
        resign = anna.page.locator(".tools .tool").first
        await expect(resign).to_have_attribute("data-tip", "Resign")
        assert await resign.evaluate(tip) == '0"Resign"'
        await resign.hover()
        assert await resign.evaluate(tip) == '1"Resign"'
        await resign.click()
        await expect(anna.button("Really resign?")).to_be_visible()
        await anna.page.keyboard.press("Escape")
        await expect(anna.button("Really resign?")).to_have_count(0)
        await anna.sees("Your turn")
    async with partner(bea, "chess"):
        await bea.turn_comes()
        await expect(bea.button("Resign")).to_be_visible()
        names = await bea.page.locator(".handle .tool").evaluate_all(
            "(all) => all.map((one) => one.ariaLabel)"
        )
        assert len(set(names)) == len(names)
        assert {"Moves", "Talk", "Resign"} <= set(names)
        for name in ("Moves", "Resign"):
            box = await bea.button(name).bounding_box()
            assert box
            finger = await bea.context.new_cdp_session(bea.page)
            point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
            await expect(bea.button(name)).to_have_class(re.compile("held"))
            assert await bea.button(name).evaluate(tip) == f'1"{name}"'
            await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            await expect(bea.button(name)).not_to_have_class(re.compile("held"))
        await expect(bea.page.locator(".panel.pulled")).to_have_count(0)  # it was only asked what it is
        await expect(bea.button("Really resign?")).to_have_count(0)
        await bea.button("Resign").tap()
        await expect(bea.button("Really resign?")).to_be_visible()
        assert not await outside_viewport(bea.page, (".tools .tool", ".tools .sure"))
        assert await bea.button("Really resign?").bounding_box() == box  # it waits where it was


async def test_one_sound_for_each_move_and_none_for_a_connection_that_comes_back(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.page.add_init_script(f"({COUNTED})(); ({SOCKETS})(); ({LATER})()")
    said = anna.page.locator("[aria-live=polite].unseen")
    async with partner(anna, "chess") as bob:
        await anna.turn_comes()
        await heard(anna, 1)
        await anna.move("e2-e4")
        await heard(anna, 2)
        await anna.page.evaluate("later += 1000")  # the same sound at once would not be heard twice
        await bob.moves("e7-e5")
        await heard(anna, 3)
        await expect(said).to_have_text(re.compile("^guest.*: e5. Your turn$"))
        await anna.page.evaluate("later += 1000; sockets[0].close()")
        await anna.page.wait_for_function("() => sockets.length === 2")
        await anna.square("g1").click()
        await expect(anna.page.locator(".way")).to_have_count(3)
        await anna.page.evaluate("later += 1000")
        await anna.square("f3").click()  # what came with the new connection was heard by now
        await heard(anna, 4)


async def test_a_piece_stays_in_hand_when_the_connection_is_lost_and_comes_back(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.page.add_init_script(f"({SOCKETS})()")
    async with partner(anna, "chess"):
        await anna.turn_comes()
        boxes = [await anna.square(square).bounding_box() for square in ("e2", "e4")]
        (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
        await anna.page.mouse.move(x, y)
        await anna.page.mouse.down()
        await anna.page.mouse.move(to_x, to_y, steps=4)
        await expect(anna.page.locator(".in-hand")).to_have_count(1)
        await anna.page.evaluate("sockets[0].close()")
        await anna.page.wait_for_function("() => sockets.length === 2 && sockets[1].readyState === 1")
        await expect(anna.page.locator(".room[data-status=playing] .way").first).to_be_visible()
        await expect(anna.page.locator(".in-hand")).to_have_count(1)
        await anna.page.mouse.up()
        await stands(anna, "e4", "White pawn")


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
async def test_the_drawer_of_a_phone_covers_the_board_only(meet: "Meet", look: str) -> None:
    anna = await meet("anna", **PHONE)
    drawer = anna.page.locator(".panel.pulled")
    async with partner(anna, "chess") as bob:
        await opening(anna, bob)
        await anna.page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
        for name in ("Moves", "Talk"):
            await anna.press(name)
            await expect(drawer).to_be_visible()
            seen = (".seat.on-turn", ".others .seat", ".bar .now", ".handle")
            assert not await outside_viewport(anna.page, seen)
            await flawless(anna)
            tops = await drawer.locator("li:first-child .turn").evaluate_all(
                "(both) => both.map((turn) => turn.getBoundingClientRect().y)"
            )
            assert len(set(tops)) == (1 if name == "Moves" else 0)  # the moves of both stand in one line
            await drawer.locator("ol, input").last.focus()
            await anna.page.keyboard.press("Escape")
            await expect(drawer).to_have_count(0)
            await expect(anna.button(name)).to_be_focused()


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
async def test_column_end_card_and_replay_have_no_barrier(meet: "Meet", look: str) -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        for mine, theirs in (("a2-a4", "h7-h5"), ("a4-a5", "h5-h4"), ("a5-a6", "h4-h3"), ("a6-b7", "h3-g2")):
            await anna.turn_comes()
            await anna.move(mine)
            await bob.moves(theirs)
        await anna.turn_comes()
        await anna.page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
        for square in ("b7", "a8"):
            await anna.square(square).click()
        await expect(anna.page.locator(".promotion")).to_be_visible()
        await flawless(anna)
        await bob.table.resign()
        await expect(anna.page.locator(".end .rating")).to_be_visible()
        await expect(anna.page.locator(".promotion")).to_have_count(0)
        await flawless(anna)
        await anna.page.locator(".end").get_by_role("link", name="Replay").click()
        await anna.press("Proof")
        await expect(anna.page.locator(".proof[data-proof=good]")).to_be_visible()
        await flawless(anna)
