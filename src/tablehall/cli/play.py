"""`tablehall play` and `tablehall watch`: the hall in a terminal."""

import asyncio
import re
import sys
from typing import Annotated

import typer

from tablehall.cli import fail
from tablehall.extras import needed_for

Host = Annotated[
    str,
    typer.Option(
        envvar="TABLEHALL_HALL", help="The hall: HOST, HOST:PORT or URL; by default on this machine."
    ),
]
Name = Annotated[
    str, typer.Option(envvar="TABLEHALL_NAME", help="What you are called; by default as you are logged in.")
]
Lines = Annotated[bool, typer.Option("--plain", help="Plain lines, for screen readers and scripts.")]
Code = Annotated[str, typer.Option(help="The invite code of a private table.")]


def play(
    game: Annotated[str, typer.Argument(help="Play this game; without it, to the lobby.")] = "",
    against: Annotated[
        str, typer.Option("--with", metavar="bot:LEVEL", help="Players of the house take the other seats.")
    ] = "",
    host: Host = "",
    name: Name = "",
    table: Annotated[int | None, typer.Option(help="Sit down at this table.")] = None,
    code: Annotated[
        str,
        typer.Option(
            help="With --table, that table's invite code; else the code that another device of yours shows."
        ),
    ] = "",
    new: Annotated[
        bool, typer.Option("--new", help="A new table, also if you have a game that is not over.")
    ] = False,
    plain: Lines = False,
) -> None:
    """Play in this terminal; F1 lists the keys. Where no hall is open, one is opened for you alone.

    Without a terminal, and with --plain, it reads and prints lines: type `help` for the words. The exit code
    is then 0 if the game is over, 1 if nothing could be done, 3 if the moves did not suffice, 4 if the table
    ended without a result.

    Examples:  tablehall play
               tablehall play chess --with bot:2
               tablehall play --host hall.example:8080 --name anna --table 12
               tablehall play --code 8JQ4XW2K
    """
    code_of = "device" if table is None else "code"
    errand = {"game": game, "bots": bot_level(against), "table": table, "new": new, code_of: code}
    _go({**errand, "host": host, "name": name}, plain)


def watch(
    table: Annotated[
        int | None, typer.Argument(help="Look on at this table; without it, to the lobby.")
    ] = None,
    host: Host = "",
    name: Name = "",
    code: Code = "",
    plain: Lines = False,
) -> None:
    """Look on at a table in this terminal.

    Examples:  tablehall watch 12
               tablehall watch 12 --plain < /dev/null > game.txt
    """
    _go({"table": table, "host": host, "name": name, "code": code, "watch": True}, plain)


def bot_level(against: str) -> int:
    """The level in `bot:3`; 0: no bots."""
    if not against:
        return 0
    found = re.fullmatch(r"bot(?::(\d+))?", against)
    if found is None:
        raise fail(f"--with {against}: say bot:LEVEL, for instance --with bot:2.")
    return int(found[1] or 2)


def _go(errand: dict[str, object], plain: bool) -> None:
    from tablehall.client import ClientError, NobodyThereError
    from tablehall.terminal.times import WishError
    from tablehall.terminal.visit import Errand

    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    wanted = Errand(**errand)  # type: ignore[arg-type]
    try:
        if plain or not terminal:
            from tablehall.terminal.plain import play_plainly

            code = asyncio.run(play_plainly(wanted))
        else:
            with needed_for("Playing on the whole screen (plain lines come with --plain)"):
                from tablehall.terminal.app import play_on_screen

            code = play_on_screen(wanted)
    except NobodyThereError as error:
        cure = "Open one here with `tablehall serve`, or say where it is: --host HOST:PORT."
        raise fail(f"tablehall: {error} {cure}") from error
    except (ClientError, WishError, ValueError) as error:
        raise fail(f"tablehall: {error}") from error
    except KeyboardInterrupt:
        code = 130
    raise typer.Exit(code)
