"""`tablehall fuzz`: tell a door whatever a coverage-guided search can think of."""

from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail


def fuzz_command(
    door: Annotated[
        str, typer.Argument(help="Its name, as tablehall serve prints it: house, pipes, mia, ...")
    ],
    minutes: Annotated[float, typer.Option(help="How long to search.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Where the search begins.")] = 1,
    keep: Annotated[Path | None, typer.Option(help="A folder for cases that led somewhere new.")] = None,
    case: Annotated[Path | None, typer.Option(help="Play one case that was found, and nothing else.")] = None,
) -> None:
    """Search for bytes that make a door fail, hang, or answer by how they were split.

    [bold]Examples[/bold]

      tablehall fuzz pipes --minutes 10
      tablehall fuzz boards --case crash-1f0c
    """
    from tablehall.server import all_doors
    from tablehall_lab.fuzz.cases import check
    from tablehall_lab.fuzz.search import NoAtherisError, Report, search

    kinds = all_doors()
    if door not in kinds:
        raise fail(f"There is no door {door!r}; the doors: {', '.join(kinds)}.")
    if case is not None:
        print(f"{check(kinds[door], case.read_bytes())} messages, and nothing wrong")
        return

    def progress(report: Report) -> None:
        print(
            f"\r{report.cases} cases, {report.messages} messages, {report.covered} places in the code",
            end="",
            flush=True,
        )

    try:
        report = search(door, max(1, round(minutes * 60)), seed=seed, keep=keep, progress=progress)
    except NoAtherisError as error:
        raise fail(str(error)) from error
    progress(report)
    print()
    if report.problem:
        print(report.problem[-4000:])
        if report.case:
            found = Path(f"fuzz-{door}-case")
            found.write_bytes(report.case)
            print(f"The case is in {found}: tablehall fuzz {door} --case {found}")
        raise typer.Exit(1)
    print("0 failures, 0 hangs")
