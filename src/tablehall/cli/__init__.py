"""What a person types."""

import sys
from importlib import import_module
from importlib.util import find_spec

import typer

from tablehall import __version__

EXAMPLES = """
[bold]Examples[/bold]

  [cyan]tablehall serve[/cyan]                      open the hall on this machine
  [cyan]tablehall serve --port 9000[/cyan]          the page on another port
  [cyan]tablehall play chess --with bot:2[/cyan]    a game in the terminal, with or without a server
  [cyan]tablehall export 4711 > game.jsonl[/cyan]   a finished game with its dice
  [cyan]tablehall verify game.jsonl[/cyan]          check every move and every throw of it
  [cyan]tablehall doctor[/cyan]                     is everything here that is needed?
"""

app = typer.Typer(
    name="tablehall",
    help=f"One hall, many tables, every game through every door.\n{EXAMPLES}",
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_show_locals=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tablehall {__version__}")
        raise typer.Exit


@app.callback()
def hall(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Say which one."),
) -> None:
    pass


def fail(message: str) -> typer.Exit:
    """Say what went wrong on standard error; raise what this returns."""
    print(message, file=sys.stderr)
    return typer.Exit(1)


def main() -> None:
    """The entry point; the commands are listed in this order."""
    for room in (
        "serve",
        "play",
        "games",
        "contest",
        "keeper",
        "cluster",
        "migrate",
        "conform",
        "doctor",
        "arena",
    ):
        import_module(f"tablehall.cli.{room}")
    if find_spec("tablehall_lab") is not None:  # in a clone; the wheel holds the product only
        import_module("tablehall_lab.cli").add_commands()
    app(prog_name="tablehall")
