"""Memory and time that do not show in moves a second: what a running table keeps, what an
idle connection costs, and how long a hall takes to come back."""

import asyncio
import os
import tempfile
import time
import tracemalloc
from pathlib import Path

import uvloop

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.recovery import recover
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.bench.engine import DRAW_MOVES, two_players
from tablehall_lab.bench.machine import more_files
from tablehall_lab.bench.thrifty import UPGRADE
from tablehall_lab.services.server import ServerProcess
from tablehall_lab.services.usage import cpu_seconds, memory


def bytes_a_table(tables: int = 1000, plies: int = 5) -> tuple[float, float]:
    """Bytes kept for a running table after some moves, and for a finished one."""
    hall, anna, bob = two_players()
    hall.limits = Limits(tables_each=10 * tables)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    numbers = []
    for _ in range(tables):
        known = set(anna.person.tables)
        anna.receive(b'{"type":"open","game":"tictactoe","rated":false}')
        (number,) = anna.person.tables - known
        bob.receive(b'{"type":"join","table":%d}' % number)
        for ply in range(plies):
            request = b'{"type":"act","table":%d,"move":%s}' % (number, DRAW_MOVES[ply])
            (bob if ply % 2 else anna).receive(request)
        numbers.append(number)
    running = tracemalloc.get_traced_memory()[0] - before
    for number in numbers:
        anna.receive(b'{"type":"resign","table":%d}' % number)
        for player in (anna, bob):
            player.receive(b'{"type":"leave","table":%d}' % number)
    finished = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return running / tables, max(0, finished) / tables


class Idler(asyncio.Protocol):
    """A client that only answers pings."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(UPGRADE)
        self.pings = 0

    def data_received(self, data: bytes) -> None:
        if data.endswith(b"\x89\x00"):
            self.pings += 1
            self.transport.write(b"\x8a\x80\x00\x00\x00\x00")


class Idle:
    """What many idle connections showed."""

    def __init__(self, connections: int, share: float, pings: float, kib: float) -> None:
        self.connections = connections
        self.share = share
        self.pings = pings
        self.kib = kib


def idle(connections: int = 10_000, seconds: float = 12.0) -> Idle:
    """The share of a core that idle connections cost when each is pinged every 3 s."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "hall.toml"
        config.write_text(
            "[doors.house.limits]\nping = 3000\nper_address = 100000\n"
            "connections = 100000\naddress_rate = 1000000000\n"
        )
        with ServerProcess("--memory", f"--config={config}") as server:
            return uvloop.run(_idle(server.house[1], server.pid, connections, seconds))


async def _idle(port: int, pid: int, connections: int, seconds: float) -> Idle:
    loop = asyncio.get_running_loop()
    more_files(connections)
    small = memory(pid)
    idlers = []
    for _ in range(connections):
        _, idler = await loop.create_connection(Idler, "127.0.0.1", port)
        idlers.append(idler)
    await asyncio.sleep(3.5)
    start, cpu, pings = time.perf_counter(), cpu_seconds(pid), sum(i.pings for i in idlers)
    await asyncio.sleep(seconds)
    spent, wall = cpu_seconds(pid) - cpu, time.perf_counter() - start
    heard = (sum(i.pings for i in idlers) - pings) / wall
    return Idle(connections, spent / wall, heard, (memory(pid) - small) / connections / 1024)


def recovery(tables: int = 10_000, plies: int = 5) -> tuple[float, float]:
    """Seconds to read and to rebuild a hall with so many running tables."""
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder), tables, plies)
        start = time.perf_counter()
        with SqliteJournal(Path(folder)) as journal:
            kept, live = journal.kept(), journal.live_tables()
            read = time.perf_counter() - start
            hall = Hall(house_games(), os.urandom)
            decision, problems = recover(hall, kept, live, 2_000_000)
            assert len(hall.tables) == tables, problems
            assert not problems, problems[:3]
            batch = Batch()
            batch.add(decision)
            journal.commit(batch)
        return read, time.perf_counter() - start


def _fill(folder: Path, tables: int, plies: int) -> None:
    hall = Hall(house_games(), os.urandom, Limits(tables=tables + 10, tables_each=tables + 10))
    with SqliteJournal(folder) as journal:
        batch = Batch()
        people = []
        for conn in (1, 2):
            decision = hall.handle(commands.Enter(conn, name=f"p{conn}"), 1000)
            people.append(decision.result.person.id)
            batch.add(decision)
        for _ in range(tables):
            opened = hall.handle(commands.Open(people[0], Terms("tictactoe")), 1000)
            number = opened.result.sheet.table
            batch.add(opened)
            batch.add(hall.handle(commands.Join(people[1], number), 1000))
            for ply in range(plies):
                act = commands.Act(people[ply % 2], number, DRAW_MOVES[ply])
                batch.add(hall.handle(act, 1000 + ply))
            if len(batch.records) > 5000:
                journal.commit(batch)
                batch = Batch()
        journal.commit(batch)
