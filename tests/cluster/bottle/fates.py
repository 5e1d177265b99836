"""What becomes of nodes: they die, they stop in good order, they come."""

import asyncio
from typing import TYPE_CHECKING

from tablehall.hall.recovery import recover

if TYPE_CHECKING:
    from tests.cluster.bottle.world import World

NAMES = ("node3", "node7", "node9")
UNDER_A_NAME_OF_BEFORE = 0.7
"""How likely it is that whoever comes has the name of one that is gone."""
BACK_AT_ONCE = 0.3
"""How likely it is that a node that died is started again before anybody has gone on with its tables."""
EVENLY = 0.5
AFTERWARDS = 50
"""Things that may happen to a newcomer before anybody looks for tables without an owner."""


async def dies(world: "World", epoch: int, *, back: bool = False) -> None:
    """A node dies. What it had in its hands is remembered and told to nobody, or lost; what it has said
    arrives before anybody takes it for dead, or is lost."""
    world.trace.fault("death", str(epoch))
    node = world.nodes[epoch]
    if world.chance.random() < EVENLY:
        while world.writer(node).queue:
            world.write(node)
    world.remove(epoch)
    _last_words(world, epoch)
    await _noticed(world, epoch, gone=False)
    if back or world.chance.random() < BACK_AT_ONCE:
        await joins(world)
    await _aftermath(world)


async def stops(world: "World", epoch: int) -> None:
    """A node gives everything away and is gone."""
    world.trace.fault("stop", str(epoch))
    node = world.nodes[epoch]
    giving = asyncio.ensure_future(world.draining[epoch].hand_over())
    if await world.pump(giving.done):
        giving.result()
    else:
        world.problems.append(f"{node.name} does not come to an end")
        giving.cancel()
    await world.pump(lambda: node.pipeline.idle)
    node.links.flush()
    await world.dawdle(30)
    world.remove(epoch)
    _last_words(world, epoch)
    await _noticed(world, epoch, gone=True)
    await _aftermath(world)


async def joins(world: "World") -> None:
    """A node comes, perhaps under the name of one that is gone."""
    epoch = world.database.next_epoch()
    used = {node.name for node in world.nodes.values()}
    free = [name for name in NAMES if name not in used]
    again = free and world.chance.random() < UNDER_A_NAME_OF_BEFORE
    name = free[0] if again else f"node{epoch}"
    world.trace.fault("join", f"{epoch} {name}")
    node, failover = world.add(epoch, name), world.failovers[epoch]
    node.beat()
    await world.breathe()
    for other in world.nodes.values():
        other.beat()
    await world.pump(lambda: node.synced_with >= node.members.alive.keys() - {epoch})
    await world.dawdle(40)
    kept, tables = node.journal.kept(), node.journal.live_tables()
    decision, problems = recover(node.hall, kept, [], world.clock())
    world.problems += problems
    node.pipeline.submit(0, decision)
    await world.pump(lambda: node.pipeline.idle)
    failover.recall(kept.get("asked", {}))
    node.catch_up()
    if tables:
        failover.resume(tables, 0)
    node.forwarding.decide_waiting()
    await world.pump(lambda: False, AFTERWARDS)
    await _aftermath(world)


def _last_words(world: "World", epoch: int) -> None:
    """What a node has said before it was gone arrives or is lost, link by link."""
    for link in [link for link in world.packets if link[0] == epoch]:
        if world.chance.random() < EVENLY:
            world.packets[link].clear()
        while world.packets[link]:
            world.deliver(link)
        del world.packets[link]


async def _noticed(world: "World", epoch: int, *, gone: bool) -> None:
    """One node after the other hears that somebody is gone."""
    for other in list(world.nodes.values()):
        member = other.members.over(epoch)
        if member is not None:
            member.beat.gone = gone
            other._died(member)
            other._elect()
        await world.dawdle(20)


async def _aftermath(world: "World") -> None:
    """Until everything is done about those who are gone, also about tables that nobody has asked for."""
    await world.pump(lambda: not any(failover._tasks for failover in world.failovers.values()))
    for failover in list(world.failovers.values()):
        for name in sorted(failover.sharing.owners()):
            if name != failover.node.name and failover.node.members.epoch_of(name) is None:
                await failover._take_over(name, failover.node.loop.time())
    for failover in list(world.failovers.values()):
        missed = await failover._look_for_own(set())
        await world.pump(lambda: not world.events())
        await failover._look_for_own(missed)
