"""Clients that play whole games as fast as they are answered, or at a given pace.

They share the machine with the server that is measured, so they spend as little as they can: one thread, one
poll, bytes looked at and hardly ever decoded. A move counts when both players have heard of it; how long it
took is from its sending (paced: from when it was due) to the opponent's hearing of it.
"""

import contextlib
import os
import resource
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import ClassVar

from tablehall.client import frames
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.thrifty import MASK, UPGRADE
from tablehall_lab.services.server import Place

PATIENCE = 60.0
"""Seconds in which everybody must have begun to play."""
PONG = frames.masked(b"", frames.PONG, mask=MASK)
now = time.perf_counter


class Player:
    """One connection."""

    upgrade = b""

    def __init__(self, table: "Table", side: int, place: Place) -> None:
        self.table, self.side = table, side
        self.rest = b""
        self.open = not self.upgrade
        sock = socket.create_connection(place)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.upgrade:
            sock.sendall(self.upgrade)
        sock.setblocking(False)
        self.socket, self.recv, self.send = sock, sock.recv, sock.send

    def say(self, message: bytes) -> None:
        """A line."""
        self.send(message + b"\n")

    def arrived(self) -> None:
        """Something can be read."""
        try:
            data = self.recv(65536)
        except BlockingIOError:
            return
        except ConnectionError as error:
            raise BenchError(f"{self.table}: a connection was lost") from error
        if not data:
            raise BenchError(f"{self.table}: a connection was closed")
        self.feed(self.rest + data if self.rest else data)

    def feed(self, data: bytes) -> None:
        """Lines."""
        *lines, self.rest = data.split(b"\n")
        heard = self.table.heard
        for line in lines:
            heard(self.side, line)


class WebPlayer(Player):
    """One WebSocket."""

    upgrade = UPGRADE

    def say(self, message: bytes) -> None:
        self.send(frames.masked(message, mask=MASK))

    def feed(self, data: bytes) -> None:
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head:
                raise BenchError(f"{self.table}: no WebSocket: {head[:80]!r}")
            self.open = True
            self.table.connected()
        start, heard, cut = 0, self.table.heard, frames.cut
        while (frame := cut(data, start)) is not None:
            first, message, start = frame
            if first == 0x81:
                heard(self.side, message)
            elif first == 0x89:
                self.send(PONG)
        self.rest = data[start:]


class Idler(WebPlayer):
    """Somebody who has come in and does not play; reads what they are told and no more."""

    def __init__(self, table: "Table", hello: tuple[bytes, ...], place: Place) -> None:
        super().__init__(table, 0, place)
        self.hello = hello

    def feed(self, data: bytes) -> None:
        if self.open:
            if data.endswith(b"\x89\x00"):
                self.send(PONG)
        elif b"\r\n\r\n" in data:
            self.open = True
            for message in self.hello:
                self.say(message)
            self.table.load.looking += 1
        else:
            self.rest = data


class Table:
    """Two players of one door who play game after game; each door has its own kind."""

    kind: ClassVar[type[Player]] = WebPlayer
    crowd: ClassVar[tuple[bytes, ...]] = ()
    """What somebody says who comes in and does not play; nothing: this door has no crowd."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load, self.number = load, number
        self.sent = 0.0
        self.mover = self.waiting = self.here = self.ends = 0

    def __str__(self) -> str:
        return type(self).__name__

    def come(self, place: Place) -> None:
        """Both connect."""
        self.players = (self.kind(self, 0, place), self.kind(self, 1, place))
        if self.players[0].open:
            self.connected()
            self.connected()

    def connected(self) -> None:
        """One of them is connected; with the second they begin."""
        self.here += 1
        if self.here == 2:
            self.begin()

    def begin(self) -> None:
        """Log in, or open a table at once."""
        raise NotImplementedError

    def heard(self, side: int, message: bytes) -> None:
        """What the server says to one of them."""
        raise NotImplementedError

    def open(self) -> None:
        """Open a table, where that is not how they begin."""
        raise NotImplementedError

    def move(self) -> None:
        """Send the next move, and say by `mover` whose it is."""
        raise NotImplementedError

    def go(self) -> None:
        """It is time for the next move: at once, or at its turn."""
        self.waiting = 2
        load = self.load
        if load.period:
            load.queue.append(self)
        else:
            self.sent = now()
            self.move()

    def told(self, side: int) -> bool:
        """One of them has heard of the move; whether both have."""
        self.waiting -= 1
        if side != self.mover:
            self.load.latencies.append(now() - self.sent)
        if self.waiting:
            return False
        self.load.moves += 1
        return True

    def ended(self) -> bool:
        """One of them has heard that the game is over; whether both have, who may then begin the next one."""
        self.ends += 1
        if self.ends % 2:
            return False
        self.load.games += 1
        return True

    def surprised(self, message: bytes) -> BenchError:
        """Something was said that should not be; to be raised."""
        return BenchError(f"{self}: {message[:300].decode(errors='replace')}")


class Load:
    """All players of one door."""

    def __init__(self, kind: type[Table], place: Place, tables: int, crowd: int = 0) -> None:
        self.moves = self.games = self.looking = 0
        self.latencies: list[float] = []
        self.period = self.due = 0.0
        self.queue: deque[Table] = deque()
        self.opening: deque[Table] = deque()
        """Who waits to open a table, at a door where one is opened after the other."""
        self.place = place
        self.tables = [kind(self, number) for number in range(tables)]
        self._players: dict[int, Player] = {}
        self._poll = select.epoll()
        more_files(2 * tables + crowd)
        for number in range(crowd):
            hello = tuple(message.replace(b"NAME", b"idle%d" % number) for message in kind.crowd)
            self._add(Idler(self.tables[0], hello, place))
            self._run_until(lambda: False, 0.0)
        self._run_until(lambda: self.looking == crowd)

    def __enter__(self) -> "Load":
        for table in self.tables:
            table.come(self.place)
            for player in table.players:
                self._add(player)
            self._run_until(lambda: False, 0.0)
        self._run_until(lambda: all(table.sent for table in self.tables))
        return self

    def __exit__(self, *_: object) -> None:
        for player in self._players.values():
            player.socket.close()
        self._poll.close()

    def _add(self, player: Player) -> None:
        self._players[player.socket.fileno()] = player
        self._poll.register(player.socket.fileno(), select.EPOLLIN)

    def _run_until(self, reached: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Play until something has happened, or the patience is over."""
        end = now() + patience
        while not reached():
            self.play(0.01 if patience else 0.0)
            if now() > end:
                if patience:
                    raise BenchError(f"{self.tables[0]}: nobody plays after {patience:g} s")
                return

    def pace(self, rate: float) -> None:
        """From now on so many moves a second in all; 0: as many as are answered."""
        self.period, self.due = (1 / rate if rate else 0.0), now()

    def play(self, seconds: float) -> None:
        """Play for so long."""
        poll, players, end = self._poll.poll, self._players, now() + seconds
        while True:
            left = end - now()
            wait = min(left, self.due - now() - 0.001) if self.period and self.queue else left
            for file, _ in poll(max(0.0, min(wait, 0.05)), 512):
                players[file].arrived()
            if self.period:
                self._send_what_is_due()
            if left <= 0:
                return

    def _send_what_is_due(self) -> None:
        queue, time_now = self.queue, now()
        while queue and self.due <= time_now:
            table = queue.popleft()
            table.sent = self.due
            self.due += self.period
            table.move()

    def count_anew(self) -> None:
        """What was played so far does not count."""
        self.moves = self.games = 0
        self.latencies = []


def more_files(wanted: int) -> None:
    """May this process have so many sockets?"""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, wanted + 100), hard))


@contextlib.contextmanager
def apart(pid: int) -> Iterator[None]:
    """A core for the server and another one for this process, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield
        return
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread), cores[:1])
    os.sched_setaffinity(0, cores[1:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
