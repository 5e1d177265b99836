"""Whoever was here and is gone leaves nothing behind: no memory, and nothing for the collector to find."""

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import Any

import pytest
import uvloop

from tablehall.client import frames
from tablehall.net.bot_pool import BotSettings
from tablehall.protocols.boards import BoardsDoor
from tablehall.protocols.eriantys import EriantysDoor
from tablehall.protocols.house import HouseDoor
from tablehall.protocols.pipes import PipesDoor
from tablehall.protocols.shelfie import ShelfieDoor
from tablehall.server import Server
from tablehall.settings import Settings
from tests.net.test_tcp import until

TIMES = 30
HEAVY = {"RequestHandler", "HttpRequestParser", "Request", "TCPTransport", "Task", "frame", "traceback"}


def http(path: str, *headers: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: here", *headers, "", "")).encode()


VISITS = {
    "a page": ("house", http("/")),
    "no page": ("house", http("/no/such/page")),
    "no table": ("house", http("/api/tables/12345")),
    "no keeper": ("house", http("/api/keeper", "Authorization: Bearer nonsense")),
    "packed": ("house", http("/", "Content-Encoding: gzip", "Content-Length: 9")),
    "half a request": ("house", http("/")[:20]),
    "a giant": ("house", http("/", "Content-Length: 99999999")),
    "nonsense": ("house", bytes(range(256))),
    "a guest": (
        "house",
        frames.upgrade("/ws")
        + frames.masked(b'{"type":"hello","name":"anna"}')
        + frames.masked(b'{"type":"lobby"}')
        + frames.masked(b'{"type":"open","game":"chess"}')
        + frames.masked(b"nonsense")
        + frames.masked(b"", 8),
    ),
    "boards": ("boards", frames.upgrade("/") + frames.masked(b"nonsense") + frames.masked(b"", 8)),
    "pipes": ("pipes", b"100|anna\n" + b"nonsense\n" * 5),
    "shelfie": ("shelfie", b"nonsense\n" * 5 + b'{"name":"HelloCommand"}\n'),
    "eriantys": ("eriantys", b"nonsense\n" * 5 + b'{"messageType":"Ping"}\n'),
}


@asynccontextmanager
async def hall() -> AsyncIterator[Server]:
    """A hall with all its stream doors."""
    settings = Settings(host="127.0.0.1", port=0, memory=True, bots=BotSettings(on=False))
    server = Server(settings, doors=[HouseDoor, BoardsDoor, PipesDoor, ShelfieDoor, EriantysDoor])
    await server.start()
    yield server
    await server.stop()


def visit(port: int, said: bytes) -> None:
    """Say something, listen for a moment, and go."""
    with socket.create_connection(("127.0.0.1", port), timeout=0.02) as line, suppress(OSError):
        line.sendall(said)
        while line.recv(65_536):
            pass


async def visits(server: Server, door: str, said: bytes, times: int) -> None:
    port = next(opened.port for opened in server.opened if opened.door.name == door)
    for _ in range(times):
        await asyncio.to_thread(visit, port, said)
    await until(lambda: not server.pipeline.connections)


def kinds() -> Counter[type[Any]]:
    """What there is, by its type."""
    gc.collect()
    return Counter(map(type, gc.get_objects()))


@pytest.mark.parametrize("name", VISITS)
def test_who_is_gone_leaves_nothing_behind(name: str) -> None:
    async def come_and_go() -> dict[str, int]:
        async with hall() as server:
            await visits(server, *VISITS[name], 3)
            counts = [kinds()]
            for _ in range(2):  # what comes but once is loaded, not left
                await visits(server, *VISITS[name], TIMES)
                counts.append(kinds())
        first, second = (after - before for before, after in pairwise(counts))
        return {kind.__name__: n for kind, n in (first & second).items() if n >= TIMES}

    assert not uvloop.run(come_and_go())


def is_of_a_connection(thing: object) -> bool:
    """Whether something is ours, or keeps much else: aiohttp makes a small circle for every 404."""
    kind = type(thing)
    return kind.__module__.startswith("tablehall") or kind.__name__ in HEAVY


@pytest.mark.parametrize("name", VISITS)
def test_who_is_gone_is_gone_at_once(name: str) -> None:
    """The collector of circles comes rarely: nothing of a connection may wait for it."""

    async def come_and_go() -> Counter[str]:
        async with hall() as server:
            await visits(server, *VISITS[name], 3)
            gc.collect()
            gc.disable()
            gc.set_debug(gc.DEBUG_SAVEALL)
            try:
                await visits(server, *VISITS[name], TIMES)
                gc.collect()
                waited = Counter(type(thing).__name__ for thing in gc.garbage if is_of_a_connection(thing))
            finally:
                gc.set_debug(0)
                gc.garbage.clear()
                gc.enable()
        return waited

    assert not uvloop.run(come_and_go())
