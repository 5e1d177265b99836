"""Nonsense from many hands at once: nothing breaks, nothing leaks, nothing is left behind."""

import json
import os
import random
from typing import Any, get_args

import pytest

from tablehall.games.shelfie import Put, game
from tablehall.protocols.shelfie import requests
from tablehall.protocols.shelfie.session import ShelfieSession
from tests.protocols.shelfie.paper_hall import PaperHall, PaperPort

GAMES = int(os.environ.get("TABLEHALL_TEST_GAMES", "1"))
VALUES: dict[str, tuple[Any, ...]] = {
    "player": ("anna", "bob", "carl", "dora", "", "x" * 30),
    "game": ("one", "two", "../x", ""),
    "numOfPlayers": (2, 2, 2, 3, 4, 5),
    "easyRule": (True, False),
    "easyRules": (True, False),
    "message": ("hello", "hello", "", "x" * 600),
    "column": (0, 1, 2, 3, 4, 5),
    "tiles": ([],),
}
JUNK: tuple[Any, ...] = (None, True, -1, 3, 1.5, "", "NoId", "NoFirst", [], {}, [None], "\u017d", 2**70)


KINDS: dict[str, tuple[str, ...]] = {
    str(kind.__struct_config__.tag): kind.__struct_encode_fields__ for kind in get_args(requests.AnyRequest)
}
LIKELY = {
    "NEW": ("HelloCommand", "Join", "Join", "Reconnect"),
    "OFFERED": ("JoinNewAsFirst", "LoadGame"),
    "LOADED": ("JoinLoadedAsFirst",),
    "EARLY": ("HelloCommand",),
    "WAITING": ("SendMessage", "GetLoadedPlayers"),
    "PLAYING": ("PickTilesCommand",) * 30 + ("SendMessage", "SaveGame"),
    "OVER": ("HelloCommand", "SendMessage"),
}
"""What makes sense in each state, so that games begin and end."""


class Nonsense:
    """Thinks of things to say: requests in any order, some right, many wrong."""

    def __init__(self, paper: PaperHall, chance: random.Random) -> None:
        self.paper = paper
        self.chance = chance
        self.ids: list[str] = ["NoId", "wrong"]
        """Every id there ever was."""

    def line(self, port: PaperPort) -> bytes:
        """Something that this client might say."""
        chance, session = self.chance, port.session
        assert session is not None
        likely = LIKELY[session.state().name] if chance.random() < 0.8 else tuple(KINDS)
        kind = chance.choice(likely)
        keys: dict[str, Any] = {"name": kind, **{key: self.value(session, key) for key in KINDS[kind]}}
        if kind == "PickTilesCommand":
            keys.update(self.move(session))
        if chance.random() < 0.03:
            keys[chance.choice(list(keys))] = chance.choice(JUNK)
        data = json.dumps(keys).encode()
        if chance.random() < 0.02:
            cut = chance.randrange(len(data))
            data = data[:cut] + chance.randbytes(chance.randrange(4)) + data[cut:]
        return data.replace(b"\n", b"")

    def value(self, session: ShelfieSession, key: str) -> Any:
        if key in ("id", "idFirstPlayer"):
            return self.id(session)
        return self.chance.choice(VALUES[key])

    def id(self, session: ShelfieSession) -> str:
        if session.id and session.id not in self.ids:
            self.ids.append(session.id)
        return session.id if session.id and self.chance.random() < 0.95 else self.chance.choice(self.ids[-9:])

    def move(self, session: ShelfieSession) -> dict[str, Any]:
        """A legal move of whoever is on turn."""
        table = self.paper.hall.tables.get(session.table)
        if table is None or table.scene.state is None or table.scene.state.over:
            return {"tiles": []}
        state = table.scene.state
        move: Any = self.chance.choice(game.legal(state, state.turn))
        if isinstance(move, Put):
            return {"name": "PutTilesCommand", "column": move.column, "tiles": list(move.tiles)}
        return {"tiles": [{"x": tile.x, "y": tile.y, "type": tile.type} for tile in move.tiles]}


def check(paper: PaperHall) -> None:
    """What must be true at any moment."""
    lobby, hall = paper.door.lobby, paper.hall
    live = [port.session for port in paper.here()]
    assert lobby.first is None or lobby.first in live
    assert len(lobby.early) <= 3
    assert all(session in live for session in lobby.early)
    ids = [session.id for session in live if session and session.id]
    assert len(ids) == len(set(ids))
    for (_, status), tables in hall.standing.items():
        assert all(hall.tables[number].scene.status == status for number in tables)
    listed = sum(map(len, hall.standing.values()))
    assert listed == sum(table.scene.status in ("waiting", "playing") for table in hall.tables.values())
    for session in live:
        assert session is not None
        if session.state().name in ("WAITING", "PLAYING"):
            table = hall.tables[session.table]
            assert table.scene.seat_of(session.by) is not None


@pytest.mark.parametrize("seed", range(4 * GAMES))
@pytest.mark.parametrize("tables", ["many", "one"])
def test_nonsense_from_many_hands(tables: str, seed: int) -> None:
    chance = random.Random(f"{tables} {seed}")
    paper = PaperHall(seed, tables=tables, offer=20_000, alone=5_000, grace=30_000)
    nonsense = Nonsense(paper, chance)
    for _ in range(3_000):
        here = paper.here()
        if not here or (len(here) < 7 and chance.random() < 0.05):
            here.append(paper.connect())
        port = chance.choice(here)
        assert port.session is not None
        roll = chance.random()
        if roll < 0.006:
            port.close()
        elif roll < 0.03:
            paper.wait(chance.randrange(1_500))
            for other in paper.here():
                if other.session and chance.random() < 0.98:
                    other.session.receive(b'{"name":"Pong","id":"x"}')
        else:
            port.session.receive(nonsense.line(port))
        if chance.random() < 0.6:
            paper.tell()
            check(paper)
    for port in paper.here():
        port.close()
    paper.tell()
    for _ in range(50):
        paper.wait(60_000)
        paper.tell()
    hall = paper.hall
    assert paper.door.lobby.first is None
    assert paper.door.lobby.early == []
    assert hall.tables == {}, "a table is left behind"
    assert hall.people.by_id.keys() == hall.saves_of.keys(), "somebody is left behind"
    for port in paper.ports.values():
        assert not port.alarms, "an alarm is left behind"
        for line in port.out.splitlines():
            assert line.isascii()
            assert None not in json.loads(line).values()


def test_random_bytes_are_no_requests() -> None:
    chance = random.Random(1)
    paper = PaperHall(1)
    port = paper.connect()
    for _ in range(3_000):
        assert port.session is not None
        port.session.receive(chance.randbytes(chance.randrange(1, 60)).replace(b"\n", b"x"))
        paper.tell()
    names = {json.loads(line)["name"] for line in port.out.splitlines()}
    assert names == {"ErrorMessage"}
