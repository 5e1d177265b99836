"""Somebody at the house door, without a browser: they take the other seat and play whatever is legal."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tablehall.client import Guest
from tests.browser.visitor import fresh
from tests.conftest import RunningHall

Likes = Callable[[Any], float]


def anything(move: Any) -> float:
    """No move is better than another."""
    return 1.0


@asynccontextmanager
async def rival(
    hall: RunningHall, table: str, likes: Likes = anything
) -> AsyncIterator["asyncio.Task[None]"]:
    """Somebody who plays at the table with this address for as long as the test looks on."""
    number = int(re.sub(r".*/table/(\d+).*", r"\1", table))
    async with Guest("{}:{}".format(*hall.doors["house"]), name=fresh("guest")) as guest:
        playing = asyncio.create_task(_plays(guest, number, likes))
        try:
            yield playing
        finally:
            playing.cancel()


async def _plays(guest: Guest, number: int, likes: Likes) -> None:
    """Sit down and play until the game is over."""
    chance, table = random.Random(1), await guest.join(number)
    async for _ in table:
        if table.my_turn:
            moves = await table.legal()
            [move] = chance.choices(moves, [likes(move) for move in moves])
            await table.act(move)
