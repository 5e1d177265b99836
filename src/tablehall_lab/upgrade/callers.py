"""Somebody at each door of a hall of any version: no more than wires and the words of the protocols."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tablehall.conformance.wires import WIRES, Goodbye, Place, Transport, Wire

PATIENCE = 20.0
Json = dict[str, Any]
Doors = Mapping[str, tuple[str, int]]
"""Where each door is: host and port."""


class RefusedError(Exception):
    """What was asked for was refused."""


class Caller:
    """One connection; whatever is not waited for is passed over."""

    wires: ClassVar[list[Wire]] = []
    """Every connection that stands: it lasts until somebody ends it."""
    door: str
    transport: Transport = "lines"
    path = "/"
    source = ""
    """The address to come from; empty: any."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()

    async def connect(self, doors: Doors) -> None:
        """Open a connection, once more if need be."""
        self._inbox = asyncio.Queue()
        self._wire = WIRES[self.transport](self._inbox)
        await self._wire.open(Place(*doors[self.door], self.transport), self.path, self.source)
        self.wires.append(self._wire)

    async def hang_up(self) -> None:
        """Break the connection off, as a crash does."""
        await self._wire.end("resets")
        self.wires.remove(self._wire)

    @classmethod
    async def hang_up_all(cls) -> None:
        """Nobody stays."""
        while cls.wires:
            await cls.wires.pop().end("closes")

    def send(self, text: str) -> None:
        """Send a message."""
        self._wire.say(text)

    async def line(self) -> str:
        """The next message as it came."""
        async with asyncio.timeout(PATIENCE):
            heard = await self._inbox.get()
        if isinstance(heard, Goodbye):
            raise ConnectionResetError(f"{self.name}: the connection is over")
        return heard

    async def message(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message of this kind."""
        while True:
            heard: Json = json.loads(await self.line())
            if wanted(heard):
                return heard


class HouseGuest(Caller):
    """Somebody at the house door."""

    door, transport, path = "house", "websocket", "/ws"

    def __init__(self, name: str, secret: str = "") -> None:
        super().__init__(name)
        self.secret = secret
        self.person = 0
        self.tables: list[int] = []
        self._tag = 0

    async def come(self, doors: Doors) -> "HouseGuest":
        """Come in, for the first time or again with the secret."""
        await self.connect(doors)
        who = {"secret": self.secret} if self.secret else {"name": self.name}
        welcome = await self.ask("hello", **who)
        self.secret = welcome.get("secret", self.secret)
        self.name, self.person, self.tables = welcome["name"], welcome["person"], welcome.get("tables", [])
        return self

    async def ask(self, kind: str, /, **keys: Any) -> Json:
        """Make a request and hear its answer."""
        self._tag += 1
        tag = self._tag
        self.send(json.dumps({"type": kind, "re": tag, **keys}))
        answer = await self.message(lambda heard: heard.get("re") == tag)
        if answer["type"] == "refused":
            raise RefusedError(answer["reason"])
        return answer

    async def refused(self, kind: str, /, **keys: Any) -> str:
        """Make a request that is refused: the reason."""
        try:
            answer = await self.ask(kind, **keys)
        except RefusedError as error:
            return str(error)
        raise AssertionError(f"{self.name} was answered {answer}")

    async def sees(self, table: int) -> Json:
        """The whole table as this guest may see it."""
        return await self.ask("sync", table=table)

    async def happens(self, table: int, what: str = "") -> Json:
        """Wait until this happens at a table, or anything at all."""
        return await self.message(
            lambda heard: heard.get("table") == table and "what" in heard and what in ("", heard["what"])
        )


class PipesCaller(Caller):
    """A visitor at the pipes door."""

    door = "pipes"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.number = ""
        self.code = ""
        """How the door has answered: 200 for somebody new, 201 for somebody who is back."""

    async def come(self, doors: Doors) -> "PipesCaller":
        """Log in."""
        await self.connect(doors)
        self.send(f"0|CONNECT|{self.name}")
        self.code, _, self.number = (await self.line()).partition("|")
        return self

    async def says(self, request: str, code: str) -> str:
        """Make a request, and wait for a line with this code."""
        self.send(f"{self.number}|{request}")
        return await self.hears(code)

    async def hears(self, code: str) -> str:
        """Wait for a line with this code."""
        while True:
            line = await self.line()
            if line.partition("|")[0] == code:
                return line


class BoardsCaller(Caller):
    """A visitor at the boards door."""

    door, transport = "boards", "websocket"

    async def come(self, doors: Doors) -> "BoardsCaller":
        """Log in."""
        await self.connect(doors)
        await self.says("LOGIN_SUCCESS", "LOGIN", username=self.name)
        return self

    async def says(self, answer: str, kind: str, /, **keys: Any) -> Json:
        """Send a message, and wait for its answer."""
        self.send(json.dumps({"type": kind, **keys}))
        return await self.hears(answer)

    async def hears(self, kind: str) -> Json:
        """Wait for a message of this type."""
        return await self.message(lambda heard: heard["type"] == kind)


class ShelfieCaller(Caller):
    """Somebody at the Shelfie door; the id is the way back to the seat."""

    door = "shelfie"

    def __init__(self, name: str, id_: str = "NoId") -> None:
        super().__init__(name)
        self.id = id_

    async def line(self) -> str:
        """The next message that is no ping."""
        while (heard := await super().line()) == '{"name":"Ping"}':
            self.says("Pong", id=self.id)
        return heard

    def says(self, kind: str, /, **keys: Any) -> None:
        """Send a message."""
        self.send(json.dumps({"name": kind, **keys}))

    async def hears(self, kind: str) -> Json:
        """Wait for a message of this kind."""
        return await self.message(lambda heard: heard["name"] == kind)

    async def back(self, doors: Doors) -> list[Json]:
        """Come back to the seat: everything that is told, with the set-up as its end."""
        await self.connect(doors)
        self.says("Reconnect", id=self.id)
        told: list[Json] = []
        while not told or told[-1]["name"] != "GameSetUp":
            told.append(json.loads(await self.line()))
        return told


class EriantysCaller(Caller):
    """Somebody at the Eriantys door; game, name and token are the way back to the seat."""

    door = "eriantys"

    def __init__(self, name: str, game: str = "", token: str = "") -> None:
        super().__init__(name)
        self.game, self.token = game, token

    def says(self, kind: str, /, **keys: Any) -> None:
        """Send a message."""
        self.send(json.dumps({"message": kind, "arguments": keys}))

    async def hears(self, kind: str) -> Json:
        """Wait for a message of this kind, and acknowledge whatever comes: its arguments."""
        while True:
            heard: Json = json.loads(await self.line())
            self.says("Acknowledgment")
            if heard["message"] == kind:
                arguments: Json = heard["arguments"]
                return arguments
            if heard["message"].endswith("Error"):
                raise RefusedError(f"{self.name}: {heard}")

    async def acknowledge(self) -> None:
        """Acknowledge whatever comes, until cancelled."""
        while True:
            await self.line()
            self.says("Acknowledgment")

    async def asks(self, answer: str, kind: str, **keys: Any) -> Json:
        """Send a message, and wait for its answer."""
        self.says(kind, **keys)
        return await self.hears(answer)

    async def back(self, doors: Doors) -> list[Json]:
        """Come back to the seat: the seat, the table, and whose turn it is."""
        await self.connect(doors)
        self.says("ResumeGame", gameId=self.game, nickname=self.name, token=self.token)
        return [await self.hears(kind) for kind in ("GameEntered", "GameStarted", "CurrentPlayerChanged")]
