"""A node that stops in good order hands everything over; the others fail over for one that dies."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.cluster.test_cluster_people import a_table, play
from tests.cluster.visitors import House
from tests.protocols.boards.player import fresh

if TYPE_CHECKING:
    from tests.cluster.conftest import Cluster


async def test_the_tables_of_a_stopping_node_go_on(new_cluster: Callable[[], "Cluster"]) -> None:
    cluster = await asyncio.to_thread(new_cluster)
    games = [await a_table(cluster, 0, other) for other in (1, 2, 1, 2)]
    for anna, bob, _ in games:
        await play(anna, bob, [(0, 0), (1, 0)])
    assert await asyncio.to_thread(cluster.nodes[0].terminate) == 0
    for number, (anna, bob, table) in enumerate(games):
        assert (await anna.hears("parted"))["why"] == "closing"
        assert (await bob.hears("happened", what="went"))["seat"] == 0
        back = await House.named(cluster.halls[1 + number % 2], secret=anna.secret)
        assert (await bob.hears("happened", what="came"))["seat"] == 0
        back.table = table
        await play(back, bob, [(0, 1), (1, 1), (0, 2)])
        assert (await bob.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
    await asyncio.to_thread(cluster.nodes[0].start)
    anna, bob, _ = await a_table(cluster, 0, 2)
    await play(anna, bob, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])
    await House.named(cluster.halls[0], fresh("newcomer"))


async def test_the_tables_of_a_killed_node_go_on(new_cluster: Callable[[], "Cluster"]) -> None:
    cluster = await asyncio.to_thread(new_cluster)
    games = [await a_table(cluster, 0, other) for other in (1, 2, 1, 2)]
    others = [await a_table(cluster, 1, 2), await a_table(cluster, 2, 1)]
    for anna, bob, _ in (*games, *others):
        await play(anna, bob, [(0, 0), (1, 0)])
    await asyncio.to_thread(cluster.nodes[0].kill)
    for anna, bob, _ in others:
        await play(anna, bob, [(0, 1), (1, 1), (0, 2)])
    for number, (anna, bob, table) in enumerate(games):
        back = await House.named(cluster.halls[1 + number % 2], secret=anna.secret)
        back.table = table
        back.says("sync", table=table)
        whole = await back.hears("table")
        assert (whole["you"], whole["turn"]) == (0, [0])
        await play(back, bob, [(0, 1), (1, 1), (0, 2)])
        assert (await bob.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
