"""`tablehall sim`: the hall in a bottle. Whole days in a second, with everything going wrong."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from tablehall.cli import fail

if TYPE_CHECKING:
    from tablehall_lab.sim.run import Report


class Total:
    """What all runs so far have shown."""

    def __init__(self) -> None:
        self.hours = self.seconds = 0.0
        self.runs = self.steps = 0
        self.broken: list[int] = []
        self.faults: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def add(self, report: "Report") -> None:
        """One more run."""
        self.runs += 1
        self.hours += report.hours
        self.seconds += report.seconds
        self.steps += report.steps
        self.faults.update(report.faults)
        self.counts.update(report.counts)
        if report.problem:
            self.broken.append(report.seed)

    def line(self) -> str:
        """The figures in one line."""
        faults = sum(self.faults.values())
        speed = self.hours / self.seconds if self.seconds else 0
        return (
            f"{self.runs} seeds, {self.hours:.0f} virtual hours, {self.steps} steps, {faults} faults, "
            f"{speed:.1f} virtual hours a second, {len(self.broken)} broken"
        )


def sim_command(
    seed: Annotated[int, typer.Option(help="Decides everything that happens.")] = 1,
    hours: Annotated[float, typer.Option(help="Virtual hours of each run.", min=0.01)] = 24.0,
    seeds: Annotated[int, typer.Option(help="How many seeds, from this one on.", min=1)] = 1,
    doors: Annotated[str, typer.Option(help="Only these doors, with commas between them.")] = "",
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Do not stop at a broken promise.")
    ] = False,
    file: Annotated[bool | None, typer.Option("--file/--no-file", help="The real journal, or never.")] = None,
) -> None:
    """Simulate a hall: the real one, with a virtual clock, network and disk, and rude guests.

    Crashes, cut lines, torn writes and lost datagrams are all drawn from the seed. The first
    broken promise is printed with its seed and the hundred steps before it, and the same seed
    breaks it again.
    """
    from tablehall_lab.sim.life import KINDS
    from tablehall_lab.sim.run import simulate

    wanted = tuple(name for name in doors.split(",") if name)
    if unknown := set(wanted) - set(KINDS):
        raise fail(f"There is no door {min(unknown)!r}; the doors: {', '.join(KINDS)}.")
    total = Total()
    for number in range(seed, seed + seeds):
        report = simulate(number, hours, wanted, sqlite=file)
        total.add(report)
        if report.problem:
            print(f"\n{report.trace}\n\nseed {number}: {report.problem.strip()}\ntrace {report.digest}")
            if not keep_going:
                break
        print(f"\r{total.line()}", end="", flush=True)
    if seeds == 1 and not total.broken:
        print(f"\ntrace {report.digest}", end="")
    print("\n\nfaults by kind")
    _table(total.faults)
    print("\nwhat happened")
    _table(total.counts)
    if total.broken:
        raise fail(f"broken seeds: {', '.join(map(str, total.broken))}")


def _table(figures: Counter[str]) -> None:
    for name, figure in sorted(figures.items(), key=lambda item: (-item[1], item[0])):
        print(f"{figure:>12}  {name}")
