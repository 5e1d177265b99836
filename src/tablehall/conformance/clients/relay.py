"""The wire between a client and the hall: shows every message to the judge, and disturbs as it is told."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import NamedTuple

from tablehall.client import frames
from tablehall.conformance.clients.framing import Framing, Message, unmasked
from tablehall.conformance.clients.judge import Judge, Rule
from tablehall.conformance.clients.script import Script, Sent

SEGMENTS = 3
PAUSE = 0.003
"""Seconds between two segments of a message."""
MOMENT = 0.015
"""Seconds in which messages gather that come in one segment."""
MOST = 65536
PONG = Rule("pong", "A ping of WebSocket is answered by a pong with the same data.", "RFC 6455, 5.5.3")


class StreamRelay:
    """Stands between a client's connections and a door for streams."""

    def __init__(
        self, upstream: tuple[str, int], framing: Callable[[], Framing], judge: Judge, script: Script
    ) -> None:
        self.upstream, self.judge, self.script = upstream, judge, script
        self.framing = framing
        self.cuts = 0
        """How often the connection was broken off on purpose."""
        self.connections = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Wait for the client on a port; which one."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Nobody is let in any more, and everybody goes."""
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """The client is about to be started once more."""
        self.script.cut = False
        self.cuts += 1
        self.judge.debts.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        self.judge.connected()
        try:
            with contextlib.suppress(OSError):
                up_reader, up_writer = await asyncio.open_connection(*self.upstream)
                line = Line(self, self.framing(), writer, up_writer)
                await line.run(reader, up_reader)
        except asyncio.CancelledError:
            pass  # the trial is over
        finally:
            self._tasks.discard(task)
            writer.transport.abort()


class Outgoing(NamedTuple):
    """Bytes for the client, and what they say."""

    data: bytes
    sent: Sent | None = None


class Line:
    """One connection through the relay."""

    def __init__(
        self, relay: StreamRelay, framing: Framing, client: asyncio.StreamWriter, hall: asyncio.StreamWriter
    ) -> None:
        self.relay, self.framing = relay, framing
        self.judge, self.script = relay.judge, relay.script
        self.client, self.hall = client, hall
        self._probe = b""
        self._queue: asyncio.Queue[Outgoing | None] = asyncio.Queue()

    async def run(self, client: asyncio.StreamReader, hall: asyncio.StreamReader) -> None:
        """Pass everything on until one side has gone."""
        tasks = [asyncio.ensure_future(one) for one in (self._up(client), self._down(hall), self._write())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(tasks[2:], timeout=1.0 if tasks[1].done() else 0)
        finally:
            self.hall.transport.abort()
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        for result in done:
            if isinstance(result, Exception) and not isinstance(result, OSError):
                raise result

    async def _up(self, client: asyncio.StreamReader) -> None:
        """What the client says."""
        try:
            while data := await client.read(MOST):
                for message in self.framing.from_client(data):
                    self._take(message)
                await self.hall.drain()
        except ConnectionError:
            pass  # it has ended without a word
        if wrong := self.framing.rest():
            self.judge.finds(self.judge.frame, wrong)
        self.judge.closed()

    def _take(self, message: Message) -> None:
        instead = None
        if message.text is not None:
            self.judge.client_said(message.text)
            instead = self.script.from_client(message.text)
        elif message.control == frames.PONG and self._probe and self._probe in _unmasked_body(message.raw):
            self.judge.settle("ping")
        if message.wrong:
            shown = "" if message.text is None else f" {message.text[:60]!r}"
            self.judge.finds(self.judge.frame, f"{message.wrong}:{shown}" if shown else message.wrong)
        if instead is None:
            self.hall.write(message.raw)
        for sent in instead or ():
            self._tell(sent, b"")

    async def _down(self, hall: asyncio.StreamReader) -> None:
        """What the hall says."""
        while data := await hall.read(MOST):
            for message in self.framing.from_server(data):
                if message.text is None:
                    if message.wrong:
                        self.judge.finds(self.judge.frame, message.wrong)
                    self._queue.put_nowait(Outgoing(message.raw))
                    continue
                for sent in self.script.from_server(message.text):
                    self._tell(sent, message.raw)
                if self.script.probe:
                    self._ping()
                if self.script.cut:
                    self.relay.cut()
                    self._queue.put_nowait(None)
                    return
        self._queue.put_nowait(None)

    def _tell(self, sent: Sent, raw: bytes) -> None:
        self._queue.put_nowait(Outgoing(self.framing.pack(sent.text) if sent.changed else raw, sent))

    def _ping(self) -> None:
        self.script.probe = False
        self._probe = os.urandom(4).hex().encode()
        self._queue.put_nowait(Outgoing(unmasked(self._probe, frames.PING)))
        self.judge.expects("ping", PONG, "a ping was not answered")

    async def _write(self) -> None:
        """To the client, whole or in segments; the judge knows what the client can know."""
        while (first := await self._queue.get()) is not None:
            together = [first]
            if self.script.gathered:
                await asyncio.sleep(MOMENT)
                together += self._waiting()
            data = b"".join(outgoing.data for outgoing in together)
            size = -(-len(data) // SEGMENTS) if self.script.split else len(data)
            for at in range(0, len(data), max(1, size)):
                if at + size >= len(data):
                    self._show(together)
                self.client.write(data[at : at + size])
                await self.client.drain()
                await asyncio.sleep(PAUSE if self.script.split else 0)

    def _show(self, together: list[Outgoing]) -> None:
        for outgoing in together:
            if outgoing.sent is not None:
                self.judge.server_said(outgoing.sent.text, scripted=outgoing.sent.scripted)

    def _waiting(self) -> list[Outgoing]:
        found = []
        while not self._queue.empty():
            if (outgoing := self._queue.get_nowait()) is None:
                self._queue.put_nowait(None)  # still to be done
                break
            found.append(outgoing)
        return found


def _unmasked_body(raw: bytes) -> bytes:
    mask = raw[2:6]
    return bytes(byte ^ mask[place % 4] for place, byte in enumerate(raw[6:]))
