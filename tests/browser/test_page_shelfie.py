"""My Shelfie in its frame: nothing spills or jumps, the hand is dragged, goals open, and whys are said."""

import re
from typing import TYPE_CHECKING

from playwright.async_api import Page, expect

from tests.browser.guest import rival
from tests.browser.hands import Fingers, Hands, Keys
from tests.browser.test_page_for_everybody import flawless
from tests.browser.test_page_own_boards import is_neighbour, long_lines, tiles_then_column
from tests.browser.visitor import PHONE, Visitor
from tests.conftest import RunningHall

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

SIZES = {
    "laptop": (1280, 720),
    "phone": (390, 844),
    "small": (360, 640),
    "sideways": (844, 390),
    "tablet": (820, 1180),
    "wide": (1920, 1080),
}
NARROW = ("phone", "small")
SPILLED = """() => {
    const play = document.querySelector(".play").getBoundingClientRect();
    const kinds = ".den, .mine, .extras, .small, .hand, .swap, .news, .points";
    const parts = [...document.querySelectorAll(kinds)];
    const strip = document.querySelector(".extras");
    const swiped = (part) => strip.scrollWidth > strip.clientWidth && strip !== part && strip.contains(part);
    const over = ({ x, y, right, bottom }) =>
        right > play.right + 1 || bottom > play.bottom + 1 || x < play.x - 1 || y < play.y - 1;
    const seen = parts.filter((part) => part.checkVisibility() && !swiped(part));
    return seen.filter((part) => over(part.getBoundingClientRect())).map((part) => part.className);
}"""
PLACES = """(selectors) => selectors.map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [selector, x, y, width, height].join(" ");
})"""
MIDDLE = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
SIZE = """(selector) => {
    const { width, height } = document.querySelector(selector).getBoundingClientRect();
    return [width, height];
}"""
FLIGHTS = """() => {
    const animate = Element.prototype.animate;
    window.flights = 0;
    Element.prototype.animate = function (...how) {
        window.flights += this.matches(".held");
        return animate.apply(this, how);
    };
}"""
"""Counts the tiles that come flying into a hand."""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def middle(page: Page, selector: str) -> tuple[float, float]:
    x, y = await page.evaluate(MIDDLE, selector)
    return x, y


async def size(page: Page, selector: str) -> tuple[float, float]:
    width, height = await page.evaluate(SIZE, selector)
    return width, height


async def drag(page: Page, *stops: tuple[float, float]) -> None:
    """Press at the first place, come over the others, and let go at the last."""
    await page.mouse.move(*stops[0])
    await page.mouse.down()
    for stop in stops[1:]:
        await page.mouse.move(*stop, steps=6)
    await page.evaluate(SETTLED)
    await page.mouse.up()


async def pick_two(hands: Hands) -> list[str]:
    """Two tiles side by side, of two kinds if the hands are lucky; their names."""
    await hands.turn()
    first = (await hands.legal())[0]
    await hands.choose(first)
    second = next((part for part in await hands.legal() if is_neighbour(part, [first])), None)
    if second:
        await hands.choose(second)
    return [first, second] if second else [first]


async def holding(anna: Visitor, hands: Hands) -> list[str]:
    """Play until two tiles of two kinds are in the hand; what they are, the lowest first."""
    held = anna.page.locator(".mine .hand.ready .held")
    while True:
        await hands.play(tiles_then_column)
        await hands.turn()
        names = [str(await tile.get_attribute("aria-label")).split(",")[0] for tile in await held.all()]
        if len(set(names)) > 1:
            return names


async def test_nothing_spills_and_nothing_jumps_in_any_phase(meet: "Meet", hall: RunningHall) -> None:
    anna, eve = await meet("anna"), await meet("eve")
    table = await anna.open_table("shelfie")
    async with rival(hall, table):
        hands = Hands(anna)
        await hands.turn()
        before: dict[str, list[str]] = {}
        for phase in ("pick", "chosen", "put", "aimed"):
            if phase == "chosen":
                await pick_two(hands)
            if phase == "put":
                await hands.confirm([])
                await expect(anna.page.locator(".hand.ready")).to_be_visible()
            if phase == "aimed":
                await hands.choose((await hands.legal())[0])
            for size, (width, height) in SIZES.items():
                await anna.page.set_viewport_size({"width": width, "height": height})
                await anna.page.evaluate(SETTLED)
                assert not await anna.page.evaluate(SPILLED), f"{phase}, {size}"
                still = [".extras", ".goal"] if size in NARROW else [".den", ".mine", ".extras", ".goal"]
                places = await anna.page.evaluate(PLACES, still)
                assert before.setdefault(size, places) == places, f"{phase}, {size}"
            await anna.page.set_viewport_size({"width": 1280, "height": 720})
        await eve.come_to(table)
        await expect(eve.page.locator(".theirs")).to_have_count(2)
        for size, (width, height) in SIZES.items():
            await eve.page.set_viewport_size({"width": width, "height": height})
            await eve.page.evaluate(SETTLED)
            assert not await eve.page.evaluate(SPILLED), f"watched, {size}"


async def test_the_hand_hovers_over_the_column_under_the_mouse_and_a_click_lets_it_fall(
    meet: "Meet", hall: RunningHall
) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table("shelfie")):
        hands, page = Hands(anna), anna.page
        names = await holding(anna, hands)
        columns = await hands.legal()
        for column in (columns[0], columns[-1]):
            await page.mouse.move(*await middle(page, f'[data-part="{column}"] .slot'))
            await expect(page.locator(f'[data-part="{column}"] .ghost')).to_have_count(len(names))
            await expect(page.locator(".ghost")).to_have_count(len(names))
            await page.evaluate(SETTLED)
            over, _ = await middle(page, ".hand")
            wanted, _ = await middle(page, f'[data-part="{column}"] .slot')
            assert abs(over - wanted) < 2
            await expect(page.locator(".bar .prompt")).to_contain_text("Brings")
        number = int(columns[-1].split(":")[1]) + 1
        await expect(page.locator(".bar .confirm")).to_have_text(f"Put into column {number}")
        seq = await anna.seq()
        await page.mouse.click(*await middle(page, f'[data-part="{columns[-1]}"] .slot'))
        await anna.reaches(seq + 1)
        await expect(page.locator(f'[data-part="{columns[-1]}"]')).to_have_attribute(
            "aria-label", re.compile(", ".join(names))
        )


async def test_the_hand_is_dragged_into_a_column_and_into_another_order(
    meet: "Meet", hall: RunningHall
) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table("shelfie")):
        hands, page = Hands(anna), anna.page
        names = await holding(anna, hands)
        low, high = await middle(page, "[data-held='0']"), await middle(page, "[data-held='1']")
        await drag(page, low, (high[0], high[1] - 4))
        held = page.locator(".mine .held")
        await expect(held.nth(1)).to_have_attribute("aria-label", names[0])
        await expect(held.first).to_have_attribute("aria-label", f"{names[1]}, lowest")
        column = (await hands.legal())[-1]
        goal = await middle(page, f'[data-part="{column}"] .slot')
        seq = await anna.seq()
        await page.mouse.move(*await middle(page, "[data-held='0']"))
        await page.mouse.down()
        await page.mouse.move(*goal, steps=8)
        await page.evaluate(SETTLED)
        under, beneath = await middle(page, ".hand"), await middle(page, f'[data-part="{column}"] .slot')
        assert abs(under[0] - beneath[0]) < 20  # it is where the pointer is
        await expect(page.locator(f'[data-part="{column}"] .ghost')).to_have_count(len(names))
        await page.mouse.up()
        await anna.reaches(seq + 1)
        label = re.compile(", ".join([names[1], names[0], *names[2:]]))
        await expect(page.locator(f'[data-part="{column}"]')).to_have_attribute("aria-label", label)


async def test_tiles_are_dragged_from_the_living_room_over_the_column_they_shall_fall_into(
    meet: "Meet", hall: RunningHall
) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table("shelfie")):
        hands, page = Hands(anna), anna.page
        parts = await pick_two(hands)
        await page.keyboard.press("Escape")
        await expect(page.locator(".spot.chosen")).to_have_count(0)
        stops = [await middle(page, f'[data-part="{part}"] .place') for part in parts]
        seq = await anna.seq()
        await drag(page, *stops)
        await expect(page.locator(".spot.chosen")).to_have_count(len(parts))
        many = {1: "Take this tile", 2: "Take these two tiles"}[len(parts)]
        await expect(page.locator(".bar .confirm")).to_have_text(many)
        assert await anna.seq() == seq  # chosen, and not yet taken
        await drag(page, stops[-1], await middle(page, '[data-part="column:3"] .slot'))
        await anna.reaches(seq + 1)
        await expect(page.locator('[data-part="column:3"] .ghost')).to_have_count(len(parts))
        await expect(page.locator(".bar .confirm")).to_have_text("Put into column 4")


async def test_tiles_that_were_tapped_fly_into_the_hand_and_those_that_were_dragged_do_not(
    meet: "Meet", hall: RunningHall
) -> None:
    for way in ("tapped", "dragged"):
        anna = await meet("anna", reduced_motion="no-preference")
        async with rival(hall, await anna.open_table("shelfie")):
            hands, page = Hands(anna), anna.page
            await hands.turn()
            await page.evaluate(FLIGHTS)
            first = (await hands.legal())[0]
            if way == "tapped":
                await hands.choose(first)
                await page.locator(".bar .confirm").click()
            else:
                tile = await middle(page, f'[data-part="{first}"] .place')
                await drag(page, tile, await middle(page, '[data-part="column:3"] .slot'))
            await expect(page.locator(".parlour.putting")).to_be_visible()
            await page.evaluate(SETTLED)
            assert await page.evaluate("flights") == (1 if way == "tapped" else 0)


async def test_tiles_that_are_let_go_beside_the_board_stay_chosen_and_are_not_carried_on(
    meet: "Meet", hall: RunningHall
) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table("shelfie")):
        hands, page = Hands(anna), anna.page
        await hands.turn()
        await page.mouse.move(*await middle(page, f'[data-part="{(await hands.legal())[0]}"] .place'))
        await page.mouse.down()
        beside = await middle(page, ".bar .prompt")
        await page.mouse.move(*beside, steps=6)
        await expect(page.locator(".carried-tiles")).to_have_class(re.compile("shown"))
        await expect(page.locator(".carried-tiles .tile")).to_have_count(1)
        await expect(page.locator(".bar .confirm")).to_have_count(0)  # nothing changes there meanwhile
        await page.mouse.up()
        await expect(page.locator(".carried-tiles")).not_to_have_class(re.compile("shown"))
        await expect(page.locator(".bar .confirm")).to_have_text("Take this tile")


async def test_a_tile_out_of_line_is_taken_instead_and_says_why(meet: "Meet", hall: RunningHall) -> None:
    anna = await meet("anna")
    async with rival(hall, await anna.open_table("shelfie")):
        hands, page = Hands(anna), anna.page
        await hands.turn()
        every = await hands.legal()
        await hands.choose(every[0])
        near = await hands.legal()
        far = next(part for part in every if part not in near and part != every[0])
        await hands.choose(far)
        await expect(page.locator(".why")).to_have_text(
            "Those tiles do not lie side by side in one row or column."
        )
        await expect(page.locator(".spot.chosen")).to_have_count(1)
        await expect(page.locator(f'[data-part="{far}"]')).to_have_attribute("aria-pressed", "true")


async def test_on_a_phone_a_tap_shows_what_would_be_and_a_second_one_does_it(
    meet: "Meet", hall: RunningHall
) -> None:
    anna = await meet("anna", **PHONE)
    async with rival(hall, await anna.open_table("shelfie"), long_lines):
        hands, page = Fingers(anna), anna.page
        await hands.turn()
        room, _ = await size(page, ".den")
        await hands.play(tiles_then_column)
        await hands.turn()
        await expect(page.locator(".parlour.putting")).to_be_visible()
        small, height = await size(page, ".den")
        assert small < room / 1.5  # the shelf has the stage now
        assert (await size(page, ".mine"))[1] > height * 1.5
        column, seq = (await hands.legal())[0], await anna.seq()
        await hands.choose(column)
        await expect(page.locator(f'[data-part="{column}"] .ghost').first).to_be_visible()
        assert await anna.seq() == seq
        if await page.locator(".swap").count():
            assert min(await size(page, ".swap")) >= 44
        await hands.choose(column)
        await anna.reaches(seq + 1)
        await expect(page.locator(".parlour.putting")).to_have_count(0)


async def test_goals_and_shelves_open_by_pointer_by_keys_and_by_tap(meet: "Meet", hall: RunningHall) -> None:
    anna, bob = await meet("anna"), await meet("bob", **PHONE)
    table = await anna.open_table("shelfie")
    await bob.join(table)
    await anna.begins()
    page, peek = anna.page, anna.page.locator(".peek")
    common, own, theirs = page.locator(".goal").first, page.locator(".own-goal"), page.locator(".theirs")
    await expect(own).to_have_attribute("aria-label", re.compile("^Your own goal. .* 0 of 6 in place"))
    await common.hover()
    await expect(peek).to_contain_text("points for the next one")
    await expect(peek).to_contain_text(re.compile(f"{bob.name}: \\d of \\d"))
    await theirs.hover()
    await expect(peek).to_contain_text(bob.name)
    await page.mouse.move(5, 5)
    await expect(peek).to_have_count(0)
    await Keys(anna).walk(".own-goal")
    await expect(peek).to_contain_text("Every tile in its place counts")
    await page.keyboard.press("Escape")
    await expect(peek).to_have_count(0)
    await bob.page.locator(".theirs").tap()
    await expect(bob.page.locator(".peek")).to_contain_text(anna.name)
    await flawless(bob)
    await bob.page.locator(".theirs").tap()
    await expect(bob.page.locator(".peek")).to_have_count(0)
