"""A hall that stands still: what has arrived by then counts first, and the time is given back."""

import asyncio
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.decision import Decision
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.net.bot_pool import BotSettings
from tablehall.protocols.house import HANDLERS, HouseDoor
from tablehall.protocols.house.requests import Ping
from tablehall.server import Server
from tablehall.settings import Settings

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CENTRE = {"type": "place", "r": 1, "c": 1}


@asynccontextmanager
async def hall() -> AsyncIterator[Server]:
    """A hall in the test's own loop."""
    settings = Settings(host="127.0.0.1", port=0, memory=True, bots=BotSettings(on=False))
    server = Server(settings, doors=[HouseDoor])
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


class Visitor:
    """A guest whose moves can be on their way while the loop stands still."""

    def __init__(self, server: Server) -> None:
        self.wire = socket.create_connection(("127.0.0.1", server.opened[0].port))
        self.wire.sendall(HANDSHAKE)

    def say(self, **request: object) -> None:
        data = json.dumps(request).encode()
        self.wire.sendall(bytes([0x81, 0xFE, *divmod(len(data), 256), 0, 0, 0, 0]) + data)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that the hall is about to do."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 (nobody tells of it)
            await asyncio.sleep(0.005)


async def begun(server: Server, clock: ClockSpec) -> tuple[Visitor, Table]:
    """A game of Tic Tac Toe that begins just now, with whoever is on turn."""
    anna = Visitor(server)
    anna.say(type="hello", name="anna")
    people, decide = server.hall.people, server.hall.handle

    def done(command: commands.Command) -> Decision:
        decision = decide(command, server.pipeline.now())
        assert decision.refused is None
        server.pipeline.submit(0, decision)
        return decision

    await until(lambda: "anna" in people.by_name)
    person: Person = people.by_name["anna"]
    bob = done(commands.Enter(10**6, "guest", "bob")).result.person
    table: Table = done(commands.Open(person.id, Terms("tictactoe", clock=clock))).result
    done(commands.Join(bob.id, table.sheet.table))
    await asyncio.sleep(0.01)
    return anna, table


def run(test: Coroutine[Any, Any, None]) -> None:
    """In the loop that the hall runs in."""
    if sys.platform == "win32":
        asyncio.run(test)
    else:
        import uvloop

        uvloop.run(test)


def test_what_has_arrived_is_read_before_a_deadline_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else holds the hall up, past a deadline; but not for so long that it counts as standing still.
    The answer arrives meanwhile."""

    in_time = False

    async def late() -> None:
        async with hall() as server:
            anna, table = await begun(server, ClockSpec("answer", 300))
            eve = Visitor(server)

            def hold_up(*_: object) -> None:
                nonlocal in_time
                in_time = table.scene.status == "playing"
                anna.say(type="act", table=table.sheet.table, move=CENTRE)
                time.sleep(0.4)

            monkeypatch.setitem(HANDLERS, Ping, (hold_up, False))
            eve.say(type="ping")
            await until(lambda: table.scene.status != "playing" or table.scene.last is not None)
            for visitor in (anna, eve):
                visitor.wire.close()
            assert not in_time or table.scene.last is not None, "the deadline fell first"

    while not in_time:  # a busy machine may take longer than the whole turn before anybody holds it up
        run(late())


@pytest.mark.parametrize("kind", ["answer", "total"])
def test_the_time_is_given_back(kind: str) -> None:
    async def late() -> None:
        async with hall() as server:
            anna, table = await begun(server, ClockSpec(kind, 1000))  # type: ignore[arg-type]
            began = table.scene.running[0]
            time.sleep(1.5)  # noqa: ASYNC251 (it is the loop that stands still)
            await until(lambda: bool(server.pipeline.counts["stood_still"] and not server.hall.owed))
            anna.wire.close()
            assert table.scene.status == "playing"
            given = [news.record for news in table.ring if isinstance(news.record, records.Carried)]
            assert 1000 <= sum(record.lost for record in given) == table.scene.running[0] - began

    run(late())
