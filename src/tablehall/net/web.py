"""Connections that begin with an HTTP request: WebSockets, and whatever else HTTP is for.

The first request decides. One that wants to become a WebSocket is spoken to by the door's
protocol from then on, without any task or future of its own; every other one is handed to
the door's HTTP side, which is given nothing but that request, and a body that is short and plain.
"""

import asyncio
from collections.abc import Callable

from tablehall.hall.budget import Budgets
from tablehall.hall.refusals import Why
from tablehall.net import websocket
from tablehall.net.connection import Connection
from tablehall.net.entry import Entry
from tablehall.net.pipeline import Pipeline
from tablehall.protocols.door import Door, DoorLimits

HEAD_LIMIT = 16_384
HEAD_TIME = 10_000
GOODBYE = 2_000
"""How long somebody who was refused may go on sending, unheard, before we hang up."""
BODY_LIMIT = 65_536

PING = websocket.frame(b"", websocket.PING)

HttpSide = Callable[[], asyncio.Protocol]


class WebConnection(Connection):
    """A connection that says with its first request what it is."""

    def __init__(
        self,
        pipeline: Pipeline,
        door: Door,
        limits: DoorLimits,
        http: HttpSide | None = None,
        entry: Entry = Entry(),  # noqa: B008 (a tuple)
        *,
        shares: Budgets | None = None,
    ) -> None:
        super().__init__(pipeline, door, limits, shares=shares)
        self.entry = entry
        self._make_http = http
        self._http: asyncio.Protocol | None = None
        self._head = b""
        self._to_come = 0
        """So much of a request's body has not arrived yet."""
        self._answered = False
        self._goodbye: bytes | None = None

    def begin(self) -> None:
        self.alarm(" head", HEAD_TIME)

    def is_nothing(self, data: bytes) -> bool:
        return bool(self.reader.is_pong(data))

    def first_data(self, data: bytes) -> None:
        if self._hanging_up:
            pass
        elif self._http is not None:
            if self._to_come:  # whatever else they say is not heard: there is one request a connection
                self._http.data_received(data[: self._to_come])
                self._to_come = max(0, self._to_come - len(data))
        elif self.reader is None and not self._gone:  # else a goodbye is on its way
            self._head += data
            self._read_head()

    def _read_head(self) -> None:
        end = self._head.find(b"\r\n\r\n")
        if end < 0 and len(self._head) <= HEAD_LIMIT:
            return
        self.alarm(" head", None)
        if end < 0 or end > HEAD_LIMIT:
            self._say_and_close("431 Request Header Fields Too Large", "text/plain", b"")
            return
        request, headers = parse_head(self._head[:end])
        head, rest = self._head[: end + 4], self._head[end + 4 :]
        self._head = b""
        address = self.entry.address(self.address, headers.get("x-forwarded-for", ""))
        if address != self.address and not self.comes_from(address):
            self._refuse("429 Too Many Requests\r\nRetry-After: 10", "Too many connections come from there.")
        elif self.barred():
            self._refuse("403 Forbidden", Why.BANNED.value)
        elif not request:
            self._say_and_close("400 Bad Request", "text/plain", b"This is no HTTP.\n")
        elif headers.get("upgrade", "").lower() == "websocket" and request[0] == "GET":
            self._shake_hands(request[1], headers, rest)
        elif self._make_http is not None:
            self._hand_over(self._make_http, headers, head, rest)
        else:
            self._serve_document(request, headers)

    def _refuse(self, status: str, sentence: str) -> None:
        self.pipeline.counts["refused_connections"] += 1
        self._say_and_close(status, "text/plain", f"{sentence}\n".encode())

    def _shake_hands(self, target: str, headers: dict[str, str], rest: bytes) -> None:
        answer = websocket.handshake(headers)
        pages = self.door.open_to_pages or self.entry.admits(
            headers.get("origin", ""), headers.get("host", "")
        )
        if answer is None:
            self._refuse_handshake(headers)
        elif not pages:
            self._refuse("403 Forbidden", "Pages of that origin may not come in here.")
        else:
            self._become_websocket(answer, target, rest)

    def _hand_over(
        self, make_http: Callable[[], asyncio.Protocol], headers: dict[str, str], head: bytes, rest: bytes
    ) -> None:
        """The HTTP side answers, if the body that belongs to the request is one that is read at all."""
        size = headers.get("content-length", "0")
        if headers.get("content-encoding", "identity").lower() != "identity":
            self._say_and_close(
                "415 Unsupported Media Type", "text/plain", b"Nothing packed is unpacked here.\n"
            )
        elif "transfer-encoding" in headers:
            self._say_and_close("411 Length Required", "text/plain", b"Say how long the body is.\n")
        elif not (size.isascii() and size.isdecimal()):
            self._say_and_close("400 Bad Request", "text/plain", b"That is no Content-Length.\n")
        elif len(size) > 9 or int(size) > BODY_LIMIT:
            sentence = f"A body has at most {BODY_LIMIT} bytes.\n".encode()
            self._say_and_close("413 Content Too Large", "text/plain", sentence)
        else:
            self._http = http = make_http()
            self._to_come = max(0, int(size) - len(rest))
            self.alarm(" answered", self.limits.slow)
            http.connection_made(self.transport)
            http.data_received(head + rest[: int(size)])

    def _become_websocket(self, answer: bytes, target: str, rest: bytes) -> None:
        self.transport.write(answer)
        self.reader = websocket.Reader(self.limits.message)
        self.session = self.door.session(self, target.partition("?")[0])
        self._start_idle()
        if self.limits.ping:
            self.alarm(" ping", self.limits.ping)
        self.talk("opening", self.session.opened)
        if rest:
            self.data_received(rest)

    def _refuse_handshake(self, headers: dict[str, str]) -> None:
        if headers.get("sec-websocket-version") != "13":
            sentence = b"This door speaks version 13 of WebSocket.\n"
            self._say_and_close("426 Upgrade Required\r\nSec-WebSocket-Version: 13", "text/plain", sentence)
        else:
            self._say_and_close("400 Bad Request", "text/plain", b"The Sec-WebSocket-Key is none.\n")

    def _serve_document(self, request: list[str], headers: dict[str, str]) -> None:
        found = None
        if len(request) == 3 and request[0] in ("GET", "HEAD"):
            found = self.door.document(request[1].partition("?")[0], headers.get("host", ""))
        if found is None:
            self._say_and_close("404 Not Found", "text/plain", b"Nothing here.\n")
        else:
            kind, body = found
            self._say_and_close("200 OK", kind, body if request[0] == "GET" else b"", len(body))

    def _say_and_close(self, status: str, kind: str, body: bytes, size: int | None = None) -> None:
        length = len(body) if size is None else size
        caching = "max-age=3600" if status.startswith("200") else "no-store"
        head = (
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n"
            f"X-Content-Type-Options: nosniff\r\nCache-Control: {caching}\r\n"
            "Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self._last_words(self.limits.slow if status.startswith("200") else GOODBYE)

    def _last_words(self, patience: int) -> None:
        """Hang up when the caller has: whoever still sends a body would else be cut off before reading why
        nobody wants it."""
        self._hanging_up = True
        self.alarm(" goodbye", patience)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()

    # WebSocket messages.

    def _handle_next(self) -> bool:
        try:
            message = self.reader.next()
        except websocket.FramingError as error:
            self.pipeline.counts["framing_errors"] += 1
            if error.code == 1009:
                self.talk("refusing", self.session.too_long)
            self._goodbye = websocket.close_frame(error.code, str(error))
            self.close()
            return False
        if message is None:
            return False
        kind, data = message
        if kind == websocket.TEXT:
            self._hear(data)
            return True
        self.pipeline.counts["messages"] += 1
        if kind == websocket.BINARY:
            self.talk("refusing", self.session.binary)
        elif kind == websocket.PING:
            self.send(websocket.frame(data, websocket.PONG))
        elif kind == websocket.CLOSE:
            self._goodbye = websocket.frame(data[:2], websocket.CLOSE)
            self.close()
            return False
        return True

    frame = staticmethod(websocket.frame)

    def frame_piece(self, data: bytes, first: bool, last: bool) -> bytes:
        return websocket.frame(data, websocket.TEXT if first else websocket.CONTINUATION, last)

    def _hang_up(self) -> None:
        if self.reader is not None and not self._gone and not self._hanging_up:
            self._out.append(self._goodbye or websocket.close_frame())
        super()._hang_up()

    def ring(self, name: str) -> None:
        if name == " ping":
            if self.session is None:  # hung up on at this very moment: nothing follows a goodbye
                return
            if not self._out and not self._slow and self.now() - self._heard >= self.limits.ping // 2:
                self.transport.write(PING)
            self.alarm(" ping", self.limits.ping)
        elif name in (" head", " goodbye"):
            self.transport.abort()
        elif name == " answered":
            self._look_again()
        else:
            super().ring(name)

    def _look_again(self) -> None:
        """Who was told everything has some time to read the last of it; then nobody waits for them."""
        if self._answered:
            self._drop()
        else:
            self._answered = self.transport.is_closing()
            self.alarm(" answered", self.limits.slow)

    # The HTTP side has the connection once it was handed over.

    def eof_received(self) -> bool:
        if self._http is not None:
            return bool(self._http.eof_received())
        if self.reader is None:
            return False
        return super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._http is not None:
            self._http.connection_lost(exc)
            for name in (" slow", " answered"):
                self.alarm(name, None)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        if self._http is not None:
            self._http.pause_writing()
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._http is not None:
            self._http.resume_writing()
        super().resume_writing()


def parse_head(head: bytes) -> tuple[list[str], dict[str, str]]:
    """The request line in its parts, and the headers by lower-case name; several of one name are a list."""
    first, *rest = head.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in rest:
        name, _, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    parts = first.split(" ")
    return (parts if len(parts) == 3 else []), headers
