"""Datagrams: bounded in size and rate; what is over the limit is dropped and counted."""

import asyncio
from typing import Any

from tablehall.hall.hall import Decision
from tablehall.hall.notices import AnyNews
from tablehall.net.frame import Frame, safely
from tablehall.protocols.door import DatagramSession, Door, DoorLimits

Address = tuple[Any, ...]

KNOWN_ADDRESSES = 20_000


class DatagramConnection(asyncio.DatagramProtocol):
    """One socket, any number of peers: the port of a datagram door's only session."""

    def __init__(self, frame: Frame, door: Door, limits: DoorLimits) -> None:
        self.frame = frame
        self.door = door
        self.limits = limits
        self.conn = 0
        self.address = ""
        self.session: DatagramSession | None = None
        self._transport: asyncio.DatagramTransport | None = None
        self._tokens: dict[Any, tuple[float, int]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # a datagram transport
        self.conn = self.frame.connect(self)
        session = self.door.session(self)
        assert isinstance(session, DatagramSession)
        self.session = session
        safely("opening", session.opened)

    def datagram_received(self, data: bytes, addr: Address) -> None:
        counts = self.frame.counts
        counts["datagrams"] += 1
        if self.session is None or not self._allowed(addr[:2]):
            counts["datagrams_dropped"] += 1
            return
        if len(data) > self.limits.message:
            safely("refusing", self.session.too_long_from, addr)
            return
        safely("receiving", self.session.receive_from, data, addr)

    def _allowed(self, addr: Address) -> bool:
        """A token bucket for every address."""
        now = self.frame.clock()
        if len(self._tokens) > KNOWN_ADDRESSES:
            self._tokens.clear()
        tokens, then = self._tokens.get(addr, (float(self.limits.burst), now))
        tokens = min(self.limits.burst, tokens + (now - then) * self.limits.rate / 1000)
        if tokens < 1:
            self._tokens[addr] = (tokens, now)
            return False
        self._tokens[addr] = (tokens - 1, now)
        return True

    def error_received(self, exc: Exception) -> None:
        self.frame.counts["datagram_errors"] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self.frame.disconnect(self.conn)
        session, self.session = self.session, None
        if session is not None:
            safely("leaving", session.lost)

    # The port of the session.

    def now(self) -> int:
        return self.frame.clock()

    def send_to(self, data: bytes, addr: Address) -> None:
        """Send a datagram at once."""
        if self._transport is not None:
            self._transport.sendto(data, addr)

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        self.frame.submit(self.conn, decision, answer)

    def answer(self, data: bytes) -> None:
        raise TypeError("a datagram needs an address")

    def write(self, data: bytes) -> None:
        raise TypeError("a datagram needs an address")

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def pace(self, gap: int) -> None:
        raise TypeError("datagrams are not paced")

    def alarm(self, name: str, after: int | None) -> None:
        self.frame.alarm(self.conn, name, after)

    # What the frame calls.

    def tell(self, news: AnyNews, seat: int | None) -> None:
        if self.session is not None:
            safely("telling", self.session.tell, news, seat)

    def ring(self, name: str) -> None:
        if self.session is not None:
            safely("ringing", self.session.ring, name)

    def flush(self) -> None:
        pass

    def uncongested(self) -> None:
        pass
