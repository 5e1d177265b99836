"""Datagrams: bounded in size and rate; what is over the limit is dropped and counted.

The kernel keeps only so many datagrams, so they are taken out of its hands as soon as possible,
also between two things that are sent, and wait here for their turn. What has arrived before a
deadline is looked at before the deadline passes.
"""

import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from tablehall.hall.addresses import share_of
from tablehall.hall.budget import Budgets
from tablehall.hall.decision import Decision
from tablehall.hall.notices import News
from tablehall.net.many import Group
from tablehall.net.pipeline import Pipeline, safely
from tablehall.net.proofs import Address as Address
from tablehall.net.proofs import Proofs
from tablehall.net.readiness import once_writable, when_readable
from tablehall.net.stalls import BRIEF, clock
from tablehall.protocols.door import DatagramSession, Door, DoorLimits

KNOWN_ADDRESSES = 20_000
BUFFER = 4 * 1024 * 1024
"""What the kernel is asked to keep for us."""
WAITING = 100_000
"""Datagrams that may wait here."""
AT_A_TIME = 256
"""So many datagrams are dealt with before others have their turn."""
LOOK_EVERY = 64
"""So many are sent before what has arrived is taken in."""
FILLED_IN = 8
"""Seconds in which somebody who has used up all their registrations has all of them again."""


class DatagramConnection:
    """One socket, any number of peers: the port of a datagram door's only session."""

    def __init__(self, pipeline: Pipeline, door: Door, limits: DoorLimits) -> None:
        self.pipeline, self.door, self.limits = pipeline, door, limits
        self.conn = 0
        self.address = ""
        self.session: DatagramSession | None = None
        self._arrived: deque[tuple[bytes, Address]] = deque()
        self._unsent: deque[tuple[bytes, Address]] = deque()
        self._sent = 0
        self._working = False
        self._open = True
        self._read_no_more: Callable[[], object] = lambda: None
        self._wait_no_more: Callable[[], object] = lambda: None
        self._peers = pipeline.hall.peers
        self._decisions = pipeline.latency.decision[door.name]
        self.now = pipeline.clock
        self._tokens: dict[Address, list[int]] = {}
        self._registrations = Budgets(door.registrations / FILLED_IN, door.registrations)
        self._proofs = Proofs(door.trusted)

    def open(self, host: str, port: int) -> int:
        """Listen there; returns the port (which may have been 0: any)."""
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_DGRAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, where = found[0]
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setblocking(False)
            for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
                bound.setsockopt(socket.SOL_SOCKET, buffer, BUFFER)
            bound.bind(where)
        except OSError:
            bound.close()
            raise
        return self.listen(bound)

    def listen(self, bound: socket.socket) -> int:
        """Take in what arrives at a socket; returns its port."""
        self._socket = bound
        self._read_no_more = when_readable(self.pipeline.loop, self._socket, self._readable)
        self.conn = self.pipeline.connect(self)
        if self._peers.alone:  # else some node begins, and perhaps another one
            self.begin()
        port: int = bound.getsockname()[1]
        return port

    def begin(self) -> None:
        """Answer for this door from now on."""
        session = self.door.session(self)
        assert isinstance(session, DatagramSession)
        self.session = session
        safely("opening", session.opened)

    def end(self) -> None:
        """Answer for this door no longer."""
        session, self.session = self.session, None
        if session is not None:
            safely("leaving", session.lost)

    # In.

    def _readable(self) -> None:
        began = clock()
        if not self._arrived and (first := self._receive()):  # it need not wait until we know of others
            self._received(*first)
            self._decisions.noted(clock() - began)
        self._take_in()
        if self._arrived and not self._working:
            self._work()
        self.pipeline.hurry()  # in a contest everybody waits for the result, and there is nothing to wait for
        self._noted(began)

    def _noted(self, began: float) -> None:
        """For so long others had to wait. (What took a moment only was counted with the decision.)"""
        if (held := clock() - began) > BRIEF:
            self.pipeline.stalls.noted(held, f"{self.door.name}, datagrams")

    def _receive(self) -> tuple[bytes, Address] | None:
        try:
            return self._socket.recvfrom(self.limits.message + 1)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            self.pipeline.counts["datagram_errors"] += 1
            return None

    def _take_in(self) -> None:
        """Take what has arrived out of the kernel's hands."""
        arrived = self._arrived
        while len(arrived) < WAITING and (one := self._receive()):
            arrived.append(one)

    def _work(self) -> None:
        """Deal with some of what has arrived; with the rest when others have had their turn."""
        self._working = False
        for _ in range(min(AT_A_TIME, len(self._arrived))):
            self._received(*self._arrived.popleft())
        if self._arrived and self._open:
            self._soon()

    def _soon(self) -> None:
        if not self._working:
            self._working = True
            self.pipeline.loop.call_soon(self._work_on)

    def _work_on(self) -> None:
        began = clock()
        self._work()
        self._noted(began)

    def catch_up(self) -> None:
        """Deal with everything that has arrived by now."""
        self._take_in()
        for _ in range(len(self._arrived)):
            self._received(*self._arrived.popleft())

    def _received(self, data: bytes, addr: Address) -> None:
        counts = self.pipeline.counts
        counts["datagrams"] += 1
        banned = self.pipeline.hall.bans.addresses
        if (banned and self._barred(addr)) or not self._allowed(addr):
            counts["datagrams_dropped"] += 1
        elif self.session is None:
            if len(data) > self.limits.message or not self._peers.relay(self.door.name, data, addr):
                counts["datagrams_dropped"] += 1
        elif len(data) > self.limits.message:
            counts["datagrams_too_long"] += 1
            safely("refusing", self.session.too_long_from, addr)
        else:
            safely("receiving", self.session.receive_from, data, addr)

    def passed_on(self, data: bytes, addr: Address) -> None:
        """Another node has received a datagram for this door."""
        if self.session is not None:
            safely("receiving", self.session.receive_from, data, addr)

    def _barred(self, addr: Address) -> bool:
        return self.pipeline.hall.bans.bar_address(addr[0], self.pipeline.clock())

    def _allowed(self, addr: Address) -> bool:
        """A bucket of tokens for every address; it is filled again when it is empty."""
        bucket = self._tokens.get(addr)
        if bucket is None:
            if len(self._tokens) > KNOWN_ADDRESSES:
                self._tokens.clear()
            bucket = self._tokens[addr] = [self.limits.burst, self.pipeline.clock()]
        if bucket[0] < 1:
            now = self.pipeline.clock()
            earned = (now - bucket[1]) * self.limits.rate // 1000
            if earned < 1:
                return False
            bucket[0], bucket[1] = min(self.limits.burst, earned), now
        bucket[0] -= 1
        return True

    # The port of the session.

    def registers(self, addr: Address) -> bool:
        """Somebody registers from an address; whether they may, by how often they have."""
        now = self.now()
        return self._registrations.spend(share_of(addr[0]), 1, now) and self._proofs.registers(addr, now)

    def sure(self, addr: Address) -> bool:
        """Whether somebody receives at an address who wants to."""
        return self._proofs.sure(addr, self.now())

    def expect(self, addr: Address, token: str) -> None:
        """A token is about to be sent to an address, and to no other: who says it has received it there."""
        self._proofs.expect(addr, token)

    def said(self, addr: Address, token: str) -> bool:
        """Somebody has said a token; returns whether it is sure by now that they receive there."""
        return self._proofs.near(addr) or self._proofs.heard(addr, token, self.now())

    def send_to(self, data: bytes, addr: Address) -> None:
        """Send a datagram at once; to an address that has not proven itself only what it has bought."""
        if self._proofs.near(addr) or self._proofs.pays(addr, len(data), self.now()):
            self._send(data, addr)
        else:
            self.pipeline.counts["datagrams_unproven"] += 1

    def _send(self, data: bytes, addr: Address) -> None:
        if type(addr[-1]) is str:  # who came in through another node
            if self._peers.reach(self.door.name, data, addr):
                return
            addr = addr[:2]
        if not self._unsent:
            try:
                self._socket.sendto(data, addr)
                self._sent += 1
                if self._sent >= LOOK_EVERY:
                    self._look()
                return
            except (BlockingIOError, InterruptedError):
                self._wait_no_more = once_writable(self.pipeline.loop, self._socket, self._writable)
            except OSError:
                self.pipeline.counts["datagram_errors"] += 1
                return
        if len(self._unsent) < WAITING:
            self._unsent.append((data, addr))

    def group(self, addresses: Sequence[Address]) -> Group:
        """Addresses that will hear the same; last those that have to be looked at each time."""
        now = self.now()
        sure = [addr for addr in addresses if self._proofs.sure(addr, now)]
        if not self._peers.alone:  # those of other nodes first: then nobody packs them
            sure.sort(key=len, reverse=True)
        if len(sure) < len(addresses):
            known = set(sure)
            return Group([*sure, *(addr for addr in addresses if addr not in known)], len(sure))
        return Group(sure)

    def send_all(self, data: bytes, group: Group) -> None:
        """Send a datagram to everybody in a group at once."""
        sent = 0 if self._unsent else group.send(self._socket, data)
        self._sent += sent
        if sent < len(group.addresses):
            for addr in group.addresses[sent:]:
                self.send_to(data, addr)
        if self._sent >= LOOK_EVERY:
            self._look()

    def _look(self) -> None:
        self._sent = 0
        self._take_in()
        if self._arrived:
            self._soon()

    def _writable(self) -> None:
        unsent, self._unsent = self._unsent, deque()
        for data, addr in unsent:
            self._send(data, addr)

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        self.pipeline.submit(self.conn, decision, answer)

    def count(self, what: str) -> None:
        self.pipeline.counts[what] += 1

    def answer(self, data: bytes) -> None:
        raise TypeError("a datagram needs an address")

    def write(self, data: bytes) -> None:
        raise TypeError("a datagram needs an address")

    send = write

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        raise TypeError("a datagram is short")

    send_long = answer_long

    def frame(self, data: bytes) -> bytes:
        return data

    def close(self) -> None:
        if self._open:
            self._open = False
            self._read_no_more()
            self._wait_no_more()
            self.pipeline.disconnect(self.conn)
            self.end()
            self._socket.close()

    def pace(self, gap: int) -> None:
        raise TypeError("datagrams are not paced")

    def alarm(self, name: str, after: int | None) -> None:
        self.pipeline.alarm(self.conn, name, after)

    # What the pipeline calls.

    def tell(self, news: News, seat: int | None) -> None:
        if self.session is not None:
            safely("telling", self.session.tell, news, seat)

    def ring(self, name: str) -> None:
        if self.session is not None:
            safely("ringing", self.session.ring, name)

    def flush(self) -> None:
        pass

    def uncongested(self) -> None:
        pass
