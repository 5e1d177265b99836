"""Before the game: creating, finding, entering, leaving and resizing one, towers and wizards."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.protocols.eriantys.clients import (
    Client,
    choose,
    choosing,
    everybody_hears,
    lobby,
)

if TYPE_CHECKING:
    from tests.conftest import RunningHall


async def new_game(client: Client, players: int = 2, expert: bool = False) -> str:
    heard = await client.ask("CreateNewGame", "GameCreated", numOfPlayers=players, wantExpert=expert)
    assert list(heard) == ["gameId"]
    return str(heard["gameId"])


async def test_a_game_has_an_id_of_ten_digits_and_its_creator_is_not_in_it(hall: "RunningHall") -> None:
    anna = await Client.connect(hall)
    game = await new_game(anna)
    assert len(game) == 10
    assert game.isdigit()
    assert game in (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]
    anna.say("EnterGame", gameId=game, nickname="anna")
    heard = await anna.expect("GameEntered", numOfPlayers=2, wantExpert=False)
    assert heard["players"] == [{"nickname": "anna", "tower": None, "wizard": None}]
    await anna.expect("PlayersChanged", players=heard["players"])


@pytest.mark.parametrize("players", [-2, 0, 1, 5, 10**30])
async def test_games_are_for_two_three_or_four(hall: "RunningHall", players: int) -> None:
    anna = await Client.connect(hall)
    await anna.ask("CreateNewGame", "ArgumentNotCorrectError", numOfPlayers=players, wantExpert=True)
    for fine in (2, 3, 4):
        await new_game(anna, fine)


async def test_entering_is_refused_in_the_order_of_the_document(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    cecil = await Client.connect(hall)
    # A game that is full and has an anna is full; one that does not exist is nothing else.
    await cecil.ask("EnterGame", "GameFullError", gameId=anna.game, nickname="anna")
    await cecil.ask("EnterGame", "GameDontExistError", gameId="0123456789", nickname="anna")
    for game in ("", "anna", "12345", "١٢٣٤٥٦٧٨٩٠", "-123456789", "1" * 99):
        await cecil.ask("EnterGame", "GameDontExistError", gameId=game, nickname="cecil")
    # An impossible nickname is noticed before anything else about the game.
    for nickname in ("", "   ", "c" * 21, "ce\ncil", "\x00"):
        await cecil.ask("EnterGame", "ArgumentNotCorrectError", gameId="0123456789", nickname=nickname)
    await anna.ask("ChangeNumPlayers", "NumPlayersChanged", newNum=3)
    await bob.expect("NumPlayersChanged", newNum=3)
    await cecil.ask("EnterGame", "NicknameAlreadyTakenError", gameId=anna.game, nickname=" anna ")
    await cecil.enter(anna.game, "c" * 20)
    await everybody_hears((anna, bob, cecil), "PlayersChanged")
    # Whoever is in a game cannot enter another one, whatever they say.
    await cecil.ask("EnterGame", "ImpossibleActionError", gameId="0123456789", nickname="")
    await cecil.ask("CreateNewGame", "ImpossibleActionError", numOfPlayers=2, wantExpert=False)
    cecil.say("ResumeGame", gameId=anna.game, nickname="anna", token=anna.token)
    await cecil.expect("ImpossibleActionError")


async def test_a_started_game_does_not_exist_for_newcomers(hall: "RunningHall") -> None:
    clients, _ = await choosing(hall, "anna", "bob")
    cecil = await Client.connect(hall)
    await cecil.ask("EnterGame", "GameDontExistError", gameId=clients[0].game, nickname="cecil")
    assert clients[0].game not in (await cecil.ask("GetGames", "PossibleGames"))["gameIDs"]


async def test_the_same_name_may_be_in_two_games(hall: "RunningHall") -> None:
    one, two = await lobby(hall, "anna", "bob"), await lobby(hall, "anna", "bob")
    assert one[0].game != two[0].game


async def test_who_leaves_is_told_so_and_the_others_who_is_left(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    await bob.ask("ExitFromGame", "ArgumentNotCorrectError", nickname="anna")
    await bob.ask("ExitFromGame", "ArgumentNotCorrectError", nickname="nobody")
    assert await bob.ask("ExitFromGame", "ExitGameSuccess", nickname="bob") == {}
    await anna.expect("PlayersChanged", players=[{"nickname": "anna", "tower": None, "wizard": None}])
    await bob.ask("ExitFromGame", "ImpossibleActionError", nickname="bob")
    await bob.enter(anna.game, "robert")
    await everybody_hears((anna, bob), "PlayersChanged")


async def test_the_last_one_out_deletes_the_game(hall: "RunningHall") -> None:
    anna = await Client.connect(hall)
    game = await new_game(anna)
    await anna.enter(game, "anna")
    await anna.expect("PlayersChanged")
    await anna.ask("ExitFromGame", "ExitGameSuccess", nickname="anna")
    assert game not in (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]
    await anna.ask("EnterGame", "GameDontExistError", gameId=game, nickname="anna")


async def test_a_game_nobody_enters_is_deleted_after_a_while(quick_hall: "RunningHall") -> None:
    anna = await Client.connect(quick_hall)
    game, entered = await new_game(anna), await new_game(anna)
    await anna.enter(entered, "anna")
    await anna.expect("PlayersChanged")
    for _ in range(40):
        games = (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]
        if game not in games:
            break
        await asyncio.sleep(0.05)
    assert game not in games
    assert entered in games


async def test_nobody_may_create_games_without_end(hall: "RunningHall") -> None:
    anna = await Client.connect(hall)
    games = [await new_game(anna) for _ in range(20)]
    await anna.ask("CreateNewGame", "ImpossibleActionError", numOfPlayers=2, wantExpert=False)
    bob = await Client.connect(hall)
    await bob.enter(games[0], "bob")
    await new_game(anna)


async def test_the_number_of_players_changes_for_everybody_within_reason(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    for number in (1, 5, 0, -3):
        await bob.ask("ChangeNumPlayers", "ArgumentNotCorrectError", newNum=number)
    bob.say("ChangeNumOfPlayers", newNum=3)
    await everybody_hears((anna, bob), "NumPlayersChanged", newNum=3)
    cecil = await Client.connect(hall)
    await cecil.ask("ChangeNumPlayers", "ImpossibleActionError", newNum=3)
    await cecil.enter(anna.game, "cecil")
    everybody = (anna, bob, cecil)
    await everybody_hears(everybody, "PlayersChanged")
    await anna.ask("ChangeNumPlayers", "ArgumentNotCorrectError", newNum=2)
    anna.say("NextPhase")
    await everybody_hears(everybody, "CurrentPlayerChanged", State="CHOOSING")
    await anna.ask("ChangeNumPlayers", "ImpossibleActionError", newNum=4)
    await anna.ask("ExitFromGame", "ImpossibleActionError", nickname="anna")


async def test_an_incomplete_game_does_not_go_on(hall: "RunningHall") -> None:
    anna = await Client.connect(hall)
    await anna.ask("NextPhase", "ImpossibleActionError")
    await anna.enter(await new_game(anna), "anna")
    await anna.expect("PlayersChanged")
    await anna.ask("NextPhase", "ImpossibleActionError")


async def test_towers_and_wizards_are_chosen_one_player_after_the_other(hall: "RunningHall") -> None:
    clients, first = await choosing(hall, "anna", "bob")
    second = next(client for client in clients if client is not first)
    for message, arguments in (("SetTower", {"tower": "BLACK"}), ("SetWizard", {"wizard": "W1"})):
        await second.ask(message, "ImpossibleActionError", **arguments)
    await first.ask("SetTower", "ArgumentNotCorrectError", tower="GREY")
    await first.ask("SetWizard", "ArgumentNotCorrectError", wizard=5)
    await first.ask("NextPhase", "ImpossibleActionError")
    first.say("SetTower", tower="white")
    await everybody_hears(clients, "TowerChanged", Tower="WHITE", Nickname=first.name)
    await first.ask("NextPhase", "ImpossibleActionError")
    for wizard in (3, "W2", "w2"):  # as often as they like, and the same again
        first.say("SetWizard", wizard=wizard)
        wanted = "W3" if wizard == 3 else "W2"
        await everybody_hears(clients, "WizardChanged", wizard=wanted, Nickname=first.name)
    await second.ask("NextPhase", "ImpossibleActionError")
    first.say("NextPhase")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer=second.name, State="CHOOSING")
    await second.ask("SetTower", "ArgumentNotCorrectError", tower="WHITE")
    await second.ask("SetWizard", "ArgumentNotCorrectError", wizard="W2")
    second.say("SetTower", tower="BLACK")
    await everybody_hears(clients, "TowerChanged", Tower="BLACK")
    second.say("SetWizard", wizard=1)
    await everybody_hears(clients, "WizardChanged", wizard="W1")
    second.say("NextPhase")
    started = await everybody_hears(clients, "GameStarted")
    turn = await everybody_hears(clients, "CurrentPlayerChanged", State="PLANNING")
    assert {turn["NextPlayer"]} <= {"anna", "bob"}
    chosen = {player["nickname"]: (player["tower"], player["wizard"]) for player in started["players"]}
    assert chosen == {first.name: ("WHITE", "W2"), second.name: ("BLACK", "W1")}
    await first.ask("SetTower", "ImpossibleActionError", tower="WHITE")


async def test_of_four_two_have_the_same_tower(hall: "RunningHall") -> None:
    names = ("anna", "bob", "cecil", "dora")
    clients, first = await choosing(hall, *names)
    seat = clients.index(first)
    first.say("SetTower", tower="BLACK")
    await everybody_hears(clients, "TowerChanged")
    first.say("SetWizard", wizard=1)
    await everybody_hears(clients, "WizardChanged")
    first.say("NextPhase")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer=names[(seat + 1) % 4])
    second = clients[(seat + 1) % 4]
    await second.ask("SetTower", "ArgumentNotCorrectError", tower="BLACK")


@pytest.mark.parametrize(
    ("names", "towers", "entrance", "clouds"),
    [
        (("anna", "bob"), [8, 8], 7, [3, 3]),
        (("anna", "bob", "cecil"), [6, 6, 6], 9, [4, 4, 4]),
        (("anna", "bob", "cecil", "dora"), [8, 8, 0, 0], 7, [3, 3, 3, 3]),
    ],
)
@pytest.mark.parametrize("expert", [False, True])
async def test_everybody_sees_the_table_and_their_own_hand(
    hall: "RunningHall",
    names: tuple[str, ...],
    towers: list[int],
    entrance: int,
    clouds: list[int],
    expert: bool,
) -> None:
    clients, chooser = await choosing(hall, *names, expert=expert)
    await choose(clients, chooser)
    heard = [said.arguments for c in clients for said in c.heard if said.message == "GameStarted"]
    assert len(heard) == len(names)
    for seat, told in enumerate(heard):
        table, players = told["table"], told["players"]
        assert [player["nickname"] for player in players] == list(names)
        assert [player["towers"] for player in players] == towers
        assert [player["coins"] for player in players] == [int(expert)] * len(names)
        assert [sum(player["entrance"].values()) for player in players] == [entrance] * len(names)
        assert [("assistants" in player) for player in players] == [
            other == seat for other in range(len(names))
        ]
        assert players[seat]["assistants"] == [f"CARD_{value}" for value in range(1, 11)]
        assert [sum(cloud["students"].values()) for cloud in table["clouds"]] == clouds
        assert [island["IslandID"] for island in table["islands"]] == list(range(12))
        assert sum(sum(island["students"].values()) for island in table["islands"]) == 10
        assert len(table["characterCards"]) == (3 if expert else 0)
        assert table["expert"] is expert
        assert table == heard[0]["table"]
