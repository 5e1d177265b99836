"""What a person types."""

import sys

import typer

from tablehall.extras import MissingExtraError
from tablehall.printable import printable, printable_lines


def say(line: str) -> None:
    """Print a line at once, whatever others have put into it."""
    print(printable(line), flush=True)


def fail(message: str) -> typer.Exit:
    """Say what went wrong on standard error; raise what this returns."""
    warn(message)
    return typer.Exit(1)


def warn(message: str) -> None:
    """Say something on standard error."""
    print(printable_lines(message), file=sys.stderr, flush=True)


def main() -> None:
    """The entry point."""
    from tablehall.cli.commands import app  # the commands need `fail`

    try:
        app(prog_name="tablehall")
    except MissingExtraError as error:
        warn(f"tablehall: {error}")
        sys.exit(1)
