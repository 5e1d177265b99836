"""Two halls and one database: the second opens when the first is gone, and goes on with everything."""

import asyncio

import aiohttp
import pytest

from tests.conftest import RunningHall, close_and_look
from tests.journal.test_serving_postgres import answer, house
from tests.postgres import RunningPostgres


async def test_the_next_hall_takes_the_place_of_one_that_died(
    postgres: RunningPostgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings = f'database = "{postgres.new_hall()}"\n'
    first = RunningHall(tmp_path_factory.mktemp("first"), settings)
    second = RunningHall(tmp_path_factory.mktemp("second"), settings + "standby = true\n")
    first.start()
    waiting = asyncio.ensure_future(asyncio.to_thread(second.start))
    try:
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{house(first)}/ws") as door:
                secret = (await answer(door, "welcome", type="hello", name="ann"))["secret"]
                table = (await answer(door, "table", type="open", game="connect_four"))["card"]["table"]
                assert not second.doors
                first.kill()
            await waiting
            async with session.ws_connect(f"{house(second)}/ws") as door:
                assert (await answer(door, "welcome", type="hello", secret=secret))["tables"] == [table]
    finally:
        first.kill()
        await asyncio.wait([waiting])
        close_and_look([first, second])
