"""Losing the connection in every phase of a game, and coming back."""

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.protocols.eriantys.clients import (
    Client,
    Heard,
    choosing,
    come_back,
    everybody_hears,
    hang_up,
    lobby,
    playing,
)
from tests.protocols.eriantys.model import Model
from tests.protocols.eriantys.random_games import RandomGame

if TYPE_CHECKING:
    from tests.conftest import RunningHall


async def until(client: Client, message: str) -> list[Heard]:
    """Everything up to a message of this kind, acknowledged."""
    heard: list[Heard] = []
    while not heard or heard[-1].message != message:
        heard.append(await client.hear())
        if heard[-1].acknowledged:
            client.acknowledge()
    return heard


def others(clients: list[Client], one: Client) -> list[Client]:
    return [client for client in clients if client is not one]


async def test_in_the_lobby_a_lost_connection_frees_the_seat_at_once(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    await bob.close()
    await anna.expect("PlayersChanged", players=[{"nickname": "anna", "tower": None, "wizard": None}])
    again = await Client.connect(hall)
    again.resume(bob)
    await again.expect("ArgumentNotCorrectError")
    await again.enter(anna.game, "bob")
    await everybody_hears((anna, again), "PlayersChanged")


async def test_who_is_lost_while_choosing_comes_back_to_that_choice(hall: "RunningHall") -> None:
    clients, chooser = await choosing(hall, "anna", "bob")
    (other,) = others(clients, chooser)
    chooser.say("SetTower", tower="WHITE")
    await everybody_hears(clients, "TowerChanged")
    await chooser.close()
    await other.hears_nothing(0.3)
    again, (players, turn) = await come_back(hall, chooser, "PlayersChanged", "CurrentPlayerChanged")
    assert {p["nickname"]: p["tower"] for p in players["players"]} == {
        chooser.name: "WHITE",
        other.name: None,
    }
    assert turn == {"NextPlayer": chooser.name, "State": "CHOOSING"}
    again.say("SetWizard", wizard=2)
    await everybody_hears((again, other), "WizardChanged", wizard="W2")
    again.say("NextPhase")
    await everybody_hears((again, other), "CurrentPlayerChanged", NextPlayer=other.name)


async def test_who_stays_away_while_choosing_gets_what_is_free(quick_hall: "RunningHall") -> None:
    clients, chooser = await choosing(quick_hall, "anna", "bob")
    (other,) = others(clients, chooser)
    began = time.monotonic()
    await chooser.close()
    await other.expect("TowerChanged", Tower="BLACK", Nickname=chooser.name)
    assert time.monotonic() - began > 0.6, "not before the grace is over"
    await other.expect("WizardChanged", wizard="W1", Nickname=chooser.name)
    await other.expect("CurrentPlayerChanged", NextPlayer=other.name, State="CHOOSING")


async def test_who_stays_away_while_planning_plays_the_lowest_assistant(quick_hall: "RunningHall") -> None:
    clients, turn = await playing(quick_hall, "anna", "bob", "cecil")
    await turn.close()
    rest = others(clients, turn)
    await everybody_hears(rest, "AssistantUsed", Assistant="CARD_1", Nickname=turn.name)
    await everybody_hears(rest, "CurrentPlayerChanged", State="PLANNING")
    _, (started, _) = await come_back(quick_hall, turn, "GameStarted", "CurrentPlayerChanged")
    (mine,) = (player for player in started["players"] if player["nickname"] == turn.name)
    assert mine["lastAssistant"] == "CARD_1"
    assert mine["assistants"] == [f"CARD_{value}" for value in range(2, 11)]


async def acting(hall: "RunningHall") -> tuple[list[Client], Client, dict[str, Any]]:
    """The first player of the round has moved one student to an island."""
    clients, turn = await playing(hall, "anna", "bob")
    table = next(said.arguments for said in turn.heard if said.message == "GameStarted")
    for assistant in (1, 2):
        turn.say("UseAssistant", assistant=assistant)
        await everybody_hears(clients, "AssistantUsed")
        heard = await everybody_hears(clients, "CurrentPlayerChanged")
        turn = next(client for client in clients if client.name == heard["NextPlayer"])
    board = next(player for player in table["players"] if player["nickname"] == turn.name)
    student = next(colour for colour, count in board["entrance"].items() if count)
    turn.say("MoveStudentsToIsland", student=student, islandId=0)
    await everybody_hears(clients, "StudentToIslandMoved")
    return clients, turn, table


async def test_who_is_lost_in_a_turn_and_back_in_time_goes_on_with_it(hall: "RunningHall") -> None:
    clients, turn, _ = await acting(hall)
    (other,) = others(clients, turn)
    await turn.close()
    await other.hears_nothing(0.3)
    again, (started, current) = await come_back(hall, turn, "GameStarted", "CurrentPlayerChanged")
    assert current == {"NextPlayer": turn.name, "State": "MOVE_STUDENTS"}
    model = Model(turn.name)
    model.hear("GameStarted", started)
    model.hear("CurrentPlayerChanged", current)
    assert model.moved == 1
    mine = model.players[turn.name]["entrance"]
    for student in [colour for colour, count in mine.items() for _ in range(count)][:2]:
        again.say("MoveStudentsToIsland", student=student, islandId=3)
        await everybody_hears((again, other), "StudentToIslandMoved", Nickname=turn.name)
    await again.close()
    _, (_, current) = await come_back(hall, turn, "GameStarted", "CurrentPlayerChanged")
    assert current["State"] == "MOVE_MOTHER_NATURE"


async def test_who_stays_away_in_a_turn_is_played_for_until_it_is_over(quick_hall: "RunningHall") -> None:
    clients, turn, _ = await acting(quick_hall)
    (other,) = others(clients, turn)
    await turn.close()
    heard = [said.message for said in await until(other, "CurrentPlayerChanged")]
    moved = [message for message in heard if message.startswith("StudentTo")]
    assert len(moved) == 2
    assert heard.index("MotherNatureMoved") > heard.index(moved[-1])
    assert heard.index("StudentsTakenFromCloud") > heard.index("MotherNatureMoved")
    assert other.heard[-1].arguments == {"NextPlayer": other.name, "State": "MOVE_STUDENTS"}


async def test_a_whole_game_against_somebody_who_never_comes_back(quick_hall: "RunningHall") -> None:
    """The house plays for them again and again; what is told of it is what happens."""
    clients, turn = await playing(quick_hall, "anna", "bob", expert=True)
    (lost,) = others(clients, turn)
    await lost.close()
    model = Model(turn.name)
    for said in turn.heard:
        model.hear(said.message, said.arguments)
    game = RandomGame([turn], 3, [model])
    await game.to_the_end()
    await game.compare(quick_hall, [client.name for client in clients])


async def test_while_everybody_is_away_the_game_stands_still(quick_hall: "RunningHall") -> None:
    clients, turn, _ = await acting(quick_hall)
    (other,) = others(clients, turn)
    await hang_up(*clients)
    await asyncio.sleep(1.5)
    for seat in (turn, other):
        _, (_, current) = await come_back(quick_hall, seat, "GameStarted", "CurrentPlayerChanged")
        assert current == {"NextPlayer": turn.name, "State": "MOVE_STUDENTS"}


async def test_only_the_token_brings_a_seat_back(hall: "RunningHall") -> None:
    (anna, bob), _ = await choosing(hall, "anna", "bob")
    thief = await Client.connect(hall)
    for wrong in ({"nickname": "bob"}, {"token": ""}, {"token": bob.token}, {"nickname": "nobody"}):
        thief.resume(anna, **wrong)
        await thief.expect("ArgumentNotCorrectError")
    thief.resume(anna, gameId="0123456789")
    await thief.expect("GameDontExistError")
    await anna.ask("Ping", "Pong")


async def test_the_newest_connection_has_the_seat(hall: "RunningHall") -> None:
    clients, chooser = await choosing(hall, "anna", "bob")
    (other,) = others(clients, chooser)
    again, _ = await come_back(hall, chooser, "PlayersChanged", "CurrentPlayerChanged")
    with pytest.raises(ConnectionResetError):
        await chooser.hear()
    again.say("SetTower", tower="BLACK")
    await everybody_hears((again, other), "TowerChanged", Nickname=chooser.name)


async def test_exit_from_a_running_game_is_like_a_lost_connection(quick_hall: "RunningHall") -> None:
    clients, turn = await playing(quick_hall, "anna", "bob")
    (other,) = others(clients, turn)
    turn.say("Exit")
    await turn.ask("Exit", "ImpossibleActionError")
    await turn.ask("UseAssistant", "ImpossibleActionError", assistant=1)
    await turn.ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=False)
    await other.expect("AssistantUsed", Assistant="CARD_1", Nickname=turn.name)
    turn.resume(turn)
    for message in ("GameEntered", "GameStarted", "CurrentPlayerChanged"):
        await turn.expect(message)


async def test_what_was_asked_before_the_connection_was_lost_still_counts(hall: "RunningHall") -> None:
    clients, chooser = await choosing(hall, "anna", "bob")
    (other,) = others(clients, chooser)
    other.polite = False
    chooser.say("SetTower", tower="BLACK")
    chooser.say("SetWizard", wizard=4)
    chooser.say("NextPhase")
    await chooser.writer.drain()
    await chooser.close()
    for message in ("TowerChanged", "WizardChanged", "CurrentPlayerChanged"):
        await other.expect(message)
        other.acknowledge()


async def test_who_comes_back_after_the_end_hears_who_won(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(1, 2))
    (other,) = others(clients, turn)
    await other.close()
    await asyncio.sleep(0.2)
    turn.say("MoveMotherNature", positions=1)
    await turn.expect("MotherNatureMoved")
    await turn.expect("TowerOnIslandChanged")
    await turn.expect("Winner")
    again, (_, winner) = await come_back(positions_hall, other, "GameStarted", "Winner")
    assert winner == {"Nickname": "anna", "Winners": ["anna"]}
    again.say("Exit")
