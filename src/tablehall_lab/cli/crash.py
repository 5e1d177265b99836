"""`tablehall crash`: kill a hall again and again and see whether it forgets anything."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail


def crash_command(
    runs: Annotated[int, typer.Option(help="How often to kill it.", min=1)] = 25,
    tables: Annotated[int, typer.Option(help="Tables that play at the same time (one server).")] = 8,
    seed: Annotated[int, typer.Option(help="Chooses the moments, and what goes wrong.")] = 1,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Three nodes, three NATS servers and a PostgreSQL.")
    ] = False,
    fault: Annotated[
        str,
        typer.Option(help="Only these, with commas: owner, gateway, nats, frozen, database, cut."),
    ] = "",
) -> None:
    """Kill a real server on a real file with SIGKILL at random moments, under real players.

    Whatever anybody was told must be in the log afterwards, once and unchanged.

    With --cluster three nodes play, and in every run one thing goes wrong: a node is killed, frozen or
    cut off from the others, a NATS server or the database is killed. Players come back through another
    node. Nothing acknowledged may be lost or doubled, and every game must go on.

    Example:  tablehall crash --cluster --runs 12 --seed 3
    """
    if fault and not cluster:
        raise fail("--fault chooses what goes wrong with several nodes: say --cluster as well.")
    if cluster:
        _crash_nodes(runs, seed, [name for name in fault.split(",") if name])
    else:
        _crash_server(runs, tables, seed)


def _crash_server(runs: int, tables: int, seed: int) -> None:
    from tablehall_lab.crash.server import Report, crash

    def progress(report: Report) -> None:
        told = f"{report.told} records told, {report.games} games finished"
        print(f"\r{report.kills} kills, {told}", end="", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        report = crash(Path(folder), runs, pairs=tables, seed=seed, progress=progress)
    print(f"\n{len(report.problems)} lost, doubled or changed")
    for problem in report.problems[:20]:
        print(f"  {problem}")
    raise typer.Exit(1 if report.problems else 0)


def _crash_nodes(runs: int, seed: int, faults: list[str]) -> None:
    from tablehall_lab.crash.cluster import crash, in_words, summary
    from tablehall_lab.crash.faults import FAULTS
    from tablehall_lab.crash.laboratory import laboratory

    if unknown := set(faults) - set(FAULTS):
        raise fail(f"There is no fault {min(unknown)!r}; the faults: {', '.join(FAULTS)}.")
    done = []
    with tempfile.TemporaryDirectory() as folder, laboratory(Path(folder), fsync="on") as lab:
        for number, run in enumerate(crash(lab, runs, seed, faults), 1):
            done.append(run)
            print(in_words(run, number), flush=True)
            for words in (*run.stuck, *run.problems[:20]):
                print(f"  {words}")
            if run.nodes_said:
                print(run.nodes_said)
    print(f"\n{summary(done)}")
    raise typer.Exit(1 if any(run.failed for run in done) else 0)
