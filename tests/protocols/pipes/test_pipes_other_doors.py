"""Somebody who is known at another door, too: what they do there is none of our business."""

import json
from typing import TYPE_CHECKING, Any

from tests.protocols.pipes.client import House

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd


class Boards(House):
    """A client of the boards door, reduced to what a game of Tic Tac Toe needs."""

    door, path = "boards", "/"

    @classmethod
    async def logged_in(cls, crowd: "Crowd", plain: str) -> "Boards":
        """Connect and log in."""
        boards = cls()
        await boards.opens_wire(crowd.hall)
        crowd.here.append(boards)
        boards.says("LOGIN", username=crowd.name(plain))
        await boards.hears("LOGIN_SUCCESS")
        return boards


async def begins(crowd: "Crowd") -> tuple[Boards, Boards, Any]:
    """Ann and ben at a game of Tic Tac Toe."""
    ann, ben = await Boards.logged_in(crowd, "ann"), await Boards.logged_in(crowd, "ben")
    ann.says("CREATE_GAME", gameName="Tic Tac Toe")
    number = (await ann.hears("NEWLY_CREATED_GAME"))["gameId"]
    ben.says("JOIN_GAME", gameId=number)
    for player in (ann, ben):
        await player.hears("GAME_INIT")
    return ann, ben, number


async def test_a_name_in_use_at_another_door_is_in_use_here(crowd: "Crowd") -> None:
    await begins(crowd)
    pipe = await crowd.connects()
    await pipe.asks(f"0|CONNECT|{crowd.name('ann')}", "402")


async def test_a_seat_at_another_game_is_neither_ours_nor_given_up(crowd: "Crowd") -> None:
    ann, ben, number = await begins(crowd)
    await ann.closes()
    pipe = await crowd.comes("ann", original=True)
    await pipe.does("GET_GAME_STATE", "420")
    await pipe.does("CREATE_GAME", "204")
    await pipe.does("EXIT_GAME", "205")
    await pipe.does("LOGOUT", "202")
    again = await Boards.logged_in(crowd, "ann")
    assert (await again.hears("GAME_INIT"))["gameId"] == number
    assert "GAME_END" not in json.dumps([str(heard) for heard in ben.waiting()])


async def test_a_seat_at_another_game_is_no_reason_for_an_old_number(crowd: "Crowd") -> None:
    ann, _, _ = await begins(crowd)
    await ann.closes()
    pipe = await crowd.connects(original=True)
    assert await pipe.logs_in(crowd.name("ann")) == "200"
