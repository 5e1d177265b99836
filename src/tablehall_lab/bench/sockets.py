"""Our WebSocket shell beside aiohttp's: the same echo of the same bytes, one after the other."""

import asyncio
import sys
import time

import uvloop
from aiohttp import WSMsgType, web

from tablehall.client import frames
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.journal.memory import MemoryJournal
from tablehall.net.pipeline import Pipeline
from tablehall.net.web import WebConnection
from tablehall.protocols.door import Door, Port, Session
from tablehall_lab.bench.thrifty import MASK, UPGRADE
from tablehall_lab.services.server import ServerProcess
from tablehall_lab.services.usage import cpu_seconds

MESSAGE = b'{"type":"act","table":1234567890,"move":{"type":"place","r":0,"c":0}}'


class EchoSession(Session):
    """Says whatever it hears."""

    def receive(self, data: bytes) -> None:
        self.port.answer(data)

    def too_long(self) -> None: ...
    def tell(self, news: News, seat: int | None) -> None: ...
    def lost(self) -> None: ...


class EchoDoor(Door):
    name, title, transport, port = "echo", "an echo", "websocket", 0

    def session(self, port: Port, path: str = "/") -> EchoSession:
        return EchoSession(self.hall, port)


async def ours() -> None:
    """An echo through the hall's own shell."""
    hall = Hall({}, lambda n: bytes(n))
    pipeline, door = Pipeline(hall, MemoryJournal()), EchoDoor(hall)
    limits = type(door.limits)(rate=10**9, burst=10**9, address_rate=10**9, address_burst=10**9)
    make = lambda: WebConnection(pipeline, door, limits)  # noqa: E731
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0, backlog=1024)
    _says_where(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _says_where(port: int) -> None:
    print(f"  house http://127.0.0.1:{port}\nStop with Ctrl-C.", flush=True)


async def theirs() -> None:
    """An echo through aiohttp."""

    async def echo(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        async for message in ws:
            if message.type is WSMsgType.TEXT:
                await ws.send_str(message.data)
        return ws

    app = web.Application()
    app.router.add_get("/ws", echo)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    _says_where(runner.addresses[0][1])
    await asyncio.Event().wait()


class Caller(asyncio.Protocol):
    """Sends the next message when the echo of the last one has arrived."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(UPGRADE)
        self.heard = -1
        self.request = frames.masked(MESSAGE, mask=MASK)

    def data_received(self, data: bytes) -> None:
        self.heard += 1
        self.transport.write(self.request)


async def _call(port: int, pid: int, callers: int, seconds: float) -> tuple[float, float]:
    loop = asyncio.get_running_loop()
    everybody = [(await loop.create_connection(Caller, "127.0.0.1", port))[1] for _ in range(callers)]
    await asyncio.sleep(0.5)
    start, cpu, heard = time.perf_counter(), cpu_seconds(pid), sum(c.heard for c in everybody)
    await asyncio.sleep(seconds)
    count = sum(c.heard for c in everybody) - heard
    return count / (time.perf_counter() - start), (cpu_seconds(pid) - cpu) / count * 1e6


def compare(callers: int = 200, seconds: float = 4.0) -> dict[str, tuple[float, float]]:
    """Echoes a second and CPU microseconds an echo, for each shell."""
    found = {}
    for shell in ("ours", "theirs"):
        with ServerProcess(shell, command=(sys.executable, "-m", "tablehall_lab.bench.sockets")) as server:
            found[shell] = uvloop.run(_call(server.house[1], server.pid, callers, seconds))
    return found


if __name__ == "__main__":
    uvloop.run(ours() if sys.argv[1] == "ours" else theirs())
