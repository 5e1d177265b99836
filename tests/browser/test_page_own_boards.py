"""Mia, My Shelfie and Eriantys on boards of their own: whole games by tap and by keyboard, and replays."""

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.browser.guest import rival
from tests.browser.hands import Hands, Keys, replayed
from tests.browser.test_page_for_everybody import flawless
from tests.browser.visitor import Visitor
from tests.conftest import RunningHall

if TYPE_CHECKING:
    from tests.browser.conftest import Meet


async def fits(visitor: Visitor) -> None:
    """Nothing stands out at the side."""
    wide = await visitor.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


async def open_with(visitor: Visitor, game: str, *options: str) -> str:
    await visitor.visit(f"#/game/{game}")
    for option in options:
        await visitor.page.get_by_label(option).check()
    await visitor.press("Open the table")
    return await visitor.seated()


# Mia.


async def test_whoever_would_put_themself_out_of_mia_is_warned(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("mia"))
    await anna.turn_comes()
    await anna.press("See the dice")
    await expect(anna.page.locator(".bar .prompt")).to_have_text("Nobody has rolled yet: you would be out.")
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator(".bar .prompt")).to_have_text("Roll the dice.")
    await anna.press("See the dice")
    await anna.press("See the dice")
    await bob.sees(re.compile(f"{anna.name} wanted to see"))


# My Shelfie.


def tiles_then_column(legal: list[str], chosen: list[str], whole: bool) -> str | None:
    """As many tiles as there are in a line, or the first column with room."""
    if chosen and (chosen[0].startswith("column") or len(chosen) == 3):
        return None
    nearer = sorted(legal, key=lambda part: not is_neighbour(part, chosen))
    if chosen and (not nearer or (whole and not is_neighbour(nearer[0], chosen))):
        return None
    return nearer[0]


def is_neighbour(part: str, chosen: list[str]) -> bool:
    here, places = re.findall(r"\d+", part), [re.findall(r"\d+", other) for other in chosen]
    return any(sum(abs(int(a) - int(b)) for a, b in zip(here, place, strict=True)) == 1 for place in places)


def long_lines(move: Any, view: Any) -> float:
    return float(len(move["tiles"]) ** 4) if move["type"] == "pick" else 1.0


async def test_tiles_are_put_by_keyboard_in_the_order_one_likes(meet: "Meet", hall: RunningHall) -> None:
    anna = await meet("anna", color_scheme="dark")
    hands, held = Keys(anna), anna.page.locator(".held")

    async def in_hand() -> list[str]:
        return [(await tile.get_attribute("aria-label") or "").split(",")[0] for tile in await held.all()]

    async with rival(hall, await anna.open_table("shelfie")):
        kinds: list[str] = []
        while len(set(kinds)) < 2:
            await hands.play(tiles_then_column)
            await hands.turn()
            kinds = await in_hand()
        await flawless(anna)
        swap = anna.page.locator(".swap").first
        await swap.focus()
        await anna.page.keyboard.press("Enter")
        swapped = await in_hand()
        assert sorted(swapped) == sorted(kinds)
        assert swapped != kinds
        column = (await hands.legal())[0]
        await hands.choose(column)
        await expect(anna.page.locator(".ghost")).to_have_count(len(kinds))
        await hands.confirm([column])
        shelf = anna.page.locator(f'[data-part="{column}"]')
        await expect(shelf).to_have_attribute("aria-label", re.compile(", ".join(swapped)))


async def test_a_tile_without_a_free_side_is_refused_in_words(meet: "Meet", hall: RunningHall) -> None:
    anna, eve = await meet("anna"), await meet("eve", locale="cs-CZ")
    table = await anna.open_table("shelfie")
    async with rival(hall, table):
        hands = Hands(anna)
        await hands.turn()
        inside = anna.page.locator(".room-board .spot:not(.can, .bare)").first
        await hands.choose(str(await inside.get_attribute("data-part")))
        await expect(anna.page.locator(".why")).to_contain_text("That tile has no free side.")
        await hands.choose((await hands.legal())[0])
        await expect(anna.page.locator(".spot.chosen")).to_have_count(1)
        await anna.page.keyboard.press("Escape")
        await expect(anna.page.locator(".spot.chosen")).to_have_count(0)
        await eve.come_to(table)
        await expect(eve.page.locator(".bar .now")).to_contain_text(f"{anna.name} přemýšlí")
        await expect(eve.page.locator(".goal:not(.groups)")).to_have_count(2)  # those of all
        await expect(eve.page.locator(".spot.can")).to_have_count(0)


# Eriantys.


class Ruler:
    """Sends students to the dining room and to islands in turn, and uses whatever character can be paid. Who
    is eager earns coins with every student until the first character is paid, and uses that at once."""

    def __init__(self, *, eager: bool = False) -> None:
        self.eager = eager
        self.chance = random.Random(2)
        self.used: set[str] = set()
        self.chosen: list[str] = []
        """The parts of the last move."""

    def __call__(self, legal: list[str], chosen: list[str], whole: bool) -> str | None:
        if whole:
            self.chosen = chosen
            return None
        hired = [part for part in legal if part.startswith("character")]
        saving = self.eager and not self.used
        if hired and not chosen and (saving or self.chance.random() < 0.5):
            self.used.add(hired[0])
            return hired[0]
        plain = [part for part in legal if not part.startswith("character")]
        seats = [part for part in plain if part.startswith("dining")]
        if seats and (saving or self.chance.random() < 0.6):
            return seats[0]
        lent = [part for part in plain if part.startswith("entrance")]
        if chosen and chosen[0].startswith("character") and lent:
            return lent[0]
        return self.chance.choice(plain)


def to_tables(move: Any, view: Any) -> float:
    return {"use_character": 0.01, "to_dining_room": 8.0, "next": 50.0}.get(move["type"], 1.0)


async def choose_side(hands: Hands) -> None:
    """Take the first towers and the first wizard that are free."""
    await hands.turn()
    for kind in ("tower", "wizard"):
        option = hands.page.locator(".option:enabled:not(.chosen)", has_text=kind).first
        name = await option.inner_text()
        await hands.button(name)
        await expect(hands.page.locator(".option.chosen", has_text=name)).to_be_visible()
    before = await hands.visitor.seq()
    await hands.button("That is my choice")
    await hands.visitor.reaches(before + 1)


@pytest.mark.parametrize("hand", [Hands, Keys])
async def test_a_whole_game_of_eriantys_with_characters(
    meet: "Meet", hall: RunningHall, hand: type[Hands]
) -> None:
    anna = await meet("anna", color_scheme="dark")
    async with rival(hall, await open_with(anna, "eriantys", "Expert rules"), to_tables) as guest:
        hands, ruler, moves, phases = hand(anna), Ruler(eager=True), 0, set[str]()
        await choose_side(hands)
        while await hands.play(ruler):
            phases |= {part.split(":")[0] for part in ruler.chosen}
            moves += 1
            if moves == 9:
                await flawless(anna)
                await fits(anna)
        await guest
    assert {"assistant", "entrance", "island", "cloud", "character"} <= phases
    await replayed(hands, "eriantys")
    await flawless(anna)


async def test_a_student_is_dragged_to_an_island(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("eriantys"))
    await anna.begins()
    first, second = (
        (bob, anna) if await anna.page.locator(".room").get_attribute("data-turn") == "1" else (anna, bob)
    )
    for visitor in (first, second):
        await choose_side(Hands(visitor))
    for _ in range(2):
        planner = await on_turn(anna, bob)
        await Hands(planner).play(lambda legal, chosen, whole: None if chosen else legal[0])
    planner = await on_turn(anna, bob)
    hands = Hands(planner)
    await hands.turn()
    before, student = await planner.seq(), (await hands.legal())[0]
    await planner.page.locator(f'[data-part="{student}"]').drag_to(
        planner.page.locator('[data-part="island:4"]')
    )
    await planner.reaches(before + 1)
    await expect(planner.page.locator(".moves li").last).to_contain_text("to island 5")
    await hands.turn()
    await hands.choose("cloud:0")
    await expect(planner.page.locator(".why")).to_have_text("That cannot be done at this point of the game.")


async def on_turn(anna: Visitor, bob: Visitor) -> Visitor:
    """Whoever is on turn, once both have heard of it."""
    latest = max(await anna.seq(), await bob.seq())
    await anna.reaches(latest)
    return bob if await anna.page.locator(".room").get_attribute("data-turn") == "1" else anna
