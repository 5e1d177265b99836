"""The hall's end of a virtual stream: everything that `asyncio.Transport` promises."""

from typing import TYPE_CHECKING, Any

from tablehall_lab.sim.timeline import Loop
from tablehall_lab.sim.trace import Broken

if TYPE_CHECKING:
    from tablehall_lab.sim.network import Wire


class StreamTransport:
    """What the net writes to and reads from."""

    def __init__(self, wire: "Wire", loop: Loop) -> None:
        self.wire = wire
        self.loop = loop
        self.protocol: Any = None
        self.buffer = bytearray()
        self.high, self.low = 65536, 16384
        self.paused = False
        self.reading = True
        self.closing = self.lost = False
        self.closed_at = self.longest = 0
        self.arrived: list[bytes | None] = []

    # What the net calls.

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.wire.address, 40_000 + self.wire.number) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.high = high if high is not None else 65536
        self.low = low if low is not None else self.high // 4

    def get_write_buffer_size(self) -> int:
        return len(self.buffer)

    def is_closing(self) -> bool:
        return self.closing

    def can_write_eof(self) -> bool:
        """As with TLS: nobody says that they have said everything."""
        return False

    def write(self, data: bytes) -> None:
        if self.lost or not data:
            return
        if self.closing:
            raise Broken(f"{self.wire.name}: something is written after the goodbye: {data[:80]!r}")
        limits = self.protocol.limits
        if len(self.buffer) > limits.unread + self._paced(limits.slow):
            raise Broken(f"{self.wire.name} does not read, and is waited for")
        self.buffer += data
        self.longest = max(self.longest, len(data))
        if len(self.buffer) > self.high and not self.paused:
            self.paused = True
            self.protocol.pause_writing()
        self.wire.pull()

    def _paced(self, slow: int) -> int:
        """Messages apart are written without a look at what waits, until the time for it is over."""
        gap: int = self.protocol._gap
        return (slow // gap + 1) * self.longest if gap else 0

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        if not self.reading and not self.closing:
            self.reading = True
            self.loop.call_soon(self._read)

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self.closed_at = self.loop.timeline.now
            if not self.buffer:
                self.loop.call_soon(self._lose, None)

    def abort(self) -> None:
        self.closing, self.closed_at = True, self.loop.timeline.now
        self.buffer.clear()
        self.loop.call_soon(self._lose, None)

    # What the wire calls.

    def take(self, most: int) -> bytes:
        """The next bytes leave for the other end."""
        data = bytes(self.buffer[:most])
        del self.buffer[:most]
        if self.paused and len(self.buffer) <= self.low:
            self.paused = False
            self.protocol.resume_writing()
        if self.closing and not self.buffer:
            self.loop.call_soon(self._lose, None)
        return data

    def arrive(self, data: bytes | None) -> None:
        """Bytes have come, or the news that no more will (None)."""
        if not (self.lost or self.closing):
            self.arrived.append(data)
            self._read()

    def _read(self) -> None:
        while self.arrived and self.reading and not (self.closing or self.loop.dead):
            data = self.arrived.pop(0)
            if data is not None:
                self.protocol.data_received(data)
            elif not self.protocol.eof_received():
                self.close()

    def _lose(self, error: Exception | None) -> None:
        if not self.lost:
            self.lost = self.closing = True
            self.buffer.clear()
            self.protocol.connection_lost(error)
            self.wire.hung_up()

    def reset(self, error: Exception) -> None:
        """The connection is broken."""
        self.buffer.clear()
        self._lose(error)
