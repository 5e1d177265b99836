"""One scenario with one client: a hall, a relay, company, and the client's own process."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from tablehall.conformance.clients.company import Companion
from tablehall.conformance.clients.framing import Framing
from tablehall.conformance.clients.judge import CONNECTS, PLAYS, SOUND, Finding, Judge
from tablehall.conformance.clients.program import Program
from tablehall.conformance.clients.relay import DatagramRelay, StreamRelay
from tablehall.conformance.clients.scenario import Scenario
from tablehall.conformance.clients.script import Script
from tablehall.net.bot_pool import BotSettings
from tablehall.server import Server, all_doors
from tablehall.settings import DoorSettings, Settings

CONNECTS_WITHIN = 10.0
"""Seconds for a program to start and say something."""
SILENCE = 6.0
"""Seconds of silence of the client after which nothing more is expected of it."""
LONGEST = 60.0
LOOKS_EVERY = 0.01
COMPANIONS = 3
"""As many as a table of four has room for."""


class Protocol:
    """A protocol as its clients are judged by it."""

    name: ClassVar[str]
    judge: ClassVar[type[Judge]]
    framing: ClassVar[Callable[[], Framing] | None] = None
    """How a stream is cut into messages; None: datagrams."""
    games: ClassVar[Sequence[str]] = ()
    """What is played at the client's table."""
    scenarios: ClassVar[Sequence[Scenario]]


class Trial:
    """A scenario while it is played."""

    def __init__(self, protocol: type[Protocol], scenario: Scenario, command: str, patience: float) -> None:
        self.protocol, self.scenario, self.command, self.patience = protocol, scenario, command, patience
        self.judge = protocol.judge(asyncio.get_running_loop().time, patience)
        self.script = Script(scenario.disturbs, self.judge.kind)
        self.companions: list[Companion] = []
        self._playing: list[asyncio.Task[None]] = []

    async def run(self) -> list[Finding]:
        """Play it; what was found."""
        server = await self._hall()
        relay = self._relay(next(o.port for o in server.opened if o.door.name == self.protocol.name))
        try:
            await self._seat(next(o.port for o in server.opened if o.door.front))
            client = Program(self.command, "127.0.0.1", await relay.open())
            try:
                await client.start()
                await self._watch(client, relay)
            finally:
                await client.end()
                client.forget()
                await relay.close()
        finally:
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)
            await server.stop()
        return self.judge.findings

    async def _hall(self) -> Server:
        kinds = [kind for kind in all_doors().values() if kind.front or kind.name == self.protocol.name]
        doors = {self.protocol.name: DoorSettings(settings=self.scenario.settings)}
        settings = Settings(host="127.0.0.1", port=0, memory=True, stall_warning=0, doors=doors)
        settings.bots = BotSettings(on=False)
        server = Server(settings, kinds)
        await server.start()
        return server

    def _relay(self, port: int) -> StreamRelay | DatagramRelay:
        upstream = ("127.0.0.1", port)
        if self.protocol.framing is None:
            return DatagramRelay(upstream, self.judge, self.script)
        return StreamRelay(upstream, self.protocol.framing, self.judge, self.script)

    async def _seat(self, house: int) -> None:
        """Have company come in before the client does."""
        if self.scenario.seat is None:
            return
        for number in range(1 if self.scenario.seat.opens else COMPANIONS):
            name = f"companion{number + 1}"
            one = Companion(f"127.0.0.1:{house}", self.protocol.games, self.scenario.seat, name)
            self.companions.append(one)
            self._playing.append(asyncio.create_task(one.play()))
        await asyncio.gather(*(one.waiting.wait() for one in self.companions))

    # Watching.

    async def _watch(self, client: Program, relay: StreamRelay | DatagramRelay) -> None:
        """Until it has come to its end, or to a stop."""
        loop, judge = asyncio.get_running_loop(), self.judge
        began = first = spoke = loop.time()
        said = cuts = 0
        while not self._over(loop.time() - first if said else 0.0):
            await asyncio.sleep(LOOKS_EVERY)
            now = loop.time()
            if judge.said.total() > said:
                first = first if said else now
                said, spoke = judge.said.total(), now
            if relay.cuts > cuts:
                cuts, spoke = relay.cuts, now
                await client.end()
                await client.start()
            elif client.code is not None and await self._ended(client, relay):
                return
            if judge.look() or self._stopped(said, now - began, now - spoke):
                return
        await self._linger(client)

    def _over(self, speaking: float = 0.0) -> bool:
        """Whether it has come to its end; the client has been speaking for so long."""
        if self.scenario.until:
            return self.judge.heard[self.scenario.until] >= self.scenario.times
        return speaking > self.scenario.quiet

    async def _ended(self, client: Program, relay: StreamRelay | DatagramRelay) -> bool:
        """The client has ended; whether that is the end of it."""
        await asyncio.sleep(0.05)  # what it has said last may still be on its way
        if self._over():
            return False
        if self.scenario.may_end and not client.fell:
            self._demand()
        elif not relay.connections:
            self.judge.finds(CONNECTS, f"nothing was heard of it; {client.how_it_ended()}")
        else:
            self.judge.finds(SOUND if client.fell else PLAYS, client.how_it_ended())
        return True

    def _stopped(self, said: int, age: float, silence: float) -> bool:
        """Whether nothing more is to be expected of the client."""
        if not said and age > CONNECTS_WITHIN * self.patience:
            self.judge.finds(CONNECTS, f"nothing was heard of it for {age:.0f} s")
        elif said and silence > SILENCE * self.patience:
            self.judge.finds(PLAYS, f"it has said nothing for {silence:.0f} s, and {self._missing()}")
        elif age > LONGEST * self.patience:
            self.judge.finds(PLAYS, f"after {age:.0f} s {self._missing()}")
        else:
            return False
        return True

    def _missing(self) -> str:
        number, wanted = self.judge.heard[self.scenario.until], self.scenario.times
        return f"the conversation has not come to its end ({self.scenario.until}: {number} of {wanted})"

    async def _linger(self, client: Program) -> None:
        """It may still say something wrong, and has to say what it owes."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.scenario.linger
        while loop.time() < end or self.judge.debts:
            if client.code is not None:
                if client.fell:
                    self.judge.finds(SOUND, client.how_it_ended())
                break
            if self.judge.look():
                break
            await asyncio.sleep(LOOKS_EVERY)
        self._demand()

    def _demand(self) -> None:
        """What the client must have said by now."""
        for wanted in self.scenario.must:
            if not any(self.judge.said[kind] for kind in wanted.split("|")):
                self.judge.finds(PLAYS, f"it has not said {wanted.replace('|', ' or ')} at all")

