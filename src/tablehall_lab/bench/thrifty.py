"""A client of the house door that spends as little as it can: it looks for a few bytes, nothing more."""

import asyncio

from tablehall.net import websocket

MASK = b"\x21\x43\x65\x87"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def masked(data: bytes) -> bytes:
    """A client's text frame."""
    size = len(data)
    head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE, size >> 8, size & 0xFF))
    return head + MASK + websocket.unmask(MASK, data)


class Thrifty(asyncio.Protocol):
    """Says hello, and then whatever it is told to."""

    hello = b""

    def __init__(self) -> None:
        self._greeted = False
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(UPGRADE)

    def say(self, data: bytes) -> None:
        """Say something to the house."""
        self.transport.write(masked(data))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if not self._greeted:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            self._greeted, data = True, data[end + 4 :]
            self.say(self.hello)
        start = 0
        while start + 2 <= len(data):
            size, at = data[start + 1], start + 2
            if size == 126:
                if at + 2 > len(data):
                    break
                size, at = data[at] << 8 | data[at + 1], at + 2
            if at + size > len(data):
                break
            self.heard(data[at : at + size])
            start = at + size
        self._buffer = data[start:]

    def heard(self, message: bytes) -> None:
        """What the house says."""
