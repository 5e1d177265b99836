"""The line listener, with a door that only echoes: order, limits, patience and goodbyes."""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.protocols.door import Door, Port, Session
from tablehall.server import Server

OpenDoor = Callable[..., Awaitable[tuple[Server, Any, int]]]


class EchoSession(Session):
    """Says every line back; a few words make it do something else."""

    def __init__(self, hall: Hall, port: Port, door: "EchoDoor") -> None:
        super().__init__(hall, port)
        self.door = door

    def opened(self) -> None:
        self.port.write(b"welcome\n")

    def receive(self, data: bytes) -> None:
        word, _, rest = data.partition(b" ")
        if word == b"bye":
            self.port.answer(b"farewell\n")
            self.port.close()
        elif word == b"boom":
            raise RuntimeError("a bug")
        elif word == b"lots":
            self.port.answer(b"x" * int(rest) + b"\n")
        elif word == b"wake":
            self.port.alarm("wake", int(rest))
        elif word == b"pace":
            self.port.pace(int(rest))
        else:
            self.port.answer(data + b"\n")

    def ring(self, name: str) -> None:
        self.port.write(name.encode() + b"\n")

    def too_long(self) -> None:
        self.port.answer(b"too long\n")

    def broken(self) -> None:
        self.port.answer(b"sorry\n")

    def tell(self, news: News, seat: int | None) -> None:
        """Nothing ever happens here."""

    def lost(self) -> None:
        self.door.lost += 1


class EchoDoor(Door):
    """A door for lines."""

    name, title, transport, port = "echo", "an echo", "lines", 0
    lost = 0

    def session(self, port: Port, path: str = "/") -> Session:
        return EchoSession(self.hall, port, self)


class Client:
    """A connection to the echo."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, data: bytes) -> None:
        self.writer.write(data)

    async def hear(self) -> bytes:
        """The next line; nothing at the end of the connection."""
        return await asyncio.wait_for(self.reader.readline(), 20)

    async def hear_all(self) -> bytes:
        """Everything until the server hangs up."""
        return await asyncio.wait_for(self.reader.read(), 20)

    async def is_cut_off(self) -> bool:
        """Whether the server hangs up without another word, politely or not."""
        with contextlib.suppress(ConnectionError):
            return await self.hear_all() == b""
        return True


@pytest.fixture
async def connect() -> AsyncIterator[Callable[..., Awaitable[Client]]]:
    """Makes connections and closes them after the test."""
    writers: list[asyncio.StreamWriter] = []

    async def make(port: int, address: str = "127.0.0.1") -> Client:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(address, 0), limit=64 * 1024 * 1024
        )
        writers.append(writer)
        return Client(reader, writer)

    yield make
    for writer in writers:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


Connect = Callable[..., Awaitable[Client]]


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that the server does by itself."""
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 (nobody tells us)
            await asyncio.sleep(0.005)


async def test_lines_are_answered_in_their_order_however_they_arrive(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    assert await client.hear() == b"welcome\n"
    client.say(b"one\ntwo\r\n\nth")
    assert [await client.hear() for _ in range(3)] == [b"one\n", b"two\n", b"\n"]
    for piece in (b"r", b"ee", b"\nfour\n"):
        client.say(piece)
        await asyncio.sleep(0.01)
    assert [await client.hear() for _ in range(2)] == [b"three\n", b"four\n"]


async def test_a_line_too_long_is_refused_and_the_conversation_goes_on(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, _, port = await open_door(EchoDoor, message=100)
    client = await connect(port)
    client.say(b"x" * 100 + b"\n" + b"y" * 101 + b"\n" + b"z" * 1_000_000 + b"\nshort\n")
    heard = [await client.hear() for _ in range(5)]
    assert heard == [b"welcome\n", b"x" * 100 + b"\n", b"too long\n", b"too long\n", b"short\n"]


async def test_beyond_the_rate_a_connection_is_read_more_slowly_and_others_are_not(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, _, port = await open_door(EchoDoor, burst=50, rate=500)
    eager, calm = await connect(port), await connect(port)
    assert await calm.hear() == b"welcome\n"
    begun = time.monotonic()
    eager.say(b"".join(b"%d\n" % number for number in range(250)))
    for number in range(10):
        asked = time.monotonic()
        calm.say(b"%d\n" % number)
        assert await calm.hear() == b"%d\n" % number
        assert time.monotonic() - asked < 1
    heard = [await eager.hear() for _ in range(251)]
    assert heard == [b"welcome\n", *(b"%d\n" % number for number in range(250))]
    assert time.monotonic() - begun >= 0.35, "50 at once, 200 at 500 a second"


async def test_somebody_who_waited_has_the_burst_back(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor, burst=5, rate=10)
    client = await connect(port)
    client.say(b"x\n" * 5)
    for _ in range(6):
        await client.hear()
    await asyncio.sleep(0.55)
    begun = time.monotonic()
    client.say(b"x\n" * 5)
    for _ in range(5):
        await client.hear()
    assert time.monotonic() - begun < 0.4, "five tokens were earned meanwhile"


async def test_an_address_has_only_so_many_connections(open_door: OpenDoor, connect: Connect) -> None:
    server, door, port = await open_door(EchoDoor, per_address=2)
    first, second, third = [await connect(port) for _ in range(3)]
    assert await third.is_cut_off()
    neighbour = await connect(port, "127.0.0.2")
    for client in (first, second, neighbour):
        assert await client.hear() == b"welcome\n"
        client.say(b"here\n")
        assert await client.hear() == b"here\n"
    assert server.pipeline.counts["refused_connections"] == 1
    first.writer.close()
    await until(lambda: door.lost == 1)
    assert await (await connect(port)).hear() == b"welcome\n"


async def test_a_door_has_only_so_many_connections(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor, connections=2)
    for address in ("127.0.0.1", "127.0.0.2"):
        assert await (await connect(port, address)).hear() == b"welcome\n"
    assert await (await connect(port, "127.0.0.3")).is_cut_off()


async def test_who_says_nothing_for_too_long_is_shown_out(open_door: OpenDoor, connect: Connect) -> None:
    server, door, port = await open_door(EchoDoor, idle=3000)
    silent, talking = await connect(port), await connect(port)
    begun = time.monotonic()
    gone, said = asyncio.create_task(silent.hear_all()), 0
    while not gone.done():
        talking.say(b"still here\n")
        said += 1
        await asyncio.sleep(0.05)
    assert await gone == b"welcome\n"
    assert time.monotonic() - begun >= 3
    talking.say(b"bye\n")
    assert await talking.hear_all() == b"welcome\n" + b"still here\n" * said + b"farewell\n"
    assert door.lost == 2
    await until(lambda: not server.pipeline.connections)


async def test_a_half_closed_connection_is_answered_before_it_is_closed(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    client.say(b"one\ntwo\nunfinished")
    client.writer.write_eof()
    assert await client.hear_all() == b"welcome\none\ntwo\n"


async def test_half_closing_in_the_middle_of_a_flood_loses_no_answer(
    open_door: OpenDoor, connect: Connect
) -> None:
    _, _, port = await open_door(EchoDoor, burst=200, rate=2000)
    client = await connect(port)
    client.say(b"x\n" * 600)
    client.writer.write_eof()
    assert await client.hear_all() == b"welcome\n" + b"x\n" * 600


async def test_the_door_hangs_up_after_its_last_word(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    client.say(b"one\nbye\nnever heard\n")
    assert await client.hear_all() == b"welcome\none\nfarewell\n"


async def test_a_connection_that_is_broken_off_is_forgotten(open_door: OpenDoor, connect: Connect) -> None:
    server, door, port = await open_door(EchoDoor)
    for _ in range(20):
        reset = socket.create_connection(("127.0.0.1", port))
        reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        reset.send(b"half a li")
        reset.close()
    client = await connect(port)
    assert await client.hear() == b"welcome\n"
    await until(lambda: len(server.pipeline.connections) == 1)
    assert server.pipeline.addresses == {("echo", "127.0.0.1"): 1, ("echo", ""): 1}
    assert door.lost <= 20


async def test_a_bug_in_a_session_harms_nobody(
    open_door: OpenDoor, connect: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, port = await open_door(EchoDoor)
    unlucky, other = await connect(port), await connect(port)
    unlucky.say(b"boom\nagain\n")
    other.say(b"fine\n")
    assert [await unlucky.hear() for _ in range(3)] == [b"welcome\n", b"sorry\n", b"again\n"]
    assert [await other.hear() for _ in range(2)] == [b"welcome\n", b"fine\n"]
    assert "a bug" in "".join(capsys.readouterr())


async def test_who_does_not_read_is_not_answered_further_until_they_do(
    open_door: OpenDoor, connect: Connect
) -> None:
    """Back pressure: their requests wait in their own sockets, not in our memory."""
    server, _, port = await open_door(EchoDoor, unread=200_000, burst=10**6)
    lazy, other = socket.create_connection(("127.0.0.1", port)), await connect(port)
    lazy.setblocking(False)
    requests = b"lots 50000\n" * 4000
    loop = asyncio.get_running_loop()
    sending = loop.create_task(loop.sock_sendall(lazy, requests))
    await asyncio.sleep(0.3)
    waiting = [c.transport.get_write_buffer_size() for c in server.pipeline.connections.values()]  # type: ignore[attr-defined]
    assert max(waiting) < 10_000_000
    assert server.pipeline.counts["messages"] < 1000
    assert await other.hear() == b"welcome\n"
    other.say(b"how are you?\n")
    assert await other.hear() == b"how are you?\n"

    heard = 0
    async with asyncio.timeout(30):
        while heard < 4000 * 50_001 + len(b"welcome\n"):
            piece = await loop.sock_recv(lazy, 1 << 20)
            assert piece, "they were dropped"
            heard += len(piece)
    await sending
    lazy.close()
    assert server.pipeline.counts["slow_readers_dropped"] == 0


async def test_who_does_not_read_for_too_long_is_dropped(open_door: OpenDoor, connect: Connect) -> None:
    server, door, port = await open_door(EchoDoor, unread=100_000, slow=200)
    lazy = socket.create_connection(("127.0.0.1", port))
    lazy.sendall(b"lots 50000\n" * 1000)
    await until(lambda: door.lost == 1)
    assert server.pipeline.counts["slow_readers_dropped"] == 1
    lazy.close()
    assert await (await connect(port)).hear() == b"welcome\n"


async def test_an_alarm_rings_once_in_time(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    begun = time.monotonic()
    client.say(b"wake 150\nwake 100\n")
    assert [await client.hear() for _ in range(2)] == [b"welcome\n", b"wake\n"]
    assert time.monotonic() - begun >= 0.1
    client.say(b"and on\n")
    assert await client.hear() == b"and on\n"


async def test_messages_can_be_kept_apart(open_door: OpenDoor, connect: Connect) -> None:
    _, _, port = await open_door(EchoDoor)
    client = await connect(port)
    assert await client.hear() == b"welcome\n"
    begun = time.monotonic()
    client.say(b"pace 30\na\nb\nc\nbye\nx\n")
    assert await client.hear_all() == b"a\nb\nc\nfarewell\n"
    assert time.monotonic() - begun >= 0.09


async def test_three_hundred_at_once(open_door: OpenDoor, connect: Connect) -> None:
    server, door, port = await open_door(EchoDoor)
    crowd = await asyncio.gather(*(connect(port) for _ in range(300)))
    for number, client in enumerate(crowd):
        client.say(b"%d\n" % number)
    heard = await asyncio.gather(*(client.hear() for client in crowd))
    assert set(heard) == {b"welcome\n"}
    assert await asyncio.gather(*(client.hear() for client in crowd)) == [b"%d\n" % n for n in range(300)]
    for client in crowd:
        client.writer.close()
    await until(lambda: door.lost == 300 and not server.pipeline.connections)
    assert not server.pipeline.addresses
