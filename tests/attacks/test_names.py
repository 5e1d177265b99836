"""Somebody who would be taken for somebody else by letters that nobody sees, at every door that has names."""

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.client import Guest, RefusedError
from tablehall.conformance.wires import LineWire, Place, WebSocketWire

if TYPE_CHECKING:
    from tests.conftest import RunningHall

INVISIBLE = ("\u3164", "\u115f", "\u2800", "\u034f", "\ufe0f", "\u200b", "\U000e0041")
PATIENCE = 20.0


async def at(hall: "RunningHall", door: str, path: str = "") -> LineWire | WebSocketWire:
    """A connection to a door."""
    lines = hall.schemes[door] == "tcp"
    wire = (LineWire if lines else WebSocketWire)(asyncio.Queue())
    await wire.open(Place(*hall.doors[door], "lines" if lines else "websocket"), path, "")
    return wire


async def answer(wire: LineWire | WebSocketWire, request: dict[str, Any], kind: str) -> dict[str, Any]:
    """What is answered to a request, whatever is heard before it: the message that has the key `kind`."""
    wire.say(json.dumps(request))
    while True:
        heard = await asyncio.wait_for(wire.inbox.get(), PATIENCE)
        assert isinstance(heard, str), heard
        told: dict[str, Any] = json.loads(heard)
        if kind in told.values() or kind in told:
            return told


@pytest.mark.parametrize("letter", INVISIBLE)
async def test_a_guest_hides_behind_letters_that_nobody_sees(hall: "RunningHall", letter: str) -> None:
    where = "{}:{}".format(*hall.doors["house"])
    for name in (letter, f"ann{letter}a"):
        with pytest.raises(RefusedError) as refused:
            async with Guest(where, name=name):
                pass
        assert refused.value.reason == "bad_name"
    async with (
        Guest(where, name=f"guest {ord(letter)}") as guest,
        Guest(where, name=f"host {ord(letter)}") as host,
    ):
        table = await host.open("tictactoe")
        for name in (letter, f"{host.name}{letter}"):
            with pytest.raises(RefusedError) as refused:
                await guest.join(table.number, name=name)
            assert refused.value.reason == "bad_name"


@pytest.mark.parametrize("letter", INVISIBLE)
async def test_a_visitor_hides_behind_letters_that_nobody_sees(hall: "RunningHall", letter: str) -> None:
    wire = await at(hall, "boards")
    for name in (letter, f"ann{letter}a"):
        told = await answer(wire, {"type": "LOGIN", "username": name}, "LOGIN_ERROR")
        assert told["errorMessage"] == "A name has 1 to 64 printable characters."
    await wire.end("closes")


@pytest.mark.parametrize("letter", INVISIBLE)
async def test_a_nickname_is_seen_by_everybody_at_its_table(hall: "RunningHall", letter: str) -> None:
    wire = await at(hall, "eriantys")
    wish = {"message": "CreateNewGame", "arguments": {"numOfPlayers": 2, "wantExpert": False}}
    created = await answer(wire, wish, "GameCreated")
    wire.say(json.dumps({"message": "Acknowledgment"}))
    for name in (letter, f"ann{letter}a"):
        place = {"gameId": created["arguments"]["gameId"], "nickname": name}
        await answer(wire, {"message": "EnterGame", "arguments": place}, "ArgumentNotCorrectError")
    await wire.end("closes")


@pytest.mark.parametrize("letter", INVISIBLE)
async def test_a_librarian_is_seen_by_everybody_at_their_table(hall: "RunningHall", letter: str) -> None:
    wire = await at(hall, "shelfie")
    for name in (letter, f"ann{letter}a"):
        first = (await answer(wire, {"name": "HelloCommand"}, "firstPlayerId"))["firstPlayerId"]
        assert first != "NoFirst"
        wish = {"name": "JoinNewAsFirst", "player": name, "idFirstPlayer": first}
        told = await answer(wire, {**wish, "numOfPlayers": 2, "easyRule": True}, "FirstJoinResponse")
        assert told["result"] is False
    await wire.end("closes")


@pytest.mark.parametrize("name", ["keeper", "KEEPER", "k\u0435eper", "The House", "Hallenwart", "adm1n"])
async def test_somebody_plays_the_house(hall: "RunningHall", name: str) -> None:
    await cannot_come_in_as(hall, name)


async def cannot_come_in_as(hall: "RunningHall", name: str) -> None:
    """At the doors where names are everybody's, this one is somebody else's."""
    with pytest.raises(RefusedError) as refused:
        async with Guest("{}:{}".format(*hall.doors["house"]), name=name):
            pass
    assert refused.value.reason == "name_taken"
    wire = await at(hall, "boards")
    told = await answer(wire, {"type": "LOGIN", "username": name}, "LOGIN_ERROR")
    assert told["errorMessage"] == "That name belongs to somebody else."
    await wire.end("closes")


async def test_somebody_plays_another_guest(hall: "RunningHall") -> None:
    where = "{}:{}".format(*hall.doors["house"])
    victim, alike = "Paypal Scope", ["Рaypal Scope", "PAYPAL SCOPE", "PaypaI Scope", "Ｐａｙｐａｌ Scope"]
    async with (
        Guest(where, name=victim),
        Guest(where, name="a host of thieves") as host,
        Guest(where, name="a thief of names") as thief,
    ):
        table = await host.open("tictactoe")
        for name in alike:
            await cannot_come_in_as(hall, name)
        for name in (victim, *alike):
            with pytest.raises(RefusedError) as refused:
                await thief.join(table.number, name=name)
            assert refused.value.reason == "name_taken"
