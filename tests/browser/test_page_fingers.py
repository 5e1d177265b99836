"""Playing on squares with a finger: drags, moves planned, jumps that go on, promotion, second taps."""

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from playwright.async_api import WebSocketRoute, expect

from tests.browser.guest import partner
from tests.browser.hands import SQUARE, Fingers
from tests.browser.test_page_playing import planned, prompt, towards_promotion, why

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

Touch = Callable[..., Awaitable[None]]


async def finger(hands: Fingers) -> Touch:
    """A finger that stays on the glass between one square and the next."""
    glass = await hands.visitor.context.new_cdp_session(hands.page)

    async def touch(kind: str, *squares: str) -> None:
        for square in squares:
            x, y = await hands.where(SQUARE.format(square))
            await glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        if not squares:
            await glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": []})

    return touch


async def test_a_finger_drags_a_piece_and_plans_by_drag_and_by_tap(meet: "Meet") -> None:
    hands = Fingers(await meet("anna", **Fingers.look))
    anna, touch = hands.visitor, await finger(hands)
    async with partner(anna, "chess") as bob:
        await anna.turn_comes()
        await touch("touchStart", "e2")
        await touch("touchMove", "e3", "e4")
        await expect(anna.page.locator(".in-hand")).to_have_count(1)
        scrolled = await anna.page.evaluate("scrollY")
        await touch("touchEnd")
        await expect(anna.square("e4")).to_have_attribute("aria-label", "e4, White pawn")
        assert await anna.page.evaluate("scrollY") == scrolled
        await touch("touchStart", "f1")
        await touch("touchMove", "e2", "c4")
        await touch("touchEnd")
        await expect(prompt(anna)).to_have_text("f1–c4 is made as soon as it is your turn.")
        for square in ("g1", "f3"):  # they think better of it
            await hands.square(square)
        await expect(prompt(anna)).to_have_text("g1–f3 is made as soon as it is your turn.")
        await bob.moves("e7-e5")
        await expect(anna.square("f3")).to_have_attribute("aria-label", "f3, White knight")
        await expect(anna.square("f1")).to_have_attribute("aria-label", "f1, White bishop")
        await expect(planned(anna)).to_have_count(0)


async def test_a_finger_that_the_system_takes_away_drops_the_piece(meet: "Meet") -> None:
    hands = Fingers(await meet("anna", **Fingers.look))
    anna, touch = hands.visitor, await finger(hands)
    async with partner(anna, "chess"):
        await anna.turn_comes()
        before = await anna.seq()
        await touch("touchStart", "e2")
        await touch("touchMove", "e3", "e4")
        await expect(anna.page.locator(".in-hand")).to_have_count(1)
        await touch("touchCancel")
        await expect(anna.page.locator(".in-hand, .left-behind, .chosen")).to_have_count(0)
        assert await anna.seq() == before


async def test_a_man_that_must_jump_on_goes_on_by_one_tap(meet: "Meet") -> None:
    hands = Fingers(await meet("anna", **Fingers.look))
    anna = hands.visitor
    async with partner(anna, "checkers") as bob:
        for mine, theirs in (("e3-f4", "h6-g5"), ("f4-h6", "f6-g5"), ("c3-d4", "g5-f4")):
            await hands.move(mine)
            await bob.moves(theirs)
        await hands.move("g3-e5")
        await bob.moves("d6-f4")
        await hands.move("f2-g3")
        await bob.moves("g7-f6")
        await hands.move("g3-e5")
        await expect(anna.square("e5")).to_have_attribute("aria-selected", "true")
        await hands.square("g7")
        await expect(anna.square("g7")).to_have_attribute("aria-label", re.compile("^g7, Dark man"))
        await bob.moves("h8-f6")


async def test_a_finger_that_asks_what_a_pawn_becomes_has_not_answered_yet(meet: "Meet") -> None:
    hands = Fingers(await meet("anna", **Fingers.look))
    anna, column = hands.visitor, hands.page.locator(".promotion")
    async with partner(anna, "chess") as bob:
        await towards_promotion(anna, bob)
        before = await anna.seq()
        for answer in ("", "knight"):
            for square in ("b7", "a8"):
                await hands.square(square)
            await expect(column.get_by_role("button")).to_have_count(4)
            assert await anna.seq() == before
            if answer:
                await hands.become(answer)
            else:
                await anna.page.touchscreen.tap(*await middle(hands))  # beside the column: not at all
            await expect(column).to_have_count(0)
        await expect(anna.square("a8")).to_have_attribute("aria-label", "a8, White knight")


async def middle(hands: Fingers) -> tuple[float, float]:
    """Where nothing is asked: the middle of the board."""
    box = await hands.page.locator("[role=grid]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_finger_quicker_than_the_legal_moves_is_asked_for_its_second_tap(meet: "Meet") -> None:
    hands = Fingers(await meet("anna", **Fingers.look))
    anna, late = hands.visitor, list[Callable[[], None]]()

    def slow(line: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            if '"type":"legal"' in str(message):
                late.append(lambda: line.send(message))
            else:
                line.send(message)

        line.connect_to_server().on_message(tell)

    await anna.page.route_web_socket(re.compile("."), slow)
    async with partner(anna, "pente"):
        await anna.begins()
        before, place = await anna.seq(), await hands.where(SQUARE.format("j10"))
        await anna.page.touchscreen.tap(*place)
        await expect(prompt(anna)).to_have_text("Tap again to place it there.")
        assert late
        for tell in late:
            tell()
        await anna.page.touchscreen.tap(*place)
        await anna.reaches(before + 1)
        await expect(anna.square("j10")).to_have_attribute("aria-label", re.compile("^j10, [A-Z]"))
        await expect(why(anna)).to_have_text("")
