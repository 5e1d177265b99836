"""Programs for a contest: an honest one, one that talks nonsense, and one that falls silent."""

import asyncio
from typing import Literal

from tablehall_lab.upgrade.callers import Caller, Doors

THROWS = [(a, b) for a in range(3, 7) for b in range(1, a)] + [(n, n) for n in range(1, 7)] + [(2, 1)]
RANK = {f"{a},{b}": rank for rank, (a, b) in enumerate(THROWS)}
SAID = list(RANK)
Manner = Literal["honest", "nonsense", "silent"]


class Program(Caller):
    """Plays so many games and joins no more then."""

    transport = "datagrams"
    source = "127.77.0.1"
    """A name belongs to the host it was registered from; nobody else is likely to be at this one."""

    def __init__(self, name: str, door: str = "mia", games: int = 0, manner: Manner = "honest") -> None:
        super().__init__(name)
        self.door = door
        self.games = games
        """How many it will still join."""
        self.manner = manner
        self.claim = -1
        self.score = ""
        """The last score it was told."""

    async def come(self, doors: Doors) -> str:
        """Register, or try to: how the server answers."""
        await self.connect(doors)
        self.send(f"REGISTER;{self.name}")
        return await self.hears("REGISTERED", "REJECTED")

    async def hears(self, *verbs: str) -> str:
        """Wait for a message with one of these verbs."""
        while True:
            line = await self.line()
            if line.split(";")[0] in verbs:
                return line

    async def play(self) -> None:
        """Play until enough games are over."""
        while self.games:
            self._answer(await self.line())

    def _answer(self, line: str) -> None:
        verb, *fields = line.replace("ROUND", "GAME").split(";")
        verb = verb.replace(" ", "_")
        if verb == "GAME_STARTING":
            said = f"JOIN_GAME;{self.name};{fields[0]}" if self.door == "mia" else f"JOIN;{fields[0]}"
            self.send(said)
        elif verb == "GAME_STARTED":
            self.claim = -1
        elif verb == "ANNOUNCED":
            self.claim = RANK[fields[1]]
        elif verb == "YOUR_TURN" and self.manner != "silent":
            honest = "SEE" if self.claim >= RANK["1,1"] else "ROLL"
            self.send(f"{honest if self.manner == 'honest' else 'DANCE'};{fields[0]}")
        elif verb == "ROLLED":
            said = fields[0] if RANK[fields[0]] > self.claim else SAID[min(20, self.claim + 1)]
            self.send(f"ANNOUNCE;{said};{fields[1]}")
        elif verb == "SCORE":
            self.score = line
            self.games -= 1


async def compete(programs: list[Program]) -> None:
    """Let programs that are registered play until each has had its games."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(program.play() for program in programs))
