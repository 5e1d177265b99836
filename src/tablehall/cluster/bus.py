"""The bus: a small client of core NATS (https://docs.nats.io/reference/reference-protocols/nats-protocol).

It promises nothing but to be quick: what is published while no server can be reached is lost, and
`links.py` sends it again. Messages are handed over in the order in which they arrived.
"""

import asyncio
import contextlib
import os
import ssl
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import structlog

log = structlog.get_logger("tablehall.cluster")

PORT = 4222
CONNECT_WITHIN = 1.0
AGAIN_AFTER = 0.05
PATIENCE = 0.5
"""Seconds for which a server may say nothing, unless somebody knows better."""
UNSENT = 32 * 1024 * 1024
"""So many bytes may wait for a server that does not read; what comes then is dropped."""


class BusError(Exception):
    """The bus cannot be used; says why and what to do about it."""


class Place:
    """The address of a server, and how to identify oneself there."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "//" in url else f"nats://{url}")
        if parts.scheme not in ("nats", "tls") or not parts.hostname:
            raise BusError(f"{url!r} is no address of a NATS server: say nats://HOST:PORT (or tls://...)")
        self.host, self.port = parts.hostname, parts.port or PORT
        self.secret = parts.scheme == "tls"
        """Whether nobody on the way may read what is said."""
        self.credentials: dict[str, str] = {}
        if parts.username and parts.password is not None:
            self.credentials = {"user": unquote(parts.username), "pass": unquote(parts.password)}
        elif parts.username:
            self.credentials = {"auth_token": unquote(parts.username)}

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from others."""
        return self.host, self.port


class Bus:
    """A connection to whichever of the servers can be reached, and to the next one when it is lost."""

    def __init__(self, servers: str, hear: Callable[[str, bytes], None], patience: float = PATIENCE) -> None:
        self.places = [Place(word) for word in servers.split(",") if word]
        if not self.places:
            raise BusError("No NATS server was named: say nats://HOST:PORT[,nats://HOST:PORT...]")
        self.hear = hear
        self.patience = patience
        self.up = asyncio.Event()
        self.losses = 0
        """How often a connection was lost."""
        self.trouble = ""
        """Why there was no connection when it was last tried."""
        self._wire: Wire | None = None
        self._subjects: list[str] = []
        self._task: asyncio.Task[None] | None = None
        self._tls = ssl.create_default_context() if any(p.secret for p in self.places) else None
        self._credentials = next((p.credentials for p in self.places if p.credentials), {})

    def open(self) -> None:
        """Begin to connect."""
        self._task = asyncio.ensure_future(self._stay())

    async def _stay(self) -> None:
        turn = 0
        while True:
            place = self.places[turn % len(self.places)]
            turn += 1
            wire = Wire(self)
            try:
                async with asyncio.timeout(CONNECT_WITHIN):
                    await self._connect(wire, place)
            except (OSError, TimeoutError) as error:  # (what TLS has to say is an OSError)
                wire.hang_up()
                self.trouble = wire.refusal or _in_words(error)
                await asyncio.sleep(AGAIN_AFTER)
                continue
            except asyncio.CancelledError:
                wire.hang_up()
                raise
            self._wire, self.trouble = wire, ""
            self.up.set()
            await self._watch(wire)
            self.up.clear()
            self._wire = None
            self.losses += 1
            log.warning("lost the connection to NATS", server=f"{place.host}:{place.port}")

    async def _connect(self, wire: "Wire", place: Place) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(partial(_itself, wire), place.host, place.port)
        await wire.greeted.wait()
        if self._tls is not None:
            await wire.keep_secret(self._tls, place.host)
        about = {
            "verbose": False,
            "pedantic": False,
            "lang": "python",
            "version": "1",
            "protocol": 1,
            "name": "tablehall",
            **(place.credentials or self._credentials),
        }
        wire.write(b"CONNECT " + msgspec.json.encode(about) + b"\r\nPING\r\n")
        await wire.admitted.wait()
        if wire.lost.is_set():
            raise OSError("hung up")
        for sid, subject in enumerate(self._subjects, 1):
            wire.write(f"SUB {subject} {sid}\r\n".encode())

    async def _watch(self, wire: "Wire") -> None:
        """Until the connection is lost; a server that says nothing is as good as none. It is asked twice:
        this node may have overslept the first time, before it had even asked."""
        unanswered = 0
        while unanswered < 2:
            wire.heard = False
            wire.write(b"PING\r\n")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.patience / 2):
                    await wire.lost.wait()
                    return
            unanswered = 0 if wire.heard else unanswered + 1
        wire.hang_up()

    def also(self, addresses: list[str]) -> None:
        """A server has named others of its cluster."""
        known = {place.key for place in self.places}
        for address in addresses:
            with contextlib.suppress(BusError, ValueError):
                place = Place(address)
                if place.key not in known:
                    self.places.append(place)

    def subscribe(self, subject: str) -> None:
        """Hear what is published under a subject."""
        self._subjects.append(subject)
        if self._wire is not None:
            self._wire.write(f"SUB {subject} {len(self._subjects)}\r\n".encode())

    def publish(self, subject: str, data: bytes) -> None:
        """Tell whoever hears this subject, if there is a connection."""
        wire = self._wire
        if wire is not None and wire.unsent() < UNSENT:
            wire.write(b"PUB %b %d\r\n%b\r\n" % (subject.encode(), len(data), data))

    def why(self) -> str:
        """Why there is no connection, as far as that is known."""
        return f" ({self.trouble})" if self.trouble else ""

    async def close(self) -> None:
        """Send what is left, and hang up."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._wire is not None:
            self._wire.close()


def _itself(wire: "Wire") -> "Wire":
    return wire


def _in_words(error: OSError) -> str:
    if error.errno and not isinstance(error, ssl.SSLError):
        return os.strerror(error.errno).lower()
    return str(error) or "no answer"


class Wire(asyncio.Protocol):
    """One connection to a server."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.greeted = asyncio.Event()
        self.admitted = asyncio.Event()
        self.refusal = ""
        self.lost = asyncio.Event()
        self.heard = False
        """Whether the server has said anything since this was last asked."""
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._out: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # a stream's

    def connection_lost(self, exc: Exception | None) -> None:
        for awaited in (self.lost, self.greeted, self.admitted):
            awaited.set()

    def data_received(self, data: bytes) -> None:
        self.heard = True
        buffer = self._buffer + data if self._buffer else data
        at = 0
        while (end := buffer.find(b"\r\n", at)) >= 0:
            line = buffer[at:end]
            if line.startswith(b"MSG "):
                size = int(line[line.rindex(b" ") + 1 :])
                after = end + 2 + size + 2
                if len(buffer) < after:
                    break
                self.bus.hear(line.split(b" ", 2)[1].decode(), buffer[end + 2 : after - 2])
                at = after
            else:
                self._control(line)
                at = end + 2
        self._buffer = buffer[at:]

    def _control(self, line: bytes) -> None:
        word = line[:4].upper()
        if word == b"PING":
            self.write(b"PONG\r\n")
        elif word == b"INFO":
            info: dict[str, Any] = msgspec.json.decode(line[5:])
            self.bus.also(info.get("connect_urls") or [])
            self.greeted.set()
        elif word == b"PONG":
            self.admitted.set()
        elif word == b"-ERR":
            self.refusal = line[5:].decode("utf-8", "replace").strip("' ")
            if self.admitted.is_set():
                log.error("NATS refuses", why=self.refusal)

    async def keep_secret(self, context: ssl.SSLContext, host: str) -> None:
        """From here on nobody else can read it."""
        loop, open_ = asyncio.get_running_loop(), self._transport
        if open_ is None or self.lost.is_set():
            raise OSError("hung up")
        self._transport = await loop.start_tls(open_, self, context, server_hostname=host)

    def unsent(self) -> int:
        """Bytes that wait for the server to read them."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def write(self, data: bytes) -> None:
        """Send with everything else that is written in this pass of the loop."""
        if not self._out:
            asyncio.get_running_loop().call_soon(self._flush)
        self._out.append(data)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if self._transport is not None and not self.lost.is_set():
            self._transport.write(b"".join(out))

    def close(self) -> None:
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.abort()
