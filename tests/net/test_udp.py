"""The datagram listener, with a door that only echoes: sizes, rates, addresses."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from tablehall.hall.notices import News
from tablehall.net import udp
from tablehall.protocols.door import DatagramPort, DatagramSession, Door, Port, Session
from tablehall.server import Server

OpenDoor = Callable[..., Awaitable[tuple[Server, Any, int]]]


class EchoSession(DatagramSession):
    """Says every datagram back, with the number of its sender."""

    port: DatagramPort

    def opened(self) -> None:
        self.known: dict[tuple[Any, ...], int] = {}
        self.heard = 0

    def receive_from(self, data: bytes, addr: tuple[Any, ...]) -> None:
        self.heard += 1
        number = self.known.setdefault(addr, len(self.known))
        if data == b"boom":
            raise RuntimeError("a bug")
        if data.startswith(b"wake "):
            self.woken = addr
            self.port.alarm("wake", int(data[5:]))
            return
        self.port.send_to(b"%d:%b" % (number, data), addr)

    def too_long_from(self, addr: tuple[Any, ...]) -> None:
        self.port.send_to(b"too long", addr)

    def ring(self, name: str) -> None:
        self.port.send_to(name.encode(), self.woken)

    def tell(self, news: News, seat: int | None) -> None:
        """Nothing ever happens here."""

    def lost(self) -> None:
        """The door is closed."""


class EchoDoor(Door):
    """A door for datagrams."""

    name, title, transport, port = "echo", "an echo", "datagrams", 0

    def session(self, port: Port, path: str = "/") -> Session:
        self.only = EchoSession(self.hall, port)
        return self.only


class Client(asyncio.DatagramProtocol):
    """A socket that talks to the echo."""

    transport: asyncio.DatagramTransport

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.heard.put_nowait(data)

    def say(self, data: bytes) -> None:
        self.transport.sendto(data)

    async def hear(self) -> bytes:
        return await asyncio.wait_for(self.heard.get(), 20)

    async def ask(self, data: bytes) -> bytes:
        self.say(data)
        return await self.hear()


Connect = Callable[..., Awaitable[Client]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Makes sockets and closes them after the test."""
    clients: list[Client] = []

    async def make(port: int, address: str = "127.0.0.1") -> Client:
        loop = asyncio.get_running_loop()
        transport, client = await loop.create_datagram_endpoint(
            Client, remote_addr=("127.0.0.1", port), local_addr=(address, 0)
        )
        client.transport = transport
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.transport.close()


async def test_every_datagram_is_answered_to_whom_it_came_from(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor)
    first, second = await connect(port), await connect(port)
    far = await connect(port, "127.0.0.2")
    assert await first.ask(b"a") == b"0:a"
    assert await second.ask(b"b") == b"1:b"
    assert await far.ask(b"c") == b"2:c"
    assert await first.ask(b"\x00\xff\n") == b"0:\x00\xff\n"


async def test_a_datagram_over_the_limit_never_reaches_the_conversation(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, door, port = await open_door(EchoDoor, message=1200)
    client = await connect(port)
    assert await client.ask(b"x" * 1200) == b"0:" + b"x" * 1200
    assert await client.ask(b"x" * 1201) == b"too long"
    assert await client.ask(b"x" * 60_000) == b"too long"
    assert door.only.heard == 1


async def test_beyond_the_rate_datagrams_are_dropped_for_that_address_alone(
    open_door: OpenDoor, connect: Connect
) -> None:
    server, door, port = await open_door(EchoDoor, burst=20, rate=50)
    loud, calm = await connect(port), await connect(port)
    for _ in range(100):
        loud.say(b"!")
    assert await calm.ask(b"quiet") == b"1:quiet"
    assert 20 <= door.only.heard <= 26
    dropped = server.pipeline.counts["datagrams_dropped"]
    assert dropped == server.pipeline.counts["datagrams"] - door.only.heard
    assert dropped >= 70


async def test_who_was_dropped_is_heard_again_after_a_while(open_door: OpenDoor, connect: Connect) -> None:
    _, door, port = await open_door(EchoDoor, burst=2, rate=20)
    client = await connect(port)
    for _ in range(10):
        client.say(b"!")
    for _ in range(2):
        await client.hear()
    begun = time.monotonic()
    async with asyncio.timeout(20):
        while True:
            client.say(b"again?")
            with contextlib.suppress(TimeoutError):
                assert await asyncio.wait_for(client.heard.get(), 0.02) == b"0:again?"
                break
    assert time.monotonic() - begun < 10
    assert door.only.heard >= 3


async def test_so_many_strangers_are_remembered_and_no_more(
    open_door: OpenDoor, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is counted for each address must not fill the memory."""
    monkeypatch.setattr(udp, "KNOWN_ADDRESSES", 10)
    server, _, port = await open_door(EchoDoor)
    for number in range(40):
        client = await connect(port)
        assert (await client.ask(b"x")).endswith(b":x"), number
    (listener,) = server.pipeline.connections.values()
    assert isinstance(listener, udp.DatagramConnection)
    assert len(listener._tokens) <= 11


async def test_a_bug_in_the_session_harms_nobody(
    open_door: OpenDoor, connect: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    client.say(b"boom")
    assert await client.ask(b"still there?") == b"0:still there?"
    assert "a bug" in "".join(capsys.readouterr())


async def test_an_alarm_rings_in_time(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    begun = time.monotonic()
    assert await client.ask(b"wake 100") == b"wake"
    assert 0.1 <= time.monotonic() - begun < 5


async def test_an_answer_nobody_waits_for_harms_nobody(open_door: OpenDoor, connect: Connect) -> None:
    """The peer is gone before it is answered: the system reports that, and it is counted."""
    _, _, port = await open_door(EchoDoor)
    for _ in range(20):
        gone = await connect(port)
        gone.say(b"x")
        gone.transport.abort()
    client = await connect(port)
    assert (await client.ask(b"here")).endswith(b":here")


async def test_a_datagram_is_counted_once_among_what_held_the_loop(
    open_door: OpenDoor, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the decision on it, unless it took long."""
    server, _, port = await open_door(EchoDoor)
    noted: list[str] = []
    monkeypatch.setattr(server.pipeline.stalls, "noted", lambda held, what, *_, **__: noted.append(what))
    monkeypatch.setattr(udp, "clock", lambda: 0.0)
    client, decisions = await connect(port), server.pipeline.latency.decision["echo"]
    assert await client.ask(b"a") == b"0:a"
    assert sum(decisions.counts) == 1
    assert "echo, datagrams" not in noted
    monkeypatch.setattr(udp, "clock", itertools.count().__next__)
    assert await client.ask(b"b") == b"0:b"
    assert noted.count("echo, datagrams") == 1
