"""Programs that take part in a contest over real UDP: good ones, and every kind of bad one."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from tablehall.games.mia import game
from tablehall.hall.verify import verify
from tablehall.journal.sqlite import SqliteJournal

THROWS = [(a, b) for a in range(3, 7) for b in range(1, a)] + [(n, n) for n in range(1, 7)] + [(2, 1)]
RANK = {f"{a},{b}": rank for rank, (a, b) in enumerate(THROWS)}
SAID = list(RANK)


class Program(asyncio.DatagramProtocol):
    """An honest player who lies only if there is no way round it; speaks the dialect of its door."""

    transport: asyncio.DatagramTransport

    def __init__(self, name: str, door: str = "mia") -> None:
        self.name = name
        self.door = door
        self.heard: list[str] = []
        self.claim = -1
        self.started = 0
        self.running = True
        self.progress = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a datagram transport
        self.say(f"REGISTER;{self.name}")

    def say(self, text: str | bytes) -> None:
        if not self.transport.is_closing():
            self.transport.sendto(text.encode() if isinstance(text, str) else text)

    def error_received(self, exc: Exception) -> None:
        """The server is away for a moment."""

    def datagram_received(self, data: bytes, addr: object) -> None:
        assert len(data) <= 1200
        self.heard.append(data.decode())
        verb, *fields = data.decode().split(";")
        verb = verb.replace(" ", "_").replace("ROUND", "GAME")
        if verb == "GAME_STARTING" and self.running:
            self.invited(fields[0])
        elif verb == "GAME_STARTED":
            self.claim = -1
            self.progress.set()
            self.started += self.name in fields[-1 if self.door == "maexchen" else 0].split(",")
        elif verb == "ANNOUNCED":
            self.claim = RANK[fields[1]]
        elif verb == "YOUR_TURN":
            self.my_turn(fields[0])
        elif verb == "ROLLED":
            self.rolled(fields[0], fields[1])

    def invited(self, token: str) -> None:
        self.say(f"JOIN;{token}" if self.door == "maexchen" else f"JOIN_GAME;{self.name};{token}")

    def my_turn(self, token: str) -> None:
        self.say(f"{'SEE' if self.claim >= RANK['1,1'] else 'ROLL'};{token}")

    def rolled(self, dice: str, token: str) -> None:
        said = dice if RANK[dice] > self.claim else SAID[min(20, self.claim + 1)]
        self.say(f"ANNOUNCE;{said};{token}")

    def last(self, verb: str) -> list[str]:
        """The latest message with this verb."""
        return next(m.split(";") for m in reversed(self.heard) if m.split(";")[0] == verb)

    def losses(self) -> "Counter[str]":
        """For which reasons this program lost, as everybody at its tables heard."""
        found: Counter[str] = Counter()
        for message in self.heard:
            if message.startswith(("PLAYER_LOST;", "PLAYER LOST;")):
                _, names, reason, *_ = message.split(";")
                found[reason] += self.name in names.split(",")
        return +found


class Sleeper(Program):
    """Registers and never joins."""

    def invited(self, token: str) -> None:
        """No."""


class Latecomer(Program):
    """Does everything, but too late."""

    late = 2.5

    def say(self, text: str | bytes) -> None:
        if isinstance(text, str) and not text.startswith(("REGISTER", "JOIN")):
            asyncio.get_running_loop().call_later(self.late, super().say, text)
        else:
            super().say(text)


class Forgetful(Program):
    """Answers first with tokens that are stale, foreign or made up."""

    stale = "x"

    def my_turn(self, token: str) -> None:
        for wrong in (self.stale, token.upper(), token[:-1], "", self.heard[-1].rsplit(";", 1)[-1][::-1]):
            self.say(f"ROLL;{wrong}")
        self.stale = token
        super().my_turn(token)


class Dancer(Program):
    """Answers with verbs that nobody knows."""

    def my_turn(self, token: str) -> None:
        self.say(f"DANCE;{token}")


class Noisy(Program):
    """Plays well, and sends garbage all the time."""

    def datagram_received(self, data: bytes, addr: object) -> None:
        super().datagram_received(data, addr)
        chance = random.Random(data)
        self.say(chance.randbytes(chance.randrange(1, 100)))
        if chance.random() < 0.2:
            self.say(b"x" * 2000)


class Thief(Program):
    """Comes from another address and wants names that others have."""

    names: tuple[str, ...] = ()

    def invited(self, token: str) -> None:
        raise AssertionError("a thief was invited")

    def steal(self) -> None:
        for name in self.names:
            self.say(f"REGISTER;{name}")
            self.say(f"JOIN_GAME;{name};{'0' * 36}")


class Field:
    """Many programs, each with a socket of its own."""

    def __init__(self, doors: dict[str, tuple[str, int]]) -> None:
        self.doors = doors
        self.programs: list[Any] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> "Field":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def enter(self, program: Program, host: str = "127.0.0.1") -> None:
        """A program opens its socket and registers."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_datagram_endpoint(
            lambda: program, remote_addr=self.doors[program.door], local_addr=(host, 0)
        )
        self._stack.callback(transport.close)
        self.programs.append(program)

    async def until_started(self, games: int, *programs: Program, within: float = 60) -> None:
        """Wait until each of these has played so many games."""
        async with asyncio.timeout(within):
            for program in programs:
                while program.started < games:
                    program.progress.clear()
                    await program.progress.wait()

    async def settle(self) -> None:
        """Nobody joins any more, and the last games end."""
        for program in self.programs:
            program.running = False
        await asyncio.sleep(1.5)


def recount(data: Path) -> tuple["Counter[str]", dict[str, int]]:
    """The points by the logs of all games, each verified, and the points that are kept."""
    counted: Counter[str] = Counter()
    with SqliteJournal(data, read_only=True) as journal:
        for listing in journal.tables(game="mia", limit=100_000):
            table = verify(journal.log(listing.table), {"mia": game})
            assert table.scene.outcome is not None
            for seat, points in zip(table.scene.seats, table.scene.outcome.scores, strict=True):
                assert seat is not None
                counted[seat.name] += points
        kept = journal.kept().get("standing", {})
    return counted, {key.split("/", 1)[1]: int(value[1:-1].split(b",")[0]) for key, value in kept.items()}
