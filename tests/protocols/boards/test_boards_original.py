"""The frames of the original client, as they were recorded, get answers it can use."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.protocols.boards.player import Json, Player, fresh

if TYPE_CHECKING:
    from tests.conftest import RunningHall

DATA = Path(__file__).parents[2] / "data"
PIECES = {"id", "pieceId", "owner", "image"}


def recording(name: str) -> list[Json]:
    """What the client and the server of the document's authors said to each other."""
    return [json.loads(line) for line in (DATA / f"boards-original-{name}.jsonl").read_text().splitlines()]


def shape(value: Any, at: str = "") -> set[str]:
    """Every place in a message and the type of what is there; empty squares are no places."""
    if isinstance(value, dict):
        return {f"{at}:object"}.union(*(shape(v, f"{at}.{key}") for key, v in value.items()))
    if isinstance(value, list):
        return {f"{at}:array"}.union(*(shape(v, f"{at}[]") for v in value))
    return {f"{at}:{type(value).__name__}"} if value is not None else set()


class OriginalClient(Player):
    """Sends what was recorded, and remembers everything it is told."""

    def __init__(self, name: str) -> None:
        super().__init__(fresh(name), "/games")
        self.told: list[Json] = []
        self.game = 0
        self.names: dict[str, str] = {}

    async def hear_as(self, kind: str, wanted: Callable[[Json], bool] = lambda _: True) -> None:
        """Wait for the next message of a kind that is the wanted one."""
        while True:
            message = await self.hear(lists=True)
            self.told.append(message)
            self.game = message.get("gameId", self.game)
            if message["type"] == "SET_OPEN_GAMES" and message["openGames"]:
                self.game = message["openGames"][-1]["id"]
            if message["type"] == kind and wanted(message):
                return

    def send_recorded(self, message: Json, squares: dict[int, tuple[int, int]]) -> None:
        """Send a recorded message, with this server's names and numbers in place of the old ones."""
        mine = dict(message)
        if "username" in mine:
            mine["username"] = self.names[mine["username"]]
        if "gameId" in mine:
            mine["gameId"] = self.game
        if mine.get("pieceID") in squares:
            here = {place: number for number, place in self.mirror.places.items()}
            mine["pieceID"] = here[squares[mine["pieceID"]]]
        self.send(json.dumps(mine))


def where(state: Json) -> dict[int, tuple[int, int]]:
    """Where the pieces were on the original server's board."""
    columns = enumerate(state["board"])
    return {piece["pieceId"]: (r, c) for c, column in columns for r, piece in enumerate(column) if piece}


BEFORE = {"JOIN_GAME": "SET_OPEN_GAMES", "TURN": "SET_GAME_STATE", "GET_USER_PROFILE": "GAME_END"}
AFTER = {
    "LOGIN": "LOGIN_SUCCESS",
    "GET_OPEN_GAMES": "SET_OPEN_GAMES",
    "GET_ALL_SUPPORTED_GAMES": "SET_ALL_SUPPORTED_GAMES",
    "CREATE_GAME": "NEWLY_CREATED_GAME",
    "JOIN_GAME": "JOIN_GAME_SUCCESS",
    "GET_USER_PROFILE": "SET_USER_PROFILE",
}
"""What the client waits for, before it says something and after."""


@pytest.mark.parametrize("name", ["tictactoe", "chess"])
async def test_the_recorded_client_plays_its_game_again(hall: "RunningHall", name: str) -> None:
    lines = recording(name)
    clients = {who: OriginalClient(who) for who in dict.fromkeys(line["who"] for line in lines)}
    for number, line in enumerate(lines):
        client, message = clients[line["who"]], line["msg"]
        if line["dir"] == "open":
            await client.connect(hall)
            client.names = {who: other.name for who, other in clients.items()}
        elif line["dir"] == ">":
            if kind := BEFORE.get(message["type"]):
                await client.hear_as(kind, lambda heard: heard.get("turn", client.name) == client.name)  # noqa: B023
            turn = message["type"] == "TURN"
            client.send_recorded(message, where(last_state(lines[:number], line["who"])) if turn else {})
            if kind := AFTER.get(message["type"]):
                await client.hear_as(kind)
    for who, client in clients.items():
        if client.told[-1]["type"] != "SET_USER_PROFILE":
            await client.hear_as("GAME_END")
        check(client, [line["msg"] for line in lines if (line["who"], line["dir"]) == (who, "<")], clients)


def last_state(lines: list[Json], who: str) -> Json:
    """The last state that somebody was told of."""
    states = [
        line["msg"] for line in lines if line["who"] == who and line["msg"].get("type") == "SET_GAME_STATE"
    ]
    return dict(states[-1])


def check(client: OriginalClient, then: list[Json], clients: dict[str, OriginalClient]) -> None:
    """What this server said has everything in it that the original one said, in the same shape."""
    names = {who: other.name for who, other in clients.items()}
    for kind in {message["type"] for message in then}:
        old = set().union(*(shape(message) for message in then if message["type"] == kind))
        new = set().union(*(shape(message) for message in client.told if message["type"] == kind))
        assert old <= new, f"{kind}: {sorted(old - new)}"
    old_states = [message for message in then if message["type"] == "SET_GAME_STATE"]
    new_states = [message for message in client.told if message["type"] == "SET_GAME_STATE"]
    assert [names[state["turn"]] for state in old_states] == [state["turn"] for state in new_states]
    for old_state, new_state in zip(old_states, new_states, strict=True):
        assert set(where(old_state).values()) == set(where(new_state).values())
    ends = [next(m["winner"] for m in told if m["type"] == "GAME_END") for told in (then, client.told)]
    assert names[ends[0]] == ends[1]


def test_a_recording_that_lacks_something_is_noticed() -> None:
    """The comparison above can fail."""
    whole, less = {"a": [{"b": 1}], "c": None}, {"a": [{"b": "1"}], "c": None}
    assert shape(whole) == {":object", ".a:array", ".a[]:object", ".a[].b:int"}
    assert shape(whole) - shape(less) == {".a[].b:int"}


async def test_a_client_that_shows_won_and_lost_from_the_last_turn_alone_is_right(
    hall: "RunningHall",
) -> None:
    alice, bob = OriginalClient("alice"), OriginalClient("bob")
    for client in (alice, bob):
        await client.login(hall)
    game = await alice.create("Tic Tac Toe")
    bob.say("JOIN_GAME", gameId=game)
    for number, (c, r) in enumerate([(0, 0), (1, 1), (1, 0), (2, 2), (2, 0)]):
        mover = (alice, bob)[number % 2]
        for client in (alice, bob):
            while (await client.hear())["type"] != "SET_GAME_STATE":
                pass
        mover.say("TURN", c=c, r=r, pieceID=mover.mirror.state["user_pool"][0]["id"])
    for client in (alice, bob):
        last = await client.hear("SET_GAME_STATE")
        assert (await client.hear("GAME_END"))["winner"] == alice.name
        assert (last["turn"] == client.name) == (client is bob)
        assert set(last["board"][0][0]) >= PIECES
        assert [column[0]["owner"] for column in last["board"]] == [alice.name] * 3
