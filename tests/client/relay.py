"""A stretch of wire between client and hall that tests can hold and cut."""

import asyncio
import contextlib
from types import TracebackType


class Relay:
    """Passes bytes on between whoever connects and the hall's house door."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._writers: list[asyncio.StreamWriter] = []
        self._pumps: set[asyncio.Task[None]] = set()
        self.requests, self.answers = asyncio.Event(), asyncio.Event()
        """Clear one to hold back what goes to the hall, or what comes from it."""
        self.requests.set()
        self.answers.set()
        self.swallowed = asyncio.Event()
        """Whether something is being held back."""
        self.refusing = False
        """Whether whoever connects is sent away."""

    async def __aenter__(self) -> "Relay":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await self.cut()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(*self._target)
        self._writers += [writer, far_writer]
        for source, sink, gate in ((reader, far_writer, self.requests), (far_reader, writer, self.answers)):
            pump = asyncio.create_task(self._pump(source, sink, gate))
            self._pumps.add(pump)

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, gate: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if not gate.is_set():
                    self.swallowed.set()
                await gate.wait()
                sink.write(data)
                await sink.drain()
        sink.close()

    async def cut(self) -> None:
        """Every connection breaks at once; what was held back is lost. New ones may be made."""
        pumps, self._pumps = self._pumps, set()
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        writers, self._writers = self._writers, []
        for writer in writers:
            writer.transport.abort()
        for writer in writers:
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        self.requests.set()
        self.answers.set()
        self.swallowed.clear()
