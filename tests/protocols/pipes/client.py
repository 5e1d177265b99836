"""Clients for the tests: a pipes client that sees every byte, and a house client."""

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tablehall.conformance.wires import Goodbye, Place, WebSocketWire

if TYPE_CHECKING:
    from tests.conftest import RunningHall

PATIENCE = 15.0
SILENCE = 0.25
CLOSED = "(closed)"


class Pipe:
    """A pipes client: says lines, hears lines."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.id = 0
        self.nick = ""

    @classmethod
    async def to(cls, hall: "RunningHall", *, original: bool = False) -> "Pipe":
        """Connect; a client of the original dialect begins with its PING."""
        pipe = cls(*await asyncio.open_connection(*hall.doors["pipes"], limit=2**22))
        if original:
            await pipe.asks("0|PING", "100")
        return pipe

    @classmethod
    async def named(cls, hall: "RunningHall", nick: str, *, original: bool = False) -> "Pipe":
        """Connect and log in, for the first time or again."""
        pipe = await cls.to(hall, original=original)
        await pipe.logs_in(nick)
        return pipe

    async def logs_in(self, nick: str) -> str:
        """Log in; returns the code of the answer."""
        self.sends(f"0|CONNECT|{nick}\n".encode())
        code, _, number = (await self.hears()).partition("|")
        assert code in ("200", "201"), code
        self.id, self.nick = int(number), nick
        return code

    def sends(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)

    def says(self, request: str) -> None:
        """Send a request under the own number."""
        self.sends(f"{self.id}|{request}\n".encode())

    async def hears(self) -> str:
        """The next line."""
        line = await asyncio.wait_for(self.reader.readline(), PATIENCE)
        if not line:
            return CLOSED
        assert line.endswith(b"\n"), line
        return line[:-1].decode()

    async def hears_lines(self, *lines: str) -> None:
        """Exactly these lines come next."""
        for line in lines:
            assert await self.hears() == line

    async def asks(self, line: str, *answers: str) -> None:
        """Send a line and hear exactly these answers."""
        self.sends(line.encode() + b"\n")
        await self.hears_lines(*answers)

    async def does(self, request: str, *answers: str) -> None:
        """Make a request under the own number and hear exactly these answers."""
        self.says(request)
        await self.hears_lines(*answers)

    async def looks(self) -> str:
        """Ask for the board, as the authors' client does whenever it comes to a game."""
        self.says("GET_GAME_STATE")
        board = await self.hears()
        assert board.startswith("207|"), board
        return board

    async def hears_nothing(self, seconds: float = SILENCE) -> None:
        """Nothing is said for a while."""
        try:
            heard = await asyncio.wait_for(self.reader.read(1000), seconds)
        except TimeoutError:
            return
        raise AssertionError(f"heard {heard!r}")

    async def closes(self) -> None:
        """Close the connection properly."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def breaks_off(self) -> None:
        """Break the connection off, as a crash does."""
        at_once = struct.pack("ii", 1, 0)
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.writer.transport.abort()


class House:
    """A house client, reduced to what dáma needs."""

    door, path = "house", "/ws"

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()
        self.wire = WebSocketWire(self.inbox)
        self.table = 0
        self.secret = ""

    @classmethod
    async def named(cls, hall: "RunningHall", name: str = "", secret: str = "") -> "House":
        """Connect and say hello, under a name or with the secret of an earlier visit."""
        house = cls()
        await house.opens_wire(hall)
        house.says("hello", **({"secret": secret} if secret else {"name": name}))
        welcome = await house.hears("welcome")
        house.secret = welcome.get("secret", secret)
        return house

    async def opens_wire(self, hall: "RunningHall") -> None:
        """Connect."""
        await self.wire.open(Place(*hall.doors[self.door], "websocket"), self.path, "")

    def waiting(self) -> list[str | Goodbye]:
        """What was heard and not looked at."""
        return [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]

    def says(self, kind: str, /, **keys: Any) -> None:
        """Make a request."""
        self.wire.say(json.dumps({"type": kind, **keys}))

    async def hears(self, kind: str, **keys: Any) -> dict[str, Any]:
        """The next message of this type in which these keys have these values."""
        while True:
            heard = await asyncio.wait_for(self.inbox.get(), PATIENCE)
            assert isinstance(heard, str), "the house hung up"
            message: dict[str, Any] = json.loads(heard)
            assert message["type"] != "refused" or kind == "refused", message
            if message["type"] == kind and all(message.get(key) == value for key, value in keys.items()):
                return message

    async def opens(self, **keys: Any) -> int:
        """Open a dáma table."""
        self.says("open", game="dama", **keys)
        self.table = (await self.hears("table"))["card"]["table"]
        return self.table

    async def joins(self, table: int) -> None:
        """Sit down at a table."""
        self.says("join", table=table)
        self.table = (await self.hears("table"))["card"]["table"]

    async def lobby(self) -> list[dict[str, Any]]:
        """The public tables."""
        self.says("lobby", on=False)
        tables: list[dict[str, Any]] = (await self.hears("lobby"))["tables"]
        return tables

    def moves(self, squares: Iterable[int]) -> None:
        """Step from (x, y) to (x, y)."""
        x, y, to_x, to_y = squares
        move = {"type": "step", "r": y, "c": x, "to_r": to_y, "to_c": to_x}
        self.says("act", table=self.table, move=move)

    async def closes(self) -> None:
        """Lose the connection."""
        await self.wire.end("closes")
