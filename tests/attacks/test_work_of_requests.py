"""However many tables there are, no HTTP request holds the hall up for longer: what every GET costs on the
loop is counted, in steps of the interpreter."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import Mock

from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from tablehall.net.bot_pool import BotSettings
from tablehall.server import Server
from tablehall.settings import Settings
from tablehall_lab.bench.work import fill
from tests.attacks.test_work_of_messages import Steps

FEW, MANY = 700, 1_400


@asynccontextmanager
async def full_hall(tables: int) -> AsyncIterator[tuple[Server, web.Application]]:
    """A hall with so many tables of each sort, and what answers HTTP there."""
    server = Server(Settings(host="127.0.0.1", port=0, memory=True, bots=BotSettings(on=False)))
    await server.start()
    fill(server.hall, tables, "tictactoe")
    assert server.http is not None
    app = server.http.app()
    app.freeze()
    yield server, app
    await server.stop()


async def costs(tables: int) -> dict[str, float]:
    """What every GET costs in a hall with so many tables."""
    found = {}
    async with full_hall(tables) as (server, app):
        number = str(next(iter(server.hall.tables)))
        for route in app.router.routes():
            if route.method != "GET" or route.resource is None:
                continue
            path = route.resource.canonical
            for name, value in (("table", number), ("name", "host1"), ("game", "tictactoe")):
                path = path.replace(f"{{{name}}}", value)
            found[route.resource.canonical] = await cost(app, path.replace("{contest}", "mia"))
    return found


async def cost(app: web.Application, path: str) -> float:
    """The steps of one request on the loop, from one turn of the others to the next."""
    steps = Steps()

    async def answered() -> None:
        request = make_mocked_request("GET", path, app=app, payload=Mock())
        try:
            response = await app._handle(request)
            await response.prepare(request)
        except web.HTTPException:
            pass

    for _ in range(2):  # what is made once and kept is made the first time
        steps.begin()
        task = asyncio.ensure_future(answered())
        while not task.done():
            steps.turn()
            await asyncio.sleep(0)
        worst = steps.end()
        await task
    return worst


async def test_no_request_costs_more_in_a_larger_hall() -> None:
    few, many = await costs(FEW), await costs(MANY)
    assert few.keys() == many.keys() >= {"/api/tables", "/api/saves", "/metrics", "/api/leaderboard/{game}"}
    larger = {path: (few[path], found) for path, found in many.items() if found > 1.2 * few[path] + 300}
    assert larger == {}
