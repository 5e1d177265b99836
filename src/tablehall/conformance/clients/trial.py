"""One scenario with one client: a hall, a relay, company, and the client's own process."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from tablehall.conformance.clients.company import Companion
from tablehall.conformance.clients.framing import Framing
from tablehall.conformance.clients.judge import Finding, Judge
from tablehall.conformance.clients.program import Program
from tablehall.conformance.clients.relay import DatagramRelay, StreamRelay
from tablehall.conformance.clients.scenario import Scenario
from tablehall.conformance.clients.script import Script
from tablehall.conformance.clients.watch import Watch
from tablehall.net.bot_pool import BotSettings
from tablehall.server import Server, all_doors
from tablehall.settings import DoorSettings, Settings

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
        self._companions: list[Companion] = []

    async def run(self) -> list[Finding]:
        """Play it; what was found."""
        server = await self._hall()
        relay = self._relay(next(o.port for o in server.opened if o.door.name == self.protocol.name))
        try:
            await self._seat(next(o.port for o in server.opened if o.door.front))
            client = Program(self.command, "127.0.0.1", await relay.open())
            try:
                await client.start()
                await Watch(self.scenario, self.judge, client, relay, self.patience).run()
            finally:
                self.judge.done = True
                await client.end()
                client.forget()
                await relay.close()
        finally:
            for companion in self._companions:
                await companion.go()
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
            self._companions.append(one)
            await one.come()
