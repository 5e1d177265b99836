"""What the keeper does at one node holds at every other."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.client.guests import a_name
from tests.cluster.conftest import Cluster
from tests.cluster.visitors import House
from tests.conftest import RunningHall

ELSEWHERE = "127.0.0.77"
"""Another address of this machine, which nobody else uses."""
PATIENCE = 60.0


def house(hall: RunningHall) -> str:
    host, port = hall.doors["house"]
    return f"http://{host}:{port}"


async def asked(
    hall: RunningHall, path: str, key: str, order: dict[str, Any] | None = None, **more: str
) -> tuple[int, Any]:
    """What a node answers to its keeper."""
    method = more.get("method", "POST" if order is not None else "GET")
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bearer {key}"}) as session,
        session.request(method, f"{house(hall)}/api/keeper{path}", json=order) as answer,
    ):
        return answer.status, await answer.json(content_type=None)


async def until_answered(hall: RunningHall, path: str, key: str, status: int) -> Any:
    """What was done at one node is heard of at another a little later."""
    async with asyncio.timeout(PATIENCE):
        while True:
            got, answer = await asked(hall, path, key)
            if got == status:
                return answer
            await asyncio.sleep(0.02)


@pytest.fixture
async def token(cluster: Cluster) -> str:
    """A new token, made at the first node."""
    alpha = cluster.halls[0]
    way = json.loads((alpha.folder / "data" / "keeper.json").read_text())
    status, answer = await asked(alpha, "/token", way["key"], {})
    assert status == 200, answer
    for hall in cluster.halls:
        await until_answered(hall, "", answer["token"], 200)
    return str(answer["token"])


async def test_a_new_token_opens_every_node_and_the_old_one_none(cluster: Cluster, token: str) -> None:
    alpha, *others = cluster.halls
    way = json.loads((alpha.folder / "data" / "keeper.json").read_text())
    _, answer = await asked(alpha, "/token", way["key"], {})
    for hall in others:
        await until_answered(hall, "", answer["token"], 200)
        assert (await asked(hall, "", token))[0] == 401


async def test_who_is_banned_at_one_node_comes_in_at_none(cluster: Cluster, token: str) -> None:
    alpha, beta, gamma = cluster.halls
    name = a_name("anna")
    anna = await House.named(beta, name)
    assert (await asked(alpha, "/bans", token, {"name": name, "reason": "rude"}))[0] == 200
    assert (await anna.hears("parted"))["why"] == "kicked"
    for hall in (beta, gamma):
        async with asyncio.timeout(PATIENCE):
            while name not in str((await asked(hall, "/bans", token))[1]):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        async with wire(hall) as again:
            await again.send_json({"type": "hello", "name": name})
            assert (await again.receive_json())["reason"] == "banned"
    assert (await asked(gamma, f"/bans?name={name}", token, method="DELETE"))[0] == 200
    async with asyncio.timeout(PATIENCE):
        while name in str((await asked(beta, "/bans", token))[1]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@asynccontextmanager
async def wire(hall: RunningHall, address: str = "") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    connector = aiohttp.TCPConnector(local_addr=(address, 0)) if address else None
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.ws_connect(f"{house(hall)}/ws") as opened,
    ):
        yield opened


async def test_an_address_that_is_banned_at_one_node_is_hung_up_on_at_all(
    cluster: Cluster, token: str
) -> None:
    alpha, beta, _ = cluster.halls
    async with wire(beta, ELSEWHERE) as eve:
        await eve.send_json({"type": "hello", "name": a_name("eve")})
        assert (await eve.receive_json())["type"] == "welcome"
        assert (await asked(alpha, "/bans", token, {"address": ELSEWHERE}))[0] == 200
        try:
            async with asyncio.timeout(PATIENCE):
                assert [message async for message in eve] == []  # until the wire is cut
            assert eve.closed
        finally:
            await asked(alpha, f"/bans?address={ELSEWHERE}", token, method="DELETE")


async def test_a_game_saved_at_one_node_is_brought_back_at_another(cluster: Cluster) -> None:
    alpha, beta, gamma = cluster.halls
    name = a_name("evening")
    anna, bob = await House.named(alpha, a_name("anna")), await House.named(beta, a_name("bob"))
    anna.says("open", game="tictactoe", rated=False)
    table = (await anna.hears("table"))["card"]["table"]
    bob.says("join", table=table)
    await bob.hears("table")
    bob.says("save", table=table, name=name)
    await bob.hears("happened", what="saved")
    secret = anna.secret
    await anna.closes()
    anna = await House.named(gamma, secret=secret)
    anna.says("reopen", game="tictactoe", name=name)
    back = (await anna.hears("table"))["card"]
    assert (back["save"], back["status"]) == (name, "waiting")
    for player, status in ((anna, "waiting"), (bob, "playing")):
        player.says("join", table=back["table"])
        assert (await player.hears("table"))["card"]["status"] == status
