"""A connection: reads in slices, writes once a pass, and is never waited for."""

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from tablehall.hall.addresses import share_of
from tablehall.hall.budget import Budgets
from tablehall.hall.decision import Decision
from tablehall.hall.notices import News
from tablehall.net.allowance import SHORT, Allowance
from tablehall.net.lines import LineReader, TooLong
from tablehall.net.long_message import LongMessage
from tablehall.net.pipeline import Pipeline, log, safely
from tablehall.net.stalls import BRIEF, clock
from tablehall.protocols.door import Door, DoorLimits, Session

SLICE = 32
"""So many messages of one connection are handled before others have their turn; fewer if one of them was
answered with something long."""
RECEIVING = "receiving"
UNHEARD_MOST = 10_000
"""So much may wait for a session that itself waits for somebody else to decide."""
PACED_MOST = 4096
"""So many messages may wait for their turn on a connection that wants them apart, or behind a long one."""
LONGS_MOST = 8
"""So many long messages that nobody asked for may wait to be sent."""
ALIVE_AFTER, ALIVE_EVERY, ALIVE_TRIES = 60, 15, 4
"""Seconds of silence before the system asks whether the other machine is still there, seconds
between two questions, and how many go unanswered before the connection is lost."""


class Connection(asyncio.Protocol):
    """What all stream connections share; the port of their session. `shares` are the budgets of all
    addresses at this door."""

    def __init__(
        self, pipeline: Pipeline, door: Door, limits: DoorLimits, *, shares: Budgets | None = None
    ) -> None:
        self.pipeline = pipeline
        self.door = door
        self.limits = limits
        self.conn = 0
        self.address = self.share = ""
        self.shares = shares or Budgets(limits.address_rate, limits.address_burst)
        self.allowance: Allowance = None  # type: ignore[assignment]  # comes with the address
        self.session: Session = None  # type: ignore[assignment]  # comes with the connection
        self.reader: Any = None
        self.transport: asyncio.Transport = None  # type: ignore[assignment]
        self._out: list[bytes | LongMessage] = []
        self._longs = self._owed = 0
        """How many long messages wait to be sent, and how many of them are answers: while there is one, no
        more is read."""
        self._dear = self._flushing = False
        self.now = pipeline.now
        self._heard = pipeline.now()
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
        pipeline = self.pipeline
        pipeline.counts["connections"] += 1
        pipeline.addresses[self.door.name, ""] += 1
        self.conn = pipeline.connect(self)
        room = self.comes_from(peer(transport))
        if not room or pipeline.addresses[self.door.name, ""] > self.limits.connections:
            self._turn_away()
            return
        self.transport.set_write_buffer_limits(high=self.limits.unread // 4)
        keep_alive(transport)
        self.begin()

    def comes_from(self, address: str) -> bool:
        """Count this connection at an address; whether there is still room for it."""
        if self.share:
            self._uncount(self.share)
        self.address, self.share = address, share_of(address)
        self.allowance = Allowance(self.limits, self.shares, self.share, self.now())
        self.pipeline.addresses[self.door.name, self.share] += 1
        return self._neighbours() <= self.limits.per_address

    def _neighbours(self) -> int:
        return self.pipeline.addresses[self.door.name, self.share]

    def _uncount(self, share: str) -> None:
        addresses, key = self.pipeline.addresses, (self.door.name, share)
        addresses[key] -= 1
        if not addresses[key]:
            del addresses[key]

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
        allowance = self.allowance
        if allowance.tokens < 1 or self._held or self._gap or self._is_busy():
            message = None
        elif (message := reader.whole(data)) is None and self.is_nothing(data):
            allowance.tokens -= 1
            return
        if message is None:
            reader.feed(data)
            if not self._held:
                self._pump()
        else:  # one whole message and nothing but it, as most are
            allowance.tokens -= 1
            self._hear(message)

    def _hear(self, message: bytes) -> None:
        """Deal with a message, and note how long that took."""
        pipeline = self.pipeline
        pipeline.counts["messages"] += 1
        began = clock()
        self.receive(message)
        if (held := clock() - began) < BRIEF:
            pipeline.stalls.brief += 1
        else:
            pipeline.stalls.noted(held, self.door.name, message, self.address)

    def _is_busy(self) -> bool:
        """Whether something else has to be done before more is read."""
        return bool(self._slow or self._waiting or self._owed or self.pipeline.congested)

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
        self.allowance.give_back(self.now())
        self._uncount(self.share)
        self._uncount("")

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
        if self._longs:
            self._flush_some()
        else:
            self._catch_up()

    def _catch_up(self) -> None:
        """Everything has been sent: what was left out meanwhile is told, and more is read."""
        if self._missed and self.session is not None:
            self._missed = False
            self.talk("catching up", self.session.caught_up)
        if self._held:
            self._pump()

    # Reading.

    def _pump(self) -> None:
        """Handle what has arrived, at the allowed rate and not too much at once."""
        allowance = self.allowance
        for _ in range(SLICE):
            if self._gone or self.session is None:
                return
            if self._is_busy() or (self._gap and len(self._out) > SLICE):
                self._hold()
                return
            if allowance.tokens < 1 and not allowance.refill(self.now()):
                self._hold()
                self.alarm(" rate", allowance.wait(self.now(), self._neighbours()))
                return
            if not self._handle_next():
                break
            allowance.tokens -= 1
            if self._dear:
                self._go_on_soon()
                return
        else:
            self._go_on_soon()
            return
        if self._held:
            self._held = False
            self.transport.resume_reading()
        if self._ended:
            self._leave()
            self.pipeline.submit(self.conn, Decision(), then=self._hang_up)

    def _go_on_soon(self) -> None:
        """Others have their turn first."""
        self._dear = False
        self._hold()
        if self._gap:  # while a commit is on its way answers pile up unseen: not faster than they go out
            self.alarm(" gap", self._gap)
        else:
            self.pipeline.loop.call_soon(self._pump)

    def _hold(self) -> None:
        if not self._held:
            self._held = True
            if not self._ended:
                self.transport.pause_reading()

    def _handle_next(self) -> bool:
        line = self.reader.next()
        if line is None:
            return False
        if isinstance(line, TooLong):
            self.pipeline.counts["messages"] += 1
            self.talk("refusing", self.session.too_long)
        else:
            self._hear(line)
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
        if answer is not None and len(answer) > SHORT:
            self._pay(answer)
        self.pipeline.submit(self.conn, decision, answer)

    def answer(self, data: bytes) -> None:
        if len(data) > SHORT:
            self._pay(data)
        self.pipeline.answer(self.conn, data)

    def _pay(self, data: bytes) -> None:
        """A long answer costs more than its question, and others have their turn before the next one."""
        self.allowance.charge(len(data), self.now())
        self._dear = True

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        first, second = next(pieces), next(pieces, None)
        if second is None:
            self.answer(first)
            return
        self._owed += 1
        message = LongMessage(first, second, pieces, asked=True)
        self.pipeline.submit(self.conn, Decision(), then=lambda: self._begin(message))

    def send_long(self, pieces: Iterator[bytes]) -> None:
        first, second = next(pieces), next(pieces, None)
        if second is None:
            self.write(first)
        elif self._longs < LONGS_MOST:
            self._begin(LongMessage(first, second, pieces, asked=False))
        else:
            self._drop()

    def _begin(self, message: LongMessage) -> None:
        """From now on a long message is among what is to be sent."""
        self._longs += 1
        if not self._out:
            self.pipeline.dirty(self)
        self._out.append(message)

    def frame(self, data: bytes) -> bytes:
        """A message as it goes over the wire: here, as it is."""
        return data

    def frame_piece(self, data: bytes, first: bool, last: bool) -> bytes:
        """A piece of a message as it goes over the wire."""
        return data

    def write(self, data: bytes) -> None:
        self.send(self.frame(data))

    def send(self, framed: bytes) -> None:
        if not self._out:
            self.pipeline.dirty(self)
        elif (self._gap or self._longs) and len(self._out) >= PACED_MOST:
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
        out: list[Any] = self._out
        if self._longs:
            if not self._flushing:
                self._flush_some()
            return
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
        out: list[Any] = self._out
        if self._gone or (self.conn, " gap") in self.pipeline.alarms:
            return
        self.transport.write(out.pop(0))
        self.alarm(" gap", self._gap)

    def _flush_some(self) -> None:
        """While there is a long message: a piece at a time, and others have their turn in between. Who does
        not read gets no more of it."""
        self._flushing = False
        out: list[Any] = self._out
        if self._gone or self._slow or not self._longs:
            return
        began, message = clock(), out[0]
        if type(message) is LongMessage:
            data, last = message.next(self.frame_piece)
            if message.asked:
                self.allowance.charge(len(data), self.now())
                self._owed -= last
            if last:
                del out[0]
                self._longs -= 1
        else:
            ready = next(place for place, waits in enumerate(out) if type(waits) is LongMessage)
            data = b"".join(out[:ready])
            del out[:ready]
        self.transport.write(data)
        self.pipeline.stalls.noted(clock() - began, f"{self.door.name}, a long answer", address=self.address)
        if self._longs:
            self._flushing = True
            self.pipeline.loop.call_soon(self._flush_some)
            return
        self.flush()
        if self._hanging_up:
            self._hang_up()
        elif not self._slow:
            self._catch_up()

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
        if not self._gone and (self._out or self.transport.get_write_buffer_size()):
            self.alarm(" slow", self.limits.slow)  # nor is who does not read the goodbye waited for


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
