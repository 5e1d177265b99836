"""Nobody stands still: what strangers ask for is paid for by what it costs, and lists go out in pieces."""

import asyncio
import json
import socket
import urllib.request
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.client import frames
from tablehall.hall import commands
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.terms import Terms
from tablehall.net.bot_pool import BotSettings
from tablehall.net.connection import Connection
from tablehall.protocols.house import HouseDoor, render
from tablehall.server import Server
from tablehall.settings import DoorSettings, Settings

if TYPE_CHECKING:
    from tests.conftest import NewHall

TABLES = 1_000
LISTS = 128
ASK = frames.masked(b'{"type":"lobby","on":false}')
PING = frames.masked(b'{"type":"ping"}')
PATIENCE = 60


class Hearing:
    """A client that reads only when it wants to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.buffer = b""

    async def message(self) -> Any:
        """The next message, put together from its frames."""
        text = b""
        while True:
            while (found := frames.cut(self.buffer)) is None:
                more = await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE)
                assert more, "the connection is over"
                self.buffer += more
            first, data, end = found
            self.buffer = self.buffer[end:]
            text += data
            if frames.is_last(first):
                return json.loads(text)


async def come_in(server: Server, address: str = "127.0.0.1") -> Hearing:
    """A connection to the house door that reads little ahead."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 14)
    raw.bind((address, 0))
    raw.connect(("127.0.0.1", server.opened[0].port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=1 << 12)
    writer.write(frames.upgrade("/ws"))
    await reader.readuntil(b"\r\n\r\n")
    return Hearing(reader, writer)


def fill(hall: Hall, tables: int, game: str = "tictactoe") -> None:
    """Somebody opens many tables."""
    hall.limits = Limits(tables=4 * tables, tables_each=4 * tables)
    host = hall.handle(commands.Enter(10**9, "guest", "host"), 1).result.person
    for _ in range(tables):
        assert hall.handle(commands.Open(host.id, Terms(game)), 1).refused is None


@pytest.fixture
async def full_hall(request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A hall of many tables, with the house door and its limits."""
    limits = {"burst": 10**6, "ping": 0, **getattr(request, "param", {})}
    doors = {"house": DoorSettings(limits=limits)}
    settings = Settings(host="127.0.0.1", port=0, memory=True, doors=doors, bots=BotSettings(on=False))
    server = Server(settings, doors=[HouseDoor])
    await server.start()
    fill(server.hall, TABLES)
    yield server
    for connection in list(server.pipeline.connections.values()):
        if isinstance(connection, Connection):
            connection.transport.abort()  # some are not read any more
    await server.stop()


async def test_lists_asked_for_in_one_breath_hold_nobody_up(
    full_hall: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks without reading is answered once; and what is the same is encoded once."""
    rendered = 0
    card = render.table_card

    def counted(*about: Any) -> Any:
        nonlocal rendered
        rendered += 1
        return card(*about)

    monkeypatch.setattr(render, "table_card", counted)
    rude, honest = await come_in(full_hall), await come_in(full_hall)
    rude.writer.write(ASK * LISTS)
    await rude.writer.drain()
    for _ in range(3):
        honest.writer.write(PING)
        assert (await honest.message())["type"] == "pong"
    asked = full_hall.pipeline.counts["messages"] - 3
    assert asked < LISTS // 2  # as much as fits into the buffers of the system, and no more
    for _ in range(LISTS):
        assert len((await rude.message())["tables"]) == TABLES
    assert full_hall.pipeline.counts["messages"] == LISTS + 3
    assert rendered == TABLES
    rude.writer.close()
    honest.writer.close()


async def test_a_change_encodes_one_table_anew(full_hall: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    page = await come_in(full_hall)
    page.writer.write(ASK)
    first = (await page.message())["tables"]
    made: list[int] = []
    card = render.table_card

    def noted(sheet: Any, scene: Any) -> Any:
        made.append(sheet.table)
        return card(sheet, scene)

    monkeypatch.setattr(render, "table_card", noted)
    hall = full_hall.hall
    guest = hall.handle(commands.Enter(10**9 + 1, "guest", "guest"), 1).result.person
    number = first[500]["table"]
    assert hall.handle(commands.Join(guest.id, number), 1).refused is None
    page.writer.write(ASK)
    second = (await page.message())["tables"]
    assert made == [number]
    assert [table["table"] for table in second] == [table["table"] for table in first]
    assert [a["table"] for a, b in zip(first, second, strict=True) if a != b] == [number]
    page.writer.close()


@pytest.mark.parametrize(
    "full_hall", [{"address_burst": 300, "address_rate": 1}, {"burst": 300, "rate": 1}], indirect=True
)
async def test_who_has_spent_everything_is_read_no_further(full_hall: Server) -> None:
    """What an address spends is gone for all its connections, what a connection spends for itself; nobody
    else is any the worse for it."""
    limits = full_hall.settings.doors["house"].limits
    rude, neighbour = await come_in(full_hall), await come_in(full_hall)
    other = await come_in(full_hall, "127.0.0.2")
    rude.writer.write(ASK * LISTS)
    for _ in range(3):  # each costs some 150, and one may make debts
        assert len((await rude.message())["tables"]) == TABLES
    neighbour.writer.write(PING)
    if "rate" in limits:
        assert (await neighbour.message())["type"] == "pong"
    for _ in range(20):
        other.writer.write(PING)
        assert (await other.message())["type"] == "pong"
    heard = full_hall.pipeline.counts["messages"]
    assert heard == 3 + 20 + ("rate" in limits)
    for client in (rude, neighbour, other):
        client.writer.close()


def test_a_running_hall_shows_its_stalls(new_hall: "NewHall") -> None:
    hall = new_hall()
    host, port = hall.doors["house"]
    with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=PATIENCE) as answer:
        figures = answer.read().decode()
    assert 'tablehall_stall_seconds_bucket{le="0.001"}' in figures
    assert 'tablehall_stall_seconds_bucket{le="10.0"}' in figures
