"""Whatever a client sends: it is answered, nothing breaks, and nobody else is harmed."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.protocols.eriantys import requests
from tests.protocols.eriantys.clients import Client, choosing, playing

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

NOT_CORRECT = [
    b"",
    b"hello",
    b"{",
    b"[]",
    b"null",
    b'"CreateNewGame"',
    b"{}",
    b'{"message":7}',
    b'{"message":null,"arguments":{}}',
    b'{"message":"JoinGame","arguments":[]}',
    b'{"message":"JoinGame","arguments":"none"}',
    b'{"message":"JoinGame","id":[1]}',
    b'{"message":"JoinGame","id":{}}',
    b'{"message":"JoinGame","id":"' + b"x" * 65 + b'"}',
    b'{"message":"JoinGame","id":' + b"9" * 30 + b"}",
    b'{"message":"CreateNewGame"}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":2}}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":"2","wantExpert":false}}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":true,"wantExpert":false}}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":2.5,"wantExpert":false}}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":2,"wantExpert":0}}',
    b'{"message":"CreateNewGame","arguments":{"numOfPlayers":2,"wantExpert":null}}',
    b'{"message":"EnterGame","arguments":{"gameId":1234567890,"nickname":"anna"}}',
    b'{"message":"EnterGame","arguments":{"gameId":"1234567890","nickname":7}}',
    b'{"message":"EnterGame","arguments":{"gameId":"1234567890"}}',
    b'{"message":"EnterGame","arguments":{"gameId":"1234567890","nickname":"\\ud800"}}',
    b'{"message":"ResumeGame","arguments":{"gameId":"1234567890","nickname":"anna"}}',
    b'{"message":"ExitFromGame","arguments":{"nickname":["anna"]}}',
    b'{"message":"ChangeNumPlayers","arguments":{"newNum":"3"}}',
    b'{"message":"ChangeNumPlayers","arguments":{"":3}}',
    b'{"message":"SetTower","arguments":{"tower":"PURPLE"}}',
    b'{"message":"SetTower","arguments":{"tower":0}}',
    b'{"message":"SetWizard","arguments":{"wizard":"MERLIN"}}',
    b'{"message":"SetWizard","arguments":{"wizard":true}}',
    b'{"message":"UseAssistant","arguments":{"assistant":"ACE"}}',
    b'{"message":"MoveStudentsToIsland","arguments":{"student":"BLUE_DRAGONS","IslandID":0}}',
    b'{"message":"MoveStudentsToIsland","arguments":{"student":"BLUE"}}',
    b'{"message":"MoveStudentsToDiningRoom","arguments":{"student":0}}',
    b'{"message":"MoveMotherNature","arguments":{"positions":false}}',
    b'{"message":"TakeStudentsFromCloud","arguments":{"CloudID":"0"}}',
    b'{"message":"UseCharacterCard","arguments":{}}',
    b'{"message":"UseCharacterCard","arguments":{"Card":"CARD9","StudentsFromCard":"BLUE"}}',
    b'{"message":"UseCharacterCard","arguments":{"Card":"CARD9","StudentsFromCard":["BLUE",1]}}',
    b'{"message":"UseCharacterCard","arguments":{"Card":"CARD1","IslandID":"1"}}',
    b"\xff\xfe\x00",
    b'{"message":"JoinGame"' + b"[" * 20000,
]


async def test_what_cannot_be_read_is_not_correct(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    for line in NOT_CORRECT:
        client.raw(line + b"\r\n")
        await client.expect("ArgumentNotCorrectError")
        await client.ask("Ping", "Pong")


async def test_messages_that_nobody_knows_are_impossible(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    for message in ("Hello", "", "entergame", "GameStarted", "ArgumentNotCorrectError", "Winner"):
        await client.ask(message, "ImpossibleActionError")


async def test_in_no_game_nothing_of_a_game_is_possible(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    for message, arguments in IN_A_GAME:
        await client.ask(message, "ImpossibleActionError", **arguments)


IN_A_GAME: list[tuple[str, dict[str, Any]]] = [
    ("ExitFromGame", {"nickname": "anna"}),
    ("ChangeNumPlayers", {"newNum": 3}),
    ("NextPhase", {}),
    ("SetTower", {"Tower": "BLACK"}),
    ("SetWizard", {"wizard": "W1"}),
    ("UseAssistant", {"Assistant": "CARD_1"}),
    ("MoveStudentsToIsland", {"Student": "BLUE_UNICORNS", "IslandID": 0}),
    ("MoveStudentsToDiningRoom", {"Student": "BLUE_UNICORNS"}),
    ("MoveMotherNature", {"Positions": 1}),
    ("TakeStudentsFromCloud", {"CloudID": 0}),
    ("UseCharacterCard", {"Card": "CARD1"}),
    ("Exit", {}),
]


async def test_ten_incorrect_arguments_in_a_row_end_the_conversation(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    for _ in range(9):
        await client.ask("CreateNewGame", "ArgumentNotCorrectError", numOfPlayers=9, wantExpert=True)
    await client.ask("NextPhase", "ImpossibleActionError")  # another answer: the row is broken
    for _ in range(10):
        client.raw(b"what?\n")
    client.say("JoinGame")
    for _ in range(10):
        await client.expect("ArgumentNotCorrectError")
    with pytest.raises(ConnectionResetError):
        await client.hear()


async def test_a_line_over_the_limit_is_refused_and_skipped(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    client.raw(b'{"message":"JoinGame","x":"' + b"x" * 70_000)
    await client.expect("ArgumentNotCorrectError")
    client.raw(b'y"}\n')
    await client.ask("JoinGame", "PossibleGames")


@pytest.mark.parametrize("id", [0, -7, 2**64 - 1, 1.5, True, "a", "", "ü" * 64, 'quote " and \\'])
async def test_an_id_comes_back_with_the_answer(hall: "RunningHall", id: Any) -> None:
    client = await Client.connect(hall)
    for message in ("Ping", "JoinGame", "Nonsense", "CreateNewGame"):
        client.say(message, id)
        heard = await client.hear()
        assert heard.reply == id
        assert type(heard.reply) is type(id)


async def test_arguments_are_read_in_every_spelling(positions_hall: "RunningHall") -> None:
    client = await Client.connect(positions_hall)
    for line in (
        '{"message":"CreateNewGame","arguments":{"NUMOFPLAYERS":2,"wantexpert":true,"colour":"red"}}',
        '{"message":"CreateNewGame","numPlayers":2,"wantExpert":false}',
        '{ "arguments" : { "numOfPlayers" : 4 , "wantExpert" : true } , "message" : "CreateNewGame" }\r',
    ):
        client.raw(line.encode() + b"\n")
        await client.expect("GameCreated")
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(4, 1))
    for message, student in (
        ("MoveStudentToDiningRoom", "green"),
        ("MoveStudentsToDiningRoom", "GREEN_frogs"),
    ):
        turn.raw(json.dumps({"message": message, "STUDENT": student}).encode() + b"\n")
        await turn.expect("StudentToDiningRoomMoved", Student="GREEN_FROGS")
        await clients[1].expect("StudentToDiningRoomMoved")
        if message == "MoveStudentToDiningRoom":
            await turn.expect("ChangeProfessor")
            await clients[1].expect("ChangeProfessor")
    turn.raw(b'{"message":"MoveStudentToIsland","arguments":{"Student":"BLUE","islandid":11}}\n')
    await turn.expect("StudentToIslandMoved", Student="BLUE_UNICORNS", IslandID=11)


SENSIBLE: list[dict[str, Any]] = [
    {"numOfPlayers": 2, "wantExpert": True, "newNum": 3, "wizard": 2, "Positions": 1},
    {"gameId": "1234567890", "nickname": "anna", "token": "t", "Tower": "GREY", "CloudID": 1},
    {"Student": "RED", "IslandID": 3, "Card": "CARD9", "StudentsFromCard": ["RED"], "Assistant": 4},
]


def rubbish(rng: random.Random) -> bytes:
    """A line that may or may not make sense."""
    values: list[Any] = [None, True, 0, 1, -1, 3, 99, 2.5, "", "anna", "BLUE", "CARD_3", "W2"]
    values += [[], ["RED"], {}]
    names = ["numOfPlayers", "wantExpert", "gameId", "nickname", "newNum", "Tower", "wizard", "Assistant"]
    names += ["Student", "IslandID", "Positions", "CloudID", "Card", "StudentsFromCard", "token"]
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(rng.randrange(60)).replace(b"\n", b"")
    if kind == 1:
        return json.dumps({"message": rng.choice([*requests.FORMS]), **rng.choice(SENSIBLE)}).encode()
    arguments = {rng.choice(names): rng.choice(values) for _ in range(rng.randrange(12))}
    said: dict[str, Any] = {"message": rng.choice([*requests.FORMS, "Nonsense", 5])}
    said |= {"arguments": arguments} if kind < 3 else arguments
    if rng.random() < 0.5:
        said["id"] = rng.choice(values)
    line = json.dumps(said).encode()
    return line[: rng.randrange(len(line))] if rng.random() < 0.1 else line


def test_reading_never_fails() -> None:
    rng = random.Random(1)
    kinds = {type(requests.read(rubbish(rng))[0]) for _ in range(20_000)}
    assert len(kinds) == len(requests.Request.__subclasses__()), "everything was read at least once"


async def babble(client: Client, rng: random.Random) -> None:
    """Send rubbish in pieces of any size, with what might be acknowledgements in between."""
    data = b"".join(rubbish(rng) + b"\n" for _ in range(80))
    while data:
        size = rng.choice((1, 7, 60, 900))
        client.raw(data[:size])
        data = data[size:]
        if rng.random() < 0.2:
            await asyncio.sleep(0)


async def test_rubbish_in_any_pieces_harms_nobody(new_hall: "NewHall") -> None:
    hall = new_hall("[doors.eriantys.settings]\nack_timeout = 20\nempty_table = 1000")
    (anna, bob), chooser = await choosing(hall, "anna", "bob")
    rng = random.Random(7)

    async def strangers() -> None:
        for _ in range(4):
            client = await Client.connect(hall)
            await babble(client, rng)
            await client.close()

    async def players(number: int) -> None:
        clients, _ = await playing(hall, f"one{number}", f"two{number}", expert=True)
        for client in clients:
            await babble(client, rng)
        await asyncio.sleep(0.2)

    await asyncio.gather(*(strangers() for _ in range(5)), *(players(number) for number in range(5)))
    chooser.say("SetTower", tower="BLACK")
    for client in (anna, bob):
        await client.expect("TowerChanged", Nickname=chooser.name)
    assert hall.log() == ""


async def test_many_requests_at_once_are_all_answered_in_order(hall: "RunningHall") -> None:
    client = await Client.connect(hall)
    client.raw(b"".join(b'{"message":"Ping","id":%d}\n' % number for number in range(5000)))
    for number in range(5000):
        await client.expect("Pong", number)
