"""Two browsers play a whole game of everything that is played on squares."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser.visitor import Visitor
from tests.conftest import RunningHall

JUMPS = (
    "e3-f4 h6-g5 f4-h6 f6-g5 c3-d4 g5-f4 g3-e5 d6-f4 f2-g3 g7-f6 g3-e5 e5-g7 h8-f6 h2-g3 f8-g7 "
    "h6-f8 b6-a5 f8-d6 c7-e5 e5-c3 b2-d4 f6-e5 d4-f6 d8-e7 f6-d8 a5-b4 a3-c5 b8-c7 d8-b6"
)
GAMES = {
    "tictactoe": ("b2 a1 a3 b1 c1", "three in a row", ""),
    "connect_four": ("d1 e1 d2 e2 d6 e6 d1", "four in a row", ""),
    "pente": ("j10 b2 j11 k12 k10 s19 j12 m12 j13 m13 j14", "five in a row", ""),
    "chess": (
        "e2-e4 f7-f5 e4-f5 g7-g6 f5-g6 g8-f6 g6-h7 h8-g8 h7-g8=queen f6-d5 d1-h5",
        "checkmate",
        "",
    ),
    "dama": (
        "c2-d3 b5-c4 d3-e4 c4-b3 e2-d3 c6-b5 e4-c6 b5-c4 d3-b5 e6-d5 a2-c4 f5-e4 c6-f3",
        "{} cannot move",
        "you cannot move",
    ),
    "checkers": (JUMPS, "{} cannot move", "you cannot move"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pair(browser: Browser, hall: RunningHall) -> AsyncIterator[tuple[Visitor, Visitor]]:
    """Two who play one game after the other."""
    anna = await Visitor.arrive(browser, hall, "anna")
    bob = await Visitor.arrive(browser, hall, "bob")
    yield anna, bob
    await anna.leave()
    await bob.leave()


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_from_the_link_to_the_result(pair: tuple[Visitor, Visitor], game: str) -> None:
    anna, bob = pair
    await bob.join(await anna.open_table(game))
    await anna.begins()
    moves, how, told = GAMES[game]
    for move in moves.split():
        on_turn = await anna.page.locator(".room").get_attribute("data-turn")
        mover, other = (bob, anna) if on_turn == "1" else (anna, bob)
        await mover.turn_comes()
        if "-" in move and await mover.square(move[:2]).get_attribute("aria-selected") == "true":
            move = move[3:]  # the piece that must jump on is chosen already
        await mover.move(move)
        await other.reaches(await mover.seq())
    await anna.sees(f"You won: {how.format(bob.name)}.")
    await bob.sees(f"You lost: {told or how}.")
