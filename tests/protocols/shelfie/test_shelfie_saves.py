"""Saving a game, and going on with it as if nothing had happened."""

import asyncio
import random
from itertools import count

import pytest

from tablehall.games.shelfie import game
from tablehall.hall.facts import Row
from tablehall.hall.refusals import Why
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tests.conftest import NewHall, RunningHall
from tests.protocols.shelfie.house_guest import HouseGuest
from tests.protocols.shelfie.parties import (
    last_round,
    load,
    load_as_first,
    log_of,
    party,
    pick_something,
    play_on,
    played_again,
    put_something,
    start_of,
    table_of,
    take_turn,
)
from tests.protocols.shelfie.player import Heard, Player

NOT_SAVED = "SERVER ERROR: Can not save game, please try again later!"
numbers = count()


def fresh_name() -> str:
    """A name that no save has."""
    return f"save {next(numbers)}"


async def save(people: list[Player], name: str) -> None:
    """The first of them saves the game; all hear of it."""
    people[0].say("SaveGame", game=name, id=people[0].id)
    for player in people:
        assert await player.hear("GameSaved") == {"name": "GameSaved", "game": name}


async def saved_games(player: Player) -> list[str]:
    player.say("GetSavedGames")
    names: list[str] = (await player.hear("SavedGames"))["names"]
    return names


def offered_again(hello: Heard) -> bool:
    """Whether a Hello offers to create a game."""
    return hello["lobbyReady"] is False and hello["firstPlayerId"] != "NoFirst"


def known(player: Player) -> object:
    """Everything a player knows of the game."""
    return player.turn, player.points, player.shelves, player.board, player.cards, player.set_up["players"]


# As if nothing had happened.


@pytest.mark.parametrize("when", ["between pick and put", "in the last round"])
async def test_a_saved_game_ends_as_it_would_have_ended(new_hall: NewHall, when: str) -> None:
    hall = new_hall()
    chance = random.Random(when)
    people = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    table = await table_of(hall, people[0])
    people[1].say("SendMessage", id=people[1].id, message="to be continued")
    for player in people:
        await player.hear("ChatMessage")
    holding = when == "between pick and put"
    if holding:
        await play_on(people, chance, 7)
        await pick_something(people, chance)
    else:
        await last_round(people, chance)
    await save(people, "our game")
    before = [known(player) for player in people]
    hands, personal = people[0].hands, [player.set_up["personal"] for player in people]
    for player in people:
        await player.leaves()
    await hall.restart()
    anna, bob, carl = people
    await load(hall, "our game", carl, anna, bob, holding=holding)
    assert [known(player) for player in people] == before
    assert [player.set_up["personal"] for player in people] == personal
    for player in people:
        assert player.hands[player.turn] == hands[player.turn]
        assert [chat["message"] for chat in player.set_up["oldChat"]] == ["to be continued"]
    if holding:
        await put_something(people, chance)
    await play_on(people, chance)
    end = played_again(await log_of(hall, table))
    assert end.points == tuple(anna.points[player.name] for player in people)
    outcome = game.outcome(end)
    assert outcome is not None
    assert [people[seat].name for seat in outcome.winners] == [anna.winner]


async def test_whoever_was_away_when_the_game_was_saved_is_not_away_any_longer(hall: RunningHall) -> None:
    people = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    anna, bob, carl = people
    await carl.leaves()
    for player in (anna, bob):
        await player.until("Disconnection")
    name = fresh_name()
    await save([anna, bob], name)
    await load(hall, name, anna, bob, carl)
    turns = []
    for _ in range(6):
        turns.append(anna.turn)
        await take_turn(people, random.Random(1))
    assert turns[:3] == turns[3:]
    assert set(turns) == {"anna", "bob", "carl"}


# Saving.


async def test_after_a_save_everybody_starts_anew_on_the_same_connection(hall: RunningHall) -> None:
    people = await party(hall, Player("anna"), Player("bob"))
    anna, bob = people
    name, old = fresh_name(), anna.id
    await save(people, name)
    for player in people:
        player.say("PickTilesCommand", id=player.id, tiles=[])
        assert await player.error() == "Join a game first."
    await load(hall, name, bob, anna)
    assert old not in (anna.id, bob.id)
    stranger = await Player("stranger").connects(hall)
    stranger.say("Reconnect", id=old)
    await stranger.error()


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "../../x",
        "a/b",
        "a\\b",
        "x" * 41,
        "x" * 10_000,
        "tab\t",
        "na\u00efve",
        "a.b",
        "line\n",
        "\u0000",
    ],
)
async def test_names_that_no_save_may_have(hall: RunningHall, name: str) -> None:
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    anna.say("SaveGame", game=name, id=anna.id)
    assert await anna.error() == NOT_SAVED
    await bob.hears_nothing(0.02)
    await take_turn([anna, bob], random.Random(2))


async def test_names_that_a_save_may_have(hall: RunningHall) -> None:
    for name in ("con", "NUL", "-_ 09 azAZ", "y" * 40):
        people = await party(hall, Player("anna"), Player("bob"))
        await save(people, name)
        assert name in await saved_games(people[1])
        for player in people:
            await player.leaves()


async def test_a_person_at_the_authors_client_can_read_why_a_save_was_refused(hall: RunningHall) -> None:
    anna, _ = await party(hall, Player("anna", original=True), Player("bob"))
    for name in ("my.game", "\u00fcber-spiel"):
        anna.say("SaveGame", game=name, id=anna.id)
        assert [await anna.error(), await anna.error()] == [NOT_SAVED, Why.BAD_SAVE_NAME.value]


async def test_a_save_is_never_overwritten(hall: RunningHall) -> None:
    name = fresh_name()
    await save(await party(hall, Player("anna"), Player("bob")), name)
    carl, dora = await party(hall, Player("carl"), Player("dora"))
    carl.say("SaveGame", game=name, id=carl.id)
    assert await carl.error() == NOT_SAVED
    dora.say("SaveGame", game=name, id=carl.id)
    assert await dora.error() == "This is not your id."
    await take_turn([carl, dora], random.Random(3))


@pytest.mark.parametrize("saver", ["anna", "bob"])
async def test_the_savers_dialect_decides_whether_the_game_goes_on(hall: RunningHall, saver: str) -> None:
    people = await party(hall, Player("anna"), Player("bob", original=True))
    name = fresh_name()
    if saver == "bob":
        await save(people[::-1], name)
        assert name not in await saved_games(people[0]), "it is being played"
        await take_turn(people, random.Random(4))
    else:
        await save(people, name)
        assert offered_again(await people[1].hear("Hello")), "it cannot ask for it by itself"
        assert "put away" in await people[1].error()
        assert name in await saved_games(people[1])


async def test_a_save_of_a_game_that_went_on_can_be_loaded_when_it_is_over(hall: RunningHall) -> None:
    people = await party(hall, Player("anna", original=True), Player("bob", original=True))
    name = fresh_name()
    for _ in range(3):
        await take_turn(people, random.Random(5))
    await save(people, name)
    then = [known(player) for player in people]
    await play_on(people, random.Random(6))
    for player in people:
        await player.hello()
    await people[0].leaves()
    await people[1].leaves()
    await load(hall, name, *people)
    assert [known(player) for player in people] == then
    for player in people:
        player.winner = ""
    await play_on(people, random.Random(7))


# Loading.


async def test_only_the_first_player_loads_and_only_once(hall: RunningHall) -> None:
    name = fresh_name()
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await save([anna, bob], name)

    async def loads(player: Player, game: str, id: str) -> str:
        player.say("LoadGame", game=game, idFirstPlayer=id)
        return str((await player.hear("LoadGameResponse")).get("error", "loaded"))

    assert await loads(anna, name, anna.id) == "IllegalLobbyException", "nobody is first yet"
    anna.say("JoinLoadedAsFirst", player="anna", idFirstPlayer=anna.id)
    assert (await anna.hear("FirstJoinResponse"))["result"] is False
    id = (await anna.hello())["firstPlayerId"]
    assert await loads(bob, name, id) == "IllegalLobbyException"
    assert await loads(anna, name, "wrong") == "IllegalLobbyException"
    assert await loads(anna, "no such game", id) == "GameNameException"
    assert await loads(anna, "../../x", id) == "GameNameException"
    anna.say("GetLoadedPlayers")
    assert (await anna.hear("LoadedGamePlayers"))["names"] == []
    assert await loads(anna, name, id) == "loaded"
    assert await loads(anna, name, id) == "IllegalLobbyException"
    anna.say("JoinNewAsFirst", player="anna", numOfPlayers=2, idFirstPlayer=id, easyRule=False)
    assert (await anna.hear("FirstJoinResponse"))["result"] is False
    assert await anna.hello() == {
        "name": "Hello",
        "lobbyReady": False,
        "loadedGame": True,
        "firstPlayerId": id,
    }


async def test_the_seats_of_a_loaded_game_have_names(hall: RunningHall) -> None:
    name = fresh_name()
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await save([anna, bob], name)
    id = (await anna.hello())["firstPlayerId"]
    anna.say("LoadGame", game=name, idFirstPlayer=id)
    await anna.hear("LoadGameResponse")
    for wrong in ({"player": "zoe"}, {"idFirstPlayer": "wrong"}):
        anna.say("JoinLoadedAsFirst", **{"player": "anna", "idFirstPlayer": id, **wrong})
        assert (await anna.hear("FirstJoinResponse"))["result"] is False
    bob.say("GetLoadedPlayers")
    assert (await bob.hear("LoadedGamePlayers"))["names"] == ["anna", "bob"]
    anna.say("JoinLoadedAsFirst", player="anna", idFirstPlayer=id)
    assert (await anna.hear("FirstJoinResponse"))["result"] is True
    for wrong_name, error in (("zoe", "NickNameException"), ("anna", "NickNameTakenException")):
        bob.say("Join", player=wrong_name)
        assert (await bob.hear("JoinResponse"))["error"] == error
    zoe = await Player("bob").connects(hall)
    await zoe.joins()
    await zoe.hears(*start_of(2))
    bob.say("Join", player="bob")
    assert (await bob.hear("JoinResponse"))["error"] == "FullGameException"


async def test_who_came_early_plays_in_the_loaded_game_or_is_sent_away(hall: RunningHall) -> None:
    name = fresh_name()
    people = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    await save(people, name)
    anna, bob, carl = people
    zoe = await Player("zoe").connects(hall)
    anna.id = (await anna.hello())["firstPlayerId"]
    await bob.joins()
    await zoe.joins()
    anna.say("LoadGame", game=name, idFirstPlayer=anna.id)
    await anna.hear("LoadGameResponse")
    assert await zoe.error() == "That seat belongs to somebody else. Start again with HelloCommand."
    anna.say("JoinLoadedAsFirst", player="anna", idFirstPlayer=anna.id)
    await anna.hear("FirstJoinResponse")
    await carl.joins()
    for player in people:
        await player.hears(*start_of(3))


async def test_a_loaded_lobby_is_reset_when_its_first_player_leaves(hall: RunningHall) -> None:
    name = fresh_name()
    people = await party(hall, Player("anna"), Player("bob"), Player("carl"))
    await take_turn(people, random.Random(8))
    before = known(people[1])
    await save(people, name)
    anna, bob, carl = people
    for joined in (False, True):
        anna.id = (await anna.hello())["firstPlayerId"]
        anna.say("LoadGame", game=name, idFirstPlayer=anna.id)
        await anna.hear("LoadGameResponse")
        if joined:
            anna.say("JoinLoadedAsFirst", player="anna", idFirstPlayer=anna.id)
            await anna.hear("FirstJoinResponse")
        await bob.joins()
        assert name not in await saved_games(carl)
        await anna.leaves()
        assert "lobby was reset" in await bob.error()
        assert name in await saved_games(carl)
        await anna.connects(hall)
    await load(hall, name, bob, carl, anna)
    assert known(bob) == before
    table = await table_of(hall, anna, name)
    await play_on(people, random.Random(9))
    log = await log_of(hall, table)
    assert all(not getattr(record, "seed", "") for record in log[:-1]), "its dice stayed secret"


async def loaded(hall: RunningHall, name: str) -> tuple[Player, Player]:
    """Anna has loaded a game and not yet joined it; bob plays in it, too."""
    anna, bob = await party(hall, Player("anna"), Player("bob"))
    await save([anna, bob], name)
    anna.id = (await anna.hello())["firstPlayerId"]
    anna.say("LoadGame", game=name, idFirstPlayer=anna.id)
    await anna.hear("LoadGameResponse")
    assert (await bob.hello())["lobbyReady"] is True
    return anna, bob


async def test_a_loaded_lobby_lapses_when_somebody_waits_in_it(hasty_hall: RunningHall) -> None:
    name = fresh_name()
    anna, bob = await loaded(hasty_hall, name)
    await bob.joins()
    assert "lobby was reset" in await bob.error()
    assert offered_again(await bob.hello())
    assert name in await saved_games(bob)
    anna.say("JoinLoadedAsFirst", player="anna", idFirstPlayer=anna.id)
    assert (await anna.hear("FirstJoinResponse"))["result"] is False


async def test_a_save_that_cannot_be_read(new_hall: NewHall) -> None:
    hall = new_hall()
    people = await party(hall, Player("anna"), Player("bob"))
    await save(people, "broken")
    for player in people:
        await player.leaves()
    await asyncio.to_thread(hall.terminate)
    with SqliteJournal(hall.folder / "data") as journal:
        ((key, value),) = journal.kept()["save"].items()
        broken = Batch()
        broken.kept = [Row("save", key, value.replace(b'"room":', b'"mood":'))]
        journal.commit(broken)
    await asyncio.to_thread(hall.start)
    anna = await Player("anna").connects(hall)
    anna.id = (await anna.hello())["firstPlayerId"]
    assert await saved_games(anna) == ["broken"]
    anna.say("LoadGame", game="broken", idFirstPlayer=anna.id)
    assert (await anna.hear("LoadGameResponse")) == {
        "name": "LoadGameResponse",
        "result": False,
        "error": "GameLoadException",
    }
    anna.say("JoinNewAsFirst", player="anna", numOfPlayers=2, idFirstPlayer=anna.id, easyRule=False)
    assert (await anna.hear("FirstJoinResponse"))["result"] is True


# Through both doors.


async def test_a_game_saved_here_goes_on_at_the_house_door(hall: RunningHall) -> None:
    name = fresh_name()
    anna = f"anna{next(numbers)}"
    people = await party(hall, Player(anna), Player("bob"))
    await take_turn(people, random.Random(10))
    await save(people, name)
    other, guest = [await HouseGuest(who).comes(hall) for who in (f"guest{next(numbers)}", anna)]
    other.say(type="saves", game="shelfie")
    assert name not in {card["name"] for card in (await other.until(type="saves"))["saves"]}
    guest.say(type="saves", game="shelfie")
    saves = (await guest.until(type="saves"))["saves"]
    assert [card["players"] for card in saves if card["name"] == name] == [[anna, "bob"]]
    whole = await guest.sits(type="reopen", game="shelfie", name=name)
    await guest.sits(type="join", table=whole["card"]["table"])
    bob = people[1]
    hello = await bob.hello()
    assert (hello["lobbyReady"], hello["loadedGame"]) == (True, True)
    before = known(bob)
    bob.board = {}
    await bob.joins()
    await bob.hears(*start_of(2))
    assert known(bob) == before
    await guest.until(what="resumed")


async def test_a_game_saved_at_the_house_door_goes_on_here(hall: RunningHall) -> None:
    name = fresh_name()
    guest = await HouseGuest(f"guest{next(numbers)}").comes(hall)
    await guest.sits(type="open", game="shelfie", seats=2)
    bob = await Player("bob").connects(hall)
    await bob.joins()
    await bob.hears(*start_of(2))
    guest.say(type="save", table=guest.table, name=name)
    assert (await bob.hear("GameSaved"))["game"] == name
    await load_as_first(bob, name)
    cards = await guest.lobby()
    (card,) = [card for card in cards if card.get("save") == name]
    await guest.sits(type="join", table=card["table"])
    await bob.hears(*start_of(2))


async def test_a_private_game_is_not_for_everybody(hall: RunningHall) -> None:
    name = fresh_name()
    guests = [await HouseGuest(f"guest{next(numbers)}").comes(hall) for _ in range(2)]
    whole = await guests[0].sits(type="open", game="shelfie", private=True, rated=False)
    bob = await Player("bob").connects(hall)
    assert (await bob.hello())["lobbyReady"] is False
    await guests[1].sits(type="join", table=guests[0].table, code=whole["code"])
    guests[0].say(type="save", table=guests[0].table, name=name)
    await guests[1].until(what="saved")
    assert name not in await saved_games(bob)
    bob.id = (await bob.hello())["firstPlayerId"]
    bob.say("LoadGame", game=name, idFirstPlayer=bob.id)
    assert (await bob.hear("LoadGameResponse"))["error"] == "GameNameException"
