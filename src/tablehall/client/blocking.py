"""One connection to a house door over a plain blocking socket."""

import contextlib
import socket
import ssl
import time
from urllib.parse import urlsplit

from tablehall.client import frames
from tablehall.client.errors import ConnectionLostError
from tablehall.client.nobody import NO_ADDRESS, nobody_at
from tablehall.client.wire import HEARTBEAT, LONGEST, OPENING

_HEAD = 65536
"""Bytes within which the answer to the handshake must end."""


class BlockingWire:
    """A WebSocket over which messages come and go; whoever waits for one, waits."""

    def __init__(self, connection: socket.socket, arrived: bytes) -> None:
        self._connection = connection
        self._arrived = arrived
        self._parts = bytearray()
        """What has come of a message that is sent in pieces."""
        self._silence, self._asked = 0.0, False
        """Seconds of silence while one waited, however often; and whether the hall was asked about it."""

    @classmethod
    def open(cls, url: str, within: float = OPENING) -> "BlockingWire":
        """Connect, or say that nobody is there."""
        parts, end = urlsplit(url), time.monotonic() + within
        secure = parts.scheme == "wss"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        with contextlib.ExitStack() as unless_it_stands:
            try:
                connection = socket.create_connection((host, port), within)
                if secure:
                    connection = ssl.create_default_context().wrap_socket(connection, server_hostname=host)
                unless_it_stands.callback(connection.close)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                wire = cls(connection, _shake_hands(connection, parts.path, parts.netloc, end))
            except (ConnectionLostError, *NO_ADDRESS) as error:
                raise nobody_at(url, error) from error
            unless_it_stands.pop_all()
            return wire

    def say(self, *messages: bytes) -> None:
        """Send messages."""
        self._send(b"".join([frames.masked(message) for message in messages]))

    def _send(self, data: bytes) -> None:
        try:
            self._connection.settimeout(HEARTBEAT)
            self._connection.sendall(data)
        except OSError as error:
            raise ConnectionLostError from error

    def hear(self, within: float | None = None) -> bytes:
        """The next message; a `TimeoutError` says that none has come in time."""
        end = None if within is None else time.monotonic() + within
        while True:
            if (message := self._message()) is not None:
                return message
            left = HEARTBEAT - self._silence
            if end is not None:
                left = min(left, end - time.monotonic())
            if left <= 0:
                raise TimeoutError
            if self._receive(left):
                self._silence, self._asked = 0.0, False
            else:
                self._silent_for(left)

    def _silent_for(self, seconds: float) -> None:
        """After a heartbeat of silence the hall is asked whether it is there, after another it is not."""
        self._silence += seconds
        if self._silence < HEARTBEAT:
            return
        if self._asked:
            raise ConnectionLostError
        self._silence, self._asked = 0.0, True
        self._send(frames.masked(b"", frames.PING))

    def _receive(self, within: float) -> bool:
        """Whether anything has come in this time."""
        try:
            self._connection.settimeout(within)
            data = self._connection.recv(1 << 18)
        except TimeoutError:
            return False
        except OSError as error:
            raise ConnectionLostError from error
        if not data or len(self._arrived) > LONGEST:
            raise ConnectionLostError
        self._arrived += data
        return True

    def _message(self) -> bytes | None:
        """The next message of what has arrived, if it is whole."""
        while (frame := frames.cut(self._arrived)) is not None:
            first, data, end = frame
            self._arrived = self._arrived[end:]
            kind = frames.kind_of(first)
            if kind == frames.CLOSE:
                raise ConnectionLostError
            if kind == frames.PING:
                self._send(frames.masked(data, frames.PONG))
            elif kind in (frames.TEXT, frames.CONTINUATION):
                if len(self._parts) + len(data) > LONGEST:
                    raise ConnectionLostError
                self._parts += data
                if frames.is_last(first):
                    message, self._parts = bytes(self._parts), bytearray()
                    return message
        return None

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(ConnectionLostError):
            self._send(frames.masked((1000).to_bytes(2, "big"), frames.CLOSE))
        self._connection.close()


def _shake_hands(connection: socket.socket, path: str, host: str, end: float) -> bytes:
    """Make a WebSocket of a connection until then; what came after the other's answer."""
    key = frames.new_key()
    connection.sendall(frames.upgrade(path, host, key))
    arrived = b""
    while b"\r\n\r\n" not in arrived:
        connection.settimeout(max(end - time.monotonic(), 0.001))  # 0 would mean: do not wait at all
        data = connection.recv(4096)
        if not data or len(arrived) > _HEAD:
            raise ConnectionLostError
        arrived += data
    head, _, rest = arrived.partition(b"\r\n\r\n")
    if not frames.accepted(head + b"\r\n\r\n", key):
        raise ConnectionLostError
    return rest
