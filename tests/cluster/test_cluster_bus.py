"""The bus: who still speaks is not hung up on, who is silent is."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tablehall.cluster.bus import Bus, BusError
from tablehall.cluster.status import listen
from tablehall_lab.services.nats import running_nats

PATIENCE = 0.2

TLS = Path(__file__).parent / "tls"
"""A certificate for 127.0.0.1 that is good for nothing else, and its key."""
INFO = b'INFO {"server_id":"x"}\r\n'


@pytest.fixture(autouse=True)
def _nobody_waits_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.cluster.status.CONNECT_WITHIN", 2.0)


class Server:
    """A server that answers as it was told to, each connection alike."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.answer = answer
        self.guests = 0
        self.asked = asyncio.Event()
        self.serving: set[asyncio.Task[None] | None] = set()
        self.bus: Bus

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.guests += 1
        self.serving.add(asyncio.current_task())
        with contextlib.suppress(OSError):  # whoever hangs up need not be polite
            writer.write(INFO)
            while line := await reader.readline():
                writer.write(self.answer(line))
                self.asked.set()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


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
        await asyncio.gather(*filter(None, server.serving))


async def asked_more(server: Server, times: int) -> None:
    for _ in range(times):
        server.asked.clear()
        await asyncio.wait_for(server.asked.wait(), 30)


def pong(line: bytes) -> bytes:
    return b"PONG\r\n" if line == b"PING\r\n" else b""


def answers_once(line: bytes) -> bytes:
    return b"PONG\r\n" if line.startswith(b"CONNECT") else b""


def says_anything(line: bytes) -> bytes:
    return answers_once(line) or b"+OK\r\n"


async def test_a_silent_server_is_left() -> None:
    async with bus_at(answers_once) as server:
        while server.guests < 2:
            await asyncio.wait_for(server.asked.wait(), 30)
            await asyncio.sleep(PATIENCE / 10)
        assert server.bus.losses >= 1


async def test_a_server_that_says_anything_is_there() -> None:
    async with bus_at(says_anything) as server:
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


async def heard_over(url: str) -> list[bytes]:
    """What comes back of something that is published."""
    heard: list[bytes] = []
    arrived = asyncio.Event()

    def hear(_: str, data: bytes) -> None:
        heard.append(data)
        arrived.set()

    bus = Bus(url, hear)
    bus.subscribe("here")
    bus.open()
    try:
        await asyncio.wait_for(bus.up.wait(), 30)
        for _ in range(3):
            bus.publish("here", b"x" * 200_000)
        while len(heard) < 3:
            arrived.clear()
            await asyncio.wait_for(arrived.wait(), 30)
    finally:
        await bus.close()
    return heard


async def test_what_is_said_over_tls_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--tls", f"--tlscert={TLS / 'cert.pem'}", f"--tlskey={TLS / 'key.pem'}"]
    with running_nats(options=options, host="127.0.0.1") as nats:
        url = nats.urls[0].replace("nats://", "tls://")
        with pytest.raises(BusError, match=r"No NATS server answers .*certificate verify failed"):
            await listen(url, 0.1)
        monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "cert.pem"))
        assert await heard_over(url) == [b"x" * 200_000] * 3


async def test_whoever_wants_a_secret_does_not_speak_openly() -> None:
    async with bus_at(pong) as server:
        url = f"tls://127.0.0.1:{server.bus.places[0].port}"
        with pytest.raises(BusError, match="No NATS server answers"):
            await listen(url, 0.1)


@pytest.mark.parametrize("asked_for", [["--user", "hall", "--pass", "secret"], ["--auth", "secret"]])
async def test_whoever_is_not_let_in_is_told_why(asked_for: list[str]) -> None:
    with running_nats(options=asked_for) as nats:
        with pytest.raises(BusError, match=r"Authorization Violation"):
            await listen(nats.urls[0], 0.5)
        words = "hall:secret" if "--user" in asked_for else "secret"
        assert await heard_over(nats.urls[0].replace("nats://", f"nats://{words}@"))
