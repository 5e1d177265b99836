"""A server in the test's own loop, with doors that the test brings along."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from tablehall.net.bot_pool import BotSettings
from tablehall.net.connection import Connection
from tablehall.protocols.door import Door
from tablehall.server import Server
from tablehall.settings import DoorSettings, Settings
from tests.net.desk import Desk
from tests.net.parlour import Parlour

OpenDoor = Callable[..., Awaitable[tuple[Server, Any, int]]]


@pytest.fixture
async def open_door() -> AsyncIterator[OpenDoor]:
    """Opens a door with the limits given: the server, the door and its port."""
    servers: list[Server] = []

    async def start(kind: type[Door], **limits: int) -> tuple[Server, Any, int]:
        doors = {kind.name: DoorSettings(limits=limits)}
        server = Server(
            Settings(host="127.0.0.1", port=0, memory=True, doors=doors, bots=BotSettings(on=False)),
            doors=[kind],
        )
        await server.start()
        servers.append(server)
        (opened,) = server.opened
        return server, opened.door, opened.port

    yield start
    for server in servers:
        async with asyncio.timeout(20):
            while any(isinstance(one, Connection) for one in server.pipeline.connections.values()):  # noqa: ASYNC110
                await asyncio.sleep(0.005)  # everybody has left; the server is about to notice
        await server.stop()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """A pipeline whose commits end when the test says so."""
    opened = Desk()
    yield opened
    opened.pipeline.stop()


@pytest.fixture
async def open_parlour() -> AsyncIterator[Callable[..., Awaitable[Parlour]]]:
    """Opens halls as they are told to be."""
    servers: list[Server] = []
    async with aiohttp.ClientSession() as session:

        async def start(**settings: Any) -> Parlour:
            kept = {"bots": BotSettings(on=False), **settings}
            server = Server(Settings(host="127.0.0.1", port=0, memory=True, **kept))
            await server.start()
            servers.append(server)
            return Parlour(server, session)

        yield start
        for server in servers:
            await server.stop()


@pytest.fixture
async def parlour(open_parlour: Callable[..., Awaitable[Parlour]]) -> Parlour:
    """A hall without players of the house."""
    return await open_parlour()
