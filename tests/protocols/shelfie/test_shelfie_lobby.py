"""The lobby: the first player, the others, and the tables that wait for them."""

import asyncio
from typing import Any

import pytest

from tablehall.hall.refusals import Why
from tests.conftest import NewHall, RunningHall
from tests.protocols.shelfie.parties import party, start_of
from tests.protocols.shelfie.player import Heard, Player

RESET = "The first player has left and the lobby was reset. Start again with HelloCommand."
FREE = {"name": "Hello", "lobbyReady": False, "loadedGame": False}
CREATING = {**FREE, "firstPlayerId": "NoFirst"}
READY = {"name": "Hello", "lobbyReady": True, "loadedGame": False, "firstPlayerId": "NoFirst"}


async def people(hall: RunningHall, *names: str) -> list[Player]:
    return [await Player(name).connects(hall) for name in names]


def offered(hello: Heard) -> str:
    """The id that a Hello offers to the first player."""
    assert {**hello, "firstPlayerId": ""} == {**FREE, "firstPlayerId": ""}
    assert hello["firstPlayerId"] not in ("NoFirst", "NoId", "")
    return str(hello["firstPlayerId"])


def create(first: Player, id: str, players: int = 2, **more: object) -> None:
    keys = {"player": first.name, "numOfPlayers": players, "idFirstPlayer": id, "easyRule": False, **more}
    first.say("JoinNewAsFirst", **keys)


async def result(player: Player) -> bool:
    return (await player.hear("FirstJoinResponse")) == {"name": "FirstJoinResponse", "result": True}


# The first player.


async def test_the_first_hello_is_offered_an_id_and_no_other(hall: RunningHall) -> None:
    anna, bob = await people(hall, "anna", "bob")
    id = offered(await anna.hello())
    assert await bob.hello() == CREATING
    assert offered(await anna.hello()) == id
    create(anna, id)
    assert await result(anna)
    assert await bob.hello() == READY
    assert await anna.hello() == READY


async def test_the_offered_id_is_the_players_id_from_then_on(hall: RunningHall) -> None:
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    anna.say("SendMessage", id=anna.id, message="it is me")
    assert (await bob.hear("ChatMessage"))["sender"] == "anna"


@pytest.mark.parametrize(
    "wrong",
    [
        {"numOfPlayers": 1},
        {"numOfPlayers": 5},
        {"numOfPlayers": 0},
        {"numOfPlayers": -2},
        {"idFirstPlayer": "wrong"},
        {"idFirstPlayer": "NoFirst"},
        {"player": ""},
        {"player": " \t "},
        {"player": "x" * 21},
        {"player": "a\nb"},
        {"player": "a\u0000b"},
    ],
)
async def test_a_first_player_may_try_again(hall: RunningHall, wrong: dict[str, Any]) -> None:
    (anna,) = await people(hall, "anna")
    id = offered(await anna.hello())
    create(anna, id, **wrong)
    assert not await result(anna)
    create(anna, id, player="  anna  ")
    assert await result(anna)


async def test_nobody_else_can_use_the_offer(hall: RunningHall) -> None:
    anna, bob = await people(hall, "anna", "bob")
    id = offered(await anna.hello())
    create(bob, id)
    assert not await result(bob)
    create(anna, id)
    assert await result(anna)
    create(anna, id)
    assert not await result(anna)


async def test_the_offer_lapses_when_its_connection_closes(hall: RunningHall) -> None:
    anna, bob, carl = await people(hall, "anna", "bob", "carl")
    id = offered(await anna.hello())
    await bob.joins()
    await anna.leaves()
    assert await bob.error() == RESET
    assert offered(await carl.hello()) != id
    create(carl, id)
    assert not await result(carl)


async def test_the_offer_lapses_when_somebody_waits_for_it(hasty_hall: RunningHall) -> None:
    anna, bob = await people(hasty_hall, "anna", "bob")
    id = offered(await anna.hello())
    await bob.joins()
    assert await bob.error() == RESET
    assert offered(await bob.hello()) not in (id, bob.id)
    create(anna, id)
    assert not await result(anna)
    assert await anna.hello() == CREATING


async def test_a_lapsed_offer_is_good_until_somebody_else_is_first(hasty_hall: RunningHall) -> None:
    anna, bob = await people(hasty_hall, "anna", "bob")
    id = offered(await anna.hello())
    await bob.joins()
    assert await bob.error() == RESET
    create(anna, id)
    assert await result(anna)
    assert await bob.hello() == READY


async def test_an_offer_that_is_used_does_not_lapse(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    anna, bob = await people(hall, "anna", "bob")
    await anna.opens()
    await asyncio.sleep(2)
    await bob.joins()
    await anna.hears(*start_of(2))


# The others.


async def test_who_joins_while_the_game_is_created_is_counted(hall: RunningHall) -> None:
    anna, bob, carl = await people(hall, "anna", "bob", "carl")
    id = offered(await anna.hello())
    await bob.joins()
    assert await bob.hello() == CREATING
    create(anna, id, 3)
    assert await result(anna)
    assert await bob.hello() == READY
    await carl.joins()
    for player in (anna, bob, carl):
        await player.hears(*start_of(3))
        assert sorted(player.set_up["players"]) == ["anna", "bob", "carl"]


async def test_a_game_begins_at_once_if_all_have_joined_before(hall: RunningHall) -> None:
    anna, bob = await people(hall, "anna", "bob")
    id = offered(await anna.hello())
    await bob.joins()
    create(anna, id)
    await anna.hears("FirstJoinResponse", *start_of(2))
    await bob.hears(*start_of(2))


async def test_who_joined_early_and_is_one_too_many_is_told(hall: RunningHall) -> None:
    anna, bob, carl, dora, emil = await people(hall, "anna", "bob", "carl", "dora", "emil")
    id = offered(await anna.hello())
    for player in (bob, carl, dora):
        await player.joins()
    emil.say("Join", player="emil")
    assert (await emil.hear("JoinResponse"))["error"] == "FullGameException"
    await emil.is_closed()
    create(anna, id, 2)
    await anna.hears("FirstJoinResponse", *start_of(2))
    for player in (carl, dora):
        assert (await player.error()).endswith("Start again with HelloCommand.")
    offered(await carl.hello())
    assert await dora.hello() == CREATING


async def test_an_early_name_is_taken(hall: RunningHall) -> None:
    anna, bob, carl = await people(hall, "anna", "bob", "carl")
    id = offered(await anna.hello())
    await bob.joins()
    for name, error in (("bob", "NickNameTakenException"), ("", "NickNameException")):
        carl.say("Join", player=name)
        assert await carl.hear("JoinResponse") == {"name": "JoinResponse", "result": False, "error": error}
    create(anna, id, player="bob")
    assert not await result(anna)
    await bob.leaves()
    created = False
    while not created:  # the hall notices a moment later that bob has gone
        create(anna, id, player="bob")
        created = await result(anna)


async def test_ids_are_fresh_and_nobody_hears_anothers(hall: RunningHall) -> None:
    anna, bob, carl = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    assert len({anna.id, bob.id, carl.id}) == 3
    for player in (anna, bob, carl):
        assert player.id.count("-") == 4
        assert player.id[14] == "4"
        others = {anna.id, bob.id, carl.id} - {player.id}
        assert not any(other.encode() in player.bytes for other in others)


@pytest.mark.parametrize("original", [False, True])
async def test_why_somebody_cannot_join(hall: RunningHall, original: bool) -> None:
    nick = "Nickname" if original else "NickName"
    zoe = await Player("zoe", original=original).connects(hall)
    (anna,) = await people(hall, "anna")
    await anna.opens(3)
    for name in ("", "   ", "y" * 21, "tab\there", "e\u0301"):
        zoe.say("Join", player=name)
        assert (await zoe.hear("JoinResponse"))["error"] == f"{nick}Exception"
        if original:
            assert await zoe.error() == Why.BAD_NAME.value
    zoe.say("Join", player=" anna ")
    assert (await zoe.hear("JoinResponse"))["error"] == f"{nick}TakenException"
    await zoe.joins()
    zoe.say("Join", player="somebody else")
    assert await zoe.error() == "You already joined under the name: zoe"


@pytest.mark.parametrize("original", [False, True])
async def test_join_to_a_full_game(hall: RunningHall, original: bool) -> None:
    await party(hall, Player("anna"), Player("bob"))
    zoe = await Player("zoe", original=original).connects(hall)
    zoe.say("Join", player="zoe")
    answer = await zoe.hear("JoinResponse")
    assert answer == {"name": "JoinResponse", "result": False, "error": "FullGameException"}
    if original:
        offered(await zoe.hello())
    else:
        await zoe.is_closed()


# Leaving before the start.


@pytest.mark.parametrize("how", ["leaves", "Disconnect"])
async def test_the_lobby_is_reset_when_the_first_player_leaves(hall: RunningHall, how: str) -> None:
    anna, bob, carl = await people(hall, "anna", "bob", "carl")
    await anna.opens(3)
    await bob.joins()
    if how == "leaves":
        await anna.leaves()
    else:
        anna.say("Disconnect", id=anna.id)
        await anna.is_closed()
    assert await bob.error() == RESET
    bob.say("SendMessage", id=bob.id, message="hello?")
    assert await bob.error() == "Join a game first."
    offered(await bob.hello())
    assert await carl.hello() == CREATING


async def test_any_other_leaver_only_frees_a_place(hall: RunningHall) -> None:
    anna, bob, carl, dora = await people(hall, "anna", "bob", "carl", "dora")
    await anna.opens(3)
    await bob.joins()
    bob.say("Disconnect", id=bob.id)
    await bob.is_closed()
    await anna.hears_nothing()
    carl.name = "bob"
    await carl.joins()
    await dora.joins()
    await anna.hears(*start_of(3))
    assert sorted(anna.set_up["players"]) == ["anna", "bob", "dora"]


# Many tables, or one.


async def test_any_number_of_tables_play_on_one_port(hall: RunningHall) -> None:
    pairs = [await party(hall, Player("anna"), Player("bob")) for _ in range(3)]
    for number, (anna, bob) in enumerate(pairs):
        anna.say("SendMessage", id=anna.id, message=f"table {number}")
        assert (await bob.hear("ChatMessage"))["message"] == f"table {number}"
    for anna, _ in pairs:
        await anna.hear("ChatMessage")
        await anna.hears_nothing(0.02)


async def test_one_table_at_a_time(new_hall: NewHall) -> None:
    hall = new_hall("doors.shelfie.settings.tables = 'one'")
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    carl = await Player("carl", original=True).connects(hall)
    assert await carl.hello() == READY
    carl.say("Join", player="carl")
    assert (await carl.hear("JoinResponse"))["error"] == "FullGameException"
    await anna.leaves()
    await bob.hear("Disconnection") if bob.turn == "bob" else await bob.hears("TurnNotify", "Disconnection")
    assert await carl.hello() == READY
    await bob.leaves()
    await asyncio.sleep(0.1)
    offered(await carl.hello())


async def test_after_the_end_everybody_starts_anew_on_the_same_connection(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await bob.leaves()
    await anna.until("Winner")
    anna.say("PickTilesCommand", id=anna.id, tiles=[])
    assert await anna.error() == "The game is over."
    anna.say("SendMessage", id=anna.id, message="good game")
    await anna.hear("ChatMessage")
    assert offered(await anna.hello()) != anna.id
    anna.say("SendMessage", id=anna.id, message="and now?")
    assert await anna.error() == "Create your game first."
    create(anna, (await anna.hello())["firstPlayerId"])
    assert await result(anna)
