"""The sending half of a connection: writes once a pass, and waits for nobody."""

import asyncio
from collections.abc import Iterator
from typing import Any

from tablehall.hall.decision import Decision
from tablehall.net.allowance import SHORT, Allowance
from tablehall.net.long_message import LongMessage
from tablehall.net.pipeline import Pipeline
from tablehall.net.stalls import clock
from tablehall.protocols.door import Door, DoorLimits

PACED_MOST = 4096
"""So many messages may wait for their turn on a connection that wants them apart, or behind a long one."""
LONGS_MOST = 8
"""So many long messages that nobody asked for may wait to be sent."""


class Sender(asyncio.Protocol):
    """Collects what is to be sent, and sends it when its pass is over. Who reads too little is dropped."""

    def __init__(self, pipeline: Pipeline, door: Door, limits: DoorLimits) -> None:
        self.pipeline = pipeline
        self.door = door
        self.limits = limits
        self.now = pipeline.now
        self.conn = 0
        self.address = ""
        self.allowance: Allowance = None  # type: ignore[assignment]  # comes with the address
        self.transport: asyncio.Transport = None  # type: ignore[assignment]  # comes with the connection
        self._out: list[bytes | LongMessage] = []
        self._longs = self._owed = 0
        """How many long messages wait to be sent, and how many of them are answers: while there is one, no
        more is read."""
        self._dear = self._flushing = self._slow = self._gone = self._hanging_up = False
        self._gap = 0

    def alarm(self, name: str, after: int | None) -> None:
        self.pipeline.alarm(self.conn, name, after)

    def _catch_up(self) -> None:
        """Everything has been sent."""

    # What the loop calls.

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

    def pace(self, gap: int) -> None:
        self._gap = gap

    # What the pipeline calls.

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

    def _hang_up(self) -> None:
        self._hanging_up = True
        self.flush()
        if not self._gone and not self._out:
            self.transport.close()
        if not self._gone and (self._out or self.transport.get_write_buffer_size()):
            self.alarm(" slow", self.limits.slow)  # nor is who does not read the goodbye waited for
