"""Two halls and one database: the second opens when the first is gone, and goes on with everything."""

import asyncio
from pathlib import Path

import aiohttp
import pytest
import structlog

from tablehall.journal.postgres import PostgresJournal
from tablehall.server import Server
from tablehall.settings import Settings
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


async def test_who_stands_by_waits_for_the_database_and_then_opens(
    postgres: RunningPostgres, tmp_path: Path
) -> None:
    url = postgres.new_hall()
    opened = Settings(host="127.0.0.1", port=0, data=str(tmp_path), database=url, standby=True)
    opened.bots.on = False
    server = Server(opened)
    with PostgresJournal(url), structlog.testing.capture_logs() as logged:
        starting = asyncio.ensure_future(server.start())
        async with asyncio.timeout(30):
            while not logged:  # noqa: ASYNC110 (a log can only be looked at)
                await asyncio.sleep(0.01)
        assert logged[0]["event"] == "another hall is open; this one opens when that one is gone"
        assert not starting.done()
    await asyncio.wait_for(starting, 30)
    assert {door.door.name for door in server.opened} >= {"house", "pipes"}
    await server.stop()
