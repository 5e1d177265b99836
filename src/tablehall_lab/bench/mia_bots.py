"""The bots of a contest that is measured: they live in a process of their own and answer at once.

Every question carries the time at which the kernel had it for the bot, so that a deadline that
is missed although the answer was sent in time is known to be the server's own fault.
"""

import json
import select
import socket
import struct
import sys
import time
from typing import Any, NamedTuple

THROWS = [(a, b) for a in range(3, 7) for b in range(1, a)] + [(n, n) for n in range(1, 7)] + [(2, 1)]
RANK = {b"%d,%d" % throw: rank for rank, throw in enumerate(THROWS)}
SAID = list(RANK)
LOWEST_PAIR, BRAVE = RANK[b"1,1"], RANK[b"6,1"]

TIMESTAMPS = 35
"""SO_TIMESTAMPNS on Linux."""
IN_TIME = 0.2
"""An answer sent so many seconds after its question arrived was in time."""


class Bot:
    """Doubts pairs, rolls against less, and claims at least 61 when it has too little."""

    host = server = "127.0.0.1"

    def __init__(self, port: int, name: str) -> None:
        self.name = name.encode()
        self.join = b"JOIN_GAME;%b;" % self.name
        self.claim = -1
        self.registered = self.joined = False
        self.prompt = True
        self.games = self.misses = self.own_misses = 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, TIMESTAMPS, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind((self.host, 0))
        self.socket.connect((self.server, port))
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
            if self.name in fields[0].split(b","):
                self.games += 1
            elif self.joined:
                self.missed()
            self.joined = False
        elif verb == b"REGISTERED":
            self.registered = True
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


class Counts(NamedTuple):
    """What bots have counted: those registered, their games, deadlines missed by the server and by them."""

    registered: int
    games: int
    server_missed: int
    bots_missed: int

    @classmethod
    def of(cls, bots: "list[Bot]") -> "Counts":
        """Everything that these have counted together."""
        counted = [(bot.registered, bot.games, bot.misses, bot.own_misses) for bot in bots]
        return cls(*map(sum, zip(*counted, strict=True)))


def run_bots(port: int, first: int, count: int) -> None:
    """Let bots play until standard input is closed; for every line on it say what they counted."""
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
                if not sys.stdin.readline():
                    return
                print(json.dumps(Counts.of(list(bots.values()))), flush=True)
            else:
                listen(bots[number])


def listen(bot: Bot) -> None:
    """Let a bot hear everything that has arrived for it."""
    try:
        while True:
            message, about, _, _ = bot.socket.recvmsg(1300, 64)
            bot.heard(message, about)
    except BlockingIOError:
        pass


if __name__ == "__main__":
    server, _, numbers = sys.argv[1].rpartition(":")  # [HOST:]PORT
    Bot.server = server or Bot.server
    run_bots(*map(int, (numbers, *sys.argv[2:])))
