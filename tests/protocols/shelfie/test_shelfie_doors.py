"""One table, two doors: the house's WebSocket and My Shelfie's lines."""

import random
from itertools import count

from tests.conftest import RunningHall
from tests.protocols.shelfie.house_guest import HouseGuest
from tests.protocols.shelfie.parties import on_turn, party, start_of, take_turn
from tests.protocols.shelfie.player import Player

numbers = count()


async def guest(hall: RunningHall) -> HouseGuest:
    """Somebody at the house door, under a name that nobody had."""
    return await HouseGuest(f"gast{next(numbers)}").comes(hall)


async def players(hall: RunningHall, *names: str) -> list[Player]:
    return [await Player(name).connects(hall) for name in names]


async def until_one_of(player: Player, *names: str) -> str:
    while message := await player.next():
        if message["name"] in names:
            return str(message["name"])
    raise AssertionError(f"{player.name} waited for {names}, but the connection is over")


async def test_a_house_player_sits_down_with_three_others(hall: RunningHall) -> None:
    anna, bob, carl = await players(hall, "anna", "bob", "carl")
    house = await guest(hall)
    await anna.opens(4)
    (card,) = [
        card for card in await house.lobby() if card["game"] == "shelfie" and card["status"] == "waiting"
    ]
    assert card["title"] == "anna"
    assert [seat and seat["name"] for seat in card["seats"]] == ["anna", None, None, None]
    await house.sits(type="join", table=card["table"])
    await bob.joins()
    await carl.joins()
    people = [anna, bob, carl]
    for player in people:
        await player.hears(*start_of(4))
        assert sorted(player.set_up["players"]) == sorted(["anna", "bob", "carl", house.name])
    house.say(type="say", table=house.table, text="hello from the page")
    for player in people:
        assert (await player.hear("ChatMessage"))["sender"] == house.name
    bob.say("SendMessage", id=bob.id, message="only for you", player=house.name)
    assert (await bob.hear("ChatMessage"))["message"] == "only for you"
    assert (await house.until(what="said", text="only for you"))["name"] == "bob"
    chance = random.Random(1)
    while not anna.winner:
        if anna.turn != house.name:
            await take_turn(people, chance)
            continue
        await house.acts()
        for player in people:
            await player.until("TilesPicked")
        await house.acts()
        for player in people:
            await until_one_of(player, "TurnNotify", "Winner")
    ended = await house.until(what="ended")
    assert ended["outcome"]["scores"] == [anna.points[seat["name"]] for seat in ended["seats"]]
    assert b"only for you" not in anna.bytes


async def test_the_next_join_enters_the_oldest_table_that_waits(hall: RunningHall) -> None:
    first, second = await guest(hall), await guest(hall)
    await first.sits(type="open", game="shelfie", seats=2)
    await second.sits(type="open", game="shelfie", seats=2, title="the younger one")
    anna, bob = await players(hall, "anna", "bob")
    for player, house in ((anna, first), (bob, second)):
        assert await player.hello() == {
            "name": "Hello",
            "lobbyReady": True,
            "loadedGame": False,
            "firstPlayerId": "NoFirst",
        }
        await player.joins()
        await player.hears(*start_of(2))
        assert set(player.set_up["players"]) == {player.name, house.name}


async def test_an_offer_is_over_when_its_player_joins_elsewhere(hall: RunningHall) -> None:
    anna, bob = await players(hall, "anna", "bob")
    id = (await anna.hello())["firstPlayerId"]
    await bob.joins()
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=3)
    assert (await anna.hello())["firstPlayerId"] == id
    await anna.joins()
    assert anna.id == id, "that is this player's id from now on"
    assert "lobby was reset" in await bob.error()
    assert (await bob.hello())["lobbyReady"] is True


async def test_a_full_table_that_waits_for_the_word_is_no_lobby(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=2, start="asked")
    anna, bob = await players(hall, "anna", "bob")
    await anna.joins()
    assert (await bob.hello())["lobbyReady"] is False
    await anna.hears_nothing(0.02)
    house.say(type="start", table=house.table)
    await anna.hears(*start_of(2))


async def test_a_house_table_goes_on_waiting_without_its_first_player(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=3)
    anna, bob = await players(hall, "anna", "bob")
    await anna.joins()
    house.say(type="leave", table=house.table)
    await anna.hears_nothing(0.05)
    await bob.joins()
    await bob.leaves()
    anna.say("Disconnect", id=anna.id)
    await anna.is_closed()


async def test_of_a_seat_that_is_held_in_the_lobby_nobody_is_told(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=3)
    anna, bob = await players(hall, "anna", "bob")
    await anna.joins()
    await house.vanishes()
    await anna.hears_nothing(0.05)
    await house.comes(hall)
    await bob.joins()
    await anna.hears(*start_of(3))


async def test_what_was_said_before_one_came_is_old_chat(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=3)
    house.say(type="say", table=house.table, text="anybody here?")
    await house.until(what="said")
    anna, bob = await players(hall, "anna", "bob")
    await anna.joins()
    anna.say("SendMessage", id=anna.id, message="me")
    await anna.hear("ChatMessage")
    await bob.joins()
    for player, old in ((anna, ["anybody here?"]), (bob, ["anybody here?", "me"])):
        await player.hears(*start_of(3))
        assert [chat["message"] for chat in player.set_up["oldChat"]] == old


async def test_a_whisper_is_not_for_whoever_takes_the_seat_later(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=2)
    (anna,) = await players(hall, "anna")
    table = house.table
    other = await guest(hall)
    house.say(type="resize", table=table, seats=3)
    await house.until(what="resized")
    await other.sits(type="join", table=table)
    house.say(type="say", table=table, text="between us", to=other.name)
    await other.until(what="said")
    other.say(type="leave", table=table)
    await house.until(what="stood")
    bob = await Player("bob").connects(hall)
    await bob.joins()
    await anna.joins()
    for player in (anna, bob):
        await player.hears(*start_of(3))
        assert player.set_up["oldChat"] == []
    await bob.leaves()
    await bob.comes_back(hall)
    await bob.until("GameSetUp")
    assert bob.set_up["oldChat"] == []


async def test_a_house_player_who_gives_up_is_disconnected_for_the_others(hall: RunningHall) -> None:
    house = await guest(hall)
    await house.sits(type="open", game="shelfie", seats=3)
    people = await players(hall, "anna", "bob")
    for player in people:
        await player.joins()
    for player in people:
        await player.hears(*start_of(3))
    turn = people[0].turn
    house.say(type="resign", table=house.table)
    for player in people:
        passed = await player.until("Disconnection")
        assert passed == (["TurnNotify"] if turn == house.name else [])
    await take_turn(people, random.Random(2))
    await people[0].leaves()
    await people[1].until("Disconnection")


async def test_spectators_whisper_nobody_a_move(hall: RunningHall) -> None:
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    watcher = await guest(hall)
    (card,) = [
        card
        for card in await watcher.lobby()
        if [seat and seat["name"] for seat in card["seats"]] == ["anna", "bob"] and "away" not in str(card)
    ]
    watcher.say(type="watch", table=card["table"])
    whole = await watcher.until(type="table")
    assert all(personal is None for personal in whole["view"]["personal"])
    watcher.say(type="say", table=card["table"], text="take the cat")
    await watcher.until(what="said")
    mover = on_turn([anna, bob])
    await take_turn([anna, bob], random.Random(3))
    await watcher.until(what="moved", seat=["anna", "bob"].index(mover.name))
    assert b"take the cat" not in anna.bytes + bob.bytes
