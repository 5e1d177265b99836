"""Pings, lost connections, coming back, and what happens to a game meanwhile."""

import asyncio
import random

import pytest

from tests.conftest import NewHall, RunningHall
from tests.protocols.shelfie.parties import (
    on_turn,
    party,
    pick_something,
    play_on,
    put_something,
    start_of,
    take_turn,
)
from tests.protocols.shelfie.player import Player

UNKNOWN = "Nobody in a lobby or a game here has this id."


def back_at(players: int, *, holding: bool = False, original: bool = False) -> list[str]:
    """What a player hears who is back."""
    start = ["JoinResponse"] if original else ["Reconnected"]
    hand = ["TilesPicked"] if holding else []
    shelves, points = ["BookShelfUpdate"] * players, ["PlayerPoints"] * players
    return [*start, *shelves, *points, "CommonCards", "BoardUpdate", "TurnNotify", *hand, "GameSetUp"]


def others(people: list[Player], gone: Player) -> list[Player]:
    return [player for player in people if player is not gone]


async def three(hall: RunningHall, *, original: str = "") -> list[Player]:
    names = ("anna", "bob", "carl")
    return await party(hall, *[Player(name, original=name == original) for name in names])


# Pings.


async def test_pings_come_from_the_connect_on_in_every_state(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    silent = await Player("silent").connects(hall)
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    first = await Player("first").connects(hall)
    await first.opens()
    for player in (silent, anna, bob, first):
        await player.is_pinged(3)
        assert b'{"name":"Ping"}\n' in player.bytes
        await player.hears_nothing(0.01)


async def test_a_client_that_stops_answering_is_disconnected(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    people = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    mute = others(people, on_turn(people))[0]
    mute.pongs = False
    await mute.is_closed()
    for player in others(people, mute):
        assert await player.hear("Disconnection") == {"name": "Disconnection", "player": mute.name}
    assert mute.pings >= 1


async def test_a_first_player_that_never_answered_leaves_an_empty_lobby(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    mute = await Player("mute", pongs=False).connects(hall)
    await mute.hello()
    bob = await Player("bob").connects(hall)
    assert (await bob.hello())["firstPlayerId"] == "NoFirst"
    await mute.is_closed()
    assert (await bob.hello())["firstPlayerId"] != "NoFirst"


async def test_a_pong_may_say_what_it_likes(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    anna = await Player("anna", pongs=False).connects(hall)
    pongs = ('{"name":"Pong"}', '{"name":"Pong","id":"x"}', '{"id":7,"name":"Pong"}')
    for times, pong in enumerate(pongs, 1):
        await anna.is_pinged(times)
        anna.raw(pong)
    await anna.is_pinged(4)


# Leaving a game.


@pytest.mark.parametrize("how", ["leaves", "Disconnect", "mid-line"])
async def test_leaving_not_on_turn(hall: RunningHall, how: str) -> None:
    people = await three(hall)
    gone = others(people, on_turn(people))[1]
    if how == "mid-line":
        gone.raw(b'{"name":"SendMessage","id":"' + gone.id.encode() + b'","message":"unfinish')
    if how == "Disconnect":
        gone.say("Disconnect", id=gone.id)
        await gone.is_closed()
    else:
        await gone.leaves()
    for player in others(people, gone):
        assert await player.hear("Disconnection") == {"name": "Disconnection", "player": gone.name}
        await player.hears_nothing(0.02)


async def test_leaving_on_turn_with_tiles_in_hand(hall: RunningHall) -> None:
    people = await three(hall)
    gone = on_turn(people)
    await pick_something(people, random.Random(1))
    await gone.leaves()
    rest = others(people, gone)
    order = rest[0].set_up["players"]
    after = order[(order.index(gone.name) + 1) % 3]
    for player in rest:
        turn, left = await player.hears("TurnNotify", "Disconnection")
        assert (turn["player"], left["player"]) == (after, gone.name)
    await take_turn(rest, random.Random(2))
    await take_turn(rest, random.Random(3))
    assert rest[0].turn == after, "the absent player was passed over"


# Coming back.


@pytest.mark.parametrize("original", ["", "carl"])
async def test_coming_back_with_the_right_id(hall: RunningHall, original: str) -> None:
    people = await three(hall, original=original)
    anna, bob, carl = people
    for _ in range(4):
        await take_turn(people, random.Random(4))
    for sender, to, text in ((anna, None, "all"), (anna, "bob", "psst"), (bob, "carl", "for carl")):
        sender.say("SendMessage", id=sender.id, message=text, player=to)
        await sender.until("ChatMessage")
    before = carl.points, carl.shelves, carl.board, carl.cards
    await carl.leaves()
    rest = [anna, bob]
    for player in rest:
        await player.until("Disconnection")
    await pick_something(rest, random.Random(5))
    await carl.comes_back(hall)
    told = await carl.hears(*back_at(3, holding=True, original=bool(original)))
    for player in rest:
        assert await player.hear("Reconnected") == {"name": "Reconnected", "player": "carl"}
        assert (carl.turn, carl.hands) == (
            player.turn,
            {**carl.hands, player.turn: player.hands[player.turn]},
        )
        assert (carl.points, carl.shelves, carl.board) == (player.points, player.shelves, player.board)
    assert (carl.points, carl.shelves) == before[:2]
    order = carl.set_up["players"]
    assert [m["player"] for m in told if m["name"] == "BookShelfUpdate"] == order
    assert [m["player"] for m in told if m["name"] == "PlayerPoints"] == order
    heard = [chat["message"] for chat in carl.set_up["oldChat"]]
    assert heard == (["for carl", "all"] if original else ["all", "for carl"])
    assert all(chat["name"] == "ChatMessage" for chat in carl.set_up["oldChat"])
    await put_something(people, random.Random(6))
    await play_on(people, random.Random(7), 3)


async def test_an_original_client_is_known_again_by_its_seat(hall: RunningHall) -> None:
    people = await three(hall, original="carl")
    carl = people[2]
    await carl.leaves()
    again = Player("carl")
    again.id = carl.id
    await again.comes_back(hall)
    again.original = True
    await again.hears(*back_at(3, original=True))
    assert isinstance(again.set_up["personal"], str)


async def test_coming_back_with_a_wrong_id(hall: RunningHall) -> None:
    people = await three(hall)
    stranger = await Player("stranger").connects(hall)
    for id in ("wrong", "", "NoFirst", "0" * 36, people[0].id[:-1], people[0].id.upper()):
        stranger.say("Reconnect", id=id)
        assert await stranger.error() == UNKNOWN
    stranger.say("Reconnect", id="NoId")
    await stranger.hears_nothing()
    for player in people:
        await player.hears_nothing(0.01)


async def test_coming_back_with_anothers_id_while_seated_does_nothing(hall: RunningHall) -> None:
    anna, bob, carl = await three(hall)
    bob.say("Reconnect", id=anna.id)
    assert await bob.error() == "You already joined under the name: bob"
    anna.say("SendMessage", id=anna.id, message="still here")
    for player in (anna, bob, carl):
        await player.hear("ChatMessage")


async def test_coming_back_twice_over_one_connection_does_nothing(hall: RunningHall) -> None:
    people = await three(hall)
    bob = people[1]
    bob.say("Reconnect", id=bob.id)
    bob.say("Reconnect", id="NoId")
    for player in people:
        await player.hears_nothing(0.05)


async def test_a_new_connection_takes_the_seat_over_from_a_living_one(hall: RunningHall) -> None:
    people = await three(hall)
    old = people[1]
    new = Player("bob")
    new.id = old.id
    await new.comes_back(hall)
    await new.hears(*back_at(3))
    assert await old.error() == "You have come back over another connection; this one is closed."
    await old.is_closed()
    people[1] = new
    for player in (people[0], people[2]):
        await player.hears_nothing(0.02)
    await play_on(people, random.Random(8), 6)


async def test_a_new_connection_takes_over_a_seat_at_a_waiting_table(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    await anna.opens(2)
    again = Player("anna")
    again.id = anna.id
    await again.comes_back(hall)
    assert await again.hear("Reconnected") == {"name": "Reconnected", "player": "anna"}
    await anna.error()
    await anna.is_closed()
    bob = await Player("bob").connects(hall)
    await bob.joins()
    await bob.hears(*start_of(2))
    await again.hears(*start_of(2))


async def test_a_new_connection_takes_over_a_place_in_an_unfinished_lobby(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    id = (await anna.hello())["firstPlayerId"]
    bob = await Player("bob").connects(hall)
    await bob.joins()
    again = Player("bob")
    again.id = bob.id
    await again.comes_back(hall)
    await again.hear("Reconnected")
    await bob.error()
    await bob.is_closed()
    anna.say("JoinNewAsFirst", player="anna", numOfPlayers=2, idFirstPlayer=id, easyRule=True)
    await anna.hears("FirstJoinResponse", *start_of(2))
    await again.hears(*start_of(2))
    assert len(again.set_up["goals"]) == 1


async def test_a_place_in_a_lobby_is_lost_with_the_connection(hall: RunningHall) -> None:
    anna, bob = await Player("anna").connects(hall), await Player("bob").connects(hall)
    await anna.opens(3)
    await bob.joins()
    await bob.leaves()
    await bob.comes_back(hall)
    assert await bob.error() == UNKNOWN
    await bob.joins()


async def test_coming_back_gives_an_offer_up(hall: RunningHall) -> None:
    people = await three(hall)
    bob = people[1]
    await bob.leaves()
    early = await Player("early").connects(hall)
    await bob.connects(hall)
    assert (await bob.hello())["firstPlayerId"] != "NoFirst"
    await early.joins()
    bob.say("Reconnect", id="wrong")
    await bob.error()
    await early.hears_nothing()
    bob.say("Reconnect", id=bob.id)
    await bob.hears(*back_at(3))
    assert "lobby was reset" in await early.error()


# Alone, and nobody.


async def test_the_last_player_wins_after_a_while(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    anna, bob, carl = await three(hall)
    await anna.leaves()
    await bob.leaves()
    before = await carl.until("Winner")
    assert [name for name in before if name != "TurnNotify"] == ["Disconnection", "Disconnection"]
    assert carl.winner == "carl"
    await anna.comes_back(hall)
    assert await anna.error() == UNKNOWN


async def test_the_last_player_does_not_win_if_somebody_returns(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    anna, bob, carl = await three(hall)
    await anna.leaves()
    await bob.leaves()
    await carl.until("Disconnection")
    await carl.until("Disconnection")
    await bob.comes_back(hall)
    await bob.hears(*back_at(3))
    await carl.hear("Reconnected")
    await carl.hears_nothing(1.0)
    await play_on([bob, carl], random.Random(9))
    assert bob.winner == carl.winner


async def test_the_last_player_may_play_on_meanwhile(hall: RunningHall) -> None:
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await bob.leaves()
    await anna.until("Disconnection")
    for _ in range(3):
        assert anna.turn == "anna"
        await take_turn([anna], random.Random(10))


async def test_absent_players_keep_their_points_and_can_win(hall: RunningHall) -> None:
    """In the last round whoever leaves on the last turn ends the game."""
    people = await party(hall, Player("anna"), Player("bob"))
    chance = random.Random(11)
    last = people[0].set_up["players"][-1]
    gone = next(player for player in people if player.name == last)
    rest = others(people, gone)[0]
    while sum(rest.heights()) < 30 and not rest.winner:
        await take_turn(people, chance)
    if not rest.winner:
        await gone.leaves()
        await rest.hears("Disconnection", "Winner")
    points = rest.points
    best = max(points.values())
    assert points[rest.winner] == best


async def test_a_game_everybody_has_left_is_kept_for_a_while(hasty_hall: RunningHall) -> None:
    hall = hasty_hall
    people = await three(hall)
    for _ in range(2):
        await take_turn(people, random.Random(12))
    for player in people:
        await player.leaves()
    anna, bob, _ = people
    await asyncio.sleep(0.3)
    await anna.comes_back(hall)
    await anna.hears(*back_at(3))
    await anna.leaves()
    await asyncio.sleep(1.3)
    await bob.comes_back(hall)
    assert await bob.error() == UNKNOWN


async def test_with_one_table_a_deserted_game_is_put_away_at_once(new_hall: NewHall) -> None:
    hall = new_hall("[doors.shelfie.settings]\ntables = 'one'\nping = 0\npong = 50")
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await pick_something([anna, bob], random.Random(1))
    await anna.leaves()
    await bob.until("Disconnection")
    await bob.leaves()
    await anna.connects(hall)
    saved: list[str] = []
    while not saved:
        anna.say("GetSavedGames")
        saved = (await anna.hear("SavedGames"))["names"]
    assert {"anna", "bob"} <= set(saved[0].split())
    assert (await anna.hello())["firstPlayerId"] != "NoFirst"
    anna.say("Reconnect", id=bob.id)
    assert await anna.error() == UNKNOWN
    await anna.hears_nothing(0.2)
    assert anna.pings == 0, "pings can be switched off"


# The plug is pulled.


async def test_a_game_survives_the_sudden_death_of_the_server(new_hall: NewHall) -> None:
    hall = new_hall()
    people = await three(hall, original="anna")
    chance = random.Random(13)
    await play_on(people, chance, 10)
    await pick_something(people, chance)
    anna = people[0]
    anna.say("SendMessage", id=anna.id, message="what I was told is true")
    for player in people:
        await player.hear("ChatMessage")
    known = [(player.turn, player.points, player.shelves, player.board, player.cards) for player in people]
    await hall.restart()
    for player in people:
        await player.leaves()
    for number, player in enumerate(people):
        player.board = {}
        await player.comes_back(hall)
        await player.hears(*back_at(3, holding=True, original=player.original))
        assert known[number] == (player.turn, player.points, player.shelves, player.board, player.cards)
        assert [chat["message"] for chat in player.set_up["oldChat"]] == ["what I was told is true"]
        for other in people[:number]:
            assert (await other.hear("Reconnected"))["player"] == player.name
    await put_something(people, chance)
    await play_on(people, chance)
    assert {player.winner for player in people} == {anna.winner} != {""}


async def test_a_waiting_table_survives_the_sudden_death_of_the_server(new_hall: NewHall) -> None:
    hall = new_hall()
    anna = await Player("anna").connects(hall)
    await anna.opens(2)
    await hall.restart()
    await anna.leaves()
    await anna.comes_back(hall)
    await anna.hear("Reconnected")
    bob = await Player("bob").connects(hall)
    assert (await bob.hello())["lobbyReady"] is True
    await bob.joins()
    await bob.hears(*start_of(2))
    await anna.hears(*start_of(2))


async def test_a_waiting_table_without_anybody_is_not_the_next(new_hall: NewHall) -> None:
    """Whoever sits there may come back: until then the next Join goes elsewhere."""
    hall = new_hall()
    anna = await Player("anna").connects(hall)
    await anna.opens(2)
    await hall.restart()
    await anna.leaves()
    bob = await Player("bob").connects(hall)
    bob.say("Join", player="bob")
    assert (await bob.hear("JoinResponse"))["error"] == "IllegalLobbyException"
    assert (await bob.hello())["firstPlayerId"] != "NoFirst"
    await anna.comes_back(hall)
    await anna.hear("Reconnected")
    await bob.joins()
    await bob.hears(*start_of(2))
