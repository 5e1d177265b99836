"""A virtual network: streams that are slow, split anywhere, cut, or left hanging."""

from collections import deque
from collections.abc import Callable
from typing import Any

from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.timeline import MS, SECOND, Handle, Loop, Timeline
from tablehall_lab.sim.trace import Trace
from tablehall_lab.sim.transport import StreamTransport

DEAD_AFTER = 120 * SECOND
"""When the system finds out that the other machine is gone without a word."""


class Weather:
    """How the network is just now."""

    def __init__(self, chance: Chance) -> None:
        self.change(chance)

    def change(self, chance: Chance) -> None:
        """Other weather."""
        self.chance = chance
        self.latency = chance.choice((1, 5, 20, 60))
        self.jitter = chance.choice((1, 2, 4))
        self.split = chance.choice((0.0, 0.05, 0.3))
        self.loss = chance.choice((0.0, 0.0, 0.01, 0.1))
        self.double = chance.choice((0.0, 0.0, 0.05))
        self.spoof = chance.choice((0.0, 0.0, 0.02))

    def delay(self) -> int:
        """How long something is under way, in microseconds."""
        return int(self.latency * MS * (1 + self.jitter * self.chance.random() ** 3))


class Wire:
    """One connection from a player to a door, seen from the player's side."""

    def __init__(
        self,
        timeline: Timeline,
        trace: Trace,
        weather: Weather,
        name: str,
        number: int,
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
    ) -> None:
        self.timeline = timeline
        self.trace = trace
        self.weather = weather
        self.chance = weather.chance
        self.name = name
        self.number = number
        self.address = f"10.0.{number >> 8 & 255}.{number & 255}"
        self.heard = heard
        self.lost = lost
        self.server: StreamTransport | None = None
        self.open = self.gone = False
        self.left_at = 0
        """When the player was here last."""
        self.deaf_until = 0
        """Until when the player reads nothing."""
        self.unread: deque[int] = deque()
        """When everything arrived, or will, that has not been read yet."""
        self._pulling: Handle | None = None
        self._arrives = self._leaves = 0

    def connect(self, make: Callable[[], Any], loop: Loop) -> None:
        """The door has opened."""
        self.server = StreamTransport(self, loop)
        self.open = True
        self.server.protocol = make()
        self.server.protocol.connection_made(self.server)

    # The player's side.

    def say(self, data: bytes) -> None:
        """Send bytes; they arrive later, in order, in whatever pieces."""
        if not self.open or self.server is None:
            return
        if len(data) > 1 and self.chance.random() < self.weather.split:
            self.trace.faults["split"] += 1
            cut = self.chance.randrange(1, len(data))
            self._send(data[:cut])
            self._send(data[cut:])
        else:
            self._send(data)

    def _send(self, data: bytes | None) -> None:
        self._arrives = max(self._arrives, self.timeline.now + self.weather.delay())
        assert self.server is not None
        self.unread.append(self._arrives)
        self.timeline.at(self._arrives, self._deliver, data, life=self.server.loop, arrives=True)

    def _deliver(self, data: bytes | None) -> None:
        self.unread.popleft()
        if self.server is not None and not self.server.lost:
            self.trace.note("in", self.name, data if data is not None else b"(end)")
            self.server.arrive(data)

    def finish(self) -> None:
        """Say no more, but listen on."""
        if self.open:
            self._send(None)

    def close(self) -> None:
        """Hang up. What is still sent here nobody reads."""
        if self.timeline.now < self.deaf_until:
            self.reset()
        elif self.open:
            self._send(None)
            self._leave()
            self.gone = True
            self.pull()

    def reset(self) -> None:
        """Break the connection off; the other side notices at once."""
        self._leave()
        if self.server is not None:
            delay = self.timeline.now + self.weather.delay()
            self.timeline.at(delay, self._broken, ConnectionResetError("reset"), life=self.server.loop)

    def vanish(self) -> None:
        """Be gone without a word: the other side notices when the system gives up."""
        self._leave()
        if self.server is not None:
            error = TimeoutError("keep-alive")
            self.timeline.at(self.timeline.now + DEAD_AFTER, self._broken, error, life=self.server.loop)

    def _leave(self) -> None:
        self.open, self.left_at = False, self.timeline.now

    def _broken(self, error: Exception) -> None:
        if self.server is not None and not self.server.lost:
            self.trace.note("broken", self.name)
            self.server.reset(error)

    # The network's side.

    def pull(self) -> None:
        """There is something to fetch from the hall's end."""
        if self.gone and self.server is not None and self._pulling is None:
            self._pulling = self.timeline.at(self.timeline.now, self._discard)
        elif self._pulling is None and self.open and self.server is not None:
            when = max(self.timeline.now + self.weather.delay(), self._leaves, self.deaf_until)
            self._pulling = self.timeline.at(when, self._fetch)

    def _fetch(self) -> None:
        self._pulling = None
        server = self.server
        if server is None or not self.open:
            return
        if self.timeline.now < self.deaf_until:
            self.pull()
            return
        if server.loop.dead:
            return
        size = len(server.buffer)
        if size > 1 and self.chance.random() < self.weather.split:
            size = self.chance.randrange(1, size)
        data = server.take(size)
        if data:
            self.trace.note("out", self.name, data)
            self.heard(data)
        if server.buffer:
            self.pull()

    def _discard(self) -> None:
        self._pulling = None
        if self.server is not None and not self.server.loop.dead:
            self.server.take(len(self.server.buffer))

    def hung_up(self) -> None:
        """The hall's end is gone."""
        if self.open:
            self.open = False
            self.timeline.after(self.weather.delay(), self.lost)

    def died(self) -> None:
        """The hall's process is gone, and everything that had not left it."""
        self.server = None
        if self.open:
            self.open = False
            self.timeline.after(self.weather.delay(), self.lost)
