"""Whole random games of two, three and four through the protocol, basic and expert."""

import asyncio
import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.protocols.eriantys.order import check_order
from tests.protocols.eriantys.random_games import RandomGame

if TYPE_CHECKING:
    from tests.conftest import RunningHall

GAMES = int(os.environ.get("TABLEHALL_TEST_GAMES", "3"))
AT_ONCE = 8
ENDS = {"towers", "islands", "assistants", "students"}


async def play_and_compare(
    hall: "RunningHall", seats: int, expert: bool, seeds: range
) -> tuple[Counter[str], Counter[str]]:
    """Play games, some at once; which ends and which characters were seen."""
    ends: Counter[str] = Counter()
    used: Counter[str] = Counter()
    room = asyncio.Semaphore(AT_ONCE)

    async def one(seed: int) -> None:
        async with room:
            game = await RandomGame.play(hall, seats, expert, seed)
            outcome = await game.compare(hall)
            for heard in game.heard:
                check_order(heard, outcome["reason"])
            await game.leave()
            used.update(game.used)
            ends[outcome["reason"]] += 1

    await asyncio.gather(*(one(seed) for seed in seeds))
    return ends, used


@pytest.mark.timeout(120 + 60 * GAMES)
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_every_game_ends_and_everybody_has_the_table_in_view(
    hall: "RunningHall", seats: int, expert: bool
) -> None:
    ends, used = await play_and_compare(hall, seats, expert, range(GAMES))
    print(f"{seats} players, expert: {expert}: {dict(ends)}, characters {dict(used)}")
    assert ends.total() == GAMES
    assert ends.keys() <= ENDS
    assert bool(used) == expert
