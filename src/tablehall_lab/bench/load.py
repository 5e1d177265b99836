"""Clients that play whole games as fast as they are answered, or at a given pace.

They share the machine with the server that is measured, so they spend as little as they can: one thread, one
poll, bytes looked at and hardly ever decoded. A move counts when both players have heard of it; how long it
took is from its sending (paced: from when it was due) to the opponent's hearing of it.
"""

import select
import time
from collections import deque
from collections.abc import Callable
from typing import ClassVar

from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.machine import more_files
from tablehall_lab.bench.players import Idler, Player, WebPlayer
from tablehall_lab.services.server import Place

PATIENCE = 60.0
"""Seconds in which everybody must have begun to play."""
now = time.perf_counter


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
        self._crowd = crowd
        more_files(2 * tables + crowd)

    def __enter__(self) -> "Load":
        try:
            self._come()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _come(self) -> None:
        """First the crowd, then the players, and everybody plays."""
        for number in range(self._crowd):
            hello = tuple(message.replace(b"NAME", b"idle%d" % number) for message in self.tables[0].crowd)
            self._add(Idler(self.tables[0], hello, self.place))
            self.play(0)
        self.until(lambda: self.looking == self._crowd)
        for table in self.tables:
            table.come(self.place)
            for player in table.players:
                self._add(player)
            self.play(0)
        self.until(lambda: all(table.sent for table in self.tables))

    def __exit__(self, *_: object) -> None:
        for player in self._players.values():
            player.socket.close()
        self._poll.close()

    def _add(self, player: Player) -> None:
        self._players[player.socket.fileno()] = player
        self._poll.register(player.socket.fileno(), select.EPOLLIN)

    def until(self, reached: Callable[[], bool]) -> None:
        """Play until something has happened."""
        end = now() + PATIENCE
        while not reached():
            self.play(0.01)
            if now() > end:
                raise BenchError(f"{self.tables[0]}: still waiting after {PATIENCE:g} s")

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
