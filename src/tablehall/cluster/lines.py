"""Lines: what one node says to another arrives in order and complete, over a bus that promises neither.

Every letter has a number. Who misses one asks for it again; who has sent one keeps it until the
other has told, with his heartbeat, that it arrived. Letters written in one pass of the loop go in
one envelope.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

ENVELOPE = 400_000
"""About so many bytes go into one envelope; NATS refuses more than a megabyte."""
KEPT = 64 * 1024 * 1024
"""So many bytes may wait for a node to confirm them; with more it is given up."""

Addressee = int
"""A node's era: the number of its start."""


class Letter(msgspec.Struct, array_like=True, gc=False):
    """What a node says to another. Number 0 asks for everything from `again` on once more."""

    sender: Addressee
    number: int
    bodies: list[msgspec.Raw] = []
    again: int = 0
    piece: bytes = b""
    """Of something that does not go into one envelope."""
    more: bool = False
    """Whether other pieces follow."""


class Line:
    """What was said to one node, and heard from it."""

    __slots__ = ("asked", "heard", "kept", "outgoing", "pieces", "sent", "size", "weight")

    def __init__(self) -> None:
        self.sent = 0
        self.heard = 0
        self.kept: deque[tuple[int, bytes]] = deque()
        self.size = 0
        self.outgoing: list[msgspec.Raw] = []
        self.weight = 0
        self.pieces: list[bytes] = []
        self.asked = 0
        """The last number that was asked for again."""


class Lines:
    """The lines of a node to all others."""

    def __init__(
        self,
        me: Addressee,
        publish: Callable[[Addressee, bytes], None],
        hear: Callable[[Addressee, bytes], None],
        soon: Callable[[Callable[[], None]], Any],
    ) -> None:
        self.me = me
        self.lines: dict[Addressee, Line] = {}
        self.overflowed: set[Addressee] = set()
        self._publish = publish
        self._hear = hear
        self._soon = soon
        self._scheduled = False
        self._read = msgspec.msgpack.Decoder(Letter).decode
        self._write = msgspec.msgpack.Encoder().encode

    def say(self, to: Addressee, body: bytes) -> None:
        """Say something to a node."""
        line = self.lines.get(to)
        if line is None:
            return
        if line.weight + len(body) > ENVELOPE:
            self._post(to, line)
        if len(body) > ENVELOPE:
            self._post_in_pieces(to, line, body)
            return
        line.outgoing.append(msgspec.Raw(body))
        line.weight += len(body)
        if not self._scheduled:
            self._scheduled = True
            self._soon(self.flush)

    def flush(self) -> None:
        """Send what was said in this pass."""
        self._scheduled = False
        for to, line in self.lines.items():
            if line.outgoing:
                self._post(to, line)

    def _post(self, to: Addressee, line: Line) -> None:
        if not line.outgoing:
            return
        outgoing, line.outgoing, line.weight = line.outgoing, [], 0
        self._send(to, line, Letter(self.me, line.sent + 1, outgoing))

    def _post_in_pieces(self, to: Addressee, line: Line, body: bytes) -> None:
        """A server hangs up on whoever sends too much at once, and would do so every time."""
        for start in range(0, len(body), ENVELOPE):
            more = start + ENVELOPE < len(body)
            piece = body[start : start + ENVELOPE]
            self._send(to, line, Letter(self.me, line.sent + 1, piece=piece, more=more))

    def _send(self, to: Addressee, line: Line, letter: Letter) -> None:
        line.sent = letter.number
        data = self._write(letter)
        line.kept.append((line.sent, data))
        line.size += len(data)
        if line.size > KEPT:
            self.overflowed.add(to)
        self._publish(to, data)

    def arrived(self, data: bytes) -> None:
        """A letter has come."""
        letter = self._read(data)
        line = self.lines.get(letter.sender)
        if line is None:
            return
        if letter.number == 0:
            for number, kept in line.kept:
                if number >= letter.again:
                    self._publish(letter.sender, kept)
        elif letter.number == line.heard + 1:
            line.heard = letter.number
            for body in letter.bodies:
                self._hear(letter.sender, bytes(body))
            if letter.piece:
                line.pieces.append(letter.piece)
                if not letter.more:
                    pieces, line.pieces = line.pieces, []
                    self._hear(letter.sender, b"".join(pieces))
        elif letter.number > line.heard:
            self._ask_again(letter.sender, line, letter.number)

    def _ask_again(self, of: Addressee, line: Line, latest: int) -> None:
        if line.asked != line.heard + 1:
            line.asked = line.heard + 1
            self._publish(of, self._write(Letter(self.me, 0, [], line.asked)))

    def counts(self) -> dict[Addressee, tuple[int, int]]:
        """For the heartbeat: how many letters were sent to, and heard from, each node."""
        return {to: (line.sent, line.heard) for to, line in self.lines.items()}

    def confirmed(self, peer: Addressee, sent: int, heard: int) -> None:
        """A node's heartbeat says how many it has sent here, and how many from here it has heard."""
        line = self.lines.get(peer)
        if line is None:
            return
        while line.kept and line.kept[0][0] <= heard:
            line.size -= len(line.kept.popleft()[1])
        if sent > line.heard:
            line.asked = 0
            self._ask_again(peer, line, sent)
