"""A game from a file of its own: a picture in the lobby, a board at its table, and its moves in words."""

from typing import TYPE_CHECKING

from playwright.async_api import expect

from tablehall.games.drawing import EBONY, IVORY
from tests.games import othello

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor
    from tests.conftest import NewHall

SETTINGS = f'games = ["{othello.__file__}"]'
BLACK, WHITE = EBONY.fill, IVORY.fill


async def discs(visitor: "Visitor") -> tuple[int, int]:
    """How many black and white discs are drawn."""
    drawn = await visitor.page.locator(".piece .shape > g").evaluate_all(
        "(pieces) => pieces.map((piece) => piece.getAttribute('fill'))"
    )
    return drawn.count(BLACK), drawn.count(WHITE)


async def test_othello_is_drawn_and_played_with_nothing_but_its_file(
    meet: "Meet", new_hall: "NewHall"
) -> None:
    hall = new_hall(SETTINGS)
    anna, bob = await meet("anna", hall), await meet("bob", hall)
    await anna.visit()
    picture = anna.page.locator(".game", has_text="Othello").locator(".picture")
    assert await picture.evaluate("(picture) => picture.querySelectorAll('circle').length") == 6
    await anna.visit("#/game/othello")
    await expect(anna.page.locator(".game-page header")).to_contain_text("they are yours")
    await bob.join(await anna.open_table("othello"))
    await anna.begins()
    await expect(bob.page.locator(".squares.cells .cell")).to_have_count(64)
    assert await discs(bob) == (2, 2)
    for mover, move, after in ((anna, "d3", (4, 1)), (bob, "c3", (3, 3)), (anna, "c4", (5, 2))):
        await mover.turn_comes()
        await mover.move(move)
        for visitor in (anna, bob):
            await visitor.reaches(await mover.seq())
            assert await discs(visitor) == after
    await expect(bob.square("d3")).to_have_attribute("aria-label", "d3, Black")
    await expect(bob.page.locator(".moves li").last).to_contain_text("c4")
    await expect(bob.page.locator(".token")).to_have_count(2)
    boxes = [await visitor.square("a1").bounding_box() for visitor in (anna, bob)]
    assert boxes[0] == boxes[1], "both sit on the same side"
