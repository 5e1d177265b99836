"""What `tablehall bench cluster` prints: figures, each beside its ratio to one node in the same run."""

import os

from tablehall_lab.bench.arrivals import Arrived
from tablehall_lab.bench.cluster import QUIET, Found, Told
from tablehall_lab.bench.known import Known

HEAD = """
                         many tables             few: p50 (p99) ms      CPU us a move         bytes a move
nodes  players are       moves/s ratio p50ms  p99  at owner   elsewhere   nodes ratio  PG NATS  NATS  WAL kept
"""[1:-1]


class Report:
    """Line by line, and what follows from all of them."""

    def __init__(self, tables: int, seconds: float) -> None:
        self.found: list[Found] = []
        print(
            f"{tables} tables (few: {min(tables, QUIET)}), {seconds:g} s each, everything on this machine: "
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before. Ratios are to the first line."
        )
        print(HEAD)

    def tell(self, found: Found) -> None:
        """One arrangement."""
        self.found.append(found)
        spent, first = found.spent, self.found[0]
        ratios = found.rate / first.rate, spent.nodes / first.spent.nodes
        print(
            f"{found.nodes or 'SQLite':<6} {found.arrangement:<17}"
            f"{found.rate:>8,.0f}{ratios[0]:>6.2f}{found.busy.p50:>6.1f}{found.busy.p99:>5.0f}"
            f"  {times(found.at_owner):<10} {times(found.elsewhere):<11}"
            f"{spent.nodes:>6.0f}{ratios[1]:>6.2f}{spent.postgres:>4.0f}{spent.nats:>5.0f}"
            f"{spent.sent:>6.0f}{spent.logged:>5.0f}{spent.kept:>5.0f}",
            flush=True,
        )

    def conclude(self, arrived: list[Arrived], person: Known, table: Known) -> None:
        """What a hop costs, what people cost who come in, and what every node knows."""
        for nodes in sorted({found.nodes for found in self.found}):
            self._hop({found.arrangement: found for found in self.found if found.nodes == nodes})
        for came in arrived:
            where = f"nodes: {came.nodes}" if came.nodes else "SQLite"
            others = f", {came.other:.0f} of each other node" if came.nodes > 1 else ""
            print(
                f"coming in, {where}: {came.rate:,.0f} people/s, {came.leader:.0f} us CPU of the leader"
                f"{others}; each who looks at the list of tables: {came.lobby:.1f} us a change"
            )
        for what, known in (("person known", person), ("table of another node", table)):
            print(
                f"a {what}: {known.bytes:,.0f} bytes at every node, {known.microseconds:.0f} us to hear of it"
            )

    def _hop(self, found: dict[str, Found]) -> None:
        near, half = found["both at the owner"], found.get("one elsewhere")
        if half is None or half.at_owner is None or half.elsewhere is None:
            return
        here, there = half.at_owner.p50, half.elsewhere.p50
        all_cpu = sum(near.spent[:3]), sum(half.spent[:3])
        print(
            f"a hop, nodes: {near.nodes}: the author is told {there - here:.1f} ms later ({there / here:.2f} "
            f"times); CPU {all_cpu[1] / all_cpu[0]:.2f} times with every second move over it"
        )


def times(told: Told | None) -> str:
    """The middle one and the slowest hundredth."""
    return f"{told.p50:.1f} ({told.p99:.0f})" if told else "-"
