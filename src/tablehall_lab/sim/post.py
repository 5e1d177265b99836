"""Virtual datagrams: lost, doubled, late, out of order, and not always from whom they say."""

import errno
from collections import deque
from collections.abc import Callable
from typing import Any

from tablehall_lab.sim.network import Weather
from tablehall_lab.sim.timeline import MS, Loop, Timeline
from tablehall_lab.sim.trace import Trace

Address = tuple[Any, ...]


class DatagramSocket:
    """The hall's socket: what the net uses of a real one."""

    def __init__(self, post: "Post", loop: Loop, port: int) -> None:
        self.post = post
        self.loop = loop
        self.port = port
        self.arrived: deque[tuple[bytes, Address]] = deque()
        self.closed = False

    def fileno(self) -> int:
        """A number that no file of this process has, so that nothing real is sent."""
        return 1_000_000 + self.port

    def getsockname(self) -> Address:
        return ("0.0.0.0", self.port)

    def recvfrom(self, size: int) -> tuple[bytes, Address]:
        if not self.arrived:
            raise BlockingIOError
        data, address = self.arrived.popleft()
        return data[:size], address

    def sendto(self, data: bytes, address: Address) -> int:
        trouble = self.post.trouble()
        if trouble == "full":
            self.loop.call_later(0.002, self._writable)
            raise BlockingIOError
        if trouble == "refused":
            raise OSError(errno.ECONNREFUSED, "refused")
        self.post.leaves(data, self.port, address)
        return len(data)

    def _writable(self) -> None:
        if self.fileno() in self.loop.writers and not self.closed:
            self.loop.writers[self.fileno()]()

    def arrive(self, data: bytes, address: Address) -> None:
        """A datagram is here."""
        if not self.closed:
            self.arrived.append((data, address))
            reader = self.loop.readers.get(self.fileno())
            if reader is not None:
                reader()

    def close(self) -> None:
        self.closed = True


class Post:
    """Carries datagrams between the hall and the programs of a contest."""

    def __init__(self, timeline: Timeline, trace: Trace, weather: Weather) -> None:
        self.timeline = timeline
        self.trace = trace
        self.weather = weather
        self.sockets: dict[int, DatagramSocket] = {}
        self.programs: dict[Address, Callable[[bytes], None]] = {}

    def trouble(self) -> str:
        """What is wrong with the hall's own machine, now and then."""
        if self.weather.loss and self.weather.chance.random() < 0.01:
            kind: str = self.weather.chance.choice(("full", "refused"))
            self.trace.fault(f"send {kind}")
            return kind
        return ""

    def _ways(self) -> list[int]:
        """After how long the copies of a datagram arrive; none: it is lost."""
        weather, chance = self.weather, self.weather.chance
        if weather.loss and chance.random() < weather.loss:
            self.trace.fault("lost")
            return []
        ways = [weather.delay()]
        if weather.double and chance.random() < weather.double:
            self.trace.fault("doubled")
            ways.append(weather.delay() + chance.randrange(200 * MS))
        return ways

    def leaves(self, data: bytes, port: int, address: Address) -> None:
        """The hall sends something."""
        for way in self._ways():
            self.timeline.after(way, self._heard, data, address)

    def _heard(self, data: bytes, address: Address) -> None:
        program = self.programs.get(address)
        if program is not None:
            self.trace.note("out", f"{address[0]}:{address[1]}", data)
            program(data)

    def send(self, data: bytes, address: Address, port: int) -> None:
        """A program sends something; perhaps under the address of another one."""
        chance = self.weather.chance
        if self.weather.spoof and chance.random() < self.weather.spoof and len(self.programs) > 1:
            self.trace.fault("spoofed")
            address = chance.choice(sorted(self.programs))
        for way in self._ways():
            self.timeline.after(way, self._arrives, data, address, port)

    def _arrives(self, data: bytes, address: Address, port: int) -> None:
        socket = self.sockets.get(port)
        if socket is not None and not socket.loop.dead:
            self.trace.note("in", f"{address[0]}:{address[1]}", data)
            socket.arrive(data, address)
