"""`tablehall bench doors` and `bench profile`: what a move costs at each door, and where its time goes."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tablehall.cli import fail

if TYPE_CHECKING:
    from tablehall_lab.bench.compare import Figures, Wanted

HEAD = """
                          CPU us  in times of                moves a             told after, ms
                 moves/s  a move  the broker (of all rounds)  commit   busy     p50    p99  p99 at half load
"""[1:-1]


def doors(
    tables: Annotated[int, typer.Option(help="Tables that play at the same time.", min=1)] = 100,
    rounds: Annotated[int, typer.Option(help="How often to measure everything.", min=1)] = 3,
    seconds: Annotated[float, typer.Option(help="How long to measure each, each time.", min=0.1)] = 3,
    only: Annotated[str, typer.Option(help="Only these, with commas between; bare is always there.")] = "",
    crowd: Annotated[
        int,
        typer.Option(help="So many more who do not play: logged in (boards), at the lobby (house).", min=0),
    ] = 0,
    half: Annotated[bool, typer.Option(help="Also at half of the speed, for the times.")] = True,
    record: Annotated[bool, typer.Option("--record", help="Write the ratios to bench/doors.json.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Fail if a door is 20 % slower than what is recorded.")
    ] = False,
) -> None:
    """Whole games through each door, and plain moves of long ones, beside a bare broker in the same run.

    A new table for each game (long: one of 1,000 moves), two connections a table, a move counts when both
    have heard of it. What counts is the CPU time of the server for a move, in times of the broker's in the
    same round. A server that is not busy all the time had players that were too slow for it, or a machine
    with much else to do; then a commit holds fewer moves, and each costs more.

    Example:  tablehall bench doors --only house,boards --rounds 5
    Example:  tablehall bench doors --only boards --crowd 1000
    """
    from tablehall_lab.bench import recorded
    from tablehall_lab.bench.compare import Wanted, compare
    from tablehall_lab.bench.guests import BenchError
    from tablehall_lab.services.server import ServerError

    names = _names(only)
    if crowd and (record or check):
        raise fail("What is recorded is measured without a crowd: leave --crowd out.")
    wanted = Wanted(tables, seconds, crowd, half)
    try:
        if check:
            _check()
            return
        _say_how(wanted, rounds)
        found = compare(names, wanted, rounds, _progress)
    except (BenchError, ServerError) as error:
        raise fail(f"tablehall: {error}") from error
    _show(found)
    if record:
        recorded.record(found, wanted, rounds, recorded.FILE)
        print(f"recorded in {recorded.FILE}")


def profile(
    door: Annotated[str, typer.Argument(help="One of those that `bench doors` measures.")] = "house",
    tables: Annotated[int, typer.Option(help="Tables that play at the same time.", min=1)] = 100,
    seconds: Annotated[float, typer.Option(help="How long to look.", min=0.1)] = 10,
    top: Annotated[int, typer.Option(help="Show so many functions, too.", min=0)] = 0,
) -> None:
    """Where the time of a move goes in the server, while players play through one door.

    The server is interrupted after every few milliseconds of CPU time and looks where it is. What C and the
    kernel do counts for the Python that called them: a socket is written to where a connection is flushed, a
    commit is where the journal's thread is.

    Example:  tablehall bench profile house-long --seconds 20 --top 30
    """
    from tablehall_lab.bench.compare import SUBJECTS
    from tablehall_lab.bench.guests import BenchError
    from tablehall_lab.bench.profile import profile as look
    from tablehall_lab.services.server import ServerError

    known = [name for name, subject in SUBJECTS.items() if subject.door]
    if door not in known:
        raise fail(f"{door}: there is no such thing to look into; there are: {', '.join(known)}")
    try:
        found = look(SUBJECTS[door], tables, seconds)
    except (BenchError, ServerError) as error:
        raise fail(f"tablehall: {error}") from error
    print(
        f"{SUBJECTS[door].about}, {tables} tables: {found.moves:,} moves, {found.rate:,.0f} a second, "
        f"{found.commit:.1f} a commit, {found.cpu:.1f} us CPU a move, {found.samples:,} samples"
    )
    print(f"{'part':<36}us a move   share")
    for part, spent in found.parts.items():
        print(f"{part:<36}{spent:>9.1f}{spent / sum(found.parts.values()):>8.0%}")
    print("of that in the kernel: " + ", ".join(f"{n} {spent:.1f}" for n, spent in found.kernel.items()))
    for name, spent in found.functions[:top]:
        print(f"{spent:>9.2f}  {name}")


def _names(only: str) -> list[str]:
    from tablehall_lab.bench.compare import SUBJECTS

    names = [name for name in only.split(",") if name] or [*SUBJECTS]
    if unknown := [name for name in names if name not in SUBJECTS]:
        raise fail(
            f"--only {unknown[0]}: there is no such thing to measure; there are: {', '.join(SUBJECTS)}"
        )
    return names


def _check() -> None:
    """What is recorded, measured anew; fails if it has become slower."""
    from tablehall_lab.bench import recorded
    from tablehall_lab.bench.compare import Wanted

    was = recorded.load(recorded.FILE)
    _say_how(Wanted(was.tables, was.seconds, half=False), was.rounds)
    if worse := recorded.as_recorded(was, _progress, _show):
        raise fail("Slower than recorded, twice in a row:\n" + "\n".join(map(str, worse)))
    allowed = f"{recorded.ALLOWED:g} times what is recorded"
    print(f"No door costs more than {allowed}: " + ", ".join(f"{n} {r:.2f}" for n, r in was.ratios.items()))


def _progress(line: str) -> None:
    if sys.stdout.isatty():
        print(f"\r\x1b[K{line}", end="", flush=True)


def _say_how(wanted: "Wanted", rounds: int) -> None:
    cores = sorted(os.sched_getaffinity(0))
    where = f"server on core {cores[0]}, players on core {cores[1]}" if len(cores) > 1 else "one core"
    crowd = f", {wanted.crowd} more who do not play" if wanted.crowd else ""
    print(
        f"{wanted.tables} tables{crowd}, {wanted.seconds:g} s each, {rounds} rounds, the middle of each; "
        f"{where}, load {os.getloadavg()[0]:.1f} before"
    )


def _show(found: "dict[str, Figures]") -> None:
    """A line for each."""
    _progress("")
    print(HEAD)
    for name, figures in found.items():
        one = figures.found
        ratios = f"{figures.ratio:>6.2f} ({figures.best:.2f} to {figures.worst:.2f})"
        commit = f"{one.commit:>8.1f}" if one.commit else f"{'-':>8}"
        half = f"{one.half_p99:>12.1f}" if one.half_p99 else f"{'-':>12}"
        print(
            f"{name:<12}{one.rate:>12,.0f}{one.cpu:>8.1f}  {ratios:<26}{commit}{one.busy:>7.0%}"
            f"{one.p50:>10.1f}{one.p99:>7.1f}{half}",
            flush=True,
        )
