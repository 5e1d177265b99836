"""`tablehall mutations`: break the product on purpose and see which test notices."""

import subprocess
import sys
from typing import Annotated

import typer


def mutations_command(
    names: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    check: Annotated[bool, typer.Option(help="Only make sure that each still fits the source.")] = False,
) -> None:
    """Break a copy of the source in known ways, one at a time, and see who notices.

    Whatever survives is a hole in the tests.
    """
    words = [*(names or []), *(["--check"] if check else [])]
    raise typer.Exit(subprocess.call([sys.executable, "-m", "tablehall_lab.mutations", *words]))
