"""The same tables through the house door: who came in where is nobody's business."""

import asyncio
import random
from typing import TYPE_CHECKING, Any

from tests.protocols.eriantys.clients import (
    Client,
    HouseClient,
    choosing,
    everybody_hears,
    playing,
)
from tests.protocols.eriantys.model import Model
from tests.protocols.eriantys.random_games import RandomGame

if TYPE_CHECKING:
    from tests.conftest import RunningHall


async def house_plays(house: HouseClient, table: int, seed: int) -> None:
    """A player at the house door who does whatever is legal, to the end."""
    rng = random.Random(seed)
    seat = None
    while True:
        heard = await house.hear()
        if heard["type"] == "table":
            seat = heard["you"]
        elif heard["type"] == "legal" and heard["moves"]:
            house.say(type="act", table=table, move=rng.choice(heard["moves"]))
        elif heard.get("what") == "ended":
            return
        if heard.get("turn") == [seat]:
            house.say(type="legal", table=table)


async def test_a_game_created_here_is_in_the_lobby_of_the_house(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "looks-around"), await Client.connect(hall)
    house.say(type="lobby")
    await house.expect("lobby")
    created = await anna.ask("CreateNewGame", "GameCreated", numOfPlayers=3, wantExpert=True)
    listed = await house.expect("listed", change="opened")
    while listed["card"]["table"] != int(created["gameId"]):
        listed = await house.expect("listed", change="opened")
    card = listed["card"]
    assert (card["game"], card["seats"], card["options"]) == ("eriantys", [None] * 3, {"expert": True})
    await anna.enter(created["gameId"], "anna")
    await house.expect("listed", change="changed")


async def test_a_public_table_of_the_house_can_be_entered_and_a_private_one_not(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "has two tables"), await Client.connect(hall)
    house.say(type="open", game="eriantys", seats=2)
    public = str((await house.expect("table"))["card"]["table"])
    house.say(type="open", game="eriantys", seats=2, private=True)
    private = str((await house.expect("table"))["card"]["table"])
    house.say(type="open", game="tictactoe")
    other = str((await house.expect("table"))["card"]["table"])
    games = (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]
    assert [game in games for game in (public, private, other)] == [True, False, False]
    for game in (private, other):
        await anna.ask("EnterGame", "GameDontExistError", gameId=game, nickname="anna")
    await anna.ask("EnterGame", "NicknameAlreadyTakenError", gameId=public, nickname="has two tables")
    # This table of the house begins as soon as it is complete.
    await anna.enter(public, "anna")
    await anna.expect("PlayersChanged")
    await anna.expect("CurrentPlayerChanged", State="CHOOSING")
    await house.happens("started")


async def test_a_whole_game_between_both_doors(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "at the house"), await Client.connect(hall)
    game_id = (await anna.ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=True))["gameId"]
    await anna.enter(game_id, "anna")
    await anna.expect("PlayersChanged")
    house.say(type="join", table=int(game_id))
    players = (await anna.expect("PlayersChanged"))["players"]
    assert [player["nickname"] for player in players] == ["anna", "at the house"]
    model = Model("anna")
    model.hear("PlayersChanged", {"players": players})
    game = RandomGame([anna], 21, [model])
    playing = asyncio.create_task(house_plays(house, int(game_id), 22))
    house.say(type="start", table=int(game_id))
    await asyncio.gather(game.to_the_end(), playing)
    await game.compare(hall, ["anna", "at the house"])


async def test_when_the_others_at_the_house_door_give_up_the_game_is_won(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "gives up"), await Client.connect(hall)
    house.say(type="open", game="eriantys", seats=2)
    table = (await house.expect("table"))["card"]["table"]
    await anna.enter(str(table), "anna")
    await anna.expect("PlayersChanged")
    await anna.expect("CurrentPlayerChanged")
    house.say(type="resign", table=table)
    await anna.expect("Winner", Nickname="anna", Winners=["anna"])


async def saved(house: HouseClient, anna: Client, save: str) -> int:
    """A game with anna is put away in the middle of the choosing."""
    house.say(type="open", game="eriantys", seats=2)
    table = int((await house.expect("table"))["card"]["table"])
    await anna.enter(str(table), "anna")
    await anna.expect("PlayersChanged")
    await anna.expect("CurrentPlayerChanged")
    house.say(type="save", table=table, name=save)
    await anna.expect("PlayersChanged", players=[])
    return table


async def test_a_game_that_is_put_away_lets_its_players_go_and_takes_them_back(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "saves games"), await Client.connect(hall)
    await saved(house, anna, "tea time")
    assert await anna.ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=False)
    house.say(type="reopen", game="eriantys", name="tea time")
    table = str((await house.expect("table"))["card"]["table"])
    assert table in (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]
    await anna.ask("EnterGame", "GameFullError", gameId=table, nickname="bob")
    await anna.enter(table, "anna")
    await anna.expect("PlayersChanged", players=[{"nickname": "anna", "tower": None, "wizard": None}])
    await anna.ask("ChangeNumPlayers", "ImpossibleActionError", newNum=3)
    house.say(type="join", table=int(table), name="saves games")
    players: list[dict[str, Any]] = (await anna.expect("PlayersChanged"))["players"]
    assert len(players) == 2
    # Everybody is back: the game goes on with what whoever comes back is told.
    await anna.expect("PlayersChanged", players=players)
    await anna.expect("CurrentPlayerChanged", State="CHOOSING")


async def test_who_looks_on_at_the_house_door_sees_every_move(hall: "RunningHall") -> None:
    clients, turn = await playing(hall, "anna", "bob")
    house = await HouseClient.connect(hall, "looks on")
    house.say(type="watch", table=int(clients[0].game))
    table = await house.expect("table")
    assert table["you"] is None
    assert [seat["name"] for seat in table["card"]["seats"]] == ["anna", "bob"]
    turn.say("UseAssistant", assistant=4)
    await everybody_hears(clients, "AssistantUsed")
    news = await house.happens("moved")
    assert news["move"] == {"type": "use_assistant", "value": 4}


async def test_talk_and_proposals_at_the_house_door_do_not_disturb(hall: "RunningHall") -> None:
    house, anna = await HouseClient.connect(hall, "talks a lot"), await Client.connect(hall)
    house.say(type="open", game="eriantys", seats=2)
    table = (await house.expect("table"))["card"]["table"]
    await anna.enter(str(table), "anna")
    await anna.expect("PlayersChanged")
    await anna.expect("CurrentPlayerChanged")
    house.say(type="say", table=table, text="hello")
    house.say(type="say", table=table, text="psst", to="anna")
    await house.happens("said")
    await anna.hears_nothing(0.2)
    await anna.ask("JoinGame", "PossibleGames")


async def test_who_looks_on_comes_and_goes_unnoticed(hall: "RunningHall") -> None:
    clients, _ = await choosing(hall, "anna", "bob")
    house = await HouseClient.connect(hall, "looks in")
    house.say(type="watch", table=int(clients[0].game))
    await house.expect("table")
    await house.close()
    for client in clients:
        await client.hears_nothing(0.1)
