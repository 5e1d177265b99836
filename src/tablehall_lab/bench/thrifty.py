"""A client of the house door that spends as little as it can: it looks for a few bytes, nothing more.

Of the client it uses the framing alone, because it shares the machine with the server that is measured.
"""

import asyncio

from tablehall.client import frames

MASK = b"\x21\x43\x65\x87"
"""Always the same: the server has to take it off all the same, and drawing one costs time."""
UPGRADE = frames.upgrade("/ws")


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
        self.transport.write(frames.masked(data, mask=MASK))

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
        while (frame := frames.cut(data, start)) is not None:
            _, message, start = frame
            self.heard(message)
        self._buffer = data[start:]

    def heard(self, message: bytes) -> None:
        """What the house says."""
