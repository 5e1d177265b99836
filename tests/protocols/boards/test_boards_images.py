"""Every picture that a message names is there."""

import random
from typing import TYPE_CHECKING
from xml.dom import minidom

import pytest

from tablehall.conformance.wires import Place, http_get
from tablehall.games import house_games
from tablehall.protocols.boards import images
from tablehall.protocols.boards.facts import offered
from tests.protocols.boards.player import begin, play_on
from tests.protocols.boards.room import Room

if TYPE_CHECKING:
    from tests.conftest import RunningHall

OFFERED = offered(house_games())


async def picture(hall: "RunningHall", path: str) -> str:
    """The SVG at a path."""
    head, *lines = await http_get(Place(*hall.doors["boards"], "websocket"), path)
    assert head == "200 image/svg+xml", path
    return "\n".join(lines)


@pytest.mark.parametrize("game", OFFERED)
async def test_every_picture_of_a_game_can_be_fetched(hall: "RunningHall", game: str) -> None:
    anna, bob = await begin(hall, house_games()[game].title)
    await play_on(anna, bob, random.Random(1), 4)
    anna.say("GET_ALL_SUPPORTED_GAMES")
    supported = (await anna.hear("SET_ALL_SUPPORTED_GAMES"))["games"]
    named = {entry["image"] for entry in supported}
    for player in (anna, bob):
        named |= set(player.mirror.images.values())
        named |= {piece["image"] for piece in player.mirror.state["user_pool"]}
    assert len(named) >= len(OFFERED) + 2
    for path in named:
        drawing = minidom.parseString(await picture(hall, path)).documentElement
        assert drawing is not None
        assert drawing.tagName == "svg"
        _, _, width, height = drawing.getAttribute("viewBox").split()
        assert width == height
        assert "var(" not in drawing.toxml(), "there is no page around it"


def test_every_kind_of_piece_of_every_game_is_drawn_and_no_two_look_alike() -> None:
    for game in OFFERED.values():
        drawn = images.documents([game])
        assert len(set(drawn.values())) == len(drawn)
    kinds = ("pawn", "knight", "bishop", "rook", "queen", "king")
    chess = {f"/images/chess/{colour}-{kind}.svg" for colour in ("white", "black") for kind in kinds}
    assert set(images.documents([OFFERED["chess"]])) == {"/images/chess.svg", *chess}


async def test_nothing_else_is_served(hall: "RunningHall") -> None:
    place = Place(*hall.doors["boards"], "websocket")
    for path in ("/game", "/images", "/images/", "/images/../boards.svg", "/etc/passwd", "/images/chess"):
        assert (await http_get(place, path))[0] == "404 text/plain"


@pytest.mark.parametrize("path", ["/", "/games", "/games/", "/Games", "//games", "/games?x=1"])
async def test_whoever_comes_with_a_browser_reads_both_addresses(hall: "RunningHall", path: str) -> None:
    place = Place(*hall.doors["boards"], "websocket")
    head, sentence = await http_get(place, path)
    assert head == "200 text/plain"
    here = f"ws://{place.host}:{place.port}"
    assert {word for word in sentence.split() if word.startswith("ws:")} == {f"{here}/", f"{here}/games"}


@pytest.mark.parametrize("host", ["", "<script>", "a b", "x" * 256, "ä"])
def test_a_host_that_is_none_is_not_repeated(host: str) -> None:
    found = Room().door.document("/", host)
    assert found is not None
    assert b" ws://HOST:PORT/games " in found[1]
