"""Pulling the plug: what the players were told is still there, and the game goes on."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.protocols.eriantys.clients import Client, choose, come_back, everybody_hears, hang_up, lobby
from tests.protocols.eriantys.model import Model
from tests.protocols.eriantys.random_games import RandomGame

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall


async def play_until_killed(hall: "RunningHall", game: RandomGame, notifications: int) -> None:
    """Let a game begin, and pull the plug in the middle of it."""
    game.stop = (notifications, asyncio.Event())
    playing = asyncio.create_task(game.start())
    await game.stop[1].wait()
    await hall.restart()
    for result in await asyncio.gather(playing, return_exceptions=True):
        assert isinstance(result, OSError), result


@pytest.mark.parametrize("notifications", [4, 90])
async def test_after_kill_9_everybody_comes_back_and_plays_on(
    new_hall: "NewHall", notifications: int
) -> None:
    hall = new_hall()
    before = RandomGame(await lobby(hall, "anna", "bob", expert=True), 11)
    await play_until_killed(hall, before, notifications)
    clients, models = [], []
    for seat in before.clients:
        client, model = await Client.connect(hall), Model(seat.name)
        client.resume(seat)
        await client.expect("GameEntered")
        for _ in range(2):
            said = await client.hear()
            client.acknowledge()
            model.hear(said.message, said.arguments)
        model.used = model.played = model.last_round = None
        clients.append(client)
        models.append(model)
    after = RandomGame(clients, 12, models)
    await after.to_the_end()
    await after.compare(hall)
    await after.leave()


async def test_after_kill_9_seats_in_the_lobby_are_kept_for_a_while(new_hall: "NewHall") -> None:
    hall = new_hall()
    clients = await lobby(hall, "anna", "bob")
    await hall.restart()
    await hang_up(*clients)
    anna, (players,) = await come_back(hall, clients[0], "PlayersChanged")
    assert [player["nickname"] for player in players["players"]] == ["anna", "bob"]
    bob, _ = await come_back(hall, clients[1], "PlayersChanged")
    anna.say("NextPhase")
    turn = await everybody_hears((anna, bob), "CurrentPlayerChanged", State="CHOOSING")
    await choose((anna, bob), anna if turn["NextPlayer"] == "anna" else bob)
