"""A game that says so is offered here, with nothing but its file; one that does not is not."""

import random
from typing import TYPE_CHECKING
from xml.dom import minidom

from tablehall.conformance.wires import Place, http_get
from tests.games import othello
from tests.protocols.boards.player import begin, play_on

if TYPE_CHECKING:
    from tests.conftest import NewHall

SETTINGS = f'games = ["{othello.__file__}"]'
DOCUMENTED = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]


async def test_othello_is_listed_drawn_and_played_to_its_end(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    anna, bob = await begin(hall, "Othello")
    anna.say("GET_ALL_SUPPORTED_GAMES")
    supported = (await anna.hear("SET_ALL_SUPPORTED_GAMES"))["games"]
    assert [game["name"] for game in supported] == [*DOCUMENTED, "Othello"]
    assert anna.mirror.init["board_rows"] == bob.mirror.init["board_cols"] == 8
    assert not anna.mirror.init["checkered"]
    assert not bob.mirror.init["needsFlip"]
    assert len(anna.mirror.choices()) == 4
    end = await play_on(anna, bob, random.Random(2))
    assert end is not None
    assert end["message"] == "Most discs"
    images = {*anna.mirror.images.values(), supported[-1]["image"]}
    assert images == {f"/images/othello{name}.svg" for name in ("", "/black-disc", "/white-disc")}
    for image in images:
        head, *lines = await http_get(Place(*hall.doors["boards"], "websocket"), image)
        assert head == "200 image/svg+xml"
        minidom.parseString("\n".join(lines))


async def test_a_flipped_disc_is_a_new_piece(new_hall: "NewHall") -> None:
    """A client never draws another picture under the same id."""
    anna, bob = await begin(new_hall(SETTINGS), "Othello")
    (before,) = [number for number, place in anna.mirror.places.items() if place == (3, 3)]
    await anna.turn_to(anna.mirror.pool[0], 2, 3)
    await bob.hear("SET_GAME_STATE")
    for player in (anna, bob):
        assert before not in player.mirror.places
        assert sum(place in ((2, 3), (3, 3)) for place in player.mirror.places.values()) == 2
