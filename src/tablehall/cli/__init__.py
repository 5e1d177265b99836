"""What a person types."""

import sys

import typer


def fail(message: str) -> typer.Exit:
    """Say what went wrong on standard error; raise what this returns."""
    print(message, file=sys.stderr)
    return typer.Exit(1)


def main() -> None:
    """The entry point."""
    from tablehall.cli.commands import app  # the commands need `fail`

    app(prog_name="tablehall")
