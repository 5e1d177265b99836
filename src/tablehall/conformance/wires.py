"""The clients of the transcripts: TCP lines, WebSocket, UDP, and plain HTTP.

Written without a line of the server's, or both could share a mistake.
"""

import asyncio
import contextlib
import socket
import struct
from abc import ABC, abstractmethod
from typing import Literal, NamedTuple

from tablehall.client import frames

Transport = Literal["lines", "websocket", "datagrams"]
How = Literal["closes", "resets", "shuts"]
"""How somebody ends a connection: properly, by breaking it off, or only their half of it."""

LONGEST = 16 * 1024 * 1024
LISTENS_WITHIN = 3.0
UNREACHABLE_WITHIN = 0.05
"""Seconds until this machine has said that nobody takes datagrams at a port of its own."""


class Place(NamedTuple):
    """Where a door is and what is spoken there."""

    host: str
    port: int
    transport: Transport


class Goodbye(NamedTuple):
    """The connection is over; a WebSocket's may say why by a code."""

    code: int | None = None

    def __str__(self) -> str:
        return "(closed)" if self.code is None else f"(closed with {self.code})"


class WireError(Exception):
    """The server cannot be reached or does not take the connection; says why."""


class Wire(ABC):
    """One connection. What comes in is put into `inbox`, a goodbye at its end."""

    def __init__(self, inbox: "asyncio.Queue[str | Goodbye]") -> None:
        self.inbox = inbox

    @abstractmethod
    async def open(self, place: Place, path: str, address: str) -> None:
        """Connect."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Send a message."""

    @abstractmethod
    def say_raw(self, data: bytes) -> None:
        """Send bytes as they are."""

    @abstractmethod
    async def end(self, how: How) -> None:
        """Close the connection, break it off, or only say that nothing more will be said."""


class StreamWire(Wire):
    """What both kinds of stream share."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    _task: "asyncio.Task[None] | None" = None
    _shut = False

    async def open(self, place: Place, path: str, address: str) -> None:
        source = (address, 0) if address else None
        try:
            self.reader, self.writer = await asyncio.open_connection(
                place.host, place.port, local_addr=source, limit=LONGEST
            )
            try:
                await self.greet(place, path)
            except BaseException:
                self.writer.transport.abort()
                raise
        except (OSError, asyncio.IncompleteReadError) as error:
            raise WireError(f"nobody answers at {place.host}:{place.port}: {error}") from error
        self._task = asyncio.create_task(self._listen())

    async def greet(self, place: Place, path: str) -> None:
        """What comes before the first message."""

    @abstractmethod
    async def listen(self) -> Goodbye:
        """Put every message into the inbox until the connection is over."""

    async def _listen(self) -> None:
        try:
            goodbye = await self.listen()
        except (OSError, asyncio.IncompleteReadError):
            goodbye = Goodbye()
        self.inbox.put_nowait(goodbye)

    def say_raw(self, data: bytes) -> None:
        self.writer.write(data)

    async def end(self, how: How) -> None:
        if how == "shuts":
            self._shut = True
            self.writer.write_eof()
            return
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if how == "resets":
            at_once = struct.pack("ii", 1, 0)
            self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            self.writer.transport.abort()
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


class LineWire(StreamWire):
    """A message is a line."""

    def say(self, text: str) -> None:
        self.writer.write(text.encode() + b"\n")

    async def listen(self) -> Goodbye:
        while line := await self.reader.readline():
            text = line.decode("utf-8", "backslashreplace")
            self.inbox.put_nowait(text[:-1] if text.endswith("\n") else f"{text} (without a line end)")
        return Goodbye()


class WebSocketWire(StreamWire):
    """A message is a WebSocket message."""

    _arrived = b""

    async def greet(self, place: Place, path: str) -> None:
        key = frames.new_key()
        self.writer.write(frames.upgrade(path, f"{place.host}:{place.port}", key))
        head = await self.reader.readuntil(b"\r\n\r\n")
        if not frames.accepted(head, key):
            status = head.partition(b"\r\n")[0].decode("latin-1")
            raise WireError(f"{path} does not become a WebSocket: {status}")

    def say(self, text: str) -> None:
        self.writer.write(frames.masked(text.encode()))

    def say_raw(self, data: bytes) -> None:
        self.writer.write(frames.masked(data, frames.BINARY))

    async def listen(self) -> Goodbye:
        message = b""
        while True:
            first, data, end = await self._frame()
            self._arrived = self._arrived[end:]
            kind = frames.kind_of(first)
            if kind == frames.CLOSE:
                return Goodbye(int.from_bytes(data[:2], "big") if len(data) >= 2 else None)
            if kind == frames.PING:
                self.writer.write(frames.masked(data, frames.PONG))
            elif kind != frames.PONG:
                message += data
                if frames.is_last(first):
                    self.inbox.put_nowait(message.decode("utf-8", "backslashreplace"))
                    message = b""

    async def _frame(self) -> frames.Frame:
        while (frame := frames.cut(self._arrived)) is None:
            data = await self.reader.read(LONGEST)
            if not data:
                raise asyncio.IncompleteReadError(self._arrived, None)
            self._arrived += data
        return frame

    async def end(self, how: How) -> None:
        if how == "closes" and not self._shut and not self.writer.is_closing():
            self.writer.write(frames.masked((1000).to_bytes(2, "big"), frames.CLOSE))
        await super().end(how)


class DatagramWire(Wire, asyncio.DatagramProtocol):
    """A message is a datagram."""

    patient = False
    """Whether nobody there is no reason to give up: the server is on its way back."""
    transport: asyncio.DatagramTransport

    async def open(self, place: Place, path: str, address: str) -> None:
        source = (address, 0) if address else None
        loop = asyncio.get_running_loop()
        try:
            self.transport, _ = await loop.create_datagram_endpoint(
                lambda: self, remote_addr=(place.host, place.port), local_addr=source
            )
        except OSError as error:
            raise WireError(f"no way to {place.host}:{place.port}: {error}") from error

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.inbox.put_nowait(data.decode("utf-8", "backslashreplace"))

    def error_received(self, exc: Exception) -> None:
        if not self.patient:
            self.inbox.put_nowait(Goodbye())

    def say(self, text: str) -> None:
        self.transport.sendto(text.encode())

    def say_raw(self, data: bytes) -> None:
        self.transport.sendto(data)

    async def end(self, how: How) -> None:
        self.transport.close()


WIRES: dict[Transport, type[Wire]] = {
    "lines": LineWire,
    "websocket": WebSocketWire,
    "datagrams": DatagramWire,
}


def is_ours(address: str) -> bool:
    """Whether this machine can send something from an address; "" is any."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as tried:
            tried.bind((address, 0))
    except OSError:
        return False
    return True


async def listens(place: Place) -> bool:
    """Whether somebody listens there; who takes datagrams may only seem to."""
    loop = asyncio.get_running_loop()
    kind = socket.SOCK_DGRAM if place.transport == "datagrams" else socket.SOCK_STREAM
    try:
        addresses = await loop.getaddrinfo(place.host, place.port, type=kind)
        with socket.socket(*addresses[0][:3]) as tried:
            tried.setblocking(False)
            await asyncio.wait_for(loop.sock_connect(tried, addresses[0][4]), LISTENS_WITHIN)
            if place.transport == "datagrams":
                await loop.sock_sendall(tried, b"PING")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(loop.sock_recv(tried, 1), UNREACHABLE_WITHIN)
    except (OSError, TimeoutError):
        return False
    return True


async def http_get(place: Place, path: str, body: str = "") -> list[str]:
    """Status and content type of what is at a path, or of what a body posted there brings; then the lines of
    the answer."""
    data = body.encode()
    about = f"{path} HTTP/1.0\r\nHost: {place.host}:{place.port}\r\n"
    asked = f"POST {about}Content-Length: {len(data)}\r\n\r\n" if data else f"GET {about}\r\n"
    try:
        reader, writer = await asyncio.open_connection(place.host, place.port, limit=LONGEST)
        try:
            writer.write(asked.encode() + data)
            answer = await reader.read(-1)
        finally:
            writer.close()
    except OSError as error:
        raise WireError(f"nobody answers at {place.host}:{place.port}: {error}") from error
    head, _, told = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value for name, _, value in (line.partition(":") for line in lines)}
    kind = headers.get("content-type", "").partition(";")[0].strip()
    first = f"{' '.join(status.split()[1:2])} {kind}"
    return [first, *told.decode("utf-8", "backslashreplace").splitlines()]
