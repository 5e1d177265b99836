"""Playing on squares: moves planned while the other thinks, drags, promotion, why something is not done."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import Locator, expect

from tests.browser.guest import Partner, partner

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor

GONE = re.compile("^$")
AT = """(square) => {
    const box = document.querySelector(`[aria-label^="${square},"]`).getBoundingClientRect();
    const inside = ({ x, y, width, height }) =>
        Math.abs(x + width / 2 - box.x - box.width / 2) < box.width / 2 &&
        Math.abs(y + height / 2 - box.y - box.height / 2) < box.height / 2;
    const piece = [...document.querySelectorAll(".piece")].find((one) => inside(one.getBoundingClientRect()));
    return piece?.getAttribute("class") ?? "";
}"""
"""How the piece on a square is drawn."""


def prompt(visitor: "Visitor") -> Locator:
    return visitor.page.locator(".bar .prompt")


def why(visitor: "Visitor") -> Locator:
    return visitor.page.locator(".why")


def planned(visitor: "Visitor") -> Locator:
    return visitor.page.locator(".planned")


async def tap(visitor: "Visitor", *squares: str) -> None:
    for square in squares:
        await visitor.square(square).click()


async def over(visitor: "Visitor", square: str) -> None:
    """Bring the mouse over the middle of a square."""
    box = await visitor.square(square).bounding_box()
    assert box
    await visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)


async def drag(visitor: "Visitor", start: str, *way: str) -> None:
    """Take a piece with the mouse and carry it along some squares; it is still in hand afterwards."""
    await over(visitor, start)
    await visitor.page.mouse.down()
    for square in way:
        await over(visitor, square)


async def test_a_move_is_planned_by_tap_or_by_drag_and_made_when_it_is_our_turn(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        await anna.turn_comes()
        await anna.move("e2-e4")
        await tap(anna, "g1", "f3")
        await expect(prompt(anna)).to_have_text("g1–f3 is made as soon as it is your turn.")
        await expect(planned(anna)).to_have_count(2)
        await bob.moves("e7-e5")
        await expect(anna.square("f3")).to_have_attribute("aria-label", "f3, White knight")
        await expect(planned(anna)).to_have_count(0)
        await drag(anna, "f1", "d3", "c4")
        await anna.page.mouse.up()
        await expect(prompt(anna)).to_have_text("f1–c4 is made as soon as it is your turn.")
        await bob.moves("b8-c6")
        await expect(anna.square("c4")).to_have_attribute("aria-label", "c4, White bishop")
        await expect(prompt(anna)).to_have_text("")  # it is not our turn


async def test_whose_turn_it_is_reads_what_there_is_to_do(meet: "Meet") -> None:
    anna = await meet("anna")
    asked = {"connect_four": "Choose a column.", "pente": "Choose a free place."}
    for game, task in asked.items():
        async with partner(anna, game):
            await anna.turn_comes()
            await expect(prompt(anna)).to_have_text(task)


async def test_what_was_planned_is_let_go_by_key_by_button_by_a_tap_or_if_it_is_not_legal(
    meet: "Meet",
) -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        await anna.turn_comes()
        await anna.move("e2-e4")
        for let_go in ("key", "button", "tap", "plan"):
            await tap(anna, "d2", "d4")
            await expect(planned(anna)).to_have_count(2)
            if let_go == "key":
                await anna.page.keyboard.press("Escape")
            elif let_go == "button":
                await anna.press("Let go")
            elif let_go == "tap":
                await tap(anna, "h5")
            else:
                await tap(anna, "e4", "e5")
                await expect(prompt(anna)).to_have_text("e4–e5 is made as soon as it is your turn.")
                continue
            await expect(planned(anna)).to_have_count(0)
            await expect(why(anna)).to_have_text(GONE)  # that was no wrong click
        await bob.moves("e7-e5")  # in its way
        await anna.turn_comes()
        await expect(planned(anna)).to_have_count(0)
        await expect(prompt(anna)).to_have_text("Choose a piece, then its square.")
        await expect(why(anna)).to_have_text(GONE)
        await anna.move("d2-d4")


async def test_a_disc_is_planned_for_a_column_and_a_second_tap_lets_it_go(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "connect_four") as bob:
        await anna.turn_comes()
        await anna.move("d1")
        await tap(anna, "c5")
        await expect(prompt(anna)).to_have_text("column 3 is made as soon as it is your turn.")
        await tap(anna, "c2")
        await expect(prompt(anna)).to_have_text("")
        await tap(anna, "d2")
        await tap(anna, "e4")
        await expect(prompt(anna)).to_have_text("column 5 is made as soon as it is your turn.")
        await bob.moves("e1")
        await expect(anna.square("e2")).to_have_attribute("aria-label", re.compile("Yellow|Red"))
        for row in (3, 5):
            await bob.moves(f"e{row}")
            await anna.turn_comes()
            if row == 3:
                await anna.move("e4")
        await anna.move("a1")
        await tap(anna, "e6")
        await bob.moves("e6")  # it was the last one of its column
        await anna.turn_comes()
        await expect(planned(anna)).to_have_count(0)
        await expect(anna.page.locator(".room")).to_have_attribute("data-turn", "0")


async def test_whoever_looks_on_plans_nothing_and_is_told_nothing(meet: "Meet") -> None:
    anna, eve = await meet("anna"), await meet("eve")
    async with partner(anna, "chess"):
        await anna.turn_comes()
        await eve.come_to(anna.page.url)
        await eve.begins()
        await tap(eve, "e2", "e4", "e7")
        await drag(eve, "e2", "e4")
        await expect(eve.page.locator(".in-hand, .planned, .chosen")).to_have_count(0)
        await eve.page.mouse.up()
        await expect(why(eve)).to_have_text(GONE)


async def test_a_wrong_click_says_why_at_its_place_and_not_for_long(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess"):
        await anna.turn_comes()
        await tap(anna, "e7")
        await expect(why(anna)).to_have_text("There is no piece of yours on that square.")
        await expect(why(anna)).to_have_text(GONE)
        await tap(anna, "e2", "e5")
        await expect(why(anna)).not_to_have_text(GONE)
        bubble, square = await why(anna).bounding_box(), await anna.square("e5").bounding_box()
        assert bubble
        assert square
        assert abs(bubble["x"] + bubble["width"] / 2 - square["x"] - square["width"] / 2) < square["width"]
        assert 0 < square["y"] - bubble["y"] - bubble["height"] < square["height"]
        assert await anna.page.get_by_text(await why(anna).inner_text(), exact=True).count() == 1
        await anna.move("e2-e4")
        await tap(anna, "e7")
        await expect(why(anna)).to_have_text(re.compile("^guest.* is thinking$"))
        await expect(why(anna)).to_have_text(GONE)


async def towards_chain(anna: "Visitor", bob: Partner) -> None:
    """Dark is about to capture two men in one turn, from g3 over e5 to g7."""
    for mine, theirs in (
        *(("e3-f4", "h6-g5"), ("f4-h6", "f6-g5"), ("c3-d4", "g5-f4")),
        *(("g3-e5", "d6-f4"), ("f2-g3", "g7-f6")),
    ):
        await anna.turn_comes()
        await anna.move(mine)
        await bob.moves(theirs)
    await anna.turn_comes()


async def test_a_man_in_mid_chain_stays_chosen_and_others_say_why_they_cannot_move(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "checkers") as bob:
        await towards_chain(anna, bob)
        await tap(anna, "a3")
        await expect(why(anna)).to_have_text("You can capture, so you must.")
        await anna.move("g3-e5")
        await expect(prompt(anna)).to_have_text("The piece that jumped must jump on.")
        before = await anna.seq()
        for wrong in ("another", "elsewhere", "drag", "let go"):
            if wrong == "another":
                await tap(anna, "b2")
                await expect(why(anna)).to_have_text("The piece that jumped must jump on.")
                await expect(anna.page.locator(".way")).to_have_count(1)
            elif wrong == "elsewhere":
                await tap(anna, "d6")
                await expect(why(anna)).to_have_text("The piece that jumped must jump on.")
            elif wrong == "drag":
                await drag(anna, "b2", "c3")
                await anna.page.mouse.up()
                await expect(why(anna)).to_have_text("The piece that jumped must jump on.")
            else:
                await anna.page.keyboard.press("Escape")
            await expect(anna.square("e5")).to_have_attribute("aria-selected", "true")
            await expect(anna.square("b2")).to_have_attribute("aria-selected", "false")
        assert await anna.seq() == before
        await anna.square("g7").click()
        await anna.reaches(before + 1)


async def test_a_piece_in_hand_leaves_its_shade_and_returns_if_it_is_dropped_outside(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess") as bob:
        await anna.turn_comes()
        before = await anna.seq()
        await drag(anna, "g1", "f3")
        assert "left-behind" in await anna.page.evaluate(AT, "g1")
        hand = anna.page.locator(".in-hand")
        box, square = await hand.bounding_box(), await anna.square("f3").bounding_box()
        assert box
        assert square
        assert abs(box["x"] + box["width"] / 2 - square["x"] - square["width"] / 2) < square["width"] / 2
        await anna.page.mouse.move(3, 300, steps=4)
        await expect(anna.page.locator(".aim")).to_be_hidden()
        await anna.page.mouse.up()
        await expect(hand).to_have_count(0)
        assert await anna.page.evaluate(AT, "g1") == "piece"
        await drag(anna, "g1", "h3", "f3")
        await anna.page.keyboard.press("Escape")
        await expect(hand).to_have_count(0)
        await anna.page.mouse.up()
        assert await anna.seq() == before
        await drag(anna, "b1", "c3")
        await expect(hand).to_have_count(1)
        assert await anna.seq() == before  # also a while after it was taken out of the hand
        await bob.table.resign()  # the game is over while the piece is in hand
        await expect(hand).to_have_count(0)
        await anna.page.mouse.up()
        await anna.sees(re.compile("You won"))


async def test_a_button_that_is_let_go_elsewhere_takes_no_piece_along(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess"):
        await anna.turn_comes()
        await over(anna, "e2")
        await anna.page.mouse.down()
        await anna.page.mouse.move(3, 300)  # so quick that the board did not see it go
        await anna.page.mouse.up()
        await over(anna, "e4")
        await expect(anna.page.locator(".in-hand")).to_have_count(0)


async def test_a_press_that_no_pointer_made_is_a_tap(meet: "Meet") -> None:
    anna = await meet("anna")
    async with partner(anna, "chess"):
        await anna.turn_comes()
        before = await anna.seq()
        for square in ("e2", "e4"):  # as a screen reader does it
            await anna.square(square).evaluate(
                "(cell) => cell.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
            )
        await anna.reaches(before + 1)


async def towards_promotion(anna: "Visitor", bob: Partner) -> None:
    """White is about to take a rook with a pawn that becomes something by it, Black another one."""
    for mine, theirs in (("a2-a4", "h7-h5"), ("a4-a5", "h5-h4"), ("a5-a6", "h4-h3"), ("a6-b7", "h3-g2")):
        await anna.turn_comes()
        await anna.move(mine)
        await bob.moves(theirs)
    await anna.turn_comes()


async def test_a_pawn_becomes_something_in_a_column_on_its_square(meet: "Meet") -> None:
    anna, eve = await meet("anna"), await meet("eve")
    column = anna.page.get_by_role("group", name="What does your pawn become?")
    turns = anna.page.locator(".moves .turn")
    async with partner(anna, "chess") as bob:
        await towards_promotion(anna, bob)
        await eve.come_to(anna.page.url)
        before = await anna.seq()
        await tap(anna, "b7", "a8")
        await expect(column.get_by_role("button")).to_have_count(4)
        await expect(column.get_by_role("button", name="queen")).to_be_focused()
        box, square = (
            await column.get_by_role("button", name="queen").bounding_box(),
            await anna.square("a8").bounding_box(),
        )
        assert box
        assert square
        assert abs(box["x"] - square["x"]) < 5
        assert abs(box["y"] - square["y"]) < 5
        await anna.page.keyboard.press("ArrowLeft")  # no browsing while it is asked
        await expect(column).to_be_visible()
        await anna.page.keyboard.press("Escape")
        await expect(column).to_have_count(0)
        await expect(anna.square("b7")).to_have_attribute("aria-label", re.compile("White pawn"))
        assert await anna.seq() == before
        await tap(anna, "b7", "a8")
        await column.get_by_role("button", name="queen").click()
        await expect(turns.last).to_have_text(re.compile("bxa8=Q$"))
        await expect(eve.page.locator(".moves .turn").last).to_have_text(re.compile("bxa8=Q$"))
        assert await turns.count() == 9
        await expect(anna.square("a8")).to_have_attribute("aria-label", "a8, White queen")
        await expect(column).to_have_count(0)
        # At a door where it is chosen afterwards the pawn stays to be seen, and nobody else may move.
        await bob.moves("g2-h1")
        assert await anna.page.evaluate(AT, "h1") == "piece"
        await bob.moves("h1=knight")
        await expect(turns.last).to_have_text(re.compile("gxh1=N$"))
        await anna.page.keyboard.press("ArrowLeft")
        await expect(turns.nth(8)).to_have_attribute("aria-current", "step")  # both of its parts are one turn


async def test_a_pawn_becomes_something_by_keys_alone(meet: "Meet") -> None:
    anna = await meet("anna")
    column = anna.page.get_by_role("group", name="What does your pawn become?")
    keyboard = anna.page.keyboard
    async with partner(anna, "chess") as bob:
        await towards_promotion(anna, bob)
        await anna.square("b7").focus()
        for key in ("Enter", "ArrowLeft", "ArrowUp", "Enter"):
            await keyboard.press(key)
        await expect(column.get_by_role("button", name="queen")).to_be_focused()
        await keyboard.press("Escape")
        await expect(anna.square("a8")).to_be_focused()
        for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp", "Enter"):
            await keyboard.press(key)
        await expect(column.get_by_role("button", name="queen")).to_be_focused()
        marked = column.locator("rect")  # the square behind the queen, and nothing of the queen
        widths = await marked.evaluate_all("(all) => all.map((one) => getComputedStyle(one).strokeWidth)")
        assert widths.count("9px") == 1, widths
        for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
            await keyboard.press(key)
        [name] = (
            await column.get_by_role("button").nth(1).evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        )
        await keyboard.press("Enter")
        await expect(anna.square("a8")).to_have_attribute("aria-label", f"a8, White {name}")
        await expect(anna.square("a8")).to_be_focused()


async def test_a_promotion_is_planned_and_its_question_outlives_the_others_move(meet: "Meet") -> None:
    anna = await meet("anna")
    column = anna.page.get_by_role("group", name="What does your pawn become?")
    async with partner(anna, "chess") as bob:
        await towards_promotion(anna, bob)
        await anna.move("h2-h3")
        await tap(anna, "b7", "a8")
        await column.get_by_role("button", name="rook").click()
        await expect(prompt(anna)).to_have_text("b7–a8 is made as soon as it is your turn.")
        await tap(anna, "b7", "a8")
        await expect(column).to_be_visible()
        await bob.moves("a7-a6")
        await anna.turn_comes()
        await expect(column).to_be_visible()
        await column.get_by_role("button", name="rook").click()
        await expect(anna.page.locator(".moves .turn").last).to_have_text(re.compile("bxa8=R$"))
