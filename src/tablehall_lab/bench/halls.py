"""Halls to be measured: the usual one in one process, or some nodes with all that stands behind them."""

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablehall_lab.bench.guests import Place
from tablehall_lab.services.nats import RunningNats, running_nats
from tablehall_lab.services.nodes import running_nodes
from tablehall_lab.services.postgres import RunningPostgres

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


def cpu_of_family(pid: int) -> float:
    """The CPU time of a process and everything that it has started."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):  # it has ended since; its parent knows what it used
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_of_family(int(child)) for child in children)


# Starting everything.


@contextlib.contextmanager
def one_hall(folder: Path) -> Iterator[Halls]:
    """The hall that `tablehall serve` opens if nothing else is said: one process, one file."""
    (folder / "hall.toml").write_text(LIMITS)
    command = [sys.executable, "-m", "tablehall", "serve", "--host=127.0.0.1", "--port=0", "--log=error"]
    command += [f"--data={folder / 'data'}", f"--config={folder / 'hall.toml'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            house = next(filter(None, (re.search(r"http://([\d.]+):(\d+)", line) for line in server.stdout)))
            next(line for line in server.stdout if "Stop with" in line)
            yield Halls([(house[1], int(house[2]))], [server.pid])
        finally:
            server.kill()


@contextlib.contextmanager
def some_nodes(count: int, folder: Path, postgres: RunningPostgres) -> Iterator[Halls]:
    """So many nodes with a NATS server; the first of them is the leader."""
    names = [f"node{number}" for number in range(1, count + 1)]
    with (
        running_nats() as nats,
        running_nodes(names, folder, postgres.new_hall(), nats.urls, settings=PATIENT) as nodes,
    ):
        pids = [node._process.pid for node in nodes if node._process]
        yield Halls([node.doors["house"] for node in nodes], pids, postgres, nats)
