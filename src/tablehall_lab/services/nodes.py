"""Real nodes of a hall."""

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tablehall_lab.crash.partition import Wires
from tablehall_lab.services.address import own_host
from tablehall_lab.services.server import ServerProcess


class RunningNode(ServerProcess):
    """`tablehall serve --join`."""

    def __init__(
        self,
        name: str,
        folder: Path,
        database: str,
        servers: Sequence[str],
        *,
        settings: str = "",
        wires: bool = False,
    ) -> None:
        self.name = name
        self.wires = Wires(list(servers)) if wires else None
        """What lies between this node and NATS, if it is to be cut."""
        own = folder / name
        own.mkdir(parents=True)
        (own / "node.toml").write_text(settings)
        joined = ",".join(self.wires.urls if self.wires else servers)
        super().__init__(
            f"--config={own / 'node.toml'}",
            f"--data={own / 'data'}",
            f"--node={name}",
            f"--database={database}",
            f"--join={joined}",
            host=own_host(),
            log=own / "log",
        )

    def __str__(self) -> str:
        return f"Node {self.name}"

    def close(self) -> None:
        """End it for good."""
        self.kill()
        if self.wires is not None:
            self.wires.close()


@contextlib.contextmanager
def running_nodes(
    names: Sequence[str],
    folder: Path,
    database: str,
    servers: Sequence[str],
    *,
    settings: str = "",
    wires: bool = False,
) -> Iterator[list[RunningNode]]:
    """Nodes of one hall. The first is there before the others, so it keeps the register of people."""
    nodes = [RunningNode(name, folder, database, servers, settings=settings, wires=wires) for name in names]
    try:
        nodes[0].start()
        with ThreadPoolExecutor() as together:
            list(together.map(RunningNode.start, nodes[1:]))
        yield nodes
    finally:
        for node in nodes:
            node.close()
