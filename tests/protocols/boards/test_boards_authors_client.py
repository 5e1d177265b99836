"""The authors' client at a server with nothing set: games, reloads, a killed browser, a killed server."""

import random
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

import pytest

from tests.protocols.boards.bored_games import BoredGames

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]
PATHS = ["/games", "/games/", "//games", "/Games"]
Come = Callable[..., BoredGames]


@pytest.fixture
async def come() -> AsyncIterator[Come]:
    """Opens browsers, and closes them when the test is over."""
    pages: list[BoredGames] = []

    def open_page(typed: str, path: str = "/games") -> BoredGames:
        pages.append(BoredGames(typed, path))
        return pages[-1]

    yield open_page
    for page in pages:
        await page.vanish()


async def connect(hall: "RunningHall", *pages: BoredGames) -> None:
    for page in pages:
        await page.press_connect(hall)
        await page.until(lambda page: page.connected)


async def begin(creator: BoredGames, joiner: BoredGames, game: str) -> None:
    """The one creates a game and waits, the other clicks on it."""
    await creator.create(game)
    await creator.until(BoredGames.waiting_room)
    await joiner.click_first_game()
    for page in (creator, joiner):
        await page.until(BoredGames.in_game)


async def play(one: BoredGames, other: BoredGames, chance: random.Random, plies: int = 10**6) -> None:
    """Whoever sees that it is their turn makes one, until both see the end or for so many turns."""
    for _ in range(plies):
        before = {page: page.state for page in (one, other)}
        (one if one.my_turn() else other).play(chance)
        for page in (one, other):
            await page.until(lambda page: page.state is not before[page])  # noqa: B023
        if not any(p.state["valid_placements"] or p.state["valid_movements"] for p in (one, other)):
            for page in (one, other):
                await page.until(lambda page: page.ended)
            return


def same_end(one: BoredGames, other: BoredGames) -> None:
    """Both see who has won: the one reads the own name as it was typed, the other one as it is."""
    if not one.winner:
        assert (other.winner, one.state["turn"], other.state["turn"]) == ("", "", "")
        return
    assert one.lost() != other.lost()
    for page in (one, other):
        assert (page.winner == page.username) != page.lost()


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_and_a_second_game(new_hall: "NewHall", come: Come, game: str) -> None:
    hall, chance = new_hall(), random.Random(game)
    anna, rene = come(" anna ", chance.choice(PATHS)), come("rene\u0301", chance.choice(PATHS))
    await connect(hall, anna, rene)
    for creator, joiner in ((anna, rene), (rene, anna)):
        if joiner.ended:  # its last board would stay where the waiting room is to be drawn
            await joiner.vanish()
            await connect(hall, joiner)
        await begin(creator, joiner, game)
        assert creator.meta["opponents"] == [{" anna ": "anna"}.get(joiner.username, "ren\u00e9")]
        await play(creator, joiner, chance)
        same_end(creator, joiner)


async def test_a_page_that_redraws_its_waiting_room_again_and_again_joins_once(
    new_hall: "NewHall", come: Come
) -> None:
    hall = new_hall()
    anna, bob, eve = come("anna "), come("bob"), come("eve")
    await connect(hall, anna, bob, eve)
    await anna.create("Chess")
    await anna.until(BoredGames.waiting_room)
    await eve.create("Pente")
    await bob.until(lambda page: len(page.open_games) == 2)
    await bob.click_first_game()
    for _ in range(5):
        bob.redraw()
    await bob.until(BoredGames.in_game)
    await anna.until(BoredGames.in_game)
    assert [m["type"] for m in bob.sent].count("JOIN_GAME") >= 6
    assert not [m for m in anna.sent if m["type"] == "JOIN_GAME"], "its own name is in its own list"
    await play(anna, bob, random.Random(1), 6)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("on_turn", [True, False])
async def test_a_page_is_reloaded_in_the_middle_of_a_game(
    new_hall: "NewHall", come: Come, game: str, on_turn: bool
) -> None:
    hall, chance = new_hall(), random.Random(game)
    anna, bob = come("anna ", "/games/"), come("bob")
    await connect(hall, anna, bob)
    await begin(anna, bob, game)
    await play(anna, bob, chance, 3)
    gone = anna if anna.my_turn() == on_turn else bob
    before = gone.state
    await gone.vanish()
    await connect(hall, gone)
    await gone.until(BoredGames.in_game)
    same = ("board", "turn", "turn_type", "valid_placements", "valid_movements", "user_pool")
    assert [gone.state[key] for key in same] == [before[key] for key in same]
    await play(anna, bob, chance)
    same_end(anna, bob)


@pytest.mark.parametrize("first", [0, 1])
async def test_the_server_is_killed_and_both_go_on(new_hall: "NewHall", come: Come, first: int) -> None:
    hall, chance = new_hall(), random.Random(first)
    anna, bob = come(" anna"), come("jose\u0301", "//games")
    await connect(hall, anna, bob)
    await begin(anna, bob, "Connect Four")
    await play(anna, bob, chance, 5)
    await hall.restart()
    for page in (anna, bob):
        await page.until(lambda page: not page.connected)
    for page in ((anna, bob), (bob, anna))[first]:
        await connect(hall, page)
        await page.until(BoredGames.in_game)
    await play(anna, bob, chance)
    same_end(anna, bob)


async def test_a_page_is_reloaded_in_its_waiting_room(new_hall: "NewHall", come: Come) -> None:
    hall = new_hall()
    anna, bob = come(" anna ", "/games/"), come("bob")
    await connect(hall, anna, bob)
    await anna.create("Connect Four")
    await anna.until(BoredGames.waiting_room)
    await bob.until(lambda page: page.open_games)
    route = anna.route
    await anna.vanish()
    await bob.until(lambda page: not page.open_games)
    await connect(hall, anna)
    await anna.until(BoredGames.waiting_room)
    assert anna.route == route
    assert not [m for m in anna.sent if m["type"] == "JOIN_GAME"], "it is in its own list as it was typed"
    await bob.click_first_game()
    for page in (anna, bob):
        await page.until(BoredGames.in_game)
    await play(anna, bob, random.Random(1))
    same_end(anna, bob)


async def test_whoever_waited_when_the_server_was_killed_waits_again(new_hall: "NewHall", come: Come) -> None:
    hall = new_hall()
    anna, bob = come("anna "), come("bob")
    await connect(hall, anna)
    await anna.create("Checkers")
    await anna.until(BoredGames.waiting_room)
    await hall.restart()
    await anna.until(lambda page: not page.connected)
    await connect(hall, anna, bob)
    await anna.until(BoredGames.waiting_room)
    await bob.click_first_game()
    for page in (anna, bob):
        await page.until(BoredGames.in_game)
    await play(anna, bob, random.Random(1), 4)


async def test_whoever_creates_a_game_while_in_one_is_led_back_to_the_board(
    new_hall: "NewHall", come: Come
) -> None:
    hall, chance = new_hall(), random.Random(3)
    anna, bob = come("anna "), come("bob")
    await connect(hall, anna, bob)
    await begin(anna, bob, "Connect Four")
    await play(anna, bob, chance, 3)
    route = anna.route
    await anna.create("Chess")
    assert not anna.in_game()
    await anna.until(BoredGames.in_game)
    assert anna.route == route
    await play(anna, bob, chance)
    same_end(anna, bob)


async def test_a_name_that_is_taken_leaves_the_page_blank(new_hall: "NewHall", come: Come) -> None:
    hall = new_hall()
    anna, other = come("anna "), come(" anna")
    await connect(hall, anna)
    await other.press_connect(hall)
    await other.until(lambda page: page.error)
    assert other.blank
    await anna.vanish()
    await other.vanish()
    await connect(hall, other)
