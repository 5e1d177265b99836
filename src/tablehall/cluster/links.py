"""Links: what one node says to another arrives in order and complete, over a bus that promises neither.

Every packet has a number. Who misses one asks for it again; who has sent one keeps it until the
other has told, with its heartbeat, that it arrived. Packets written in one pass of the loop go in
one batch.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

BATCH = 400_000
"""About so many bytes go into one batch; NATS refuses more than a megabyte."""
UNACKED = 64 * 1024 * 1024
"""So many bytes may wait for a node to confirm them; with more it is given up."""

Addressee = int
"""A node's epoch: the number of its start."""


class Packet(msgspec.Struct, array_like=True, gc=False):
    """What a node says to another. Number 0 asks for everything from `again` on once more."""

    sender: Addressee
    number: int
    bodies: list[msgspec.Raw] = []
    again: int = 0
    piece: bytes = b""
    """Of something that does not go into one batch."""
    more: bool = False
    """Whether other pieces follow."""


class Link:
    """What was said to one node, and heard from it."""

    __slots__ = ("asked", "heard", "outgoing", "pieces", "sent", "size", "unacked", "weight")

    def __init__(self) -> None:
        self.sent = 0
        self.heard = 0
        self.unacked: deque[tuple[int, bytes]] = deque()
        self.size = 0
        self.outgoing: list[msgspec.Raw] = []
        self.weight = 0
        self.pieces: list[bytes] = []
        self.asked = 0
        """The last number that was asked for again."""


class Links:
    """The links of a node to all others."""

    def __init__(
        self,
        me: Addressee,
        publish: Callable[[Addressee, bytes], None],
        hear: Callable[[Addressee, bytes], None],
        soon: Callable[[Callable[[], None]], Any],
    ) -> None:
        self.me = me
        self.links: dict[Addressee, Link] = {}
        self.overflowed: set[Addressee] = set()
        self._publish = publish
        self._hear = hear
        self._soon = soon
        self._scheduled = False
        self._read = msgspec.msgpack.Decoder(Packet).decode
        self._write = msgspec.msgpack.Encoder().encode

    def say(self, to: Addressee, body: bytes) -> None:
        """Say something to a node."""
        link = self.links.get(to)
        if link is None:
            return
        if link.weight + len(body) > BATCH:
            self._post(to, link)
        if len(body) > BATCH:
            self._post_in_pieces(to, link, body)
            return
        link.outgoing.append(msgspec.Raw(body))
        link.weight += len(body)
        if not self._scheduled:
            self._scheduled = True
            self._soon(self.flush)

    def flush(self) -> None:
        """Send what was said in this pass."""
        self._scheduled = False
        for to, link in self.links.items():
            if link.outgoing:
                self._post(to, link)

    def _post(self, to: Addressee, link: Link) -> None:
        if not link.outgoing:
            return
        outgoing, link.outgoing, link.weight = link.outgoing, [], 0
        self._send(to, link, Packet(self.me, link.sent + 1, outgoing))

    def _post_in_pieces(self, to: Addressee, link: Link, body: bytes) -> None:
        """A server hangs up on whoever sends too much at once, and would do so every time."""
        for start in range(0, len(body), BATCH):
            more = start + BATCH < len(body)
            piece = body[start : start + BATCH]
            self._send(to, link, Packet(self.me, link.sent + 1, piece=piece, more=more))

    def _send(self, to: Addressee, link: Link, packet: Packet) -> None:
        link.sent = packet.number
        data = self._write(packet)
        link.unacked.append((link.sent, data))
        link.size += len(data)
        if link.size > UNACKED:
            self.overflowed.add(to)
        self._publish(to, data)

    def arrived(self, data: bytes) -> None:
        """A packet has come."""
        packet = self._read(data)
        link = self.links.get(packet.sender)
        if link is None:
            return
        if packet.number == 0:
            for number, unacked in link.unacked:
                if number >= packet.again:
                    self._publish(packet.sender, unacked)
        elif packet.number == link.heard + 1:
            link.heard = packet.number
            for body in packet.bodies:
                self._hear(packet.sender, bytes(body))
            if packet.piece:
                link.pieces.append(packet.piece)
                if not packet.more:
                    pieces, link.pieces = link.pieces, []
                    self._hear(packet.sender, b"".join(pieces))
        elif packet.number > link.heard:
            self._ask_again(packet.sender, link, packet.number)

    def _ask_again(self, of: Addressee, link: Link, latest: int) -> None:
        if link.asked != link.heard + 1:
            link.asked = link.heard + 1
            self._publish(of, self._write(Packet(self.me, 0, [], link.asked)))

    def counts(self) -> dict[Addressee, tuple[int, int]]:
        """For the heartbeat: how many packets were sent to, and heard from, each node."""
        return {to: (link.sent, link.heard) for to, link in self.links.items()}

    def acknowledged(self, peer: Addressee, sent: int, heard: int) -> None:
        """A node's heartbeat says how many it has sent here, and how many from here it has heard."""
        link = self.links.get(peer)
        if link is None:
            return
        while link.unacked and link.unacked[0][0] <= heard:
            link.size -= len(link.unacked.popleft()[1])
        if sent > link.heard:
            link.asked = 0
            self._ask_again(peer, link, sent)
