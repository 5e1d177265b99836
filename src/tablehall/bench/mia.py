"""A contest of Mia among many programs: games a second, CPU a game, and deadlines missed.

The bots live in processes of their own and answer at once. Every question carries the time at
which the kernel had it for the bot, so that a deadline that is missed although the answer was
sent in time is known to be the server's own fault.
"""

import json
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing
from typing import Any, NamedTuple

from tablehall.bench.moves import cpu_seconds

THROWS = [(a, b) for a in range(3, 7) for b in range(1, a)] + [(n, n) for n in range(1, 7)] + [(2, 1)]
RANK = {b"%d,%d" % throw: rank for rank, throw in enumerate(THROWS)}
SAID = list(RANK)
LOWEST_PAIR, BRAVE = RANK[b"1,1"], RANK[b"6,1"]

TIMESTAMPS = 35
"""SO_TIMESTAMPNS on Linux."""
IN_TIME = 0.2
"""An answer sent so many seconds after its question arrived was in time."""
BOTS_A_PROCESS = 500


class Bot:
    """Doubts pairs, rolls against less, and claims at least 61 when it has too little."""

    __slots__ = ("claim", "join", "joined", "misses", "name", "own_misses", "prompt", "socket")

    def __init__(self, port: int, name: str) -> None:
        self.name = name.encode()
        self.join = b"JOIN_GAME;%b;" % self.name
        self.claim = -1
        self.joined = False
        self.prompt = True
        self.misses = self.own_misses = 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, TIMESTAMPS, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)

    def heard(self, message: bytes, about: list[Any]) -> None:
        """Answer a message, if it wants an answer."""
        verb, *fields = message.split(b";")
        if verb == b"ANNOUNCED":
            self.claim = RANK[fields[1]]
        elif verb == b"YOUR_TURN":
            self.answer((b"SEE;" if self.claim >= LOWEST_PAIR else b"ROLL;") + fields[0], about)
        elif verb == b"ROLLED":
            rank = RANK[fields[0]]
            rank = rank if rank > self.claim else max(self.claim + 1, BRAVE)
            self.answer(b"ANNOUNCE;%b;%b" % (SAID[rank], fields[1]), about)
        elif verb == b"GAME_STARTING":
            self.joined = True
            self.answer(self.join + fields[0], about)
        elif verb == b"GAME_STARTED":
            self.claim = -1
            if self.joined and self.name not in fields[0].split(b","):
                self.missed()
            self.joined = False
        elif verb == b"PLAYER_LOST" and fields[1].startswith(b"DID_NOT") and fields[0] == self.name:
            self.missed()

    def answer(self, message: bytes, about: list[Any]) -> None:
        self.socket.send(message)
        seconds, nanoseconds = struct.unpack("qq", about[0][2])
        self.prompt = time.time() - seconds - nanoseconds / 1e9 < IN_TIME

    def missed(self) -> None:
        """A deadline was missed: whose fault was it?"""
        if self.prompt:
            self.misses += 1
        else:
            self.own_misses += 1


def run_bots(port: int, first: int, count: int) -> None:
    """Let bots play until standard input is closed; then say what they missed."""
    bots = {bot.socket.fileno(): bot for bot in (Bot(port, f"bot{first + n}") for n in range(count))}
    poll = select.epoll()
    for number, bot in bots.items():
        poll.register(number, select.EPOLLIN)
        bot.socket.send(b"REGISTER;%b" % bot.name)
        time.sleep(0.0002)
    poll.register(0, select.EPOLLIN | select.EPOLLHUP)
    while True:
        for number, _ in poll.poll(1):
            if number not in bots:
                print(
                    json.dumps(
                        [sum(b.misses for b in bots.values()), sum(b.own_misses for b in bots.values())]
                    )
                )
                return
            bot = bots[number]
            try:
                while True:
                    message, about, _, _ = bot.socket.recvmsg(1300, 64)
                    bot.heard(message, about)
            except BlockingIOError:
                pass


class Result(NamedTuple):
    """What was measured with so many bots."""

    bots: int
    games: int
    seconds: float
    cpu: float
    server_missed: int
    bots_missed: int

    @property
    def seats(self) -> float:
        """At one table: as few tables as possible, of at most forty."""
        return self.bots / -(-self.bots // 40)

    @property
    def rate(self) -> float:
        return self.games / self.seconds


def measure(bots: int, seconds: float, *, memory: bool = False) -> Result:
    """Let so many bots play against a hall of their own."""
    with tempfile.TemporaryDirectory() as folder:
        where = ["--memory"] if memory else ["--data", folder]
        serve = [sys.executable, "-m", "tablehall", "serve", "--host", "127.0.0.1", "--port", "0", *where]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
            try:
                doors = _doors(server)
                return _play(doors, server.pid, bots, seconds)
            finally:
                server.kill()


def _doors(server: "subprocess.Popen[str]") -> dict[str, int]:
    assert server.stdout is not None
    doors = {}
    for line in server.stdout:
        if "://" in line:
            doors[line.split()[0]] = int(line.split("://")[1].split()[0].rsplit(":", 1)[1])
        if line.startswith("Stop with"):
            break
    return doors


def _play(doors: dict[str, int], pid: int, bots: int, seconds: float) -> Result:
    command = [sys.executable, "-m", "tablehall.bench.mia", str(doors["mia"])]
    processes = [
        subprocess.Popen(
            [*command, str(first), str(min(BOTS_A_PROCESS, bots - first))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in range(0, bots, BOTS_A_PROCESS)
    ]
    try:
        _wait_for_all(doors["house"], bots)
        time.sleep(1)
        before, start, cpu = _standing(doors["house"]), time.monotonic(), cpu_seconds(pid)
        time.sleep(seconds)
        after, took, cpu = _standing(doors["house"]), time.monotonic() - start, cpu_seconds(pid) - cpu
        missed = [json.loads(process.communicate(timeout=30)[0]) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    games = after["games"] - before["games"]
    return Result(bots, games, took, cpu, sum(m[0] for m in missed), sum(m[1] for m in missed))


def _wait_for_all(house: int, bots: int) -> None:
    for _ in range(300):
        if _standing(house)["programs"] >= bots:
            return
        time.sleep(0.1)
    raise RuntimeError("not all bots could register")


def _standing(house: int) -> Any:
    with closing(urllib.request.urlopen(f"http://127.0.0.1:{house}/api/contest/mia", timeout=30)) as answer:
        return json.loads(answer.read())


if __name__ == "__main__":
    run_bots(*map(int, sys.argv[1:]))
