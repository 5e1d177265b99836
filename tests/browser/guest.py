"""Somebody at the house door, without a browser: he takes the other seat and plays whatever is legal."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.browser.visitor import fresh
from tests.conftest import RunningHall

Likes = Callable[[Any], float]


class Guest:
    """One connection, one table, and which moves he likes how much."""

    def __init__(self, wire: ClientWebSocketResponse, likes: Likes) -> None:
        self.wire, self.likes = wire, likes
        self.chance = random.Random(1)

    async def until(self, *types: str) -> Any:
        """The next message of one of these types."""
        while True:
            message = await self.wire.receive_json()
            assert message["type"] != "refused", message
            if message["type"] in types:
                return message

    async def plays(self, table: int) -> None:
        """Sit down and play until the game is over."""
        await self.wire.send_json({"type": "hello", "name": fresh("guest")})
        await self.wire.send_json({"type": "join", "table": table})
        news = await self.until("table")
        seat = news["you"]
        while not news.get("outcome"):
            if seat in news.get("turn", ()):
                await self.wire.send_json({"type": "legal", "table": table})
                moves = (await self.until("legal"))["moves"]
                [move] = self.chance.choices(moves, [self.likes(move) for move in moves])
                await self.wire.send_json({"type": "act", "table": table, "move": move})
            news = await self.until("happened")


def anything(move: Any) -> float:
    """No move is better than another."""
    return 1.0


@asynccontextmanager
async def rival(
    hall: RunningHall, table: str, likes: Likes = anything
) -> AsyncIterator["asyncio.Task[None]"]:
    """Somebody who plays at the table with this address for as long as the test looks on."""
    host, port = hall.doors["house"]
    number = int(re.sub(r".*/table/(\d+).*", r"\1", table))
    async with ClientSession() as session, session.ws_connect(f"http://{host}:{port}/ws") as wire:
        playing = asyncio.create_task(Guest(wire, likes).plays(number))
        try:
            yield playing
        finally:
            playing.cancel()
