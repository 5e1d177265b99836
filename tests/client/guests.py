"""Guests with names of their own in the hall that tests share."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablehall.client import Guest, Table
from tests.conftest import RunningHall

PATIENCE = 30.0
_numbers = itertools.count(1)


def a_name(name: str) -> str:
    """A name that nobody else in the hall has."""
    return f"{name}-{os.getpid() % 10000}-{next(_numbers)}"


def house(hall: RunningHall) -> str:
    """Where the hall is."""
    host, port = hall.doors["house"]
    return f"{host}:{port}"


@asynccontextmanager
async def guest(hall: RunningHall, name: str, address: str = "", words: bool = False) -> AsyncIterator[Guest]:
    """Somebody new in the hall; leaves it at the end, so that no seat is held."""
    async with Guest(address or house(hall), name=a_name(name), words=words) as somebody:
        yield somebody
        if somebody.connected:
            await somebody.bye()


@asynccontextmanager
async def pair(
    hall: RunningHall, game: str = "tictactoe", address: str = ""
) -> AsyncIterator[tuple[Table, Table]]:
    """Anna and Bob at a table, the game begun; Anna's connection goes by the address."""
    async with guest(hall, "anna", address) as anna, guest(hall, "bob") as bob:
        annas = await anna.open(game)
        bobs = await bob.join(annas.number)
        await heard(annas, 3)
        yield annas, bobs


async def heard(table: Table, seq: int) -> None:
    """Wait until this record has been heard of."""
    async with asyncio.timeout(PATIENCE):
        async for _ in table:
            if table.seq >= seq:
                return


def place(r: int, c: int) -> dict[str, object]:
    """A mark on a square."""
    return {"type": "place", "r": r, "c": c}
