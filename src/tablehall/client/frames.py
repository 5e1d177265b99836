"""WebSocket framing (RFC 6455), the client's half, without any I/O.

Written without a line of the server's half (`net/websocket.py`), or both could share a mistake.
"""

import base64
import hashlib
import os

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_KEY = b"MDEyMzQ1Njc4OWFiY2RlZg=="
NO_MASK = bytes(4)
"""A mask that changes nothing, for whoever wants to read along."""


Frame = tuple[int, bytes, int]
"""A whole frame of the server's: its first byte, its data, and where the next one begins. (No named
tuple: making one costs as much as all the rest, and the benchmark's clients cut a lot of them.)"""


def kind_of(first: int) -> int:
    """What a frame is by its first byte: text, a ping, a goodbye, ..."""
    return first & 0x0F


def is_last(first: int) -> bool:
    """Whether a message ends with the frame of this first byte."""
    return first > 0x7F


def upgrade(path: str, host: str = "hall", key: bytes = _KEY) -> bytes:
    """The request with which a connection becomes a WebSocket."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key.decode()}\r\n\r\n"
    ).encode()


def new_key() -> bytes:
    """A key for the handshake that nobody can guess."""
    return base64.b64encode(os.urandom(16))


def accepted(head: bytes, key: bytes) -> bool:
    """Whether the server's answer to the handshake is that of a WebSocket server."""
    answer = base64.b64encode(hashlib.sha1(key + _GUID).digest())
    return b" 101 " in head.partition(b"\r\n")[0] and answer in head


def masked(data: bytes, kind: int = TEXT, last: bool = True, *, mask: bytes = b"") -> bytes:
    """A frame of the client's; without a mask given, a new one is drawn."""
    size, first = len(data), kind | (0x80 if last else 0)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 65536:
        head = bytes((first, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + size.to_bytes(8, "big")
    mask = mask or os.urandom(4)
    # One byte at a time would be slow: the whole payload is one big number.
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + (int.from_bytes(data, "big") ^ key).to_bytes(size, "big")


def cut(data: bytes, start: int = 0) -> Frame | None:
    """The frame that begins here, if all of it has arrived."""
    at, arrived = start + 2, len(data)
    if arrived < at:
        return None
    size = data[start + 1]
    if size > 125:
        wide = 2 if size == 126 else 8
        size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
    end = at + size
    return (data[start], data[at:end], end) if end <= arrived else None
