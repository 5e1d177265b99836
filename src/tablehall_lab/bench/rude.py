"""Programs that misbehave in a contest of Mia, and what they cost those who do not.

Two fields of the same bots play side by side, each in a hall of its own, one of them with rude
programs. Whatever else the machine does slows both down, so the ratio of their rates says
what rudeness costs.
"""

import heapq
import itertools
import random
import select
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tablehall_lab.bench.mia import Result, playing
from tablehall_lab.bench.mia_bots import Bot, listen

LATE = 0.4
"""Seconds; an answer has a quarter of one."""
ACQUAINTANCE = 10
"""Seconds in which the server learns whom it need not wait for."""
EVERY = 0.05
"""Seconds between two deeds of those who do not wait to be asked."""


class Later:
    """What will be done, and when."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._due: list[tuple[float, int, Callable[[], Any]]] = []

    def add(self, seconds: float, deed: Callable[[], Any]) -> None:
        """Do this in so many seconds."""
        heapq.heappush(self._due, (time.monotonic() + seconds, next(self._count), deed))

    def do(self) -> None:
        """Do what is due."""
        while self._due and self._due[0][0] <= time.monotonic():
            heapq.heappop(self._due)[2]()


class Rude(Bot):
    """Registers and never joins."""

    later: Later

    def begin(self) -> None:
        """Come in."""
        self.socket.send(b"REGISTER;%b" % self.name)

    def heard(self, message: bytes, about: list[Any]) -> None:
        """Whatever it is, it does not care."""


class Tardy(Rude):
    """Joins too late."""

    def heard(self, message: bytes, about: list[Any]) -> None:
        verb, *fields = message.split(b";")
        if verb == b"GAME_STARTING":
            self.later.add(LATE, lambda: self.socket.send(self.join + fields[0]))


class Player(Rude):
    """Joins every game and says nothing more."""

    def heard(self, message: bytes, about: list[Any]) -> None:
        verb, *fields = message.split(b";")
        if verb == b"GAME_STARTING":
            self.socket.send(self.join + fields[0])
        elif verb == b"YOUR_TURN":
            self.asked(fields[0])

    def asked(self, token: bytes) -> None:
        """It is this one's turn."""


class Late(Player):
    """Takes every turn too late."""

    def asked(self, token: bytes) -> None:
        self.later.add(LATE, lambda: self.socket.send(b"ROLL;" + token))


class Forgetful(Player):
    """Answers with the token of the turn before."""

    stale = b"none"

    def asked(self, token: bytes) -> None:
        self.socket.send(b"ROLL;" + self.stale)
        self.stale = token


class Dancer(Player):
    """Answers with a verb that nobody knows."""

    def asked(self, token: bytes) -> None:
        self.socket.send(b"DANCE;" + token)


class Noisy(Rude):
    """Plays like the others, and sends garbage and datagrams that are too long all the time."""

    heard = Bot.heard

    def begin(self) -> None:
        super().begin()
        self.make_noise()

    def make_noise(self) -> None:
        """Send what nobody can read, and what is too long to be read."""
        for size in (1, 10, 100, 1000, 2000):
            self.socket.send(random.randbytes(size))
        self.later.add(EVERY, self.make_noise)


class Thief(Rude):
    """Comes from another address and tries to take names that others have."""

    host = "127.0.0.2"

    def begin(self) -> None:
        self.socket.send(b"REGISTER;bot%d" % random.randrange(2))
        self.socket.send(b"JOIN_GAME;bot0;" + b"0" * 36)
        self.later.add(EVERY, self.begin)


KINDS: tuple[type[Rude], ...] = (Rude, Tardy, Player, Late, Forgetful, Dancer, Noisy, Thief)


def registered(count: int) -> int:
    """How many of so many rude programs are let in: all but the thieves."""
    return sum(KINDS[n % len(KINDS)] is not Thief for n in range(count))


def run_rude(port: int, count: int) -> None:
    """Misbehave in every way until standard input is closed."""
    later = Later()
    poll = select.epoll()
    poll.register(0, select.EPOLLIN | select.EPOLLHUP)
    programs: dict[int, Rude] = {}
    for number in range(count):
        program = KINDS[number % len(KINDS)](port, f"rude{number}")
        program.later = later
        programs[program.socket.fileno()] = program
        poll.register(program.socket.fileno(), select.EPOLLIN)
        program.begin()
    while True:
        for number, _ in poll.poll(0.01):
            if number not in programs:
                return
            listen(programs[number])
        later.do()


class Cost(NamedTuple):
    """The same bots without rude programs and with them."""

    clean: Result
    dirty: Result

    @property
    def ratio(self) -> float:
        """How many games a bot plays among rude programs for every game without them."""
        return self.dirty.rate_of_a_bot / self.clean.rate_of_a_bot


def compare(bots: int, rude: int, seconds: float, *, memory: bool = False) -> Cost:
    """Let bots play without rude programs and with them, at the same time."""
    with playing(bots, memory=memory) as clean, playing(bots, memory=memory) as dirty:
        dirty.spawn("tablehall_lab.bench.rude", rude)
        dirty.wait_for(bots + registered(rude))
        time.sleep(ACQUAINTANCE)
        begun = clean.mark(), dirty.mark()
        time.sleep(seconds)
        return Cost(clean.since(begun[0]), dirty.since(begun[1]))


if __name__ == "__main__":
    run_rude(*map(int, sys.argv[1:]))
