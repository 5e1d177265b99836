"""The real clock and the real network, for players who know those of the simulation."""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tablehall_lab.sim.timeline import SECOND

Address = tuple[Any, ...]
NO_GOODBYE = struct.pack("ii", 1, 0)
HASTE = 4
"""How many times faster players live."""
HELD = 10 * SECOND
"""How long a player who vanishes without a word holds on to their end of the line."""


class RealTime:
    """What happens next, in this very world; time is counted in microseconds of the players'
    own: they live faster than we do, or a soak would mostly be waiting."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._start = self.loop.time()

    @property
    def now(self) -> int:
        """Microseconds since the beginning."""
        return int((self.loop.time() - self._start) * HASTE * SECOND)

    def after(self, delay: int, call: Callable[..., Any], *args: Any) -> asyncio.TimerHandle:
        """Have something happen after a while."""
        return self.loop.call_later(delay / SECOND / HASTE, call, *args)

    def at(self, when: int, call: Callable[..., Any], *args: Any) -> asyncio.TimerHandle:
        """Have something happen at a time."""
        return self.after(max(0, when - self.now), call, *args)


class RealWire(asyncio.Protocol):
    """A connection to a door, as the players know it."""

    def __init__(self, timeline: RealTime, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.timeline = timeline
        self.heard = heard
        self.lost = lost
        self.open = True
        self.transport: asyncio.Transport | None = None
        self._unsaid: list[bytes] = []
        self._deaf_until = 0

    async def connect(self, port: int, address: str = "127.0.0.1") -> None:
        """Knock at a door, from an address of one's own; what is said meanwhile is said once it opens."""
        try:
            await self.timeline.loop.create_connection(
                lambda: self, "127.0.0.1", port, local_addr=(address, 0)
            )
        except OSError:
            self._gone()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a stream's
        if not self.open:
            transport.close()
            return
        self.transport.writelines(self._unsaid)  # type: ignore[union-attr]
        self.deaf_until = self._deaf_until

    def data_received(self, data: bytes) -> None:
        if self.open:
            self.heard(data)

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()

    def _gone(self) -> None:
        if self.open:
            self.open = False
            self.lost()

    # What players do.

    def say(self, data: bytes) -> None:
        """Send bytes."""
        if self.transport is None:
            self._unsaid.append(data)
        elif self.open and not self.transport.is_closing():
            self.transport.write(data)

    @property
    def deaf_until(self) -> int:
        """Until when nothing is read."""
        return self._deaf_until

    @deaf_until.setter
    def deaf_until(self, when: int) -> None:
        self._deaf_until = when
        if self.transport is not None and when > self.timeline.now:
            self.transport.pause_reading()
            self.timeline.at(when, self._listen)

    def _listen(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()

    def finish(self) -> None:
        """Say no more, but listen on until the door hangs up."""
        if self.transport is not None and not self.transport.is_closing():
            with suppress(OSError):  # the door may have hung up a moment ago
                self.transport.write_eof()
        self.timeline.after(HELD, self.reset)

    def close(self) -> None:
        """Hang up."""
        self.open = False
        if self.transport is not None:
            self.transport.close()

    def reset(self) -> None:
        """Break the connection off."""
        self.open = False
        if self.transport is not None and not self.transport.is_closing():
            sock = self.transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_GOODBYE)
            self.transport.abort()

    def vanish(self) -> None:
        """Neither speak nor listen; only much later the line breaks."""
        self.open = False
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()
        self.timeline.after(HELD, self.reset)


class Programs(dict[Address, Callable[[bytes], None]]):
    """Programs of contests by the addresses that they believe to have; each gets a real socket."""

    def __init__(self) -> None:
        super().__init__()
        self.sockets: dict[Address, socket.socket] = {}
        self._loop = asyncio.get_running_loop()

    def __setitem__(self, address: Address, heard: Callable[[bytes], None]) -> None:
        super().__setitem__(address, heard)
        if address not in self.sockets:
            one = self.sockets[address] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            one.setblocking(False)
            one.bind(("127" + str(address[0])[2:], 0))  # hosts stay apart: names belong to them
            self._loop.add_reader(one.fileno(), self._read, one, heard)

    def __delitem__(self, address: Address) -> None:
        self.pop(address)

    def pop(self, address: Address, *default: Any) -> Any:
        one = self.sockets.pop(address, None)
        if one is not None:
            self._loop.remove_reader(one.fileno())
            one.close()
        return super().pop(address, *default)

    def _read(self, one: socket.socket, heard: Callable[[bytes], None]) -> None:
        while one.fileno() >= 0:
            try:
                data = one.recv(2048)
            except BlockingIOError:
                return
            except OSError:  # nobody listens at the moment
                continue
            heard(data)


class RealPost:
    """Carries datagrams to the hall and back."""

    def __init__(self, doors: dict[int, int]) -> None:
        self.doors = doors
        """The real port of each door by the one that programs believe in."""
        self.programs = Programs()

    def send(self, data: bytes, address: Address, port: int) -> None:
        """A program sends something."""
        one = self.programs.sockets.get(address)
        if one is not None:
            try:
                one.sendto(data, ("127.0.0.1", self.doors[port]))
            except OSError:  # the hall is down, or the kernel is busy: datagrams get lost
                return

    def close(self) -> None:
        """Nobody is left."""
        for address in list(self.programs):
            del self.programs[address]
