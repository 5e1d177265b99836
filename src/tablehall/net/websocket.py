"""WebSocket framing (RFC 6455), server side, without any I/O.

`feed` takes whatever arrived, `next` gives complete messages; text goes out unfragmented and
unmasked. No extensions: messages are short, and compressing them would cost more than it
saves.
"""

import base64
import codecs
import hashlib
from collections.abc import Mapping

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
CONTINUATION = 0x0
_CONTROL = 0x8
_WHOLE_TEXT = 0x80 | TEXT
_EMPTY_PONG = bytes((0x80 | PONG, 0x80))
from_bytes = int.from_bytes
_utf8 = codecs.getincrementaldecoder("utf-8")
_SPOKEN = frozenset((*range(1000, 1004), *range(1007, 1012)))
"""The codes of a goodbye that RFC 6455 lets an endpoint send, ..."""
_OWN = range(3000, 5000)
"""... and those that are left to libraries and applications."""
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class FramingError(Exception):
    """The peer broke the framing; the connection is closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def accept_key(key: str) -> str:
    """The answer to a handshake's key."""
    return base64.b64encode(hashlib.sha1(key.encode("latin-1") + _GUID).digest()).decode()


def handshake(headers: Mapping[str, str]) -> bytes | None:
    """The answer to a request that wants to become a WebSocket; None if it is no such one.
    Header names are lower-case."""
    key = headers.get("sec-websocket-key", "")
    if headers.get("upgrade", "").lower() != "websocket" or headers.get("sec-websocket-version") != "13":
        return None
    try:
        if len(base64.b64decode(key, validate=True)) != 16:
            return None
    except ValueError:
        return None
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept_key(key)}\r\n\r\n"
    ).encode()


def frame(data: bytes, kind: int = TEXT, last: bool = True) -> bytes:
    """An unmasked frame: a whole message, or a piece of one."""
    size, first = len(data), 0x80 | kind if last else kind
    if size < 126:
        return bytes((first, size)) + data
    if size < 65536:
        return bytes((first, 126, size >> 8, size & 0xFF)) + data
    return bytes((first, 127)) + size.to_bytes(8, "big") + data


def close_frame(code: int = 1000, reason: str = "") -> bytes:
    """A frame that says goodbye."""
    return frame(code.to_bytes(2, "big") + reason.encode()[:123], CLOSE)


class Reader:
    """Takes bytes apart into messages, whatever pieces they arrive in."""

    __slots__ = ("_buffer", "_kind", "_limit", "_parts", "_short", "_size", "_start", "_text")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._short = min(limit, 125)
        self._buffer = b""
        self._start = 0
        self._kind = 0
        self._parts: list[bytes] = []
        self._size = 0
        self._text = _utf8()
        """Reads along in a text of several frames: the first wrong byte ends it."""

    def feed(self, data: bytes) -> None:
        """More bytes arrived."""
        if self._start < len(self._buffer):
            data = self._buffer[self._start :] + data
        self._buffer = data
        self._start = 0

    def whole(self, data: bytes) -> bytes | None:
        """The text, if this is one short frame of it and nothing came before; None: it must be fed. (So must
        what is more than ASCII, and may be no UTF-8.)"""
        size = len(data) - 6
        if not 0 <= size <= self._short or data[1] != size | 0x80 or data[0] != _WHOLE_TEXT:
            return None
        if self._kind or self._start < len(self._buffer):
            return None
        key = from_bytes((data[2:6] * (size + 3 >> 2))[:size], "little")  # as in `unmask`
        text = (from_bytes(data[6:], "little") ^ key).to_bytes(size, "little")
        return text if text.isascii() else None

    def is_pong(self, data: bytes) -> bool:
        """Whether this is an empty pong and nothing but it: the answer to a ping of ours."""
        return len(data) == 6 and data[:2] == _EMPTY_PONG and self._start == len(self._buffer)

    def next(self) -> tuple[int, bytes] | None:
        """The next complete message, if there is one: its kind and its payload."""
        buffer = self._buffer
        while (parsed := self._frame(buffer, self._start)) is not None:
            first, payload, self._start = parsed
            message = self._message(first, payload)
            if message is not None:
                return message
        return None

    def _frame(self, buffer: bytes, start: int) -> tuple[int, bytes, int] | None:
        """The next frame: its first byte, its payload unmasked, and where it ends."""
        available = len(buffer) - start
        if available < 2:
            return None
        first, second = buffer[start], buffer[start + 1]
        size, at = second & 0x7F, start + 2
        if size > 125:
            wide = 2 if size == 126 else 8
            if available < 2 + wide:
                return None
            size, at = int.from_bytes(buffer[at : at + wide], "big"), at + wide
        self._check(first, second, size)
        end = at + 4 + size
        if len(buffer) < end:
            return None
        return first, unmask(buffer[at : at + 4], buffer[at + 4 : end]), end

    def _check(self, first: int, second: int, size: int) -> None:
        kind = first & 0x0F
        if first & 0x70:
            raise FramingError(1002, "reserved bits are set")
        if not second & 0x80:
            raise FramingError(1002, "a client masks its frames")
        if kind & _CONTROL:
            half_a_code = kind == CLOSE and size == 1
            if kind not in (CLOSE, PING, PONG) or size > 125 or not first & 0x80 or half_a_code:
                raise FramingError(1002, "a bad control frame")
        elif kind not in (CONTINUATION, TEXT, BINARY):
            raise FramingError(1002, "an unknown kind of frame")
        elif size + self._size > self._limit:
            raise FramingError(1009, f"a message has at most {self._limit} bytes")

    def _message(self, first: int, payload: bytes) -> tuple[int, bytes] | None:
        kind, final = first & 0x0F, first & 0x80
        if kind & _CONTROL:
            if kind == CLOSE and payload:
                _check_goodbye(payload)
            return kind, payload
        if (kind == CONTINUATION) != bool(self._kind):
            raise FramingError(1002, "frames out of order")
        if TEXT in (kind, self._kind):
            self._read_along(payload, final=bool(final))
        if final and kind:
            return kind, payload
        self._kind = kind or self._kind
        self._parts.append(payload)
        self._size += len(payload)
        if len(self._parts) > 1024:
            raise FramingError(1009, "a message in too many pieces")
        if not final:
            return None
        message = self._kind, b"".join(self._parts)
        self._kind, self._size = 0, 0
        self._parts.clear()
        return message

    def _read_along(self, payload: bytes, *, final: bool) -> None:
        """Text is UTF-8, also where it is cut in the middle of a letter."""
        try:
            self._text.decode(payload, final)
        except UnicodeDecodeError:
            raise FramingError(1007, "a text is UTF-8") from None


def _check_goodbye(payload: bytes) -> None:
    code = int.from_bytes(payload[:2], "big")
    if code not in _SPOKEN and code not in _OWN:
        raise FramingError(1002, "nobody says goodbye with this code")
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise FramingError(1007, "a reason is UTF-8") from None


def unmask(mask: bytes, data: bytes) -> bytes:
    """The payload of a client's frame."""
    size = len(data)
    # One byte at a time would be slow: the whole payload is one big number.
    key = from_bytes((mask * (size + 3 >> 2))[:size], "little")
    return (from_bytes(data, "little") ^ key).to_bytes(size, "little")
