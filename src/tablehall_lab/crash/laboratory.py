"""Everything that a hall of three nodes consists of, on this machine."""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tablehall.cluster.membership import Member
from tablehall.cluster.status import listen
from tablehall.journal.postgres import PostgresJournal
from tablehall_lab.crash.partition import Wires
from tablehall_lab.services.nats import RunningNats, running_nats
from tablehall_lab.services.nodes import RunningNode
from tablehall_lab.services.postgres import RunningPostgres, running_postgres
from tablehall_lab.services.server import ServerError

NAMES = ("alpha", "beta", "gamma")
NODES = len(NAMES)
WHOLE_WITHIN = 60.0
LAST_WORDS = 3000
LISTEN = 0.5
"""Seconds within which a node that is alive is heard."""


class Laboratory:
    """Three nodes, three NATS servers and a database."""

    def __init__(self, postgres: RunningPostgres, nats: RunningNats, folder: Path) -> None:
        self.postgres, self.nats = postgres, nats
        self.database = postgres.new_hall()
        self.nodes = [self._node(number, name, folder) for number, name in enumerate(NAMES)]

    def _node(self, number: int, name: str, folder: Path) -> RunningNode:
        """Each begins with another NATS server."""
        servers = [*self.nats.urls[number:], *self.nats.urls[:number]]
        return RunningNode(name, folder, self.database, servers, wires=True)

    @staticmethod
    def wires(node: RunningNode) -> Wires:
        """What lies between a node and NATS."""
        assert node.wires is not None
        return node.wires

    def start(self) -> None:
        """Start all nodes."""
        self.nodes[0].start()
        with ThreadPoolExecutor() as together:
            list(together.map(RunningNode.start, self.nodes[1:]))

    @property
    def places(self) -> list[tuple[str, int]]:
        """Where the house door of each node is."""
        return [node.doors["house"] for node in self.nodes]

    def journal(self) -> PostgresJournal:
        """The journal of all nodes, for reading."""
        return PostgresJournal(self.database, read_only=True)

    async def epochs(self) -> dict[str, list[int]]:
        """The nodes that are heard and have their doors open: the numbers of their starts, by name."""
        halls = await listen(",".join(self.nats.urls), LISTEN)
        heard: Sequence[Member] = [member for members in halls.values() for member in members]
        return {name: [m.beat.epoch for m in heard if m.beat.name == name and m.beat.open] for name in NAMES}

    async def until_whole(self, before: dict[str, list[int]], anew: Sequence[str]) -> None:
        """Wait until every node is there once, and some of them since later than before."""
        until = time.monotonic() + WHOLE_WITHIN
        while True:
            now = await self.epochs()
            if all(len(epochs) == 1 for epochs in now.values()) and all(now[n] > before[n] for n in anew):
                return
            if time.monotonic() > until:
                raise ServerError(f"The hall is not whole again: {before} before, {now} now.\n{self.log()}")
            await asyncio.sleep(0)

    def log(self) -> str:
        """The last words of every node."""
        return "\n".join(f"{node.name}:\n{node.log()[-LAST_WORDS:]}" for node in self.nodes)

    def close(self) -> None:
        """End the nodes."""
        for node in self.nodes:
            node.close()


@contextlib.contextmanager
def laboratory(folder: Path, **settings: str) -> Iterator[Laboratory]:
    """A hall of one's own, until one is done with it; `settings` are PostgreSQL's."""
    with running_postgres(**settings) as postgres, running_nats(NODES) as nats:
        lab = Laboratory(postgres, nats, folder)
        try:
            lab.start()
            yield lab
        finally:
            lab.close()
