"""Halls to be measured: the usual one in one process, or some nodes with all that stands behind them."""

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablehall_lab.services.nats import RunningNats, running_nats
from tablehall_lab.services.nodes import running_nodes
from tablehall_lab.services.postgres import RunningPostgres
from tablehall_lab.services.server import Place, ServerProcess
from tablehall_lab.services.usage import cpu_of_family

LIMITS = "[hall]\ntables_each = 1000000\n"
PATIENT = LIMITS + "[cluster.times]\ndead_after = 20000\n"
"""All nodes and all players share this machine: nobody is to be taken for dead because it is busy."""
WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'), pg_database_size(current_database())"


class Spent(NamedTuple):
    """What was used so far."""

    nodes: float
    """CPU seconds, like the next two."""
    postgres: float
    nats: float
    sent: float
    """Bytes over NATS."""
    logged: float
    """Bytes in PostgreSQL's write-ahead log."""
    kept: float
    """Bytes in its files."""

    def since(self, before: "Spent") -> "Spent":
        """What was used in between."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class Halls:
    """What is measured: some nodes, or one hall; and what stands behind them."""

    def __init__(
        self,
        doors: Sequence[Place],
        pids: Sequence[int],
        postgres: RunningPostgres | None = None,
        nats: RunningNats | None = None,
    ) -> None:
        self.doors, self.pids = doors, pids
        self.nodes = 0 if nats is None else len(pids)
        self._postgres, self._nats = postgres, nats

    def spent(self) -> Spent:
        """What was used so far."""
        nodes = sum(map(cpu_of_family, self.pids))
        if self._postgres is None or self._nats is None:
            return Spent(nodes, 0, 0, 0, 0, 0)
        postgres, nats = self._postgres._process, self._nats._processes[0]
        assert postgres is not None
        assert nats is not None
        about = f"http://{self._nats.host}:{self._nats._monitors[0]}/varz"
        with urllib.request.urlopen(about, timeout=10) as answer:
            sent = json.load(answer)["in_bytes"]
        ((logged, kept),) = self._postgres.sql(WRITTEN)
        return Spent(nodes, cpu_of_family(postgres.pid), cpu_of_family(nats.pid), sent, float(logged), kept)


# Starting everything.


@contextlib.contextmanager
def one_hall(folder: Path) -> Iterator[Halls]:
    """The hall that `tablehall serve` opens if nothing else is said: one process, one file."""
    (folder / "hall.toml").write_text(LIMITS)
    with ServerProcess(f"--data={folder / 'data'}", f"--config={folder / 'hall.toml'}") as server:
        yield Halls([server.house], [server.pid])


@contextlib.contextmanager
def some_nodes(count: int, folder: Path, postgres: RunningPostgres) -> Iterator[Halls]:
    """So many nodes with a NATS server; the first of them is the leader."""
    names = [f"node{number}" for number in range(1, count + 1)]
    with (
        running_nats() as nats,
        running_nodes(names, folder, postgres.new_hall(), nats.urls, settings=PATIENT) as nodes,
    ):
        yield Halls([node.house for node in nodes], [node.pid for node in nodes], postgres, nats)
