"""Datagrams to many at once, and what has arrived before a deadline."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tablehall.hall.notices import News
from tablehall.net import many, udp
from tablehall.net.many import Group
from tablehall.protocols.door import DatagramPort, DatagramSession, Door, Port, Session
from tablehall.server import Server

OpenDoor = Callable[..., Awaitable[tuple[Server, Any, int]]]
Address = tuple[Any, ...]


class Crier(DatagramSession):
    """Says everything it hears to everybody; knows who has spoken before a deadline."""

    port: DatagramPort

    def opened(self) -> None:
        self.heard: list[bytes] = []
        self.known: list[Address] = []
        self.before_deadline: list[bytes] = []

    def receive_from(self, data: bytes, addr: Address) -> None:
        self.heard.append(data)
        if addr not in self.known:
            self.known.append(addr)
        if data == b"deadline":
            self.port.alarm("deadline", 500)
        elif data != b"hush":
            self.port.send_all(data, self.port.group(tuple(self.known)))

    def ring(self, name: str) -> None:
        self.port.catch_up()
        self.before_deadline = list(self.heard)

    def tell(self, news: News, seat: int | None) -> None:
        """Nothing ever happens here."""

    def lost(self) -> None:
        """The door is closed."""


class CrierDoor(Door):
    """A door for datagrams."""

    name, title, transport, port = "crier", "a crier", "datagrams", 0

    def session(self, port: Port, path: str = "/") -> Session:
        self.only = Crier(self.hall, port)
        return self.only


def sockets(count: int) -> list[socket.socket]:
    made = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for one in made:
        one.bind(("127.0.0.1", 0))
        one.setblocking(False)
    return made


@pytest.fixture(params=["with", "without"])
def system_call(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's own call for many datagrams, and without it."""
    if request.param == "without":
        monkeypatch.setattr(many, "_sendmmsg", None)


@pytest.mark.parametrize("count", [1, 2, 3, 100])
@pytest.mark.usefixtures("system_call")
async def test_a_group_hears_the_same(open_door: OpenDoor, count: int) -> None:
    _, _, port = await open_door(CrierDoor)
    loop = asyncio.get_running_loop()
    clients = sockets(count)
    try:
        for client in clients:
            await loop.sock_sendto(client, b"hush", ("127.0.0.1", port))
        await loop.sock_sendto(clients[0], "Grüße an alle".encode(), ("127.0.0.1", port))
        for client in clients:
            heard = await asyncio.wait_for(loop.sock_recv(client, 100), 10)
            assert heard == "Grüße an alle".encode()
    finally:
        for client in clients:
            client.close()


async def test_what_could_not_be_sent_at_once_is_sent_as_soon_as_possible(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, _, port = await open_door(CrierDoor)
    loop, clients = asyncio.get_running_loop(), sockets(5)
    full = fill_up(server, monkeypatch)
    monkeypatch.setattr(Group, "send", lambda *_: 2)  # the third did not fit any more
    try:
        for client in clients:
            await loop.sock_sendto(client, b"hush", ("127.0.0.1", port))
        await loop.sock_sendto(clients[0], b"all", ("127.0.0.1", port))
        for client in clients[2:]:
            assert await asyncio.wait_for(loop.sock_recv(client, 100), 10) == b"all"
        assert full.refused == 1
    finally:
        for client in clients:
            client.close()


async def test_two_hear_the_same_although_there_was_no_room_for_it_at_first(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, _, port = await open_door(CrierDoor)
    loop, clients = asyncio.get_running_loop(), sockets(2)
    full = fill_up(server, monkeypatch)
    try:
        await loop.sock_sendto(clients[1], b"hush", ("127.0.0.1", port))
        await loop.sock_sendto(clients[0], b"all", ("127.0.0.1", port))
        for client in clients:
            assert await asyncio.wait_for(loop.sock_recv(client, 100), 10) == b"all"
        assert full.refused == 1
    finally:
        for client in clients:
            client.close()


class FullSocket:
    """A socket whose buffer is full when the first datagram is to be sent."""

    def __init__(self, real: socket.socket) -> None:
        self.real = real
        self.refused = 0

    def sendto(self, data: bytes, addr: Address) -> int:
        if not self.refused:
            self.refused += 1
            raise BlockingIOError
        return self.real.sendto(data, addr)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


async def test_what_has_arrived_before_a_deadline_counts_however_busy_the_server_was(
    open_door: OpenDoor,
) -> None:
    _, door, port = await open_door(CrierDoor)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.connect(("127.0.0.1", port))
        client.send(b"deadline")
        async with asyncio.timeout(10):
            while not door.only.heard:  # noqa: ASYNC110 (the session has no event to wait for)
                await asyncio.sleep(0.001)
        for number in range(50):
            client.send(b"%d" % number)
        threading.Event().wait(0.6)  # the loop stands still until long after the deadline
        async with asyncio.timeout(10):
            while not door.only.before_deadline:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
    assert door.only.before_deadline == [b"deadline", *(b"%d" % number for number in range(50))]


async def test_many_datagrams_are_all_heard_even_while_much_is_sent(open_door: OpenDoor) -> None:
    """What arrives is taken out of the kernel's hands between two things that are sent."""
    _, door, port = await open_door(CrierDoor)
    loop, clients = asyncio.get_running_loop(), sockets(20)
    try:
        for number in range(1000):
            clients[number % 20].sendto(b"%d" % number, ("127.0.0.1", port))
            if number % 100 == 99:
                await asyncio.sleep(0)
        async with asyncio.timeout(20):
            while len(door.only.heard) < 1000:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        assert await loop.sock_recv(clients[0], 100) == b"0"
    finally:
        for client in clients:
            client.close()


def fill_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> FullSocket:
    """The only door has no room for the first datagram that it sends."""
    (listener,) = server.pipeline.connections.values()
    assert isinstance(listener, udp.DatagramConnection)
    full = FullSocket(listener._socket)
    monkeypatch.setattr(listener, "_socket", full)
    return full
