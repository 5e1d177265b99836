"""A game that was made by `tablehall new`, installed by pip, and whose name the page has never heard: it is
drawn, and played against a bot."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.conftest import RunningHall
from tests.games import othello
from tests.plugins.workshop import Workshop

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.conftest import NewHall


@pytest.fixture
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Othello, made and installed."""
    with Workshop(tmp_path_factory.mktemp("workshop")) as workshop:
        workshop.make_othello()
        workshop.install("othello")
        yield workshop


async def test_othello_from_a_package_is_drawn_and_played_against_a_bot(
    meet: "Meet", workshop: Workshop
) -> None:
    anna = await meet("anna", workshop.hall())
    await anna.visit()
    picture = anna.page.locator(".game", has_text="Othello").locator(".picture")
    assert await picture.evaluate("(picture) => picture.querySelectorAll('circle').length") == 6
    await anna.visit("#/game/othello")
    await anna.page.get_by_label("Play against bots").select_option("Level 1: plays along")
    await anna.press("Open the table")
    await anna.seated()
    await anna.begins()
    await expect(anna.page.locator(".squares.cells .cell")).to_have_count(64)
    await expect(anna.page.locator(".piece .shape")).to_have_count(4)
    await anna.turn_comes()
    await anna.move("d3")
    await anna.turn_comes()  # the bot has moved
    await expect(anna.page.locator(".piece .shape")).to_have_count(6)
    await expect(anna.page.locator(".moves li").first).to_contain_text("d3")


async def test_who_has_a_seat_at_a_table_without_its_game_is_told_so(meet: "Meet", tmp_path: Path) -> None:
    hall = RunningHall(tmp_path, f'games = ["{othello.__file__}"]')
    hall.start()
    try:
        anna = await meet("anna", hall)
        await anna.open_table("othello")
        hall.kill()
        hall.set("")
        hall.start()
        await anna.visit()
        told = anna.page.locator(".missed li")
        await expect(told).to_contain_text("othello: the hall does not have this game now. Your table waits")
    finally:
        hall.kill()


BARE = f"""
import importlib.util

spec = importlib.util.spec_from_file_location("with_look", {str(othello.__file__)!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

class Bare(module.Othello):
    name, title = "bare", "Bare"
    look = module.Look()

game = Bare()
"""


async def test_a_game_on_squares_that_says_nothing_of_its_look_is_drawn_all_the_same(
    meet: "Meet", tmp_path: Path, new_hall: "NewHall"
) -> None:
    (tmp_path / "bare.py").write_text(BARE)
    hall = new_hall(f'games = ["{tmp_path / "bare.py"}"]')
    anna, bob = await meet("anna", hall), await meet("bob", hall)
    await bob.join(await anna.open_table("bare"))
    await anna.begins()
    await expect(anna.page.locator(".squares.cells .cell")).to_have_count(64)
    await expect(anna.page.locator(".piece .disc.owner0")).to_have_count(2)
    await expect(anna.page.locator(".piece .disc.owner1")).to_have_text(["D", "D"])
    await anna.move("d3")
    await expect(bob.page.locator(".piece .disc.owner0")).to_have_count(4)
