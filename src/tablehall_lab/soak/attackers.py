"""Attackers: whoever comes to harm the hall or its guests, each in one way, with nothing but sockets.

They know everything that is not secret, from the hall's own journal: who is registered, which games are
saved, which tables are private. What they must not get is looked for in all that they hear.
"""

import asyncio
import gzip
import random
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from tablehall.client import frames
from tablehall_lab.soak.spy import Spy

Place = tuple[str, int]
encode, decode = msgspec.json.encode, msgspec.json.decode
UPGRADE = frames.upgrade("/ws")
BOMB = gzip.compress(bytes(2**20 * 64), 9)
PATIENCE = 10.0
"""Seconds for which an attacker waits for anything."""
TEXT = "x" * 490


class Line:
    """A connection from an address of one's choice."""

    def __init__(self, spy: Spy) -> None:
        self.loop = asyncio.get_running_loop()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.setblocking(False)
        self.spy = spy
        self._buffer = b""

    async def connect(self, address: str, place: Place, room: int = 0) -> None:
        """Knock at a door; `room` is how much the system takes in that nobody reads."""
        if room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.bind((address, 0))
        await self.loop.sock_connect(self.socket, place)

    async def send(self, data: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.loop.sock_sendall(self.socket, data)

    async def hear(self) -> bytes:
        """Whatever comes next; a hall that hangs up is an OSError."""
        async with asyncio.timeout(PATIENCE):
            data = await self.loop.sock_recv(self.socket, 65_536)
        if not data:
            raise ConnectionResetError
        self.spy.heard(data)
        return data

    async def upgrade(self) -> None:
        """Become a WebSocket at the house door."""
        await self.send(UPGRADE)
        while b"\r\n\r\n" not in self._buffer:
            self._buffer += await self.hear()
        self._buffer = self._buffer.partition(b"\r\n\r\n")[2]

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Ask the house door for something; its answer."""
        await self.send(frames.masked(encode({"type": kind, **more, "re": 1})))
        while True:
            answer: dict[str, Any] = decode(await self.message())
            if answer.get("re") == 1:
                return answer

    async def message(self) -> bytes:
        """The next text that is heard at a WebSocket door."""
        while True:
            while (frame := frames.cut(self._buffer)) is None:
                self._buffer += await self.hear()
            first, data, end = frame
            self._buffer = self._buffer[end:]
            if frames.kind_of(first) == frames.TEXT:
                return data

    def close(self) -> None:
        self.socket.close()


class Attacker:
    """Comes back again and again, and does the same."""

    pause = 0.2
    """Seconds before the next attempt."""

    def __init__(self, number: int, address: str, doors: dict[str, Place], spy: Spy) -> None:
        self.number = number
        self.address = address
        self.doors = doors
        self.spy = spy
        self.chance = random.Random(f"{type(self).__name__}/{number}")
        self.lines: list[Line] = []
        self.names = 0
        self.counts: Counter[str] = spy.counts[type(self).__name__]

    async def come(self) -> None:
        """Attack until somebody ends it."""
        try:
            while True:
                with suppress(OSError):  # a timeout is one, too
                    await self.attack()
                self.hang_up()
                self.counts["attempts"] += 1
                await asyncio.sleep(self.pause)
        finally:
            self.hang_up()

    async def attack(self) -> None:
        """What this one does."""
        raise NotImplementedError

    def hang_up(self) -> None:
        for line in self.lines:
            line.close()
        self.lines.clear()

    async def line(self, door: str = "house", room: int = 0) -> Line:
        """A connection to a door."""
        line = Line(self.spy)
        self.lines.append(line)
        await line.connect(self.address, self.doors[door], room)
        return line

    async def house(self) -> Line:
        """A WebSocket at the house door."""
        line = await self.line()
        await line.upgrade()
        return line

    async def guest(self) -> Line:
        """The same, where one has come in under a name; the same few names again and again are no use."""
        line = await self.house()
        self.names += 1
        answer = await line.ask("hello", name=f"x{type(self).__name__[:9]}{self.number}{self.names}")
        self.heard(answer)
        return line

    def heard(self, answer: dict[str, Any], *gained: str) -> bool:
        """Count an answer; whether something was gained."""
        if answer["type"] == "refused":
            self.counts[f"refused: {answer['reason']}"] += 1
            return False
        for what in gained:
            self.counts[what] += 1
        return True

    def must_fail(self, answer: dict[str, Any], what: str) -> None:
        """Somebody else's: it is broken if this was granted."""
        if self.heard(answer):
            self.spy.problems.append(f"{type(self).__name__}: {what} was granted: {str(answer)[:300]}")


# Floods.


class LobbyFlood(Attacker):
    """Asks for the whole lobby 128 times in one write, without a word before."""

    async def attack(self) -> None:
        line = await self.house()
        for _ in range(20):
            await line.send(frames.masked(b'{"type":"lobby","on":false}') * 128)
            for _ in range(128):
                await line.message()


class PingFlood(Attacker):
    """Pings and pongs by the thousand."""

    async def attack(self) -> None:
        line = await self.house()
        for _ in range(20):
            await line.send(
                frames.masked(b"are you there?", frames.PING) * 500 + frames.masked(b"", frames.PONG) * 500
            )
            await line.hear()


class Garbage(Attacker):
    """Bytes without any sense, at every door."""

    async def attack(self) -> None:
        line = await self.line(self.chance.choice([d for d in self.doors if d not in ("mia", "maexchen")]))
        for _ in range(50):
            await line.send(self.chance.randbytes(self.chance.randrange(1, 4_000)) + b"\n")


class Giant(Attacker):
    """Frames and lines that are larger than anybody could read."""

    async def attack(self) -> None:
        if self.chance.random() < 0.5:
            line = await self.house()
            await line.send(b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4) + bytes(200_000))
        else:
            line = await self.line(self.chance.choice(("pipes", "shelfie", "eriantys")))
            await line.send(b"x" * 2**20)
        await line.hear()


class Bomber(Attacker):
    """Bodies that become a thousand times as large, for paths that there are not."""

    async def attack(self) -> None:
        line = await self.line()
        head = (
            f"POST /nothing HTTP/1.1\r\nHost: hall\r\nContent-Encoding: gzip\r\nContent-Length: {len(BOMB)}"
        )
        await line.send(head.encode() + b"\r\n\r\n" + BOMB)
        await line.hear()


# Who never reads.


class DeafGuest(Attacker):
    """Asks for everything and reads nothing of it."""

    async def attack(self) -> None:
        line = await self.line(room=4_096)
        await line.send(UPGRADE)
        for _ in range(400):
            await line.send(frames.masked(b'{"type":"games"}') * 20)


class DeafLine(Attacker):
    """The same at a door that speaks in lines."""

    async def attack(self) -> None:
        line = await self.line("pipes", room=4_096)
        for _ in range(4_000):
            await line.send(b"0|PING\n" * 200)


class DeafDownload(Attacker):
    """Wants games and the page itself, and lets them wait."""

    async def attack(self) -> None:
        for table in [0, *self.spy.finished(12)]:
            line = await self.line(room=4_096)
            path = f"/api/tables/{table}/export" if table else "/schema.json"
            await line.send(f"GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode() * 50)
        await asyncio.sleep(PATIENCE)


# Hoarders.


class NameHoarder(Attacker):
    """Takes one name after the other."""

    pause = 0.05

    async def attack(self) -> None:
        line = await self.house()
        self.names += 1
        answer = await line.ask("hello", name=f"x{self.chance.getrandbits(60):x}")
        self.heard(answer, "names")


class TableHoarder(Attacker):
    """Opens one table after the other, and sits there."""

    async def attack(self) -> None:
        line = await self.guest()
        for _ in range(300):
            self.heard(await line.ask("open", game="tictactoe", private=self.chance.random() < 0.5), "tables")
            await asyncio.sleep(0.01)


class SaveHoarder(Attacker):
    """Saves the same game again and again, under ever new names."""

    async def attack(self) -> None:
        one, other = await self.guest(), await self.guest()
        opened = await one.ask("open", game="tictactoe", rated=False)
        if self.heard(opened):
            table = opened["card"]["table"]
            await other.ask("join", table=table)
            for _ in range(100):
                name = f"x{self.chance.getrandbits(60):x}"
                self.heard(await one.ask("save", table=table, name=name, put_away=False), "saves")
                await asyncio.sleep(0.01)


class ChatFlooder(Attacker):
    """Talks without end."""

    async def attack(self) -> None:
        line = await self.guest()
        opened = await line.ask("open", game="tictactoe", private=True)
        for _ in range(2_000 if self.heard(opened) else 0):
            if self.heard(await line.ask("say", table=opened["card"]["table"], text=TEXT)):
                self.counts["bytes said"] += len(TEXT)


# Reflectors, guessers and thieves.


class Reflector(Attacker):
    """Registers at a contest's door, as if it were somebody else, and never answers."""

    async def attack(self) -> None:
        door = self.chance.choice(("mia", "maexchen"))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.setblocking(False)
            one.bind((self.address, 0))
            said = b"REGISTER_SPECTATOR" if self.chance.random() < 0.5 else b"REGISTER;x%d" % self.number
            one.sendto(said, self.doors[door])
            self.counts["bytes sent"] += len(said)
            until = asyncio.get_running_loop().time() + PATIENCE
            while asyncio.get_running_loop().time() < until:
                with suppress(BlockingIOError):
                    while data := one.recv(65_536):
                        self.counts["bytes received"] += len(data)
                await asyncio.sleep(0.05)


class Guesser(Attacker):
    """Guesses codes of private tables, numbers of tables, and the keeper's token."""

    async def attack(self) -> None:
        line = await self.guest()
        for _ in range(60):
            table = self.chance.choice(self.spy.private() or [0]) or self.chance.randrange(10**9, 10**10)
            code = f"{self.chance.getrandbits(80):020x}"
            self.must_fail(await line.ask("watch", table=table, code=code), f"table {table}")
            await asyncio.sleep(0.02)
        keeper = await self.line()
        token = f"{self.chance.getrandbits(256):064x}"
        said = f"GET /api/keeper HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {token}\r\n\r\n"
        await keeper.send(said.encode())
        if (await keeper.hear()).startswith(b"HTTP/1.1 200"):
            self.spy.problems.append("Guesser: the keeper's page was shown")


class SeatThief(Attacker):
    """Comes in as somebody else, or takes their seats at the games that they have saved."""

    async def attack(self) -> None:
        stranger = await self.house()
        for name in self.spy.guests(self.chance, 3):
            self.must_fail(await stranger.ask("hello", name=name), f"the name {name}")
        line = await self.guest()
        for game, name in self.spy.saves(self.chance, 5):
            self.must_fail(await line.ask("reopen", game=game, name=name), f"the save {name}")
            self.must_fail(await line.ask("delete", game=game, name=name), f"to delete the save {name}")
        for table, name in self.spy.waiting_saves():
            self.must_fail(await line.ask("join", table=table, name=name), f"the seat of {name}")
        for name in self.spy.guests(self.chance, 3):
            for table in self.spy.waiting(self.chance, 1):
                self.must_fail(await line.ask("join", table=table, name=name), f"to sit down as {name}")


KINDS: tuple[Callable[..., Attacker], ...] = (
    LobbyFlood,
    PingFlood,
    Garbage,
    Giant,
    Bomber,
    DeafGuest,
    DeafLine,
    DeafDownload,
    NameHoarder,
    TableHoarder,
    SaveHoarder,
    ChatFlooder,
    Reflector,
    Guesser,
    SeatThief,
)
