"""Two browsers play a whole game, and both see how it ends; a third one looks on."""

from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.hands import Fingers, Hands, Keys, Picks
from tests.browser.test_page_own_boards import choose_side, fits, on_turn, tiles_then_column
from tests.browser.visitor import PHONE, Visitor

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

JUMPS = (
    "e3-f4 h6-g5 f4-h6 f6-g5 c3-d4 g5-f4 g3-e5 d6-f4 f2-g3 g7-f6 g3-e5 e5-g7 h8-f6 h2-g3 f8-g7 "
    "h6-f8 b6-a5 f8-d6 c7-e5 e5-c3 b2-d4 f6-e5 d4-f6 d8-e7 f6-d8 a5-b4 a3-c5 b8-c7 d8-b6"
)
"""A game of checkers: both jump twice in one turn."""


class Plot:
    """Two agree to be done soon: one gets the professors, the other sends students wherever
    mother nature comes next, and she visits one island after the other."""

    def __init__(self) -> None:
        self.taught: set[str] = set()
        """The colours whose professors the ruler has, by the numbers the board gives them."""
        self.mother = 0

    def rule(self, legal: list[str], chosen: list[str], whole: bool) -> str | None:
        """One of each colour to the dining room."""
        if whole:
            return None
        tables = [part for part in legal if part.startswith("dining")]
        if tables:
            self.taught.add(number(tables[0]))
            return tables[0]
        if legal[0].startswith("island"):
            return self.walk(legal)
        return next((part for part in legal if number(part) not in self.taught), legal[0])

    def serve(self, legal: list[str], chosen: list[str], whole: bool) -> str | None:
        """Students whom the ruler's professors teach to the islands ahead."""
        if whole:
            return None
        islands = [part for part in legal if part.startswith("island")]
        if islands:
            return self.ahead(islands) if chosen else self.walk(islands)
        return next((part for part in legal if number(part) in self.taught), legal[0])

    def ahead(self, islands: list[str]) -> str:
        return min(islands, key=lambda part: (int(number(part)) - self.mother - 1) % 12)

    def walk(self, islands: list[str]) -> str:
        part = self.ahead(islands)
        self.mother = int(number(part))
        return part


def number(part: str) -> str:
    """What stands behind the colon."""
    return part.split(":")[1]


async def moves(hands: dict[Visitor, Hands], picks: dict[Visitor, Picks], most: int) -> int:
    """Whoever is on turn moves, up to so many times; how many moves were made before the game was over."""
    anna, bob = hands
    for made in range(most):
        mover = await on_turn(anna, bob)
        if not await hands[mover].play(picks[mover]):
            return made
    return most


async def test_two_browsers_play_a_whole_game_of_checkers(meet: "Meet") -> None:
    anna, bob = await meet("anna", **PHONE), await meet("bob", color_scheme="dark")
    await bob.join(await anna.open_table("checkers"))
    await anna.begins()
    hands = {anna: Fingers(anna), bob: Keys(bob)}
    for move in JUMPS.split():
        await hands[await on_turn(anna, bob)].move(move)
    await anna.sees(f"You won: {bob.name} cannot move.")
    await bob.sees("You lost: you cannot move.")


async def test_two_browsers_play_a_whole_game_of_my_shelfie(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna", **PHONE), await meet("bob", color_scheme="dark"), await meet("eve")
    table = await anna.open_table("shelfie")
    await bob.join(table)
    await anna.begins()
    hands = {anna: Fingers(anna), bob: Hands(bob)}
    picks: dict[Visitor, Picks] = {anna: tiles_then_column, bob: tiles_then_column}
    assert await moves(hands, picks, 6) == 6
    await eve.come_to(table)  # what was picked before is not told: there are secrets at this table
    await bob.page.reload()
    await bob.begins()
    assert await moves(hands, picks, 100) < 100
    told = await anna.page.locator(".now").inner_text()
    winner, loser = (anna, bob) if told == "You won on points." else (bob, anna)
    await winner.sees("You won on points.")
    await loser.sees(f"You lost on points to {winner.name}.")
    points = anna.page.locator(".points tbody")
    await expect(points.locator("tr")).to_have_count(2)
    counted = await points.inner_text()
    for visitor in (bob, eve):
        await expect(visitor.page.locator(".points tbody")).to_have_text(counted, use_inner_text=True)
    await fits(anna)


async def test_two_browsers_play_a_whole_game_of_eriantys(meet: "Meet") -> None:
    anna, bob, eve = await meet("anna", **PHONE), await meet("bob", color_scheme="dark"), await meet("eve")
    table = await anna.open_table("eriantys")
    await bob.join(table)
    await anna.begins()
    hands, plot = {anna: Fingers(anna), bob: Hands(bob)}, Plot()
    for _ in hands:
        await choose_side(hands[await on_turn(anna, bob)])
    picks: dict[Visitor, Picks] = {anna: plot.rule, bob: plot.serve}
    assert await moves(hands, picks, 4) == 4
    await eve.come_to(table)
    await expect(eve.page.locator(".moves .turn")).to_have_count(10)  # those before eve came, too
    await expect(eve.page.locator(".moves [aria-current]")).to_be_in_viewport()
    await sees_all_alike(eve, anna, bob)
    assert await moves(hands, picks, 150) < 150
    await anna.sees("You won: the last tower is built.")
    await bob.sees("You lost: the last tower is built.")
    await eve.sees(f"{anna.name} won: the last tower is built.")
    await fits(anna)


async def sees_all_alike(eve: Visitor, *players: Visitor) -> None:
    """To who looks on no school is nearer than another."""
    schools = eve.page.locator(".school")
    await expect(schools.locator("b")).to_have_text([player.name for player in players])
    sizes = {
        (box["width"], box["height"], box["y"])
        for school in await schools.all()
        if (box := await school.bounding_box())
    }
    assert len(sizes) == 1
    await expect(eve.page.locator(".spot.can")).to_have_count(0)
