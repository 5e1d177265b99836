"""A client of the boards door for the tests: knows what it was told and believes nothing else."""

import asyncio
import itertools
import json
import random
from typing import TYPE_CHECKING, Any

from tablehall.conformance.wires import Goodbye, Place, WebSocketWire

if TYPE_CHECKING:
    from tests.conftest import RunningHall

PATIENCE = 20.0
Json = dict[str, Any]
Square = tuple[int, int]
_count = itertools.count(1)
everybody: list["Player"] = []
"""Who has come in the present test."""


def fresh(name: str) -> str:
    """A name that nobody has had yet."""
    return f"{name}_{next(_count)}"


class Player:
    """Somebody at a WebSocket of the boards door, or of another one."""

    def __init__(self, name: str, path: str = "/") -> None:
        self.name = name
        self.path = path
        self.wire: WebSocketWire | None = None
        self.inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()
        self.mirror = Mirror(columns_first=path == "/games")
        self.secret = ""

    async def connect(self, hall: "RunningHall", door: str = "boards") -> "Player":
        """Open a connection, once more if need be."""
        await self.leave()
        self.inbox = asyncio.Queue()
        self.wire = WebSocketWire(self.inbox)
        everybody.append(self)
        await self.wire.open(Place(*hall.doors[door], "websocket"), self.path, "")
        return self

    def say(self, kind: str, /, **fields: Any) -> None:
        """Send a message."""
        self.send(json.dumps({"type": kind, **fields}))

    def send(self, text: str) -> None:
        """Send anything."""
        assert self.wire is not None
        self.wire.say(text)

    async def hear(self, kind: str = "", *, lists: bool = False) -> Json:
        """The next message, which is of this type; lists of open games are passed over."""
        while True:
            message = await asyncio.wait_for(self.inbox.get(), PATIENCE)
            assert isinstance(message, str), f"{self.name}: the connection is over: {message}"
            heard: Json = json.loads(message)
            if heard["type"] == "SET_OPEN_GAMES" and not lists and kind != "SET_OPEN_GAMES":
                continue
            assert kind in ("", heard["type"]), f"{self.name} heard {message[:300]} instead of {kind}"
            self.mirror.look(heard)
            return heard

    async def hear_list(self, *games: int, without: tuple[int, ...] = ()) -> list[Json]:
        """Wait for a list with these open games, in this order, and not with others."""
        while True:
            heard = await self.hear(lists=True)
            if heard["type"] != "SET_OPEN_GAMES":
                continue
            ids = [game["id"] for game in heard["openGames"]]
            if [i for i in ids if i in games] == list(games) and not set(ids) & set(without):
                return [game for game in heard["openGames"] if game["id"] in games]

    async def create(self, game: str, **fields: Any) -> int:
        """Create a game; its id."""
        self.say("CREATE_GAME", gameName=game, **fields)
        created = await self.hear("NEWLY_CREATED_GAME")
        assert created["gameName"].lower() == game.lower()
        return int(created["gameId"])

    async def is_closed(self) -> int | None:
        """Wait until the connection is closed; the code of the goodbye."""
        while True:
            message = await asyncio.wait_for(self.inbox.get(), PATIENCE)
            if isinstance(message, Goodbye):
                return message.code

    async def hears_nothing(self, seconds: float = 0.2) -> None:
        """Nothing is said for a while but lists of open games."""
        await asyncio.sleep(seconds)
        while not self.inbox.empty():
            message = self.inbox.get_nowait()
            assert isinstance(message, str)
            assert json.loads(message)["type"] == "SET_OPEN_GAMES", message[:300]

    async def login(self, hall: "RunningHall") -> "Player":
        """Connect and log in."""
        await self.connect(hall)
        self.say("LOGIN", username=self.name)
        await self.hear("LOGIN_SUCCESS")
        return self

    async def leave(self) -> None:
        """Close the connection."""
        if self.wire is not None:
            await self.wire.end("closes")
            self.wire = None

    async def vanish(self) -> None:
        """Break the connection off."""
        assert self.wire is not None
        await self.wire.end("resets")
        self.wire = None

    def turn(self, piece: int, r: int, c: int) -> None:
        """Make a turn in this client's own spelling."""
        spelling = "pieceID" if self.path == "/games" else "pieceId"
        self.say("TURN", **{spelling: piece, "r": r, "c": c})

    async def turn_to(self, piece: int, r: int, c: int) -> Json:
        """Make a turn and hear what came of it."""
        self.turn(piece, r, c)
        return await self.hear("SET_GAME_STATE")


class Mirror:
    """The board as a client has it that trusts the `diffs`, compared with every `board`."""

    def __init__(self, *, columns_first: bool) -> None:
        self.columns_first = columns_first
        self.places: dict[int, Square] = {}
        self.images: dict[int, str] = {}
        self.pool: list[int] = []
        self.begun = False
        self.state: Json = {}
        self.init: Json = {}

    def look(self, message: Json) -> None:
        """Take in a message."""
        if message["type"] == "GAME_INIT":
            self.begun, self.init, self.images = True, message, {}
        elif message["type"] == "SET_GAME_STATE":
            self._state(message)

    def _state(self, message: Json) -> None:
        if self.begun:
            assert message["diffs"] == []
            self.places = self.sent(message["board"])
            self.begun = False
        for diff in message["diffs"]:
            assert diff["id"] == diff["pieceId"] > 0
            if (diff["r"], diff["c"]) == (-1, -1):
                del self.places[diff["id"]]
            else:
                self.places[diff["id"]] = (diff["r"], diff["c"])
        assert self.places == self.sent(message["board"]), message["diffs"]
        self._check_pool(message)
        self._check_lists(message)
        self.state = message

    def sent(self, board: list[list[Json | None]]) -> dict[int, Square]:
        """Where the pieces are on a board that was sent; a picture never changes under its id."""
        rows, cols = self.init["board_rows"], self.init["board_cols"]
        high = self.init["boardRows"]
        assert high == (max(rows, cols) if self.columns_first else rows)
        assert len(board) == (cols if self.columns_first else rows)
        assert all(len(line) == (high if self.columns_first else cols) for line in board)
        found = {}
        for a, line in enumerate(board):
            for b, piece in enumerate(line):
                if piece is not None:
                    assert piece["id"] == piece["pieceId"]
                    r, c = (b, a) if self.columns_first else (a, b)
                    assert r < rows, "a piece above the board"
                    found[piece["id"]] = r, c
                    assert self.images.setdefault(piece["id"], piece["image"]) == piece["image"]
        return found

    def _check_pool(self, message: Json) -> None:
        self.pool = [piece["id"] for piece in message["user_pool"]]
        assert not set(self.pool) & set(self.places), "a piece in the pool and on the board"

    def _check_lists(self, message: Json) -> None:
        assert message["turn_type"] in ("place", "move")
        if message["turn_type"] == "place":
            assert message["valid_movements"] == []
        else:
            assert message["valid_placements"] == []
        assert all(entry["moves"] for entry in message["valid_movements"])

    def choices(self) -> list[tuple[int, int, int]]:
        """Every turn that the last message lists: piece, r, c."""
        placing = [(p, s["r"], s["c"]) for p in self.pool for s in self.state["valid_placements"]]
        moving = [(e["pieceId"], s["r"], s["c"]) for e in self.state["valid_movements"] for s in e["moves"]]
        return placing or moving


async def house_guest(hall: "RunningHall", name: str = "guest") -> Player:
    """Somebody who comes in through the house door."""
    guest = await Player(fresh(name), "/ws").connect(hall, "house")
    guest.say("hello", name=guest.name)
    guest.secret = (await guest.hear("welcome"))["secret"]
    return guest


async def begin(
    hall: "RunningHall", game: str, paths: tuple[str, str] = ("/", "/games")
) -> tuple[Player, Player]:
    """Two players who have just been told that their game begins; the first is on turn."""
    anna = await Player(fresh("anna"), paths[0]).login(hall)
    bob = await Player(fresh("bob"), paths[1]).login(hall)
    await begin_again(anna, bob, game)
    return anna, bob


async def begin_again(anna: Player, bob: Player, game: str) -> None:
    """One creates a game, the other joins it."""
    bob.say("JOIN_GAME", gameId=await anna.create(game))
    await bob.hear("JOIN_GAME_SUCCESS")
    for player in (anna, bob):
        await player.hear("GAME_INIT")
        await player.hear("SET_GAME_STATE")


async def play_on(anna: Player, bob: Player, chance: random.Random, plies: int = 10**6) -> Json | None:
    """Play whatever is listed until the end (or for so many turns); what both are told then."""
    players = {anna.name: anna, bob.name: bob}
    for _ in range(plies):
        mover = players[anna.mirror.state["turn"]]
        mover.turn(*chance.choice(mover.mirror.choices()))
        for player in (anna, bob):
            await player.hear("SET_GAME_STATE")
        if not mover.mirror.choices() and not any(p.mirror.choices() for p in players.values()):
            return await the_end(anna, bob)
    return None


async def the_end(anna: Player, bob: Player) -> Json:
    """Both hear the same GAME_END, and the last state names the loser."""
    ends = [await player.hear("GAME_END") for player in (anna, bob)]
    assert ends[0] == ends[1]
    loser = {"": "", anna.name: bob.name, bob.name: anna.name}[ends[0]["winner"]]
    assert anna.mirror.state["turn"] == bob.mirror.state["turn"] == loser
    return ends[0]
