"""`tablehall cluster`: the nodes of a hall that has several."""

import asyncio
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tablehall.cli import fail
from tablehall.printable import printable

cluster = typer.Typer(help="The nodes of a hall that has several.", no_args_is_help=True)


@cluster.callback()
def about() -> None:
    """The nodes of a hall."""


@cluster.command()
def status(
    join: Annotated[str, typer.Option(envvar="TABLEHALL_JOIN", help="nats://HOST:PORT,... as for serve.")],
    seconds: Annotated[float, typer.Option(help="How long to listen.")] = 1.5,
) -> None:
    """Who is alive, who leads, and how much each node has to do.

    Example:  tablehall cluster status --join nats://127.0.0.1:4222
    """
    from tablehall.cluster.bus import BusError
    from tablehall.cluster.membership import elected
    from tablehall.cluster.status import listen

    try:
        seen = asyncio.run(listen(join, seconds))
    except BusError as error:
        raise fail(f"tablehall: {error}") from error
    if not seen:
        raise fail(
            f"Nobody has been heard for {seconds:g} s: start nodes with: tablehall serve --join {join}"
        )
    now = time.monotonic()
    for hall, members in seen.items():
        counted = "1 node" if len(members) == 1 else f"{len(members)} nodes"
        leader = elected(member.beat for member in members)
        table = Table(title=Text(printable(f"hall {hall}: {counted}")), title_justify="left")
        for column in ("node", "state", "address", "tables", "connections", "unacked packets", "heard"):
            table.add_column(column, justify="left" if column in ("node", "state", "address") else "right")
        for member in sorted(members, key=lambda m: m.beat.name):
            beat = member.beat
            state = "leaving" if beat.leaving else "open" if beat.open else "starting"
            if beat.epoch == leader:
                state += ", leader"
            unacked = sum(
                max(0, sent - other.beat.counts.get(beat.epoch, (0, 0))[1])
                for other in members
                if (sent := beat.counts.get(other.beat.epoch, (0, 0))[0])
            )
            ago = f"{now - member.heard:.1f} s ago"
            row = (beat.name, state, beat.address, str(beat.tables), str(beat.people), str(unacked), ago)
            table.add_row(*(Text(printable(cell)) for cell in row))
        Console(width=120).print(table)
