"""The board of Eriantys: what a step would do, what one picks up, who plays with whom; and it all fits."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.async_api import Page, expect

from tablehall.client import Table
from tablehall.games.eriantys.influence import influence, resolve
from tablehall.games.eriantys.state import Table as State
from tablehall.games.eriantys.state import island_at
from tests.browser.hands import Hands
from tests.browser.reach import small_targets
from tests.browser.test_page_frame import DRAWN, SIZES, company, unseen
from tests.browser.test_page_own_boards import to_tables
from tests.browser.visitor import PHONE, Visitor

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

MIDDLE = """(part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""

MINSTREL = 10
"""A character that cannot be used while nobody is in the dining room."""


class Company:
    """Everybody at a table; they play whatever is legal, as quickly as the hall lets them."""

    def __init__(self, anna: Visitor, tables: list[Table], seed: int = 3) -> None:
        self.anna, self.tables, self.chance = anna, tables, random.Random(seed)

    @property
    def view(self) -> Any:
        return self.tables[0].view

    async def moves(self) -> bool:
        """Somebody makes a move; False: the game is over."""
        while not (movers := [table for table in self.tables if table.my_turn]):
            if any(table.over for table in self.tables):
                return False
            await asyncio.sleep(0.005)
        [mover] = movers[:1]
        legal = await mover.legal()
        [move] = self.chance.choices(legal, [to_tables(move, self.view) for move in legal])
        await mover.act(move)
        for table in self.tables:
            while table.seq < mover.seq:  # noqa: ASYNC110 (nobody tells of it)
                await asyncio.sleep(0.005)
        return True

    async def until(self, wanted: Callable[[Any], bool]) -> bool:
        """Play until it is anna's turn with a table as it is wanted, and her page shows it."""
        while not (self.tables[0].my_turn and wanted(self.view)):
            if not await self.moves():
                return False
        await self.anna.reaches(self.tables[0].seq)
        await self.anna.turn_comes()
        return True


GAMES = 60
"""The dice are the hall's: so many games at most until a table is as it is wanted."""


@asynccontextmanager
async def company_until(
    meet: "Meet", wanted: Callable[[Any], bool], options: Any = None
) -> AsyncIterator[Company]:
    """Two who play one game after the other until it is anna's turn with a table as it is wanted."""
    for seed in range(GAMES):
        anna = await meet("anna")
        async with company(anna, "eriantys", 2, options) as tables:
            party = Company(anna, tables, seed)
            if await party.until(wanted):
                yield party
                return
    raise AssertionError("no game came to such a table")


def in_phase(phase: str) -> Callable[[Any], bool]:
    return lambda view: bool(view["phase"] == phase)


async def middle(page: Page, part: str) -> tuple[float, float]:
    x, y = await page.evaluate(MIDDLE, part)
    return x, y


async def carry(page: Page, part: str, to: str) -> None:
    """Pick something up and bring it over something else, without letting it go."""
    await page.mouse.move(*await middle(page, part))
    await page.mouse.down()
    await page.mouse.move(*await middle(page, to), steps=5)


def state_of(view: Any) -> State:
    """The table by the rules of the hall; what is in the bag does not matter here."""
    return msgspec.convert({**view, "bag": (1, 1, 1, 1, 1)}, State)


def reached(view: Any) -> list[int]:
    """The islands mother nature may go to."""
    ids = [island["id"] for island in view["islands"]]
    steps = (view["players"][view["seat"]]["assistant"] + 1) // 2
    start = ids.index(view["mother_nature"])
    return [ids[(start + step) % len(ids)] for step in range(1, steps + 1)]


# What a step would do.


async def test_a_step_of_mother_nature_shows_who_would_own_the_island(meet: "Meet") -> None:
    anna = await meet("anna")
    async with company(anna, "eriantys", 2) as tables:
        party = Company(anna, tables)
        assert await party.until(in_phase("move_mother_nature"))
        state = state_of(party.view)
        for island in reached(party.view):
            spot = island_at(state, island) or 0
            power = influence(state, state.islands[spot])
            sides = [f"{tower.value.title()} {count}" for tower, count in power.items() if tower]
            await anna.page.mouse.move(*await middle(anna.page, f'[data-part="island:{island}"] .reach'))
            counts = anna.page.locator(".foreseen .scales span")
            await expect(counts).to_have_text([side.split()[1] for side in sides])
            said = await anna.page.locator(f'[data-part="island:{island}"]').get_attribute("aria-label")
            assert ", ".join(sides) in str(said)
        await anna.page.mouse.move(2, 2)
        await expect(anna.page.locator(".foreseen")).to_have_count(0)
        await anna.page.mouse.click(*await middle(anna.page, f'[data-part="island:{island}"] .reach'))
        await expect(anna.page.locator(".bar .prompt")).to_contain_text(", ".join(sides))
        await expect(anna.page.locator(".bar .confirm")).to_have_text(re.compile(r"Go \d steps?"))


def ends(view: Any) -> list[int]:
    """The islands where a step would end the game."""
    if view["phase"] != "move_mother_nature":
        return []
    state = state_of(view)
    return [id for id in reached(view) if resolve(state, island_at(state, id) or 0, []).outcome]


@pytest.mark.timeout(400)
async def test_a_step_that_would_end_the_game_is_warned_of(meet: "Meet") -> None:
    async with company_until(meet, lambda view: bool(ends(view))) as party:
        anna = party.anna
        island = f'[data-part="island:{ends(party.view)[0]}"]'
        # Carried there it is not done at once either.
        await carry(anna.page, ".walker", f"{island} .reach")
        await expect(anna.page.locator(".foreseen.ending .warned")).to_contain_text("This ends the game")
        await anna.page.mouse.up()
        await expect(anna.page.locator(".bar .prompt")).to_contain_text("This ends the game")
        await expect(anna.page.locator(".room")).to_have_attribute("data-status", "playing")
        await anna.page.locator(".bar .confirm").click()
        await expect(anna.page.locator(".room")).to_have_attribute("data-status", "finished")
        await expect(anna.page.locator(".isle.won").first).to_be_visible()


# Picking things up.


async def test_what_is_carried_follows_the_pointer_and_returns_from_where_it_cannot_be(meet: "Meet") -> None:
    anna = await meet("anna")
    async with company(anna, "eriantys", 2) as tables:
        party = Company(anna, tables)
        assert await party.until(in_phase("move_students"))
        colour = next(n for n, many in enumerate(party.view["players"][0]["entrance"]) if many)
        student, wrong = f'[data-part="entrance:{colour}"]', f'[data-part="dining:{(colour + 1) % 5}"]'
        before = await anna.seq()
        await carry(anna.page, student, wrong)
        x, y = await middle(anna.page, wrong)
        box = await anna.page.locator(".carried svg").bounding_box()
        assert box
        assert abs(box["x"] + box["width"] / 2 - x) < 2
        assert box["y"] < y < box["y"] + box["height"]
        await anna.page.mouse.up()
        await expect(anna.page.locator(".why")).to_have_text(
            "Everybody sits at the table of their own colour."
        )
        await expect(anna.page.locator(".carried use, .spot.chosen")).to_have_count(0)
        assert await anna.seq() == before
        await carry(anna.page, student, f'[data-part="dining:{colour}"]')
        await anna.page.mouse.up()
        await anna.reaches(before + 1)


async def test_a_tap_that_leads_nowhere_says_why(meet: "Meet") -> None:
    anna = await meet("anna")
    why = anna.page.locator(".why")
    async with company(anna, "eriantys", 2, {"expert": True}) as tables:
        party = Company(anna, tables)
        assert await party.until(in_phase("move_students"))
        await Hands(anna).choose(f"island:{party.view['mother_nature']}")
        await expect(why).to_have_text("First choose a student in your entrance.")
        dear = [card for card in party.view["cards"] if card["cost"] > party.view["players"][0]["coins"]]
        if dear:
            await Hands(anna).choose(f"character:{dear[0]['card']}")
            await expect(why).to_contain_text(f"costs {dear[0]['cost']}, and you have")
        assert await party.until(in_phase("move_mother_nature"))
        ids = {island["id"] for island in party.view["islands"]}
        far = min(ids - set(reached(party.view)))
        await Hands(anna).choose(f"island:{far}")
        await expect(why).to_have_text(re.compile(r"Mother nature goes at most \d islands? on\."))


async def test_a_character_is_a_card_that_says_what_it_does_and_what_it_costs(meet: "Meet") -> None:
    def rich(view: Any) -> bool:
        coins = view["players"][0]["coins"]
        ready = view["phase"] == "move_students" and not view["used"]
        return ready and any(card["cost"] <= coins and card["card"] != MINSTREL for card in view["cards"])

    async with company_until(meet, rich, {"expert": True}) as party:
        anna = party.anna
        await anna.page.locator(".character.can > button").first.hover()
        await expect(anna.page.locator(".opened-card.peeked .does")).to_be_visible()
        # A coin that is brought to a card picks it up.
        await carry(anna.page, ".purse use", ".character.can > button")
        await anna.page.mouse.up()
        await expect(anna.page.locator(".opened-card:not(.peeked)")).to_be_visible()
        does = await anna.page.locator(".opened-card .does").inner_text()
        await expect(anna.page.locator(".bar .prompt")).to_contain_text(does)
        while not await anna.page.locator(".bar .confirm").count():
            await anna.page.locator(".play .spot.can:not(.chosen)").last.click()
        await expect(anna.page.locator(".bar .confirm")).to_have_text(re.compile(r"Use the .+, \d coins?"))
        await anna.page.keyboard.press("Escape")
        await expect(anna.page.locator(".opened-card:not(.peeked)")).to_have_count(0)


# Rivals and partners.


async def test_the_school_of_a_rival_opens_when_one_points_at_it_or_taps_it(meet: "Meet") -> None:
    anna = await meet("anna")
    async with company(anna, "eriantys", 3) as tables:
        assert await Company(anna, tables).until(in_phase("planning"))
        opened, rival = anna.page.locator(".opened-school .school"), anna.page.locator(".rival")
        await rival.first.hover()
        await expect(opened).to_have_attribute("data-school", "1")
        await anna.page.mouse.move(2, 2)
        await expect(opened).to_have_count(0)
        await rival.last.click()
        await anna.page.mouse.move(2, 2)
        await expect(opened).to_have_attribute("data-school", "2")
        await expect(rival.last).to_have_attribute("aria-expanded", "true")
        await anna.page.keyboard.press("Escape")
        await expect(opened).to_have_count(0)


async def test_with_four_one_is_told_who_plays_with_whom(meet: "Meet") -> None:
    anna = await meet("anna")
    async with company(anna, "eriantys", 4) as tables:
        party = Company(anna, tables)
        partner = tables[2].card.seats[2]
        assert partner
        await expect(anna.page.locator(".setup .with")).to_have_text(
            f"You play together with {partner.name}."
        )
        assert await party.until(in_phase("planning"))
        await expect(anna.page.locator(".rival.partner")).to_contain_text("on your team")
        await expect(anna.page.locator(".rival.partner b")).to_have_text(partner.name)
        await expect(anna.page.locator(".seat", has_text=partner.name)).to_contain_text("with seat 1")
        await expect(anna.page.locator(".seat", has_text=anna.name)).to_contain_text("with seat 3")


# Every size.


@pytest.mark.parametrize("seats", [2, 4])
async def test_everything_fits_and_the_sea_keeps_still_with_characters(meet: "Meet", seats: int) -> None:
    anna = await meet("anna")
    seas: dict[str, set[str]] = {size: set() for size in SIZES}
    async with company(anna, "eriantys", seats, {"expert": True}) as tables:
        party = Company(anna, tables)
        for phase in ("choosing", "planning", "move_students", "move_mother_nature", "choose_cloud"):
            assert await party.until(in_phase(phase))
            for size, (width, height) in SIZES.items():
                await anna.page.set_viewport_size({"width": width, "height": height})
                await anna.page.evaluate(DRAWN)
                wrong = await unseen(anna.page)
                assert not wrong, f"{phase}, {size}: {wrong}"
                box = await anna.page.locator(".sea").bounding_box()
                seas[size].add(str(box))
    assert {size: len(places) for size, places in seas.items()} == dict.fromkeys(SIZES, 1)


async def test_a_finger_can_hit_whatever_is_to_be_chosen(meet: "Meet") -> None:
    anna = await meet("anna", **PHONE)
    async with company(anna, "eriantys", 4, {"expert": True}) as tables:
        party = Company(anna, tables)
        for phase in ("choosing", "planning", "move_students", "move_mother_nature", "choose_cloud"):
            assert await party.until(in_phase(phase))
            for width, height in ((360, 640), (390, 844), (844, 390)):
                await anna.page.set_viewport_size({"width": width, "height": height})
                await anna.page.evaluate(DRAWN)
                within = [one for one in await small_targets(anna.page) if ".play" in one or "spot" in one]
                assert not within, f"{phase}, {width} x {height}: {within}"


NUMBERS = """() => {
    const look = (part) => getComputedStyle(document.querySelector(part));
    const beach = look(".isle .beach path").fill;
    const { stroke, paintOrder } = look(".isle .number");
    return stroke === beach && paintOrder.startsWith("stroke");
}"""
WHOLE = """() => {
    const [strip, last] = [".rivals", ".rival .played"].map((part) => document.querySelector(part));
    return last.getBoundingClientRect().right <= strip.getBoundingClientRect().right;
}"""
LINES = """() => {
    const numbers = [...document.querySelectorAll(".moves li small")];
    return [numbers.length > 99, new Set(numbers.map(({ offsetHeight }) => offsetHeight)).size];
}"""


async def test_numbers_are_read_over_the_sea_beside_a_rival_and_beside_a_hundredth_move(meet: "Meet") -> None:
    anna = await meet("anna", color_scheme="dark")
    async with company(anna, "eriantys", 3, {"expert": True}) as tables:
        party = Company(anna, tables)
        assert await party.until(in_phase("choose_cloud"))
        assert await anna.page.evaluate(NUMBERS)
        await anna.page.set_viewport_size({"width": 844, "height": 390})
        await anna.page.evaluate(DRAWN)
        assert await anna.page.evaluate(WHOLE)
        await anna.page.set_viewport_size({"width": 1280, "height": 720})
        while await party.moves():
            pass
        await expect(anna.page.locator(".end")).to_be_visible()
        assert await anna.page.evaluate(LINES) == [True, 1]
