"""A wire that can be cut: stands between one node and NATS."""

import asyncio
import contextlib
import threading
from functools import partial
from urllib.parse import urlsplit

HOST = "127.0.0.1"
CHUNK = 65536


class Wires:
    """A way to every NATS server. While it is cut nothing gets through, in either direction, and nobody
    is told: connections stay as they are, new ones are not answered. What was on its way arrives late."""

    def __init__(self, urls: list[str]) -> None:
        self._targets = [(part.hostname or HOST, part.port or 0) for part in map(urlsplit, urls)]
        self.urls: list[str] = []
        """The addresses to be used instead."""
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._servers: list[asyncio.Server] = []
        self._open_to: list[tuple[str, int]] = []
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()

    async def _open(self) -> None:
        self._whole.set()
        for target in self._targets:
            server = await asyncio.start_server(partial(self._serve, *target), HOST, 0)
            self._servers.append(server)
            self.urls.append(f"nats://{HOST}:{server.sockets[0].getsockname()[1]}")

    async def _serve(
        self, host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await self._whole.wait()
            far_reader, far_writer = await asyncio.open_connection(host, port)
            self._open_to.append((host, port))
            try:
                await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
            finally:
                self._open_to.remove((host, port))
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def used(self) -> set[int]:
        """The ports of the servers that the node is connected to now."""
        return {port for _, port in list(self._open_to)}

    def cut(self) -> None:
        """Nothing gets through from now on."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Everything gets through again."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def close(self) -> None:
        """Take it away."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)
