"""A hall in a bottle with one door, for one conversation."""

import random
import re
from collections import deque
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from tablehall.assembly import assemble
from tablehall.client import frames
from tablehall.games import house_games
from tablehall.journal.api import Batch, Journal
from tablehall.journal.memory import MemoryJournal
from tablehall.protocols.door import Door
from tablehall_lab.fuzz.promises import Promises
from tablehall_lab.sim.timeline import EPOCH, MS, Loop, Timeline

GAMES = house_games()
PASSES = 20_000
"""So many steps of the loop in one moment, and it is taken for endless."""
NUMBER = re.compile(rb"\b\d{10}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{32}\b")
"""What a client has to repeat: the number of a table, a secret, a token."""


class EndlessError(Exception):
    """The hall is busy with itself."""


class InstantWriter:
    """Commits at once; the news of it comes in the next pass of the loop."""

    def __init__(self, journal: Journal, done: Callable[[Batch], None], failed: Callable[..., None]) -> None:
        self.journal = journal
        self.done = done

    def submit(self, batch: Batch) -> None:
        self.journal.commit(batch)
        self.done(batch)

    def stop(self, timeout: float = 5.0) -> None: ...


class Transport:
    """The hall's end of a stream whose client reads everything at once."""

    def __init__(self, loop: Loop, number: int) -> None:
        self.loop = loop
        self.number = number
        self.written = bytearray()
        self.protocol: Any = None
        self.closing = False
        self.waiting: deque[bytes] = deque()
        self.reading = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (f"10.0.0.{self.number}", 40_000) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        assert not self.closing, "something is written after the goodbye"
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True
        self.loop.call_soon(self.pump)

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close

    def arrive(self, data: bytes) -> None:
        self.waiting.append(data)
        self.pump()

    def pump(self) -> None:
        while self.waiting and self.reading and not self.closing:
            self.protocol.data_received(self.waiting.popleft())

    def hang_up(self) -> None:
        """The client is gone."""
        self.close()


class Datagrams:
    """The hall's socket for datagrams."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.arrived: deque[tuple[bytes, tuple[str, int]]] = deque()
        self.sent: dict[tuple[str, int], bytearray] = {}

    def fileno(self) -> int:
        return 1_000_000

    def getsockname(self) -> tuple[str, int]:
        return ("0.0.0.0", 9)

    def recvfrom(self, size: int) -> tuple[bytes, tuple[str, int]]:
        if not self.arrived:
            raise BlockingIOError
        data, address = self.arrived.popleft()
        return data[:size], address

    def sendto(self, data: bytes, address: tuple[str, int]) -> int:
        self.sent.setdefault(address, bytearray()).extend(data + b"\n")
        return len(data)

    def arrive(self, data: bytes, address: tuple[str, int]) -> None:
        self.arrived.append((data, address))
        self.loop.readers[self.fileno()]()

    def close(self) -> None: ...


class Room:
    """One door of a hall, and up to four clients in front of it."""

    def __init__(self, kind: type[Door], path: str = "/", settings: Mapping[str, Any] | None = None) -> None:
        self.kind = kind
        self.path = path
        self.timeline = Timeline()
        self.loop = Loop(self.timeline)
        how: dict[str, Any] = {"clock": self.clock, "loop": self.loop, "writer": InstantWriter}
        assembly = assemble(GAMES, random.Random(1).randbytes, MemoryJournal(), **how)
        self.hall, self.pipeline = assembly.hall, assembly.pipeline
        self.promises = Promises(self.hall, self.pipeline)
        self.doorway = assembly.doorway(kind, settings or {})
        self.door = self.doorway.door
        self.clients: dict[int, Transport] = {}
        self.socket: Any = None
        if kind.transport == "datagrams":
            self.socket = Datagrams(self.loop)
            self.doorway.datagrams().listen(self.socket)
        self.messages = 0

    def clock(self) -> int:
        return EPOCH + self.timeline.now // MS

    def says(self, who: int, data: bytes, cuts: tuple[int, ...] = ()) -> None:
        """A client sends a message, in pieces if there are cuts."""
        self.messages += 1
        if self.socket is not None:
            self.socket.arrive(data, (f"10.0.0.{who}", 4000))
            return
        client = self.client(who)
        if self.kind.transport == "websocket":
            data = frames.masked(data, mask=frames.NO_MASK)
        else:
            data += b"\n"
        self.raw(client, data, cuts)

    def raw(self, client: Transport, data: bytes, cuts: tuple[int, ...] = ()) -> None:
        """Bytes as they are."""
        places = [0, *sorted({cut % (len(data) + 1) for cut in cuts}), len(data)]
        for start, end in pairwise(places):
            if start < end:
                client.arrive(data[start:end])

    def client(self, who: int, *, upgrade: bool = True) -> Transport:
        """A client's connection, made when it first says something."""
        client = self.clients.get(who)
        if client is None or client.closing:
            heard = client.written if client is not None else bytearray()
            client = self.clients[who] = Transport(self.loop, who)
            client.written = heard
            client.protocol = self.doorway.connection()
            client.protocol.connection_made(client)
            if upgrade and self.kind.transport == "websocket":
                client.arrive(frames.upgrade(self.path))
        return client

    def wait(self, milliseconds: int) -> None:
        """Time passes."""
        until, passes = self.timeline.now + milliseconds * MS, 0
        while (due := self.timeline.due()) is not None and due <= until:
            handle = self.timeline.next()
            if handle is None or handle.call is None:
                break
            if handle.when > until:  # what was called off stood before it
                self.timeline.at(handle.when, handle.call, *handle.args)
                break
            handle.call(*handle.args)
            passes += 1
            if passes > PASSES:
                raise EndlessError(f"{passes} steps in {milliseconds} ms")
        self.timeline.now = until

    def heard(self) -> list[bytes]:
        """What every client has been told."""
        if self.socket is not None:
            return [bytes(self.socket.sent[key]) for key in sorted(self.socket.sent)]
        return [bytes(self.clients[who].written) for who in sorted(self.clients)]

    def keeps_its_promises(self) -> None:
        """Nobody was told what they may not know."""
        self.promises.check(self.heard())

    def filled_in(self, who: int, data: bytes) -> bytes:
        """A message with its `$` replaced by the latest number, secret or token the client heard."""
        if b"$" not in data:
            return data
        if self.socket is not None:
            written = self.socket.sent.get((f"10.0.0.{who}", 4000), b"")
        else:
            written = self.clients[who].written if who in self.clients else b""
        found = NUMBER.findall(written[-20_000:])
        return data.replace(b"$", found[-1] if found else b"0")
