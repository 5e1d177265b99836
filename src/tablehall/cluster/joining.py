"""Joining: one server becomes a node of a hall that has several."""

import asyncio
import os
import secrets
import socket
from typing import Any

import msgspec
import structlog

from tablehall.cluster import messages
from tablehall.cluster.bus import BusError
from tablehall.cluster.draining import Draining, ask_patiently
from tablehall.cluster.failover import CONTESTS, Failover
from tablehall.cluster.membership import Times
from tablehall.cluster.node import Node
from tablehall.cluster.publishing import SharedPipeline
from tablehall.cluster.shared import EPOCH_SHIFT, SharedHall
from tablehall.hall import facts
from tablehall.hall.facts import Row
from tablehall.hall.recovery import Remembered
from tablehall.journal.api import NotOwner
from tablehall.journal.postgres import PostgresJournal
from tablehall.journal.sharing import Sharing
from tablehall.net.connection import Connection
from tablehall.net.pipeline import safely
from tablehall.net.udp import Address, DatagramConnection

log = structlog.get_logger("tablehall.cluster")

BLOCK = 100_000
"""So many numbers for tables a node takes at a time."""
REFRESH_EVERY = 5.0
"""Seconds between two looks of a node at how contests stand that another one holds."""


class ClusterSettings(msgspec.Struct, forbid_unknown_fields=True):
    """How a node lives with others."""

    join: str = ""
    """The NATS servers (nats://HOST:PORT,...); empty: it is alone."""
    name: str = ""
    """Its name; empty: that of the machine and the process."""
    times: Times = Times()


def node_name(settings: ClusterSettings) -> str:
    """The name of this node: no two that run may have the same."""
    return settings.name or f"{socket.gethostname()}-{os.getpid()}"


class Cluster:
    """This server's part in the hall."""

    def __init__(self, settings: ClusterSettings, journal: PostgresJournal) -> None:
        self.settings, self.journal = settings, journal
        self.name = journal.owner
        self.sharing = Sharing(journal.link, journal.owner)
        self.datagrams: list[DatagramConnection] = []
        self._last = self._next = 0
        self._fetching = False
        self._spare: list[int] = []

    async def join(self, hall: SharedHall, pipeline: SharedPipeline, server: Any) -> None:
        """Find the other nodes."""
        self.hall, self.pipeline, self.server = hall, pipeline, server
        pipeline.number_from(self.journal.epoch << EPOCH_SHIFT)
        hall.numbered = self.number
        hall.relaying, hall.reaching = self._relay, self._send_beyond
        self._last = self.sharing.block(BLOCK)
        self._next = self._last - BLOCK
        self._agree_on_key()
        hall_id = self.sharing.first("hall", "id", secrets.token_hex(6).encode()).decode()
        self.node = Node(hall, pipeline, self.journal, self.settings.join, self.name, self.settings.times)
        self.node.on_deafness = self._deaf
        self.node.on_fenced = server.rejoin
        self.node.on_datagram = self._datagram
        hall.barred = self._hang_up
        hall.drained = self.drained
        try:
            await self.node.join(hall_id)
        except TimeoutError as error:
            await self.node.close()
            raise BusError(
                f"No NATS server answers at {self.settings.join} (or a node of the hall does not)"
                f"{self.node.bus.why()}: "
                "start one, or check --join."
            ) from error

    def _agree_on_key(self) -> None:
        chosen = facts.HallKey(secrets.token_hex(16), self._next).row().value or b""
        self.hall.learn(facts.read(Row("hall", "key", self.sharing.first("hall", "key", chosen))))

    def recovered(self, bot_pool: Any, kept: facts.Rows, tables: list[Remembered], lost: int) -> None:
        """People are known: from now on this node decides and follows, and goes on with its tables."""
        self.failover = Failover(self.node, self.sharing)
        self.draining = Draining(self.node, self.sharing)
        self.failover.on_leading = self._hold_contests
        if bot_pool is not None:
            self.node.on_tables = bot_pool.look_at
        self.failover.recall(kept.get("asked", {}))
        self.node.catch_up()
        if tables:
            self.failover.resume(tables, lost)
        self.node.forwarding.decide_waiting()

    def opened(self, address: str) -> None:
        """Every door stands open."""
        self.node.address, self.node.open = address, True
        self.node.doors = [opened.door.name for opened in self.server.opened]
        self._refreshing = asyncio.ensure_future(self._refresh())

    # Numbers.

    def number(self) -> int:
        """The next number for a table; the next block is fetched before this one is used up."""
        self._next += 1
        if self._next > self._last:
            last = self._spare.pop() if self._spare else self.sharing.block(BLOCK)
            self._last, self._next = last, last - BLOCK + 1
        elif self._last - self._next < BLOCK // 2 and not (self._spare or self._fetching):
            self._fetching = True
            self.node.loop.run_in_executor(None, self._fetch)
        return self._next

    def _fetch(self) -> None:
        try:
            self._spare.append(self.sharing.block(BLOCK))
        finally:
            self._fetching = False

    # Trouble.

    def _deaf(self) -> None:
        log.error("does not hear the other nodes and starts anew", node=self.name)
        self.server.rejoin(NotOwner("This node has not heard from NATS for too long."))

    def _hang_up(self, address: str) -> None:
        """Somebody was banned at another node."""
        for listener in list(self.pipeline.connections.values()):
            if isinstance(listener, Connection) and listener.barred():
                safely("showing out", listener.show_out)

    # Datagrams. One node holds the contests; the others pass on what they receive.

    def answer_for(self, datagrams: DatagramConnection) -> None:
        """A door for datagrams is open here."""
        self.datagrams.append(datagrams)
        if self.node.hall.leads:
            datagrams.begin()

    def _relay(self, door: str, data: bytes, addr: Address) -> bool:
        holder = self.node.members.leader()
        if holder != self.node.epoch:
            message = messages.Datagram(door, addr[0], addr[1], data)
            self.node.links.say(holder, messages.encode(message))
        return True

    def _send_beyond(self, door: str, data: bytes, addr: Address) -> bool:
        """Through the node where the program came in; False: that one is gone."""
        epoch = int(addr[2][1:])
        if epoch not in self.node.links.links:
            return False
        message = messages.Datagram(door, addr[0], addr[1], data, True)
        self.node.links.say(epoch, messages.encode(message))
        return True

    def _datagram(self, epoch: int, message: messages.Datagram) -> None:
        for datagrams in self.datagrams:
            if datagrams.door.name == message.door:
                if message.out:
                    datagrams.send_to(message.data, (message.host, message.port))
                else:
                    datagrams.passed_on(message.data, (message.host, message.port, f"@{epoch}"))

    def _hold_contests(self) -> None:
        """This node holds the contests from now on, as the one before has left them."""
        self._reopen()
        for datagrams in self.datagrams:
            datagrams.begin()

    def _reopen(self) -> None:
        """Every contest as it is remembered now; doors that shared one still do."""
        doors = [datagrams.door for datagrams in self.datagrams]
        for door in doors:
            self.hall.organisers.pop(door.contest.name, None)  # type: ignore[attr-defined]
        for datagrams, door in zip(self.datagrams, doors, strict=True):
            datagrams.door = type(door)(self.hall, door.settings)

    async def _refresh(self) -> None:
        """How contests stand that another node holds."""
        while True:
            await asyncio.sleep(REFRESH_EVERY)
            if not self.hall.leads and self.datagrams:
                rows = await ask_patiently(self.sharing.facts, CONTESTS)
                if not self.hall.leads:
                    self.hall.contest_books.clear()
                    for fact in facts.load(rows):
                        self.hall.learn(fact)
                    self._reopen()

    # The end.

    def drained(self, *, on: bool) -> None:
        """This node lets nobody new in any more, or again: the others must not be kept from it."""
        others = self.node.members.names() - {self.name}
        if on and others:
            for datagrams in self.datagrams:
                datagrams.end()
            self.failover.spawn(self.draining.step_down())
        elif not on and (self.node.leaving or self.node.stepping_down):
            self.draining.stay()

    async def hand_over(self) -> None:
        """Everything of this node goes to the others."""
        self._refreshing.cancel()
        for datagrams in self.datagrams:
            datagrams.end()
        await self.draining.hand_over()

    async def leave(self) -> None:
        """The last message."""
        if hasattr(self, "_refreshing"):
            self._refreshing.cancel()
        if hasattr(self, "failover"):
            await self.failover.close()
        for listener in list(self.pipeline.connections.values()):  # also who waits for another node's answer
            if isinstance(listener, Connection):
                listener.session = None  # type: ignore[assignment]  # nothing is decided here any more
                listener.transport.close()
        self.node.links.flush()
        self.node.beat(gone=True)
        await asyncio.sleep(0.05)
        await self.node.close()
