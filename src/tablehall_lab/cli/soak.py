"""`tablehall soak`: a real hall with a crowd in it, for as long as you like; nothing may pile up."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablehall.cli import fail

if TYPE_CHECKING:
    from tablehall_lab.soak.judge import Sample
    from tablehall_lab.soak.rude import RudeReport
    from tablehall_lab.soak.run import Report


def soak_command(
    minutes: Annotated[float, typer.Option(help="How long (5; with --rude 10).", min=0)] = 0.0,
    players: Annotated[int, typer.Option(help="How many are there at a time.", min=2)] = 60,
    seed: Annotated[int, typer.Option(help="Who comes, and what they are up to.")] = 1,
    tolerance: Annotated[float, typer.Option(help="Percent by which memory may grow.", min=0)] = 5.0,
    chart: Annotated[Path, typer.Option(help="Where to draw the chart (SVG).")] = Path("soak.svg"),
    rude: Annotated[bool, typer.Option("--rude", help="Half of the guests are attackers.")] = False,
) -> None:
    """Soak a hall: players come, play and go through every door, some of them rude; the hall is stopped
    and killed now and then. Memory, descriptors, threads and the room of a game in the log must be flat
    after a warm-up, and nothing may be left of those who went home.

    With --rude half of the guests are attackers of every kind. The others must not notice: no move takes
    five times as long as in a quiet hall, nothing is refused to them, none loses on time, and no attacker
    gets more than their share or hears a secret.

    Example:  tablehall soak --minutes 60 --chart night.svg
    """
    if not Path("/proc/self/status").exists():
        raise fail("A soak looks at the hall's process in /proc, which this system does not have.")
    minutes = minutes or (10.0 if rude else 5.0)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        if rude:
            _rude(Path(folder), minutes, players, seed, chart)
        else:
            _plain(Path(folder), minutes, players, seed, tolerance / 100, chart)


def _progress(sample: "Sample") -> None:
    told = f"{sample.at:6.0f} s  {sample.memory / 2**20:6.1f} MiB  {sample.descriptors:4} descriptors"
    print(f"\r{told}  {sample.tables:4} tables  {sample.games:7} games", end="", flush=True)


def _plain(folder: Path, minutes: float, players: int, seed: int, tolerance: float, chart: Path) -> None:
    from tablehall_lab.soak.chart import draw
    from tablehall_lab.soak.run import soak

    report = soak(folder, minutes * 60, players=players, seed=seed, tolerance=tolerance, progress=_progress)
    games = sum(report.games.values())
    title = f"A hall with {players} players for {minutes:g} minutes: {games} games, {report.records} records"
    chart.write_text(draw(report.samples, report.restarts, title), "utf-8")
    print(f"\n\n{title}\n")
    _print(report)
    print(f"\nThe chart is in {chart}.")
    if not report.healthy:
        raise fail("\n".join(["The hall is not flat.", *report.problems]))


def _rude(folder: Path, minutes: float, players: int, seed: int, chart: Path) -> None:
    from tablehall_lab.soak.chart import draw
    from tablehall_lab.soak.rude import rude_soak

    report = rude_soak(folder, minutes * 60, players=players, seed=seed, progress=_progress)
    games = sum(report.games.values())
    who = f"{players - players // 2} players and {players // 2} attackers"
    title = f"A hall with {who} for {minutes:g} minutes: {games} games, {report.records} records"
    chart.write_text(draw(report.samples, [(report.rude_from, "attackers come")], title), "utf-8")
    print(f"\n\n{title}\n")
    _print_promises(report)
    print(f"\nThe chart is in {chart}.")
    if not report.kept:
        raise fail("\n".join(["A promise was broken.", *report.problems]))


def _print(report: "Report") -> None:
    print(f"{'figure':<30} {'middle':>9} {'grew by':>9} {'allowed':>9}")
    for one in report.verdicts:
        flat = "flat" if one.flat else "NOT FLAT"
        print(f"{one.name:<30} {one.middle:9.2f} {one.growth:9.2f} {one.allowed:9.2f}  {one.unit:<4} {flat}")
    for name, figures in (("players", report.came), ("games", report.games), ("trouble", report.faults)):
        print(f"\n{name}: {_told(figures)}")


def _print_promises(report: "RudeReport") -> None:
    print(f"{'promise':<30} {'found':>9} {'allowed':>9}")
    for one in report.promises:
        kept = "kept" if one.kept else "BROKEN"
        print(f"{one.name:<30} {one.found:9.2f} {one.allowed:9.2f}  {one.unit:<4} {kept}")
    for name, figures in (("players", report.came), ("games", report.games), ("refused", report.refused)):
        print(f"\n{name}: {_told(figures)}")
    for kind, counts in sorted(report.attacks.items()):
        print(f"\n{kind}: {_told(counts)}")


def _told(figures: Mapping[str, int]) -> str:
    return ", ".join(f"{what} {figure}" for what, figure in sorted(figures.items(), key=lambda x: -x[1]))
