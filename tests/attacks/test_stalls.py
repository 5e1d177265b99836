"""A hall, or its machine, that stands still for a while: it costs nobody a game."""

import asyncio
import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.attacks.guests import Guest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import NewHall, RunningHall


@contextmanager
def standing_still(hall: "RunningHall") -> "Iterator[None]":
    """A hall that cannot run."""
    os.kill(hall.process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(hall.process, signal.SIGCONT)


@pytest.mark.parametrize("kind", ["answer", "total"])
async def test_what_arrived_in_time_counts_after_a_stall(new_hall: "NewHall", kind: str) -> None:
    """A move that was sent at once in a turn of three seconds was lost on time."""
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        table = await anna.opens("tictactoe", clock={"kind": kind, "time": 3000})
        await bob.ask("join", table=table)
        with standing_still(hall):
            await anna.say("act", table=table, move={"type": "place", "r": 1, "c": 1})
            await asyncio.sleep(4)
        told = await bob.until(type="happened", seat=0)
        assert told["what"] == "moved"
        assert (await anna.ask("sync", table=table))["card"]["status"] == "playing"


async def test_who_has_not_answered_yet_gets_the_time_back(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        table = await anna.opens("tictactoe", clock={"kind": "total", "time": 20_000})
        before = (await bob.ask("join", table=table))["clocks"]["running"][0]
        with standing_still(hall):
            await asyncio.sleep(4)
        given = await bob.until(type="happened", what="carried")
        assert 3000 <= given["lost"] <= given["at"] - before
        assert given["clocks"]["running"][0] == before + given["lost"]
        assert await anna.refused("act", table=table, move={"type": "place", "r": 1, "c": 1}) == ""
        left = (await bob.ask("sync", table=table))["clocks"]["left"][0]
        assert left > 20_000 - (given["at"] - before), "it has lost less than the hall stood still"
    hall.kill()
    hall.start()
    async with Guest(hall) as again:
        assert (await again.ask("hello", secret=anna.secret))["tables"] == [table]
