"""Logging in, the list of open games, creating and joining, profiles."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.conformance.wires import Place, http_get
from tests.protocols.boards.player import Json, Player, begin, fresh, house_guest, play_on

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

GONE, FULL, MINE = "Game no longer exists", "Game is full", "You are in this game already."
BUSY = "You are in a game already."


async def test_names_are_told_apart_by_their_capitals(hall: "RunningHall") -> None:
    name = fresh("anna")
    await Player(name).login(hall)
    await Player(name.upper()).login(hall)


@pytest.mark.parametrize(
    ("length", "answer"), [(64, "LOGIN_SUCCESS"), (65, "LOGIN_ERROR"), (60_000, "LOGIN_ERROR")]
)
async def test_a_name_has_at_most_64_characters(hall: "RunningHall", length: int, answer: str) -> None:
    anna = await Player("anna").connect(hall)
    anna.say("LOGIN", username=fresh("é").ljust(length, "x"))
    await anna.hear(answer)


async def test_a_name_of_100_000_characters_is_too_long_for_a_message(hall: "RunningHall") -> None:
    anna = await Player("anna").connect(hall)
    anna.say("LOGIN", username="x" * 100_000)
    assert await anna.is_closed() == 1009


@pytest.mark.parametrize(
    "name", ["", " ", "\t\n", "a\nb", "a\x00b", "\u202eanna", None, 5, ["anna"], {}, True]
)
async def test_what_nobody_can_read_is_no_name(hall: "RunningHall", name: Any) -> None:
    anna = await Player("anna").connect(hall)
    anna.say("LOGIN", username=name)
    refused = await anna.hear("LOGIN_ERROR")
    assert refused["errorMessage"] == "A name has 1 to 64 printable characters."


async def test_a_live_name_cannot_be_taken_and_its_owner_hears_nothing(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Chess")
    thief = await Player(anna.name).connect(hall)
    for _ in range(3):
        thief.say("LOGIN", username=anna.name)
        assert (await thief.hear("LOGIN_ERROR"))["errorMessage"] == "Somebody of that name is logged in."
    await anna.hears_nothing(0.05)
    assert (await anna.turn_to(9, 2, 0))["turn"] == bob.name


async def test_after_a_refused_login_another_one_within_five_seconds_keeps_the_connection(
    hall: "RunningHall",
) -> None:
    anna, late = Player(fresh("anna")), Player(fresh("late"))
    begun = asyncio.get_running_loop().time()
    for player in (anna, late):
        await player.connect(hall)
        player.say("LOGIN", username="")
        await player.hear("LOGIN_ERROR")
    anna.say("LOGIN", username=anna.name)
    await anna.hear("LOGIN_SUCCESS")
    assert await late.is_closed() == 1000
    assert asyncio.get_running_loop().time() - begun > 4.5
    anna.say("LOGIN", username="")
    await anna.hear("LOGIN_ERROR")
    anna.say("GET_USER_PROFILE", username=anna.name)
    await anna.hear("SET_USER_PROFILE")


async def test_the_original_client_does_not_wait_for_answers(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna"), "/games").connect(hall)
    anna.say("LOGIN", username=anna.name)
    anna.say("GET_OPEN_GAMES")
    anna.say("GET_ALL_SUPPORTED_GAMES")
    anna.say("PING")
    types = [(await anna.hear(lists=True))["type"] for _ in range(3)]
    assert types == ["LOGIN_SUCCESS", "SET_OPEN_GAMES", "SET_ALL_SUPPORTED_GAMES"]
    await anna.hears_nothing(0.05)


async def test_the_list_is_pushed_on_both_paths_but_only_to_those_who_are_logged_in(
    new_hall: "NewHall",
) -> None:
    hall = new_hall()
    anna, bob, eve = Player("a", "/"), Player("b", "/games"), Player("e", "/any/other")
    for player in (anna, bob, eve):
        await player.login(hall)
    stranger = await Player("s").connect(hall)
    game = await anna.create("Pente", pugName="hi")
    lists = [await player.hear("SET_OPEN_GAMES") for player in (anna, bob, eve)]
    entry = {"id": game, "name": "Pente", "pugName": "hi", "players": ["a"], "maxPlayers": 2}
    assert all(heard["openGames"] == [{**entry, "image": "/images/pente.svg"}] for heard in lists)
    bob.say("JOIN_GAME", gameId=game)
    for player in (anna, bob, eve):
        assert (await player.hear_list(without=(game,))) == []
    assert stranger.inbox.empty()
    # a game that ends was not in the list, so the list has not changed
    await play_on(anna, bob, random.Random(1))
    assert eve.inbox.empty()


async def before_the_list(player: Player, owner: str, *, listed: bool) -> list[Json]:
    """What is heard before a list with somebody's game, or one without it. (Others' games change it, too.)"""
    told = []
    while True:
        heard = await player.hear(lists=True)
        if heard["type"] != "SET_OPEN_GAMES":
            told.append(heard)
        elif listed == any(owner in game["players"] for game in heard["openGames"]):
            return told


async def test_a_list_is_pushed_after_the_direct_answer(hall: "RunningHall") -> None:
    anna, bob = await Player(fresh("anna")).login(hall), await Player(fresh("bob")).login(hall)
    anna.say("CREATE_GAME", gameName="chess")
    (created,) = await before_the_list(anna, anna.name, listed=True)
    assert created["type"] == "NEWLY_CREATED_GAME"
    await bob.hear_list(created["gameId"])
    bob.say("JOIN_GAME", gameId=created["gameId"])
    heard = await before_the_list(bob, anna.name, listed=False)
    assert [message["type"] for message in heard] == ["JOIN_GAME_SUCCESS", "GAME_INIT", "SET_GAME_STATE"]


async def test_whoever_asks_right_after_creating_sees_the_own_game(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    anna.say("CREATE_GAME", gameName="Checkers")
    anna.say("GET_OPEN_GAMES")
    game = (await anna.hear("NEWLY_CREATED_GAME"))["gameId"]
    for _ in ("the push", "the answer"):
        heard = await anna.hear("SET_OPEN_GAMES")
        assert game in [entry["id"] for entry in heard["openGames"]]


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("  blanks  ", "blanks"),
        ("", "Chess"),
        ("   ", "Chess"),
        (None, "Chess"),
        ("two\nlines\there", "two lines here"),
        ("x" * 101, "x" * 100),
        ("I bet y’all cant beat me", "I bet y’all cant beat me"),
    ],
)
async def test_a_pug_name_is_one_line_of_at_most_100_characters(
    hall: "RunningHall", sent: str | None, shown: str
) -> None:
    anna = await Player(fresh("anna")).login(hall)
    game = await anna.create("CHESS", pugName=sent)
    (entry,) = await anna.hear_list(game)
    assert (entry["pugName"], entry["name"]) == (shown, "Chess")


@pytest.mark.parametrize("name", ["Go", "", None, 7, ["Chess"], "chess ♞", "dama", "connect_four"])
async def test_a_game_that_is_not_listed_cannot_be_created(hall: "RunningHall", name: Any) -> None:
    anna = await Player(fresh("anna")).login(hall)
    anna.say("CREATE_GAME", gameName=name, pugName="x")
    assert (await anna.hear("CREATE_GAME_FAILED"))["errorMessage"] == "There is no such game here."


async def test_joining_ten_times_joins_once(hall: "RunningHall") -> None:
    anna, bob = await Player(fresh("anna")).login(hall), await Player(fresh("bob"), "/games").login(hall)
    game = await anna.create("Tic Tac Toe")
    for _ in range(10):
        bob.say("JOIN_GAME", gameId=game)
    types = [(await bob.hear())["type"] for _ in range(12)]
    assert types == ["JOIN_GAME_SUCCESS", "GAME_INIT", "SET_GAME_STATE", *["JOIN_GAME_FAILED"] * 9]
    assert [(await anna.hear())["type"] for _ in range(2)] == ["GAME_INIT", "SET_GAME_STATE"]
    assert (await anna.turn_to(1, 0, 0))["turn"] == bob.name


@pytest.mark.parametrize("wrong", [None, True, "", "abc", -1, 0, 1, 1.0, [1], {}, "9" * 400, 10**30, "١٢"])
async def test_a_game_that_does_not_exist_cannot_be_joined(hall: "RunningHall", wrong: Any) -> None:
    anna = await Player(fresh("anna")).login(hall)
    anna.say("JOIN_GAME", gameId=wrong)
    assert (await anna.hear("JOIN_GAME_FAILED"))["errorMessage"] == GONE


async def test_the_id_of_a_game_may_be_a_string_of_digits_but_no_fraction(hall: "RunningHall") -> None:
    anna, bob = await Player(fresh("anna")).login(hall), await Player(fresh("bob")).login(hall)
    game = await anna.create("Tic Tac Toe")
    bob.send(f'{{"type":"JOIN_GAME","gameId":{game}.0}}')
    assert (await bob.hear("JOIN_GAME_FAILED"))["errorMessage"] == GONE
    bob.say("JOIN_GAME", gameId=str(game))
    await bob.hear("JOIN_GAME_SUCCESS")


async def test_one_game_at_a_time(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Chess")
    carl = await Player(fresh("carl")).login(hall)
    other = await carl.create("Pente")
    for player in (anna, bob):
        player.say("CREATE_GAME", gameName="Pente")
        assert (await player.hear("CREATE_GAME_FAILED"))["errorMessage"] == BUSY
        if player.path == "/games":  # that client ignores the refusal, and is led back to its board
            assert (await player.hear("GAME_INIT"))["gameId"] == anna.mirror.init["gameId"]
            await player.hear("SET_GAME_STATE")
        player.say("JOIN_GAME", gameId=other)
        assert (await player.hear("JOIN_GAME_FAILED"))["errorMessage"] == BUSY
    carl.say("JOIN_GAME", gameId=anna.mirror.init["gameId"])
    assert (await carl.hear("JOIN_GAME_FAILED"))["errorMessage"] == FULL
    assert (await anna.turn_to(9, 2, 0))["turn"] == bob.name


async def test_joining_a_game_cancels_the_own_open_one(hall: "RunningHall") -> None:
    anna, bob = await Player(fresh("anna")).login(hall), await Player(fresh("bob")).login(hall)
    given_up, taken = await bob.create("Chess"), await anna.create("Tic Tac Toe")
    await bob.hear_list(given_up, taken)
    bob.say("JOIN_GAME", gameId=taken)
    await bob.hear("JOIN_GAME_SUCCESS")
    await bob.hear("GAME_INIT")
    await bob.hear("SET_GAME_STATE")
    await bob.hear_list(without=(given_up, taken))
    eve = await Player(fresh("eve")).login(hall)
    eve.say("JOIN_GAME", gameId=given_up)
    assert (await eve.hear("JOIN_GAME_FAILED"))["errorMessage"] == GONE


async def test_a_join_that_fails_does_not_cost_the_own_open_game(hall: "RunningHall") -> None:
    anna, bob = await Player(fresh("anna")).login(hall), await Player(fresh("bob")).login(hall)
    mine = await anna.create("Chess")
    for wrong, why in ((mine, MINE), (12345, GONE)):
        anna.say("JOIN_GAME", gameId=wrong)
        assert (await anna.hear("JOIN_GAME_FAILED"))["errorMessage"] == why
    anna.say("CREATE_GAME", gameName="Go")
    await anna.hear("CREATE_GAME_FAILED")
    bob.say("JOIN_GAME", gameId=mine)
    await bob.hear("JOIN_GAME_SUCCESS")
    await anna.hear("GAME_INIT")


async def test_two_who_join_at_once_get_one_seat(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    game = await anna.create("Pente")
    rivals = [await Player(fresh("r"), path).login(hall) for path in ("/", "/games", "/")]
    for rival in rivals:
        rival.say("JOIN_GAME", gameId=game)
    answers = [(await rival.hear())["type"] for rival in rivals]
    assert sorted(answers) == ["JOIN_GAME_FAILED", "JOIN_GAME_FAILED", "JOIN_GAME_SUCCESS"]


async def test_tables_of_other_games_and_private_ones_do_not_exist_here(hall: "RunningHall") -> None:
    guest = await house_guest(hall)
    anna = await Player(fresh("anna")).login(hall)
    hidden = []
    for fields in ({"game": "dama"}, {"game": "chess", "private": True}):
        guest.say("open", **fields)
        while (heard := await guest.hear())["type"] != "table":
            pass
        hidden.append(heard["card"]["table"])
    anna.say("GET_OPEN_GAMES")
    listed = [game["id"] for game in (await anna.hear("SET_OPEN_GAMES"))["openGames"]]
    assert not set(listed) & set(hidden)
    for table in hidden:
        anna.say("JOIN_GAME", gameId=table)
        assert (await anna.hear("JOIN_GAME_FAILED"))["errorMessage"] == GONE


async def test_a_profile_counts_what_was_played_through_every_door(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    guest = await house_guest(hall)
    for resigns in (guest, guest, anna):
        game = await anna.create("Connect Four")
        guest.say("join", table=game)
        await anna.hear("GAME_INIT")
        await anna.hear("SET_GAME_STATE")
        if resigns is guest:
            await anna.turn_to(anna.mirror.pool[0], 0, 0)  # a game without a move counts for nobody
            guest.say("resign", table=game)
        else:
            await lose_connect_four(anna, guest, game)
        await anna.hear("SET_GAME_STATE") if resigns is guest else None
        await anna.hear("GAME_END")
    record = {"gameType": "Connect Four", "gamesWon": 2, "gamesLost": 1, "gamesDraw": 0}
    mirrored = {"gameType": "Connect Four", "gamesWon": 1, "gamesLost": 2, "gamesDraw": 0}
    for name, games in ((anna.name, [record]), (guest.name, [mirrored])):
        anna.say("GET_USER_PROFILE", username=f" {name} ")
        heard = await anna.hear("SET_USER_PROFILE")
        assert (heard["username"], heard["games"]) == (name, games)
    _, *lines = await http_get(Place(*hall.doors["house"], "websocket"), f"/api/people/{anna.name}")
    assert json.loads("".join(lines))["games"]["connect_four"]["won"] == 2


async def lose_connect_four(anna: Player, guest: Player, game: int) -> None:
    """The guest gets four in a column."""
    for row in range(4):
        column = (0, 0, 0, 2)[row]
        anna.turn(anna.mirror.pool[0], row if row < 3 else 0, column)
        await anna.hear("SET_GAME_STATE")
        guest.say("act", table=game, move={"type": "place", "r": row, "c": 1})
        await anna.hear("SET_GAME_STATE")


async def test_nobody_is_flooded_with_lists(hall: "RunningHall") -> None:
    anna, eve = await Player(fresh("anna")).login(hall), await Player(fresh("eve")).login(hall)
    for _ in range(200):
        anna.say("CREATE_GAME", gameName="Pente")
    games = [(await anna.hear("NEWLY_CREATED_GAME"))["gameId"] for _ in range(200)]
    lists = [await eve.hear("SET_OPEN_GAMES")]
    while games[-1] not in {game["id"] for game in lists[-1]["openGames"]}:
        lists.append(await eve.hear("SET_OPEN_GAMES"))
    assert len(lists) < 150
    assert set(games) & {game["id"] for game in lists[-1]["openGames"]} == {games[-1]}
