"""Whole games of Tic Tac Toe through the house door, closed loop, durable; and beside it a
bare uvloop broker that passes the same bytes to the same sockets and does nothing else."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import msgspec
import uvloop

from tablehall_lab.bench.engine import DRAW_MOVES
from tablehall_lab.bench.thrifty import Thrifty
from tablehall_lab.services.server import ServerProcess
from tablehall_lab.services.usage import cpu_seconds


class Result(msgspec.Struct):
    """What one run showed."""

    moves: int
    seconds: float
    cpu: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds from a move sent to the opponent's notice of it."""
        ordered = sorted(self.latencies)
        return ordered[int(share * (len(ordered) - 1))] * 1000


class Player(Thrifty):
    """One of a pair."""

    def __init__(self, pair: "Pair", seat: int) -> None:
        super().__init__()
        self.pair = pair
        self.seat = seat
        self.told = 0
        self.hello = b'{"type":"hello","name":"p%d-%d"}' % (pair.number, seat)

    def heard(self, message: bytes) -> None:
        self.pair.heard(self, message)


class Pair:
    """Two players who play game after game."""

    def __init__(self, number: int, run: "Run") -> None:
        self.number = number
        self.run = run
        self.players: list[Player] = []
        self.table = b""
        self.ready = 0
        self.ply = 0
        self.sent = 0.0

    def heard(self, player: Player, message: bytes) -> None:
        if message.startswith(b'{"type":"happened"'):
            self._happened(player, message)
        elif message.startswith(b'{"type":"welcome"'):
            self.ready += 1
            if self.ready == 2:
                self._open()
        elif message.startswith(b'{"type":"table"') and player.seat == 0:
            self.table = message[message.index(b'"table":') + 8 :].split(b",")[0]
            self.players[1].say(b'{"type":"join","table":%s}' % self.table)
        elif message.startswith(b'{"type":"refused"'):
            raise AssertionError(message)

    def _open(self) -> None:
        self.players[0].say(b'{"type":"open","game":"tictactoe","rated":false}')

    def _happened(self, player: Player, message: bytes) -> None:
        if b'"what":"moved"' in message:
            if self._by_opponent(player) and self.ply < len(DRAW_MOVES) and not self.run.over:
                self._move()
        elif b'"what":"started"' in message:
            player.told = 0
            if player.seat == 0:
                self.ply = 0
                self._move()
        elif b'"what":"ended"' in message and player.seat == 0 and not self.run.over:
            self._open()

    def _by_opponent(self, player: Player) -> bool:
        """Whether the move just heard of was the opponent's; the first one is of seat 0."""
        player.told += 1
        if player.told & 1 == player.seat:
            self.run.moved(time.perf_counter() - self.sent)
            return True
        return False

    def _move(self) -> None:
        mover = self.players[self.ply & 1]
        request = b'{"type":"act","table":%s,"move":%s}' % (self.table, DRAW_MOVES[self.ply])
        self.ply += 1
        self.sent = time.perf_counter()
        mover.say(request)


class BarePair(Pair):
    """The same requests to a broker that answers both with as many bytes, and no rules."""

    def heard(self, player: Player, message: bytes) -> None:
        if not self.ready:
            self.ready, self.table = 1, b"1234567890"
            self._move()
        elif self._by_opponent(player) and not self.run.over:
            self.ply %= len(DRAW_MOVES) - 1
            self._move()


class Run:
    """One measurement: moves counted between the warm-up and the end."""

    def __init__(self) -> None:
        self.moves = 0
        self.latencies: list[float] = []
        self.counting = self.over = False

    def moved(self, latency: float) -> None:
        if self.counting:
            self.moves += 1
            self.latencies.append(latency)


async def play(port: int, pid: int, tables: int, seconds: float, kind: Callable[[int, Run], Pair]) -> Result:
    """Let pairs play against a server and measure."""
    run, loop = Run(), asyncio.get_running_loop()
    pairs = [kind(number, run) for number in range(tables)]
    for pair in pairs:
        for seat in (0, 1):
            player = Player(pair, seat)
            await loop.create_connection(partial(_same, player), "127.0.0.1", port)
            pair.players.append(player)
    await asyncio.sleep(max(1.0, seconds / 4))
    run.counting = True
    start, cpu = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    run.counting = False
    result = Result(run.moves, time.perf_counter() - start, cpu_seconds(pid) - cpu, run.latencies)
    run.over = True
    for pair in pairs:
        for player in pair.players:
            player.transport.abort()
    return result


def _same(player: Player) -> Player:
    return player


def measure(tables: int, seconds: float, *, memory: bool = False) -> tuple[Result, Result]:
    """The hall and the bare broker, one after the other in the same run."""
    broker = ServerProcess(command=(sys.executable, "-m", "tablehall_lab.bench.bare"))
    bare = _against(broker, tables, seconds / 2, BarePair)
    with tempfile.TemporaryDirectory() as folder:
        hall = ServerProcess("--memory" if memory else f"--data={folder}")
        return _against(hall, tables, seconds, Pair), bare


def _against(server: ServerProcess, tables: int, seconds: float, kind: Callable[[int, Run], Pair]) -> Result:
    with server:
        return uvloop.run(play(server.house[1], server.pid, tables, seconds, kind))
