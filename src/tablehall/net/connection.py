"""A connection: reads in slices, and has its session answer."""

import asyncio
from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from typing import Any

from tablehall.hall.addresses import share_of
from tablehall.hall.budget import Budgets
from tablehall.hall.decision import Decision
from tablehall.hall.limited import Limited
from tablehall.hall.notices import News
from tablehall.net.allowance import Allowance
from tablehall.net.keep_alive import keep_alive
from tablehall.net.latency import BOUNDS
from tablehall.net.lines import LineReader, TooLong
from tablehall.net.pipeline import Pipeline, log, safely
from tablehall.net.sender import Sender
from tablehall.net.stalls import BRIEF, clock
from tablehall.protocols.door import Door, DoorLimits, Session

SLICE = 8
"""So many messages of one connection are handled before others have their turn; fewer if one of them was
answered with something long. (With 32, thirty connections that flood the hall make everybody wait twice as
long.)"""
RECEIVING = "receiving"
UNHEARD_MOST = 10_000
"""So much may wait for a session that itself waits for somebody else to decide."""


class Connection(Sender):
    """What all stream connections share; the port of their session. `shares` are the budgets of all
    addresses at this door."""

    def __init__(
        self, pipeline: Pipeline, door: Door, limits: DoorLimits, *, shares: Budgets | None = None
    ) -> None:
        super().__init__(pipeline, door, limits)
        self.share = ""
        self.shares = shares or Budgets(limits.address_rate, limits.address_burst)
        self.session: Session = None  # type: ignore[assignment]  # comes with the connection
        self.reader: Any = None
        self._heard = pipeline.now()
        self._held = self._missed = self._ended = False
        self._run = pipeline.hall.peers.run
        self._decisions = pipeline.latency.decision[door.name]
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
        if self._neighbours() <= self.limits.per_address:
            return True
        self.pipeline.hall.shares.limited.add(
            Limited("connections", address=self.share), self.now(), self.share
        )
        return False

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
        held, decisions = clock() - began, self._decisions
        decisions.counts[bisect_left(BOUNDS, held)] += 1  # as `noted` does: there is one for every move
        decisions.total += held
        if held > BRIEF:
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


def peer(transport: asyncio.BaseTransport) -> str:
    """The address a connection comes from."""
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple) else "local"
