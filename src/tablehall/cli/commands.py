"""Every command, in the order in which they are listed."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import typer

from tablehall import __version__
from tablehall.cli import (
    archive,
    arena,
    check,
    cluster,
    conform,
    contest,
    doctor,
    keeper,
    migrate,
    new,
    play,
    prune,
    serve,
)

EXAMPLES = """
[bold]Examples[/bold]

  [cyan]tablehall serve[/cyan]                      open the hall on this machine
  [cyan]tablehall serve --port 9000[/cyan]          the page on another port
  [cyan]tablehall play chess --with bot:2[/cyan]    a game in the terminal, with or without a server
  [cyan]tablehall export 4711 > game.jsonl[/cyan]   a finished game with its dice
  [cyan]tablehall verify game.jsonl[/cyan]          check every move and every throw of it
  [cyan]tablehall doctor[/cyan]                     is everything here that is needed?
"""

COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve.serve,
    "play": play.play,
    "watch": play.watch,
    "tables": archive.tables,
    "export": archive.export,
    "verify": archive.verify_command,
    "replay": archive.replay,
    "backup": archive.backup,
    "prune": prune.prune,
    "migrate": migrate.migrate,
    "conform": conform.conform,
    "doctor": doctor.doctor,
    "arena": arena.arena,
    "check": check.check,
}
GROUPS: dict[str, typer.Typer] = {
    "new": new.new,
    "contest": contest.contest,
    "keeper": keeper.keeper,
    "cluster": cluster.cluster,
}


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tablehall {__version__}")
        raise typer.Exit


def hall(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Say which one."),
) -> None:
    pass


def make_app() -> typer.Typer:
    """The whole command line; in a clone with the commands of the workshop."""
    app = typer.Typer(
        name="tablehall",
        help=f"One hall, many tables, every game through every door.\n{EXAMPLES}",
        no_args_is_help=True,
        rich_markup_mode="rich",
        add_completion=False,
        pretty_exceptions_show_locals=False,
    )
    app.callback()(hall)
    for name, command in COMMANDS.items():
        app.command(name)(command)
    for name, group in GROUPS.items():
        app.add_typer(group, name=name)
    if find_spec("tablehall_lab") is not None:  # the wheel holds the product only
        import_module("tablehall_lab.cli").add_commands(app)
    return app


app = make_app()
