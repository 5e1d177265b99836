"""A connection is lost in every phase; the server dies in mid-game."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import RunningHall, close_and_look
from tests.protocols.boards.player import Player, begin, begin_again, fresh, play_on

if TYPE_CHECKING:
    from tests.conftest import NewHall

GRACE = "[doors.boards.settings]\ngrace = 1000\n"
GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]


@pytest.fixture(scope="module")
def quick_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A server that does not wait long for those who are gone."""
    running = RunningHall(tmp_path_factory.mktemp("quick"), GRACE)
    running.start()
    yield running
    close_and_look([running])


async def back(hall: RunningHall, player: Player) -> None:
    """Log in again and be shown the game."""
    await player.login(hall)
    await player.hear("GAME_INIT")
    state = await player.hear("SET_GAME_STATE")
    assert state["diffs"] == []
    assert "errorMessage" not in state


@pytest.mark.parametrize("how", ["leave", "vanish"])
async def test_before_the_login_and_in_the_lobby_nobody_notices(hall: RunningHall, how: str) -> None:
    eve = await Player(fresh("eve")).login(hall)
    anna = await Player(fresh("anna")).connect(hall)
    await getattr(anna, how)()
    await anna.connect(hall)
    anna.say("LOGIN", username="")
    await anna.hear("LOGIN_ERROR")
    await getattr(anna, how)()
    for _ in range(2):
        await anna.login(hall)
        await getattr(anna, how)()
    await anna.login(hall)
    await anna.hears_nothing(0.05)
    await eve.hears_nothing(0.05)


@pytest.mark.parametrize("how", ["leave", "vanish"])
async def test_an_open_game_goes_with_its_creator_and_comes_back_with_them(
    hall: RunningHall, how: str
) -> None:
    anna, eve = await Player(fresh("anna")).login(hall), await Player(fresh("eve"), "/games").login(hall)
    game = await anna.create("Chess")
    await eve.hear_list(game)
    await getattr(anna, how)()
    await eve.hear_list(without=(game,))
    eve.say("JOIN_GAME", gameId=game)
    assert (await eve.hear("JOIN_GAME_FAILED"))["errorMessage"] == "Game no longer exists"
    await anna.login(hall)
    for player in (anna, eve):
        await player.hear_list(game)
    eve.say("JOIN_GAME", gameId=game)
    await eve.hear("JOIN_GAME_SUCCESS")
    await anna.hear("GAME_INIT")


@pytest.mark.parametrize("game", GAMES)
async def test_both_come_back_again_and_again_and_finish_their_game(hall: RunningHall, game: str) -> None:
    """On turn or not, in the middle of a jump or of a promotion, on either path; ids stay."""
    chance = random.Random(game)
    anna, bob = await begin(hall, game)
    end = None
    for number in range(12):
        end = await play_on(anna, bob, chance, chance.randint(1, 6))
        if end is not None:
            break
        for player in chance.sample((anna, bob), 1 + number % 2):
            places, pool, state = dict(player.mirror.places), player.mirror.pool, player.mirror.state
            await player.vanish()
            player.path = chance.choice(("/", "/games"))
            player.mirror.columns_first = player.path == "/games"
            await back(hall, player)
            assert (player.mirror.places, player.mirror.pool) == (places, pool)
            lists = ("turn", "turn_type", "valid_placements", "valid_movements", "user_pool")
            assert all(player.mirror.state[key] == state[key] for key in lists)
    if end is None:
        end = await play_on(anna, bob, chance)
    assert end


async def test_the_opponent_goes_on_meanwhile_and_is_told_nothing(hall: RunningHall) -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    await bob.vanish()
    await anna.hears_nothing(0.1)
    assert (await anna.turn_to(1, 1, 1))["turn"] == bob.name
    assert "errorMessage" in await anna.turn_to(2, 0, 0)
    await back(hall, bob)
    assert bob.mirror.places == {1: (1, 1)}
    assert len(bob.mirror.choices()) == 8 * 5
    await anna.hears_nothing(0.05)
    await bob.turn_to(6, 0, 0)
    assert (await anna.hear("SET_GAME_STATE"))["turn"] == anna.name


async def test_whoever_stays_away_too_long_has_lost(quick_hall: RunningHall) -> None:
    hall = quick_hall
    for gone_is_on_turn in (True, False):
        anna, bob = await begin(hall, "Chess")
        await play_on(anna, bob, random.Random(1), 2)
        gone, other = (anna, bob) if gone_is_on_turn else (bob, anna)
        await gone.vanish()
        last = await other.hear("SET_GAME_STATE")
        assert (last["turn"], last["diffs"], last["turn_type"]) == (gone.name, [], "move")
        assert last["valid_movements"] == last["valid_placements"] == []
        end = await other.hear("GAME_END")
        assert end == {"type": "GAME_END", "winner": other.name, "message": "Opponent left"}
        await gone.login(hall)
        await gone.hears_nothing(0.05)
        for player in (gone, other):
            player.say("TURN", pieceId=1, r=0, c=0)
            assert (await player.hear("ERROR"))["errorMessage"] == "You are in no game."
        gone.say("GET_USER_PROFILE", username=gone.name)
        games = (await gone.hear("SET_USER_PROFILE"))["games"]
        assert games == [{"gameType": "Chess", "gamesWon": 0, "gamesLost": 1, "gamesDraw": 0}]
        await begin_again(gone, other, "Chess")
        assert gone.mirror.state["turn"] == gone.name


async def test_whoever_is_back_in_time_has_not_lost(quick_hall: RunningHall) -> None:
    anna, bob = await begin(quick_hall, "Tic Tac Toe")
    await bob.vanish()
    await back(quick_hall, bob)
    await anna.hears_nothing(1.2)
    assert (await anna.turn_to(1, 1, 1))["turn"] == bob.name


async def test_after_the_end_nobody_is_missed(hall: RunningHall) -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    assert await play_on(anna, bob, random.Random(5))
    await bob.vanish()
    await anna.hears_nothing(0.05)
    await bob.login(hall)
    await begin_again(bob, anna, "Tic Tac Toe")


async def test_the_server_dies_in_mid_game_and_both_finish_it(new_hall: "NewHall") -> None:
    hall, chance, game = new_hall(), random.Random(4), "Checkers"
    anna, bob = await begin(hall, game)
    carl = await Player(fresh("carl")).login(hall)
    open_game = await carl.create("Connect Four")
    assert await play_on(anna, bob, chance, 4) is None
    known = [(sorted(p.mirror.places.values()), p.mirror.state["turn"]) for p in (anna, bob)]
    await hall.restart()
    for player in chance.sample((anna, bob), 2):
        await back(hall, player)
    assert [(sorted(p.mirror.places.values()), p.mirror.state["turn"]) for p in (anna, bob)] == known
    end = await play_on(anna, bob, chance)
    assert end is not None
    await carl.login(hall)
    carl.say("GET_OPEN_GAMES")
    assert [entry["id"] for entry in (await carl.hear("SET_OPEN_GAMES"))["openGames"]] == [open_game]
    await hall.restart()
    await carl.login(hall)
    for player in (anna, bob):
        carl.say("GET_USER_PROFILE", username=player.name)
        won, drawn = int(end["winner"] == player.name), int(not end["winner"])
        record = {"gameType": game, "gamesWon": won, "gamesLost": 1 - won - drawn, "gamesDraw": drawn}
        assert (await carl.hear("SET_USER_PROFILE"))["games"] == [record]
