"""A socket that has something for us, or room, is noticed on every loop."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from tablehall.net.readiness import once_writable, when_readable


class Elsewhere(asyncio.SelectorEventLoop):
    """A loop that watches no sockets of others, as Windows' own."""

    def add_reader(self, *_: object) -> None:
        raise NotImplementedError

    def add_writer(self, *_: object) -> None:
        raise NotImplementedError


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """What is sent at the one end arrives at the other."""
    one, other = socket.socketpair()
    one.setblocking(False)
    with one, other:
        yield one, other


@pytest.mark.parametrize("kind", [asyncio.SelectorEventLoop, Elsewhere])
def test_whatever_arrives_is_taken_until_nobody_wants_it(
    kind: type[asyncio.AbstractEventLoop], ends: tuple[socket.socket, socket.socket]
) -> None:
    one, other = ends
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def listen() -> None:
        loop = asyncio.get_running_loop()
        stop = when_readable(loop, one, lambda: heard.put_nowait(one.recv(100)))
        for word in (b"one", b"two"):
            other.send(word)
            assert await asyncio.wait_for(heard.get(), 30) == word
        stop()
        other.send(b"three")
        await asyncio.sleep(0.05)
        assert heard.empty()

    with asyncio.Runner(loop_factory=kind) as runner:
        runner.run(listen())


@pytest.mark.parametrize("kind", [asyncio.SelectorEventLoop, Elsewhere])
def test_room_is_told_once(
    kind: type[asyncio.AbstractEventLoop], ends: tuple[socket.socket, socket.socket]
) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()

    async def wait() -> None:
        loop = asyncio.get_running_loop()
        once_writable(loop, ends[0], lambda: told.put_nowait("room"))
        assert await asyncio.wait_for(told.get(), 30) == "room"
        once_writable(loop, ends[0], lambda: told.put_nowait("unwanted"))()
        await asyncio.sleep(0.05)
        assert told.empty()

    with asyncio.Runner(loop_factory=kind) as runner:
        runner.run(wait())
