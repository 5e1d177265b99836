"""House players join open games of this door, if a setting says so."""

import random
from typing import TYPE_CHECKING

from tablehall.hall.terms import BotPlan
from tablehall.protocols.boards import Settings
from tests.protocols.boards.player import Player
from tests.protocols.boards.room import Room

if TYPE_CHECKING:
    from tests.conftest import NewHall

SETTINGS = "[doors.boards.settings]\nbots = 50\nbot_level = 2\n"


async def test_a_lone_player_gets_an_opponent_after_a_while(new_hall: "NewHall") -> None:
    hall, chance = new_hall(SETTINGS), random.Random(1)
    anna = await Player("anna", "/games").login(hall)
    game = await anna.create("Tic Tac Toe")
    assert (await anna.hear("GAME_INIT"))["gameId"] == game
    assert anna.mirror.init["opponents"] != [anna.name]
    while (heard := await anna.hear())["type"] != "GAME_END":
        if heard["turn"] == anna.name and anna.mirror.choices():
            anna.turn(*chance.choice(anna.mirror.choices()))
    assert heard["winner"] in ("", anna.name, *anna.mirror.init["opponents"])


def test_nobody_comes_unless_it_is_set() -> None:
    room = Room()
    room.hall.staff[("", 1)] = [1]
    assert room.door.bots("chess") is None
    room = Room(Settings(bots=7_000, bot_level=2))
    room.hall.staff[("", 1)] = [1]
    assert room.door.bots("chess") is None, "there is nobody of that level"
    room.hall.staff[("chess", 2)] = [1]
    assert room.door.bots("chess") == BotPlan(2, 7_000)


def test_a_hall_without_players_of_its_own_has_open_games_all_the_same() -> None:
    room = Room(Settings(bots=7_000))
    anna = room.come("anna")
    anna.say("CREATE_GAME", gameName="Chess")
    room.settle()
    assert anna.heard() == ["NEWLY_CREATED_GAME"]
