"""The bus: who still speaks is not hung up on, who is silent is."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

from tablehall.cluster.bus import Bus

PATIENCE = 0.2
INFO = b'INFO {"server_id":"x"}\r\n'


class Server:
    """A server that answers as it was told to, each connection alike."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.answer = answer
        self.guests = 0
        self.asked = asyncio.Event()
        self.bus: Bus

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.guests += 1
        writer.write(INFO)
        while line := await reader.readline():
            writer.write(self.answer(line))
            self.asked.set()
        writer.close()


@contextlib.asynccontextmanager
async def bus_at(answer: Callable[[bytes], bytes]) -> AsyncIterator[Server]:
    server = Server(answer)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    server.bus = Bus(f"nats://127.0.0.1:{port}", lambda *_: None, PATIENCE)
    server.bus.open()
    try:
        await asyncio.wait_for(server.bus.up.wait(), 30)
        yield server
    finally:
        await server.bus.close()
        listening.close()


async def asked_more(server: Server, times: int) -> None:
    for _ in range(times):
        server.asked.clear()
        await asyncio.wait_for(server.asked.wait(), 30)


def pong(line: bytes) -> bytes:
    return b"PONG\r\n" if line == b"PING\r\n" else b""


async def test_a_silent_server_is_left() -> None:
    async with bus_at(lambda _: b"") as server:
        while server.guests < 2:
            await asyncio.wait_for(server.asked.wait(), 30)
            await asyncio.sleep(PATIENCE / 10)
        assert server.bus.losses >= 1


async def test_a_server_that_says_anything_is_there() -> None:
    async with bus_at(lambda line: b"+OK\r\n" if line == b"PING\r\n" else b"") as server:
        await asked_more(server, 6)
        assert server.bus.losses == 0


async def test_who_overslept_asks_once_more() -> None:
    async with bus_at(pong) as server:
        wire = server.bus._wire
        assert wire is not None
        send, naps = wire._flush, iter([True, False] * 3)

        def sleepily() -> None:
            if next(naps, False):
                time.sleep(2 * PATIENCE)  # with the question on its lips
            send()

        wire._flush = sleepily  # type: ignore[method-assign]
        await asked_more(server, 8)
        assert (server.bus.losses, server.guests) == (0, 1)
