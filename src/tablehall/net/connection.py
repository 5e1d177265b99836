"""A connection: reads in slices, writes once a pass, and is never waited for."""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from typing import Any

from tablehall.hall.decision import Decision
from tablehall.hall.notices import News
from tablehall.net.lines import LineReader, TooLong
from tablehall.net.pipeline import Pipeline, log, safely
from tablehall.protocols.door import Door, DoorLimits, Session

SLICE = 128
"""So many messages of one connection are handled before others have their turn."""
RECEIVING = "receiving"
UNHEARD_MOST = 10_000
"""So much may wait for a session that itself waits for somebody else to decide."""
PACED_MOST = 4096
"""So many messages may wait for their turn on a connection that wants them apart."""
ALIVE_AFTER, ALIVE_EVERY, ALIVE_TRIES = 60, 15, 4
"""Seconds of silence before the system asks whether the other machine is still there, seconds
between two questions, and how many go unanswered before the connection is lost."""


class Connection(asyncio.Protocol):
    """What all stream connections share; the port of their session."""

    def __init__(self, pipeline: Pipeline, door: Door, limits: DoorLimits) -> None:
        self.pipeline = pipeline
        self.door = door
        self.limits = limits
        self.conn = 0
        self.address = ""
        self.session: Session = None  # type: ignore[assignment]  # comes with the connection
        self.reader: Any = None
        self.transport: asyncio.Transport = None  # type: ignore[assignment]
        self._out: list[bytes] = []
        self._tokens: float = limits.burst
        self.now = pipeline.now
        self._filled = self._heard = pipeline.now()
        self._held = False
        self._slow = self._missed = self._ended = self._gone = False
        self._gap = 0
        self._hanging_up = False
        self._run = pipeline.hall.peers.run
        self._waiting = False
        """Whether the session waits for somebody else to decide."""
        self._later: deque[tuple[str, Callable[..., Any], tuple[Any, ...]]] = deque()

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a stream's
        self.address = peer(transport)
        pipeline, limits = self.pipeline, self.limits
        pipeline.counts["connections"] += 1
        key = (self.door.name, self.address)
        pipeline.addresses[key] += 1
        pipeline.addresses[self.door.name, ""] += 1
        self.conn = pipeline.connect(self)
        if (
            pipeline.addresses[key] > limits.per_address
            or pipeline.addresses[self.door.name, ""] > limits.connections
        ):
            self._turn_away()
            return
        self.transport.set_write_buffer_limits(high=limits.unread // 4)
        keep_alive(transport)
        self.begin()

    def barred(self) -> bool:
        """Whether nobody may come in from where this connection comes from."""
        return self.pipeline.hall.bans.bar_address(self.address, self.now())

    def _turn_away(self) -> None:
        self.pipeline.counts["refused_connections"] += 1
        self._gone = True
        self.transport.abort()

    def begin(self) -> None:
        """The conversation starts, unless with somebody who is banned."""
        if self.barred():
            self._turn_away()
            return
        self.reader = LineReader(self.limits.message)
        self.session = self.door.session(self)
        self._start_idle()
        self.talk("opening", self.session.opened)

    def _start_idle(self) -> None:
        if self.limits.idle:
            self.alarm(" idle", self.limits.idle)

    def data_received(self, data: bytes) -> None:
        session, reader, pipeline = self.session, self.reader, self.pipeline
        if session is None:
            self.first_data(data)
            return
        if self._gone or self._ended:
            return
        self._heard = pipeline.now()
        if self._held or self._slow or self._waiting or self._gap or self._tokens < 1 or pipeline.congested:
            message = None
        else:
            message = reader.whole(data)
        if message is None:
            if self.is_nothing(data):
                return
            reader.feed(data)
            if not self._held:
                self._pump()
        else:  # one whole message and nothing but it, as most are
            self._tokens -= 1
            pipeline.counts["messages"] += 1
            self.receive(message)

    def is_nothing(self, data: bytes) -> bool:
        """Whether this only says that somebody is there."""
        return False

    def first_data(self, data: bytes) -> None:
        """Data that no session is there for: not yet, or no longer."""

    def eof_received(self) -> bool:
        """The peer will say no more; what it has said is still answered."""
        self._ended = True
        if not self._held:
            self._pump()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        self._leave()
        self.pipeline.disconnect(self.conn)
        for key in ((self.door.name, self.address), (self.door.name, "")):
            self.pipeline.addresses[key] -= 1
            if not self.pipeline.addresses[key]:
                del self.pipeline.addresses[key]

    def _leave(self) -> None:
        session, self.session = self.session, None  # type: ignore[assignment]
        if session is not None:
            for name in (" idle", " slow", " ping", " rate"):
                self.alarm(name, None)
            self.talk("leaving", session.lost)

    def pause_writing(self) -> None:
        self._slow = True
        self.alarm(" slow", self.limits.slow)

    def resume_writing(self) -> None:
        self._slow = False
        if not self._hanging_up:
            self.alarm(" slow", None)
        if self._missed and self.session is not None:
            self._missed = False
            self.talk("catching up", self.session.caught_up)
        if self._held:
            self._pump()

    # Reading.

    def _pump(self) -> None:
        """Handle what has arrived, at the allowed rate and not too much at once."""
        for _ in range(SLICE):
            if self._gone or self.session is None:
                return
            busy = self._slow or self._waiting or self.pipeline.congested
            if busy or (self._gap and len(self._out) > SLICE):
                self._hold()
                return
            if self._tokens < 1 and not self._refill():
                self._hold()
                self.alarm(" rate", 20)
                return
            if not self._handle_next():
                break
            self._tokens -= 1
        else:
            self._hold()
            if self._gap:  # while a commit is on its way answers pile up unseen: not faster than they go out
                self.alarm(" gap", self._gap)
            else:
                self.pipeline.loop.call_soon(self._pump)
            return
        if self._held:
            self._held = False
            self.transport.resume_reading()
        if self._ended:
            self._leave()
            self.pipeline.submit(self.conn, Decision(), then=self._hang_up)

    def _hold(self) -> None:
        if not self._held:
            self._held = True
            if not self._ended:
                self.transport.pause_reading()

    def _refill(self) -> bool:
        now = self.now()
        earned = (now - self._filled) * self.limits.rate / 1000
        self._tokens = min(self.limits.burst, self._tokens + earned)
        self._filled = now
        return self._tokens >= 1

    def _handle_next(self) -> bool:
        line = self.reader.next()
        if line is None:
            return False
        self.pipeline.counts["messages"] += 1
        if isinstance(line, TooLong):
            self.talk("refusing", self.session.too_long)
        else:
            self.receive(line)
        return True

    # The session.

    def receive(self, data: bytes) -> None:
        """Hand a message to the session."""
        if self._run is not None:
            self.talk(RECEIVING, self.session.receive, data)
            return
        try:
            self.session.receive(data)
        except Exception:
            self.failed(RECEIVING)

    def talk(self, doing: str, function: Callable[..., Any], *args: Any) -> None:
        """Have the session do something; when it waits for a decision made elsewhere, later."""
        if self._waiting:
            if len(self._later) >= UNHEARD_MOST and doing != "leaving":
                self._drop()
            else:
                self._later.append((doing, function, args))
        elif self._run is not None:
            self._run(self, doing, function, args)
        else:
            safely(doing, function, *args)

    def waits(self) -> None:
        self._waiting = True

    def goes_on(self) -> None:
        self._waiting = False
        while self._later and not self._waiting:
            doing, function, args = self._later.popleft()
            self.talk(doing, function, *args)
        if self._held and not self._waiting:
            self._pump()

    def failed(self, doing: str, *, logged: bool = False) -> None:
        """A bug of ours must harm nobody else: it is noted, and the client told."""
        if not logged:
            log.exception("a session failed", doing=doing)
        if doing == RECEIVING and self.session is not None:
            safely("apologising", self.session.broken)

    def uncongested(self) -> None:
        if self._held:
            self._pump()

    # The port of the session.

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        self.pipeline.submit(self.conn, decision, answer)

    def answer(self, data: bytes) -> None:
        self.pipeline.answer(self.conn, data)

    def frame(self, data: bytes) -> bytes:
        """A message as it goes over the wire: here, as it is."""
        return data

    def write(self, data: bytes) -> None:
        self.send(self.frame(data))

    def send(self, framed: bytes) -> None:
        if not self._out:
            self.pipeline.dirty(self)
        elif self._gap and len(self._out) >= PACED_MOST:
            self._drop()
            return
        self._out.append(framed)

    def close(self) -> None:
        if self.session is not None:
            self._leave()
            self.pipeline.submit(self.conn, Decision(), then=self._hang_up)

    def show_out(self) -> None:
        """Hang up on somebody who is banned, whatever they are doing."""
        if self.session is not None:
            self.close()
        else:
            self.transport.close()

    def pace(self, gap: int) -> None:
        self._gap = gap

    def alarm(self, name: str, after: int | None) -> None:
        self.pipeline.alarm(self.conn, name, after)

    # What the pipeline calls.

    def tell(self, news: News, seat: int | None) -> None:
        session = self.session
        if session is None:
            return
        if self._slow and self.door.patient:
            self._missed = True
        elif self._run is not None:
            self.talk("telling", session.tell, news, seat)
        else:
            try:
                session.tell(news, seat)
            except Exception:
                log.exception("a session failed", doing="telling")

    def flush(self) -> None:
        """Everything written in this pass goes out in one piece, unless the session wants
        its messages apart."""
        out = self._out
        if self._gap and out:
            self._flush_one()
            return
        self._out = []
        if not out or self._gone:
            return
        if self._slow and self.transport.get_write_buffer_size() > self.limits.unread:
            self._drop()
            return
        self.transport.write(out[0] if len(out) == 1 else b"".join(out))

    def _drop(self) -> None:
        if not self._gone:
            self.pipeline.counts["slow_readers_dropped"] += 1
            self._gone = True
            self.transport.abort()

    def _flush_one(self) -> None:
        """The next message alone; the one after it when the gap has passed."""
        if self._gone or (self.conn, " gap") in self.pipeline.alarms:
            return
        self.transport.write(self._out.pop(0))
        self.alarm(" gap", self._gap)

    def ring(self, name: str) -> None:
        if name == " rate":
            self._pump()
        elif name == " gap":
            self.flush()
            if self._hanging_up:
                self._hang_up()
            elif self._held:
                self._pump()
        elif name == " idle":
            self._idle()
        elif name == " slow":
            self._drop()
        elif self.session is not None:
            self.talk("ringing", self.session.ring, name)

    def _idle(self) -> None:
        silent = self.now() - self._heard
        if silent >= self.limits.idle:
            self.close()
        else:
            self.alarm(" idle", self.limits.idle - silent)

    def _hang_up(self) -> None:
        self._hanging_up = True
        self.flush()
        if not self._gone and not self._out:
            self.transport.close()
            if self.transport.get_write_buffer_size():  # nor is who does not read the goodbye waited for
                self.alarm(" slow", self.limits.slow)


def keep_alive(transport: asyncio.BaseTransport) -> None:
    """Have the system find out when the other machine is gone without a word."""
    sock = transport.get_extra_info("socket")
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_KEEPIDLE", ALIVE_AFTER),
        ("TCP_KEEPINTVL", ALIVE_EVERY),
        ("TCP_KEEPCNT", ALIVE_TRIES),
    ):
        if hasattr(socket, option):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def peer(transport: asyncio.BaseTransport) -> str:
    """The address a connection comes from."""
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple) else "local"
