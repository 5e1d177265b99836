"""A client of My Shelfie for the tests: answers pings by itself, remembers every byte, and
follows the game from nothing but what it hears, in either dialect."""

import asyncio
import contextlib
import json
from typing import Any, ClassVar

from tests.conftest import RunningHall

Heard = dict[str, Any]
Tile = tuple[int, int, str]
PATIENCE = 20.0


class Player:
    """One connection to the door."""

    here: ClassVar[list["Player"]] = []
    """Whoever is connected."""

    def __init__(self, name: str, *, original: bool = False, pongs: bool = True) -> None:
        self.name = name
        self.original = original
        self.pongs = pongs
        self.id = "NoId"
        self.bytes = b""
        """Everything the server has ever sent to this player."""
        self.inbox: asyncio.Queue[Heard | None] = asyncio.Queue()
        self.pings = 0
        self.board: dict[tuple[int, int], str] = {}
        self.shelves: dict[str, list[Tile]] = {}
        self.points: dict[str, int] = {}
        self.cards: dict[str, list[int]] = {}
        self.hands: dict[str, list[str]] = {}
        self.turn = self.winner = ""
        self.set_up: Heard = {}
        self.chat: list[Heard] = []

    async def connects(self, hall: RunningHall) -> "Player":
        host, port = hall.doors["shelfie"]
        self.reader, self.writer = await asyncio.open_connection(host, port, limit=2**20)
        self.inbox = asyncio.Queue()
        self.here.append(self)
        self._listening = asyncio.create_task(self._listen())
        if self.original:  # it says so twice after every Hello; once is enough
            self.say("Reconnect", id="NoId")
        return self

    async def _listen(self) -> None:
        try:
            while line := await self.reader.readline():
                self.bytes += line
                message = json.loads(line)
                if message == {"name": "Ping"}:
                    self.pings += 1
                    if self.pongs:
                        self.say("Pong", id=self.id)
                else:
                    self.reacts(message)
                    self.inbox.put_nowait(message)
        except OSError:
            pass
        self.inbox.put_nowait(None)

    def reacts(self, message: Heard) -> None:
        """What a client does by itself about a message, before anybody reads it."""

    # Speaking and listening.

    def say(self, name: str, **keys: Any) -> None:
        self.raw(json.dumps({"name": name, **keys}))

    def raw(self, line: str | bytes) -> None:
        self.writer.write(line if isinstance(line, bytes) else line.encode() + b"\n")

    async def next(self) -> Heard | None:
        """The next message; None: the server has closed the connection."""
        message = await asyncio.wait_for(self.inbox.get(), PATIENCE)
        if message is not None:
            self._follow(message)
        return message

    async def hear(self, name: str) -> Heard:
        """The next message, which must be of this kind."""
        message = await self.next()
        assert message is not None, f"{self.name} expected {name}, but the connection is over"
        assert message["name"] == name, f"{self.name} expected {name} and heard {message}"
        return message

    async def hears(self, *names: str) -> list[Heard]:
        """The next messages must be of these kinds, in this order."""
        return [await self.hear(name) for name in names]

    async def until(self, name: str) -> list[str]:
        """Listen until a message of this kind comes; the kinds of those before it."""
        before: list[str] = []
        while (message := await self.next()) is not None:
            if message["name"] == name:
                return before
            before.append(message["name"])
        raise AssertionError(f"{self.name} waited for {name}, but the connection is over")

    async def error(self) -> str:
        """The next message is an error: its sentence."""
        return str((await self.hear("ErrorMessage"))["message"])

    async def is_closed(self) -> None:
        message = await self.next()
        assert message is None, f"{self.name} heard {message}"

    async def is_pinged(self, times: int) -> None:
        """So often since the connect."""
        async with asyncio.timeout(PATIENCE):
            while self.pings < times:  # noqa: ASYNC110 - it is counted where everything is read
                await asyncio.sleep(0.02)

    async def hears_nothing(self, seconds: float = 0.1) -> None:
        try:
            message = await asyncio.wait_for(self.inbox.get(), seconds)
        except TimeoutError:
            return
        raise AssertionError(f"{self.name} heard {message}")

    async def leaves(self) -> None:
        """Close the connection without a word."""
        if self in self.here:
            self.here.remove(self)
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    # The lobby.

    async def hello(self) -> Heard:
        self.say("HelloCommand")
        return await self.hear("Hello")

    async def opens(self, players: int = 2, *, easy: bool = False) -> None:
        """Open a table as its first player."""
        hello = await self.hello()
        assert hello["firstPlayerId"] != "NoFirst"
        self.id = hello["firstPlayerId"]
        rule = "easyRules" if self.original else "easyRule"
        keys = {"player": self.name, "numOfPlayers": players, "idFirstPlayer": self.id, rule: easy}
        self.say("JoinNewAsFirst", **keys)
        assert (await self.hear("FirstJoinResponse"))["result"] is True

    async def joins(self) -> None:
        self.say("Join", player=self.name)
        answer = await self.hear("JoinResponse")
        assert answer["result"] is True, answer
        assert "error" not in answer
        self.id = answer["id"]

    async def comes_back(self, hall: RunningHall) -> "Player":
        """A new connection with the old id; the answers are still to be heard."""
        self.board = {}
        await self.connects(hall)
        await self.hello()
        self.say("Reconnect", id=self.id)
        return self

    # Following the game.

    def _follow(self, message: Heard) -> None:
        name, player = message["name"], message.get("player", "")
        if name == "TurnNotify":
            self.turn = player
        elif name == "PlayerPoints":
            self.points[player] = message["points"]
        elif name == "BookShelfUpdate":
            self.shelves[player] = sorted((t["x"], t["y"], t["type"]) for t in message["tiles"])
        elif name == "TilesPicked":
            self.hands[player] = message["tiles"]
        elif name == "CommonCards":
            self.cards = message["cardsAndTokens"]
        elif name == "BoardUpdate":
            self._follow_board(message)
        elif name == "ChatMessage":
            self.chat.append(message)
        elif name == "GameSetUp":
            self.set_up = message
        elif name == "Winner":
            self.winner = player

    def _follow_board(self, message: Heard) -> None:
        tiles = {(t["x"], t["y"]): t["type"] for t in message["tiles"]}
        if self.original:
            assert "added" not in message
            self.board = tiles
        elif message["added"]:
            self.board |= tiles
        else:
            for place, kind in tiles.items():
                assert self.board.pop(place) == kind

    def picks(self, tiles: list[Tile]) -> None:
        self.say("PickTilesCommand", id=self.id, tiles=[{"x": x, "y": y, "type": t} for x, y, t in tiles])

    def puts(self, column: int, tiles: list[str]) -> None:
        self.say("PutTilesCommand", id=self.id, column=column, tiles=tiles)

    def heights(self, name: str = "") -> list[int]:
        """How high the columns of a shelf are filled."""
        return [sum(x == column for x, _, _ in self.shelves[name or self.name]) for column in range(5)]
