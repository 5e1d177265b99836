"""`tablehall conform`: does a server speak a protocol as its page says?"""

import asyncio
import secrets
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail, say
from tablehall.conformance.page import Block, read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.runner import DepartureError, left_out, play
from tablehall.conformance.steps import PageError
from tablehall.conformance.wires import Place
from tablehall.server import all_doors


def conform(
    protocol: Annotated[str, typer.Argument(help="house, boards, pipes, shelfie, eriantys or mia.")],
    address: Annotated[str, typer.Argument(metavar="HOST:PORT", help="Where the server listens.")],
    page: Annotated[Path | None, typer.Option(help="Another page than the protocol's own.")] = None,
    door: Annotated[
        list[str] | None, typer.Option(help="Where another door of the server is: --door mia=HOST:PORT")
    ] = None,
) -> None:
    """Execute a protocol's page against any server, and say where the server departs from it.

    Everybody in the page gets a new name, so it can be done again and again.

    Example:  tablehall conform house 127.0.0.1:8080
    """
    doors = {"": place(protocol, address), **(dict(map(other_door, door or ())))}
    if page is None and protocol not in pages():
        raise fail(f"There is no page about {protocol!r}; there are: {', '.join(pages())}.")
    try:
        blocks = read_page(page or pages()[protocol])
    except (OSError, PageError) as error:
        raise fail(f"This page cannot be executed: {error}") from error
    differing = asyncio.run(play_all(blocks, doors))
    if differing:
        raise typer.Exit(1)


def other_door(word: str) -> tuple[str, Place]:
    """One `--door NAME=HOST:PORT`."""
    name, _, address = word.partition("=")
    return name, place(name, address)


def place(protocol: str, address: str) -> Place:
    """Where a door is, and what is spoken there."""
    doors = all_doors()
    host, _, port = address.rpartition(":")
    if protocol not in doors:
        raise fail(f"There is no protocol {protocol!r}; there are: {', '.join(doors)}.")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise fail(f"{address!r} is no address; say HOST:PORT, for example 127.0.0.1:8080.")
    return Place(host.strip("[]"), int(port), doors[protocol].transport)


async def play_all(blocks: list[Block], doors: dict[str, Place]) -> int:
    """Play every block in order and say how each went; returns how many differ."""
    count = {"ok": 0, "differs": 0, "left out": 0}
    for block in blocks:
        verdict, why = await verdict_on(block, doors)
        count[verdict] += 1
        say(f"{verdict:<9} line {block.line:<5} {block.title}")
        for line in why.splitlines():
            say(f"          {line}")
    say(", ".join(f"{number} {verdict}" for verdict, number in count.items()))
    return count["differs"]


async def verdict_on(block: Block, doors: dict[str, Place]) -> tuple[str, str]:
    """ok, differs or left out, and why."""
    if reason := left_out(block, doors, None):
        return "left out", reason
    try:
        await play(block.renamed(secrets.token_hex(2)), doors)
    except DepartureError as difference:
        return "differs", str(difference)
    return "ok", ""
