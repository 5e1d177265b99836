"""What a client's bytes look like: lines, WebSocket frames, datagrams. Nothing of the server's is used
here, or both could share a mistake."""

import re
from typing import NamedTuple, Protocol

from tablehall.client import frames

LONGEST = 1 << 20
"""Bytes of a message; whatever is longer has no end."""


class Message(NamedTuple):
    """A piece of what was sent: its bytes, and its text if it is a message."""

    raw: bytes
    text: str | None = None
    wrong: str = ""
    """What is wrong with its form."""
    control: int = 0
    """The kind of a WebSocket frame that is none."""


class Framing(Protocol):
    """Cuts both directions of one connection into messages."""

    def from_client(self, data: bytes) -> list[Message]:
        """What the client has said with these bytes."""

    def from_server(self, data: bytes) -> list[Message]:
        """What the server has said with these bytes."""

    def pack(self, text: str) -> bytes:
        """A message of the server."""

    def rest(self) -> str:
        """What is wrong with what is left when the client has closed the connection."""


def _decoded(raw: bytes, data: bytes, wrong: str = "") -> Message:
    try:
        return Message(raw, data.decode(), wrong)
    except UnicodeDecodeError:
        return Message(raw, data.decode("utf-8", "backslashreplace"), "it is no UTF-8")


class Lines:
    """A message is a line."""

    def __init__(self) -> None:
        self._client = b""
        self._server = b""

    def from_client(self, data: bytes) -> list[Message]:
        *lines, self._client = (self._client + data).split(b"\n")
        if len(self._client) > LONGEST:
            raw, self._client = self._client, b""
            return [Message(raw, None, f"there is no \\n in {len(raw)} bytes")]
        return [_decoded(line + b"\n", line.removesuffix(b"\r"), _line_end(line)) for line in lines]

    def from_server(self, data: bytes) -> list[Message]:
        *lines, self._server = (self._server + data).split(b"\n")
        return [_decoded(line + b"\n", line) for line in lines]

    def pack(self, text: str) -> bytes:
        return text.encode() + b"\n"

    def rest(self) -> str:
        return f"{self._client[:60]!r} has no \\n at its end" if self._client else ""


def _line_end(line: bytes) -> str:
    return "there is a \\r before the \\n at its end" if line.endswith(b"\r") else ""


class WebSocket:
    """A message is a text frame, after a handshake."""

    def __init__(self) -> None:
        self._client = b""
        self._server = b""
        self._asked = False
        self._open = False
        self._begun: Message | None = None
        """The first frames of a message that goes on."""

    def from_client(self, data: bytes) -> list[Message]:
        self._client += data
        found = []
        if not self._asked:
            head, end, rest = self._client.partition(b"\r\n\r\n")
            if not end:
                return []
            self._asked, self._client = True, rest
            found.append(Message(head + end, wrong=_handshake(head)))
        while (frame := _masked(self._client)) is not None:
            self._client = self._client[len(frame.raw) :]
            found += self._whole(frame)
        if len(self._client) > LONGEST:
            raw, self._client = self._client, b""
            found.append(Message(raw, None, f"a frame of more than {len(raw)} bytes"))
        return found

    def _whole(self, frame: Message) -> list[Message]:
        """A message once all of its frames are here; what is none comes through in between."""
        if frame.text is None:
            return [frame]
        last = frames.is_last(frame.raw[0])
        if self._begun is not None:
            begun = self._begun
            frame = Message(begun.raw + frame.raw, f"{begun.text}{frame.text}", begun.wrong or frame.wrong)
        self._begun = None if last else frame
        return [frame] if last else []

    def from_server(self, data: bytes) -> list[Message]:
        self._server += data
        found = []
        if not self._open:
            head, end, rest = self._server.partition(b"\r\n\r\n")
            if not end:
                return []
            self._open, self._server = True, rest
            refused = "" if b" 101 " in head[:20] else "the server does not make it a WebSocket"
            found.append(Message(head + end, wrong=refused))
        while (frame := frames.cut(self._server)) is not None:
            first, body, end_of_it = frame
            raw, self._server = self._server[:end_of_it], self._server[end_of_it:]
            found.append(_decoded(raw, body) if frames.kind_of(first) == frames.TEXT else Message(raw))
        return found

    def pack(self, text: str) -> bytes:
        return unmasked(text.encode(), frames.TEXT)

    def rest(self) -> str:
        return "the last frame is not complete" if self._client and self._asked else ""


def unmasked(data: bytes, kind: int) -> bytes:
    """A frame of the server's."""
    frame = frames.masked(data, kind, mask=frames.NO_MASK)
    head = bytes((frame[0], frame[1] & 0x7F))
    return head + frame[2 : len(frame) - len(data) - 4] + data


def _handshake(head: bytes) -> str:
    request, *lines = head.decode("latin-1").split("\r\n")
    names = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    wanted = {
        "host": r".+",
        "upgrade": r"(?i).*websocket.*",
        "connection": r"(?i).*upgrade.*",
        "sec-websocket-version": "13",
        "sec-websocket-key": r"[A-Za-z0-9+/]{22}==",
    }
    if not re.fullmatch(r"GET \S+ HTTP/1\.1", request):
        return f"the handshake begins with {request!r}"
    wrong = [name for name, form in wanted.items() if not re.fullmatch(form, names.get(name, ""))]
    return f"the handshake has no good {wrong[0]}" if wrong else ""


def _masked(data: bytes) -> Message | None:
    """The client's frame that begins here, if all of it has arrived."""
    if len(data) < 2:
        return None
    first, size = data[0], data[1] & 0x7F
    is_masked, at = data[1] > 0x7F, 2
    if size > 125:
        wide = 2 if size == 126 else 8
        size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
    mask = data[at : at + 4] if is_masked else bytes(4)
    at += 4 if is_masked else 0
    if len(data) < at + size:
        return None
    raw = data[: at + size]
    body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(raw[at:]))
    wrong = "" if is_masked else "the frame is not masked"
    kind = frames.kind_of(first)
    if kind in (frames.TEXT, frames.CONTINUATION):
        return _decoded(raw, body, wrong)
    return Message(raw, None, wrong or ("it is no text message" if kind == frames.BINARY else ""), kind)
