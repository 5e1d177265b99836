"""`tablehall crash`: kill a hall again and again and see whether it forgets anything."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import app


@app.command("crash")
def crash_command(
    runs: Annotated[int, typer.Option(help="How often to kill it.")] = 25,
    tables: Annotated[int, typer.Option(help="Tables that play at the same time.")] = 8,
    seed: Annotated[int, typer.Option(help="Chooses the moments.")] = 1,
) -> None:
    """Kill a real server on a real file with SIGKILL at random moments, under real players.

    Whatever anybody was told must be in the log afterwards, once and unchanged.
    """
    from tablehall.crash import Report, crash

    def progress(report: Report) -> None:
        told = f"{report.told} records told, {report.games} games finished"
        print(f"\r{report.kills} kills, {told}", end="", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        report = crash(Path(folder), runs, pairs=tables, seed=seed, progress=progress)
    print(f"\n{len(report.problems)} lost, doubled or changed")
    for problem in report.problems[:20]:
        print(f"  {problem}")
    raise typer.Exit(1 if report.problems else 0)
