"""Somebody at the house door, without a browser: they take the other seat and play whatever is legal."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tablehall.client import Guest, Table
from tablehall.protocols.house import requests
from tests.browser.visitor import Visitor, fresh
from tests.conftest import RunningHall

Likes = Callable[[Any, Any], float]
"""How much they like a move, as they see the table."""


def anything(move: Any, view: Any) -> float:
    """No move is better than another."""
    return 1.0


@asynccontextmanager
async def rival(
    hall: RunningHall, table: str, likes: Likes = anything
) -> AsyncIterator["asyncio.Task[Table]"]:
    """Somebody who plays at the table with this address for as long as the test looks on; whoever waits for
    them gets the table as it is when the game is over."""
    number = int(re.sub(r".*/table/(\d+).*", r"\1", table))
    async with Guest("{}:{}".format(*hall.doors["house"]), name=fresh("guest")) as guest:
        playing = asyncio.create_task(_plays(guest, number, likes))
        try:
            yield playing
        finally:
            playing.cancel()


async def _plays(guest: Guest, number: int, likes: Likes) -> Table:
    """Sit down and play until the game is over."""
    chance, table = random.Random(1), await guest.join(number)
    async for _ in table:
        if table.my_turn:
            moves = await table.legal()
            [move] = chance.choices(moves, [likes(move, table.view) for move in moves])
            await table.act(move)
    return table


class Partner:
    """The other player, who moves when the test says so; the visitor has heard of it by then."""

    def __init__(self, visitor: Visitor, table: Table) -> None:
        self.visitor, self.table = visitor, table

    async def moves(self, *moves: str) -> None:
        """Make moves, all in one turn: `e7-e5`, or `d1`, or `e1=queen` for what a pawn has become."""
        await self.table.guest.ask(requests.Ping())  # what was told before the answer was heard before it
        for move in moves:
            step, _, becomes = move.partition("=")
            (c, r), *there = [(ord(square[0]) - ord("a"), int(square[1:]) - 1) for square in step.split("-")]
            if there:
                await self.table.act(
                    {"type": "step", "r": r, "c": c, "to_r": there[0][1], "to_c": there[0][0]}
                )
            else:
                await self.table.act(
                    {"type": "place", "r": r, "c": c} | ({"piece": becomes} if becomes else {})
                )
        await self.visitor.reaches(self.table.seq)


@asynccontextmanager
async def partner(visitor: Visitor, game: str) -> AsyncIterator[Partner]:
    """Somebody without a browser who takes the second seat at a table that the visitor opens."""
    number = int(re.sub(r".*/table/(\d+).*", r"\1", await visitor.open_table(game)))
    async with Guest("{}:{}".format(*visitor.hall.doors["house"]), name=fresh("guest")) as guest:
        yield Partner(visitor, await guest.join(number))
