"""The original dialect against recordings of the original server.

What these pages depart from on purpose is listed here: the answer to a Join comes before what
it causes, and bad input is never met with silence.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conftest import NewHall, RunningHall
from tests.protocols.shelfie.parties import party, pick_something, take_turn
from tests.protocols.shelfie.player import Heard, Player

DATA = Path(__file__).parents[2] / "data"
MESSAGES: list[Heard] = json.loads((DATA / "shelfie-original-messages.json").read_text())
CONVERSATION = [
    json.loads(line) for line in (DATA / "shelfie-original-conversation.jsonl").read_text().splitlines()
]
ORIGINAL = "doors.shelfie.settings.dialect = 'original'\ndoors.shelfie.settings.tables = 'one'"

NOT_SILENT = ["ErrorMessage"]
DEPARTURES = {
    "pick with wrong id": NOT_SILENT,
    "unknown command": NOT_SILENT,
    "bad json": NOT_SILENT,
    "no name": NOT_SILENT,
    "put column -1": NOT_SILENT,
    "save same name": ["ErrorMessage", "ErrorMessage"],  # the second says why
    "second Join on same connection": ["ErrorMessage"],  # and no JoinResponse that says it worked
}
"""What is answered where the original is silent or says too much, by the note above the request."""


def shape(value: Any) -> Any:
    """What a message is made of: its keys and the kinds of their values."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items() if key != "cardsAndTokens"}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def same_shape(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_shape(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return not one or not other or same_shape(one[0], other[0])
    return bool(one == other)


class Chunk:
    """A recorded request and everything that was said because of it."""

    def __init__(self, note: str, conn: str, line: str) -> None:
        self.note, self.conn, self.line = note, conn, line
        self.heard: dict[str, list[Heard]] = {}

    def expected(self, conn: str) -> list[str]:
        """The kinds of messages that a connection should hear now."""
        if self.note in DEPARTURES and conn == self.conn:
            return DEPARTURES[self.note]
        names = [message["name"] for message in self.heard.get(conn, ())]
        return sorted(names, key=lambda name: name != "JoinResponse")


def chunks() -> Iterator[Chunk]:
    note, chunk = "", None
    for record in CONVERSATION:
        if record["dir"] == "NOTE":
            note = record["line"]
        elif record["dir"] == "C>S":
            if chunk is not None:
                yield chunk
            chunk = Chunk(note, record["conn"], record["line"])
        else:
            assert chunk is not None
            chunk.heard.setdefault(record["conn"], []).append(json.loads(record["line"]))
    assert chunk is not None
    yield chunk


async def replay(hall: RunningHall) -> bool:
    """Say again what was said to the original server; False if the lot was another one here: bob
    was to play first, or alice's card was worth a point at once."""
    clients = {conn: await Player(conn).connects(hall) for conn in "ABD"}
    for client in clients.values():
        client.original = True
    ids: dict[str, str] = {}
    for chunk in chunks():
        client = clients[chunk.conn]
        client.raw(translated(chunk, clients["A"], ids))
        for conn, other in clients.items():
            for recorded, name in zip_heard(chunk, conn):
                message = await other.next()
                assert message is not None
                if chunk.note == "legal put" and message["name"] == "PlayerPoints" != name:
                    return await everybody_leaves(clients)
                assert message["name"] == name, f"{conn} expected {name} and heard {message}"
                if recorded is None:
                    continue
                assert same_shape(shape(recorded), shape(message)), (recorded, message)
                learn_ids(recorded, message, ids)
                if name in ("ErrorMessage", "FirstJoinResponse", "SavedGames", "GameSaved"):
                    assert message == recorded
                if "error" in recorded:
                    assert message["error"] == recorded["error"]
        if clients["A"].turn == "bob" and not clients["A"].shelves["alice"] and clients["A"].set_up:
            return await everybody_leaves(clients)
    for other in clients.values():
        await other.hears_nothing(0.05)
    return True


async def everybody_leaves(clients: dict[str, Player]) -> bool:
    for client in clients.values():
        await client.leaves()
    return False


def zip_heard(chunk: Chunk, conn: str) -> Iterator[tuple[Heard | None, str]]:
    recorded = {message["name"]: message for message in chunk.heard.get(conn, ())}
    for name in chunk.expected(conn):
        yield None if chunk.note in DEPARTURES else recorded.get(name), name


def learn_ids(recorded: Heard, message: Heard, ids: dict[str, str]) -> None:
    for key in ("firstPlayerId", "id"):
        if len(recorded.get(key, "")) == 36:
            ids[recorded[key]] = message[key]


def translated(chunk: Chunk, alice: Player, ids: dict[str, str]) -> str:
    """The same request with the ids and the tiles of today."""
    line = chunk.line
    for old, new in ids.items():
        line = line.replace(old, new)
    if "legal" in chunk.note and "PickTilesCommand" in line:
        request = json.loads(line)
        for tile in request["tiles"]:
            tile["type"] = alice.board[tile["x"], tile["y"]]
        return json.dumps(request)
    if chunk.note == "pick right cell wrong type":
        request = json.loads(line)
        request["tiles"][0]["type"] = "CAT" if alice.board[5, 2] != "CAT" else "BOOK"
        return json.dumps(request)
    if chunk.note == "legal put":
        return json.dumps({**json.loads(line), "tiles": alice.hands["alice"]})
    return line


async def test_the_recorded_conversation_is_led_again(new_hall: NewHall) -> None:
    for _ in range(40):
        if await replay(new_hall(ORIGINAL)):  # a hall keeps a game that was left, and lists it
            return
    raise AssertionError("the lot was another one forty times")


async def test_every_message_has_the_shape_that_was_recorded(hasty_hall: RunningHall) -> None:
    names = ("anna", "bob", "carl")
    people = await party(hasty_hall, *[Player(name, original=True) for name in names])
    anna, bob, carl = people
    for _ in range(3):
        await take_turn(people, random.Random(1))
    anna.say("SendMessage", id=anna.id, message="hello")
    anna.say("Bogus")
    anna.say("SaveGame", id=anna.id, game="shapes")
    for player in people:
        await player.until("GameSaved")
    await carl.leaves()
    for player in (anna, bob):
        await player.until("Disconnection")
    await pick_something([anna, bob], random.Random(2))
    await carl.comes_back(hasty_hall)
    await carl.until("GameSetUp")
    dora = await Player("dora", original=True).connects(hasty_hall)
    id = (await dora.hello())["firstPlayerId"]
    dora.say("LoadGame", game="?", idFirstPlayer=id)
    dora.say("GetSavedGames")
    dora.say("GetLoadedPlayers")
    await dora.hears("LoadGameResponse", "SavedGames", "LoadedGamePlayers")
    dora.say("JoinNewAsFirst", player="dora", numOfPlayers=3, idFirstPlayer=id, easyRules=True)
    await dora.hear("FirstJoinResponse")
    carl.say("Join", player="x")
    await bob.leaves()
    await anna.until("Disconnection")
    await carl.leaves()
    await anna.until("Winner")
    heard = [json.loads(line) for p in (anna, bob, carl, dora) for line in p.bytes.splitlines()]
    recorded = {
        message["name"]: [m for m in MESSAGES if m["name"] == message["name"]] for message in MESSAGES
    }
    for message in heard:
        assert any(same_shape(shape(sample), shape(message)) for sample in recorded[message["name"]]), message
    assert {message["name"] for message in heard} == recorded.keys()


async def test_an_original_first_player_is_recognised_by_easy_rules(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    id = (await anna.hello())["firstPlayerId"]
    anna.say("JoinNewAsFirst", player="anna", numOfPlayers=2, idFirstPlayer=id, easyRules=True)
    await anna.hear("FirstJoinResponse")
    bob = await Player("bob").connects(hall)
    await bob.joins()
    anna.original = True
    await anna.until("GameSetUp")
    await bob.until("GameSetUp")
    assert anna.set_up["goals"] == ["6_ADJACENT", "5_ADJACENT", "4_ADJACENT", "3_ADJACENT"]
    assert isinstance(anna.set_up["personal"], str)
    assert bob.set_up["goals"] == list(bob.cards)
    assert len(bob.cards) == 1
