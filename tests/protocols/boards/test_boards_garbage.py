"""Whatever a client sends: an answer, no harm, and nothing changes for anybody else."""

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.client.frames import masked
from tests.protocols.boards.player import Player, begin, fresh

if TYPE_CHECKING:
    from tests.conftest import RunningHall

TYPES = [
    "LOGIN",
    "GET_USER_PROFILE",
    "GET_OPEN_GAMES",
    "GET_ALL_SUPPORTED_GAMES",
    "CREATE_GAME",
    "JOIN_GAME",
    "TURN",
    "PING",
    "SET_GAME_STATE",
    "",
    None,
    5,
]
KEYS = ["username", "gameName", "pugName", "gameId", "pieceId", "pieceID", "r", "c", "extra"]
VALUES: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    2.5,
    10**25,
    "",
    "1",
    "Chess",
    "pente",
    "ü\u2028",
    [],
    [1],
    {},
    {"a": []},
]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "7",
        '"TURN"',
        "[]",
        '[{"type":"PING"}]',
        "{",
        "{]",
        '{"type":"PING"}x',
        "\x00",
        "{'type':1}",
    ],
)
async def test_what_is_not_a_json_object_is_an_error(hall: "RunningHall", text: str) -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    anna.send(text)
    assert (await anna.hear("ERROR"))["errorMessage"] == "This is not a JSON object."
    await bob.hears_nothing(0.02)
    assert (await anna.turn_to(1, 0, 0))["turn"] == bob.name


@pytest.mark.parametrize(
    "wrong", ["{}", '{"type":"DANCE"}', '{"type":"turn"}', '{"type":null}', '{"type":{"a":1}}']
)
async def test_an_unknown_type_is_an_error(hall: "RunningHall", wrong: str) -> None:
    anna = await Player(fresh("anna")).login(hall)
    anna.send(wrong)
    assert (await anna.hear("ERROR"))["errorMessage"] == "There is no message of this type."


async def test_deep_nesting_is_an_error(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    for text in ('{"type":' + "[" * 30_000, '{"type":"TURN","r":' + '{"a":' * 10_000):
        anna.send(text)
        await anna.hear("ERROR")


async def test_a_binary_message_is_ignored(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    assert anna.wire is not None
    for data in (b"", b"\x00\xff", b'{"type":"TURN","pieceId":1,"r":0,"c":0}', bytes(60_000)):
        anna.wire.say_raw(data)
    await anna.hears_nothing(0.05)
    assert (await anna.turn_to(2, 1, 1))["diffs"][0]["id"] == 2
    await bob.hear("SET_GAME_STATE")


async def test_text_that_is_no_text_ends_the_connection(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    assert anna.wire is not None
    anna.wire.writer.write(masked(b'{"type":"LOGIN","username":"\xff\xfe"}', 1))
    assert await anna.is_closed() == 1007


@pytest.mark.parametrize("kind", [1, 2])
async def test_65_kib_close_the_connection_and_the_seat_is_kept(hall: "RunningHall", kind: int) -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    assert anna.wire is not None
    anna.wire.writer.write(masked(b"x" * 65 * 1024, kind))
    assert await anna.is_closed() == 1009
    await anna.login(hall)
    await anna.hear("GAME_INIT")
    await anna.hear("SET_GAME_STATE")
    await bob.hears_nothing(0.02)


async def test_64_kib_are_a_message(hall: "RunningHall") -> None:
    anna = await Player(fresh("anna")).login(hall)
    whole = '{"type":"PING","x":""}'
    anna.send(whole.replace('""', f'"{"x" * (65_536 - len(whole))}"'))
    anna.say("GET_ALL_SUPPORTED_GAMES")
    await anna.hear("SET_ALL_SUPPORTED_GAMES")


async def test_random_messages_in_any_order_harm_nobody(hall: "RunningHall") -> None:
    """A game goes on beside it; the server's log stays empty, which the fixture looks at."""
    chance = random.Random(2024)
    anna, bob = await begin(hall, "Pente")
    vandals = [await Player(fresh("vandal"), path).connect(hall) for path in ("/", "/games", "/")]
    asked = 0
    for number in range(1500):
        vandal = chance.choice(vandals)
        keys = chance.sample(KEYS, chance.randint(0, len(KEYS)))
        message = {"type": chance.choice(TYPES), **{key: chance.choice(VALUES) for key in keys}}
        if chance.random() < 0.1:
            message = {"type": "LOGIN", "username": chance.choice([v.name for v in vandals])}
        text = json.dumps(message)
        vandal.send(text[: chance.randint(0, len(text))] if chance.random() < 0.1 else text)
        if number % 50 == 0:
            mover, other = (bob, anna) if asked % 2 else (anna, bob)
            await mover.turn_to(*chance.choice(mover.mirror.choices()))
            assert (await other.hear("SET_GAME_STATE"))["turn"] == other.name
            asked += 1
    for vandal in vandals:
        vandal.say("GET_USER_PROFILE", username="the last one")
        while True:
            heard = await vandal.hear(lists=True)
            if heard.get("username") == "the last one":
                break


async def test_messages_arrive_in_whatever_pieces(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Tic Tac Toe")
    assert anna.wire is not None
    pipeline = masked(b'{"type":"TURN","pieceId":1,"r":0,"c":0}', 1)
    for place in range(len(pipeline)):
        anna.wire.writer.write(pipeline[place : place + 1])
        await anna.wire.writer.drain()
    assert (await anna.hear("SET_GAME_STATE"))["turn"] == bob.name
    half = masked(b'{"type":"TU', 1, last=False), masked(b'RN","pieceId":2,"r":2,"c":2}', 0)
    anna.wire.writer.write(b"".join(half))
    assert (await anna.hear("SET_GAME_STATE"))["errorMessage"] == "It is not your turn."
