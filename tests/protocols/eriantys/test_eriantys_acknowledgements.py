"""One notification at a time: who is waited for, how long, and what happens to requests meanwhile."""

import asyncio
import time
from typing import TYPE_CHECKING

from tests.protocols.eriantys.clients import (
    Client,
    HouseClient,
    choosing,
    everybody_hears,
    lobby,
    playing,
)
from tests.protocols.eriantys.random_games import RandomGame

if TYPE_CHECKING:
    from tests.conftest import RunningHall


async def before_the_start(hall: "RunningHall") -> tuple[list[Client], Client]:
    """Everybody has chosen; the next NextPhase brings GameStarted, then CurrentPlayerChanged."""
    clients, first = await choosing(hall, "anna", "bob")
    second = next(client for client in clients if client is not first)
    for client, tower, wizard in ((first, "BLACK", 1), (second, "WHITE", 2)):
        client.say("SetTower", tower=tower)
        await everybody_hears(clients, "TowerChanged")
        client.say("SetWizard", wizard=wizard)
        await everybody_hears(clients, "WizardChanged")
        if client is first:
            client.say("NextPhase")
            await everybody_hears(clients, "CurrentPlayerChanged")
    return clients, second


async def test_the_next_notification_waits_for_everybody(patient_hall: "RunningHall") -> None:
    (anna, bob), chooser = await before_the_start(patient_hall)
    bob.polite = False
    chooser.say("NextPhase")
    await everybody_hears((anna, bob), "GameStarted")
    await asyncio.gather(anna.hears_nothing(0.4), bob.hears_nothing(0.4))
    bob.acknowledge()
    await everybody_hears((anna, bob), "CurrentPlayerChanged")


async def test_who_says_nothing_is_waited_for_two_seconds_and_then_no_more(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    bob.polite = False

    async def change(times: int) -> float:
        """How long it takes to change the number of players so often."""
        began = time.monotonic()
        for number in range(times):
            anna.say("ChangeNumPlayers", newNum=3 + number % 2)
            await everybody_hears((anna, bob), "NumPlayersChanged")
        return time.monotonic() - began

    assert await change(2) > 1.8
    assert await change(20) < 30, "bob is waited for every time"
    # As soon as they acknowledge something they are waited for again, from the next one on.
    bob.acknowledge()
    await change(1)
    anna.say("ChangeNumPlayers", newNum=2)
    await anna.hears_nothing(0.3)
    bob.acknowledge()
    await everybody_hears((anna, bob), "NumPlayersChanged", newNum=2)


async def test_acknowledging_too_often_or_too_early_is_no_error_and_counts_for_nothing(
    patient_hall: "RunningHall",
) -> None:
    (anna, bob), chooser = await before_the_start(patient_hall)
    for spelling in ("Acknowledgment", "Acknowledgement", "Acknowledgment"):
        bob.say(spelling)
    assert await bob.ask("JoinGame", "PossibleGames")  # they have arrived
    bob.polite = False
    chooser.say("NextPhase")
    await everybody_hears((anna, bob), "GameStarted")
    await anna.hears_nothing(0.3)
    bob.acknowledge()
    bob.acknowledge()
    await everybody_hears((anna, bob), "CurrentPlayerChanged")
    stranger = await Client.connect(patient_hall)
    stranger.acknowledge()
    await stranger.ask("Ping", "Pong")


async def test_a_student_in_the_dining_room_needs_no_acknowledgement(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(4, 1))
    for client in clients:
        client.polite = False
    turn.say("MoveStudentsToDiningRoom", student="green")
    for client in clients:
        await client.expect("StudentToDiningRoomMoved", Student="GREEN_FROGS", Nickname="anna")
        await client.expect("ChangeProfessor", Nickname="anna", ProfessorList=["GREEN_FROGS"])
        client.acknowledge()  # one would be enough, but some acknowledge both
        client.acknowledge()
    turn.say("MoveStudentsToIsland", student="blue", islandId=0)
    await everybody_hears(clients, "StudentToIslandMoved")


async def test_requests_that_come_too_early_wait_and_are_answered_in_order(
    patient_hall: "RunningHall",
) -> None:
    clients, first = await choosing(patient_hall, "anna", "bob")
    second = next(client for client in clients if client is not first)
    second.polite = False
    first.say("SetTower", 1, tower="BLACK")
    first.say("SetTower", 2, tower="WHITE")
    first.say("SetWizard", 3, wizard=7)
    first.say("SetWizard", 4, wizard=4)
    first.say("NextPhase", 5)
    first.say("NextPhase", 6)
    await first.expect("TowerChanged", 1, Tower="BLACK")
    await second.expect("TowerChanged", Tower="BLACK")
    await first.hears_nothing(0.2)
    second.acknowledge()
    await first.expect("TowerChanged", 2, Tower="WHITE")
    await second.expect("TowerChanged", Tower="WHITE")
    await first.hears_nothing(0.2)
    second.acknowledge()
    await first.expect("ArgumentNotCorrectError", 3)
    await first.expect("WizardChanged", 4, wizard="W4")
    await second.expect("WizardChanged")
    second.acknowledge()
    await first.expect("CurrentPlayerChanged", 5, NextPlayer=second.name)
    await second.expect("CurrentPlayerChanged")
    second.acknowledge()
    await first.expect("ImpossibleActionError", 6)
    assert [said.reply for said in second.heard if said.reply is not None] == []


async def test_a_sign_of_life_need_not_wait(patient_hall: "RunningHall") -> None:
    anna, bob = await lobby(patient_hall, "anna", "bob")
    bob.polite = False
    anna.say("ChangeNumPlayers", newNum=3)
    await everybody_hears((anna, bob), "NumPlayersChanged")
    anna.say("JoinGame", "later")
    anna.say("Ping", "now")
    await anna.expect("Pong", "now")
    bob.acknowledge()
    await anna.expect("PossibleGames", "later")


async def test_only_so_many_requests_wait(patient_hall: "RunningHall") -> None:
    anna, bob = await lobby(patient_hall, "anna", "bob")
    bob.polite = False
    anna.say("ChangeNumPlayers", newNum=3)
    await everybody_hears((anna, bob), "NumPlayersChanged")
    for number in range(105):
        anna.say("JoinGame", number)
    for number in range(100, 105):
        await anna.expect("ImpossibleActionError", number)
    bob.acknowledge()
    for number in range(100):
        await anna.expect("PossibleGames", number)


async def test_nobody_is_kept_from_asking_by_another_who_never_stops(hall: "RunningHall") -> None:
    anna, bob = await lobby(hall, "anna", "bob")
    for number in range(90):
        anna.say("ChangeNumPlayers", newNum=2 + number % 3)
    bob.say("ChangeNumPlayers", "bob", newNum=4)
    before = len(bob.heard)
    while bob.heard[-1].reply != "bob":
        await anna.expect("NumPlayersChanged")
        await bob.expect("NumPlayersChanged")
    assert len(bob.heard) - before < 50, "everybody else came first"


async def test_who_is_gone_is_not_waited_for(patient_hall: "RunningHall") -> None:
    (anna, bob), chooser = await before_the_start(patient_hall)
    bob.polite = False
    chooser.say("NextPhase")
    await everybody_hears((anna, bob), "GameStarted")
    await bob.close()
    await anna.expect("CurrentPlayerChanged")


async def test_players_at_the_house_door_are_not_waited_for(patient_hall: "RunningHall") -> None:
    anna, house = (
        await Client.connect(patient_hall),
        await HouseClient.connect(patient_hall, "acknowledges-nothing"),
    )
    game = (await anna.ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=False))["gameId"]
    await anna.enter(game, "anna")
    await anna.expect("PlayersChanged")
    house.say(type="join", table=int(game))
    await anna.expect("PlayersChanged")
    anna.say("NextPhase")
    turn = await anna.expect("CurrentPlayerChanged")
    for _ in range(2):
        if turn["NextPlayer"] == "anna":
            anna.say("SetTower", tower="BLACK")
            anna.say("SetWizard", wizard=1)
            anna.say("NextPhase")
        else:
            for move in ({"type": "set_tower", "tower": "white"}, {"type": "set_wizard", "wizard": 2}):
                house.say(type="act", table=int(game), move=move)
            house.say(type="act", table=int(game), move={"type": "next"})
        await anna.expect("TowerChanged", Nickname=turn["NextPlayer"])
        await anna.expect("WizardChanged", Nickname=turn["NextPlayer"])
        heard = await anna.hear()
        anna.acknowledge()
        turn = heard.arguments
    assert heard.message == "GameStarted"
    await anna.expect("CurrentPlayerChanged", State="PLANNING")


async def test_nothing_is_told_before_the_last_was_acknowledged(patient_hall: "RunningHall") -> None:
    game = await RandomGame.play(patient_hall, 2, True, 5, dawdling=0.01)
    assert len(game.heard[1]) > 50, "that was no whole game"
    await game.compare(patient_hall)
    await game.leave()


async def test_who_never_acknowledges_anything_plays_to_the_end_all_the_same(hall: "RunningHall") -> None:
    clients = await lobby(hall, "anna", "bob", "cecil")
    for client in clients[1:]:
        client.polite = False
    game = RandomGame(clients, 8)
    await game.start()
    await game.compare(hall)
