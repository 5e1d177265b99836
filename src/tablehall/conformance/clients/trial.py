"""One scenario with one client: a hall, a relay, company, and the client's own process."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import ClassVar

from tablehall.conformance.clients.company import Companion
from tablehall.conformance.clients.datagrams import DatagramRelay
from tablehall.conformance.clients.framing import Framing
from tablehall.conformance.clients.judge import Finding, Judge
from tablehall.conformance.clients.program import Program
from tablehall.conformance.clients.relay import StreamRelay
from tablehall.conformance.clients.scenario import Scenario, Seat
from tablehall.conformance.clients.script import Script
from tablehall.conformance.clients.watch import Watch
from tablehall.net.bot_pool import BotSettings
from tablehall.net.connection import Connection
from tablehall.server import Server, all_doors
from tablehall.settings import DoorSettings, Settings

HOST = "127.0.0.1"
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

    async def run(self) -> list[Finding]:
        """Play it; what was found."""
        async with contextlib.AsyncExitStack() as after:
            server = await self._hall()
            after.push_async_callback(_close, server)
            ports = {opened.door.name: opened.port for opened in server.opened}
            for companion in self._company(next(o.port for o in server.opened if o.door.front)):
                after.push_async_callback(companion.go)
                await companion.come()
            relay = self._relay(ports[self.protocol.name])
            port = await relay.open()
            after.push_async_callback(relay.close)
            client = Program(self.command, HOST, port)
            after.push_async_callback(client.end)
            await client.start()
            await Watch(self.scenario, self.judge, client, relay, self.patience).run()
            self.judge.done = True
        return self.judge.findings

    async def _hall(self) -> Server:
        kinds = [kind for kind in all_doors().values() if kind.front or kind.name == self.protocol.name]
        doors = {self.protocol.name: DoorSettings(settings=self.scenario.settings)}
        settings = Settings(host=HOST, port=0, memory=True, stall_warning=0, doors=doors)
        settings.bots = BotSettings(on=False)
        server = Server(settings, kinds)
        await server.start()
        return server

    def _relay(self, port: int) -> StreamRelay | DatagramRelay:
        if self.protocol.framing is None:
            return DatagramRelay((HOST, port), self.judge, self.script)
        return StreamRelay((HOST, port), self.protocol.framing, self.judge, self.script)

    def _company(self, house: int) -> list[Companion]:
        """Those who are there before the client comes."""
        seat = self.scenario.seat
        number = 0 if seat is None else 1 if seat.opens else COMPANIONS
        return [
            Companion(f"{HOST}:{house}", self.protocol.games, seat or Seat(), f"companion{one + 1}")
            for one in range(number)
        ]


async def _close(server: Server) -> None:
    """Close a hall. It does not listen to whoever talks too much, and would not notice that they are gone."""
    for listener in list(server.pipeline.connections.values()):
        if isinstance(listener, Connection):
            listener.transport.abort()
    await server.stop()
