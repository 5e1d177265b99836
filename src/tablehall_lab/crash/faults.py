"""What can go wrong with a hall of several nodes, each of it once."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tablehall_lab.crash.laboratory import NODES, Laboratory
from tablehall_lab.crash.players import Pair

FROZEN = 4.0
CUT_OFF = 3.0
DOWN = 2.5
"""Seconds after which somebody starts again what was killed."""

Strike = Callable[[], Awaitable[None]]
Everybody = frozenset(range(NODES))


class Blow(NamedTuple):
    """What is going to happen, and whom it concerns."""

    hit: frozenset[int]
    """Tables that need one of these nodes are concerned."""
    strike: Strike
    mend: Strike
    anew: frozenset[int] = frozenset()
    """The nodes that must have started anew when all is over."""


class Fault(NamedTuple):
    """Something that can go wrong."""

    name: str
    draw: Callable[[Laboratory, random.Random, Sequence[Pair]], Blow]
    only_gateway: bool = False
    """Whether one node is to own no table, and is the one that is hit."""


def _nothing_owned(pairs: Sequence[Pair]) -> list[int]:
    owners = {pair.owner for pair in pairs}
    return [node for node in range(NODES) if node not in owners]


def _kill(lab: Laboratory, victim: int) -> Blow:
    node = lab.nodes[victim]

    async def strike() -> None:
        await asyncio.to_thread(node.kill)

    async def mend() -> None:
        await asyncio.sleep(DOWN)
        await asyncio.to_thread(node.start)

    return Blow(frozenset({victim}), strike, mend, frozenset({victim}))


def _owner(lab: Laboratory, chance: random.Random, pairs: Sequence[Pair]) -> Blow:
    return _kill(lab, chance.choice(sorted({pair.owner for pair in pairs})))


def _gateway(lab: Laboratory, chance: random.Random, pairs: Sequence[Pair]) -> Blow:
    return _kill(lab, chance.choice(_nothing_owned(pairs) or range(NODES)))


def _nats(lab: Laboratory, chance: random.Random, _: Sequence[Pair]) -> Blow:
    used = [lab.wires(node).used() for node in lab.nodes]
    victim = chance.choice([n for n, port in enumerate(lab.nats.ports) if any(port in own for own in used)])
    hit = [number for number, own in enumerate(used) if lab.nats.ports[victim] in own]

    async def strike() -> None:
        await asyncio.to_thread(lab.nats.kill, victim)

    async def mend() -> None:
        await asyncio.sleep(DOWN)
        await asyncio.to_thread(lab.nats.start, victim)

    return Blow(frozenset(hit), strike, mend)


def _for_a_while(victim: int, begin: Callable[[], None], seconds: float, finish: Callable[[], None]) -> Blow:
    """Something that is over by itself; the others have given the node up meanwhile, so it starts anew."""

    async def strike() -> None:
        begin()

    async def mend() -> None:
        try:
            await asyncio.sleep(seconds)
        finally:
            finish()

    return Blow(frozenset({victim}), strike, mend, frozenset({victim}))


def _freeze(lab: Laboratory, chance: random.Random, _: Sequence[Pair]) -> Blow:
    victim = chance.randrange(NODES)
    node = lab.nodes[victim]
    return _for_a_while(victim, node.freeze, FROZEN, node.thaw)


def _database(lab: Laboratory, _: random.Random, __: Sequence[Pair]) -> Blow:
    async def strike() -> None:
        await asyncio.to_thread(lab.postgres.kill)

    async def mend() -> None:
        await asyncio.to_thread(lab.postgres.start)

    return Blow(Everybody, strike, mend)


def _cut(lab: Laboratory, chance: random.Random, _: Sequence[Pair]) -> Blow:
    victim = chance.randrange(NODES)
    wires = lab.wires(lab.nodes[victim])
    return _for_a_while(victim, wires.cut, CUT_OFF, wires.mend)


FAULTS = {
    "owner": Fault("owner killed", _owner),
    "gateway": Fault("gateway killed", _gateway, only_gateway=True),
    "nats": Fault("NATS server killed", _nats),
    "frozen": Fault(f"node frozen for {FROZEN:.0f} s", _freeze),
    "database": Fault("PostgreSQL killed", _database),
    "cut": Fault(f"node cut off for {CUT_OFF:.0f} s", _cut),
}
