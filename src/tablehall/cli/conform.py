"""`tablehall conform`: does a server speak a protocol as its page says?"""

import asyncio
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail, say
from tablehall.conformance.page import Block, read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.reports import as_json, as_junit, summary, told
from tablehall.conformance.start import Start
from tablehall.conformance.steps import PageError
from tablehall.conformance.verdicts import Examiner, NobodyError, Verdict, unanswered
from tablehall.conformance.wires import Place
from tablehall.server import all_doors

TERMINATED = 128 + signal.SIGTERM
PROTOCOLS = "boards, eriantys, house, maexchen, mia, pipes, shelfie, or that of an installed package."
"""A text, for who asks for another command shall not have to load every package."""


def conform(
    protocol: Annotated[str, typer.Argument(help=PROTOCOLS)],
    address: Annotated[
        str, typer.Argument(metavar="HOST:PORT", help="Where the server listens; with --start anywhere.")
    ] = "",
    page: Annotated[Path | None, typer.Option(help="Another page than the protocol's own.")] = None,
    door: Annotated[
        list[str] | None, typer.Option(help="Where another door of the server is: --door mia=HOST:PORT")
    ] = None,
    start: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="Start the server, and another one wherever it has to be fresh: 'python server.py {port}'. "
            "Filled in: {host}, {port}, {folder} for its data, {settings} for a file of the hall's settings, "
            "{house}, {mia}, ... for ports of other doors.",
        ),
    ] = "",
    ready: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="Wait so long for a started server instead of asking whether it listens."
        ),
    ] = None,
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh", help="Start a new server for every transcript: for those that know one game."
        ),
    ] = False,
    section: Annotated[
        list[str] | None, typer.Option(metavar="WORDS", help="Only sections whose heading has these words.")
    ] = None,
    extensions: Annotated[
        bool,
        typer.Option("--extensions", help="Try, and demand, what the protocol's document does not say, too."),
    ] = False,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first departure.")] = False,
    patience: Annotated[float, typer.Option(help="Wait so many times longer for every answer.")] = 1.0,
    json: Annotated[
        str, typer.Option(metavar="FILE", help="Write all of it as JSON, too; - prints it.")
    ] = "",
    junit: Annotated[Path | None, typer.Option(help="Write all of it for a build server, too.")] = None,
    client: Annotated[
        bool, typer.Option("--client", help="Judge a client: play the server's part for it.")
    ] = False,
    run: Annotated[
        str,
        typer.Option(
            metavar="COMMAND", help="How the client is started: 'python bot.py {host} {port} {name}'."
        ),
    ] = "",
) -> None:
    """Execute a protocol's page against any server, and say where the server departs from it.

    Everybody in the page gets a new name, so it can be done again and again. Fails if a rule of the
    protocol's document is not kept, and if nothing could be tried.

    Examples:  tablehall conform house 127.0.0.1:8080
               tablehall conform pipes --start 'python server.py {port}' --junit pipes.xml
               tablehall conform mia 127.0.0.1:9001 --section registration --extensions
               tablehall conform --client pipes --run 'python bot.py {host} {port} {name}'
    """
    if client or run:
        about = {"--page": page, "--door": door, "--start": start, "--ready": ready, "--fresh": fresh or None}
        refuse_about_servers({"HOST:PORT": address, **about})
        from tablehall.cli.conform_client import Wishes, conform_client  # only for those who use it

        conform_client(protocol, run, Wishes(section or (), extensions, first, patience, json, junit))
        return
    found = in_sections(blocks_of(protocol, page), section or [])
    wanted = [block for block in found if extensions or not block.extension]
    examiner = Examiner(
        doors_of(protocol, address, door or []) if address or not start else {},
        start_of(protocol, address, start, ready),
        patience,
        always_fresh=fresh,
    )
    try:
        with leaving_nothing_behind():
            verdicts = asyncio.run(examined(wanted, examiner, first, quiet=json == "-"))
    except NobodyError as error:
        failure = fail(str(error))
        report(protocol, unanswered(wanted, error), (), json, junit)
        raise failure from error
    report(protocol, verdicts, summary(verdicts, len(found) - len(wanted)), json, junit)
    if all(verdict.word == "left out" for verdict in verdicts):
        raise fail("Nothing was tried, so nothing is known about this server.")
    if any(verdict.word == "differs" for verdict in verdicts):
        raise typer.Exit(1)


def refuse_about_servers(said: Mapping[str, object]) -> None:
    """What is about servers cannot be said of a client."""
    if strange := [option for option, value in said.items() if value not in (None, "", [])]:
        raise fail(
            f"A client is judged with a hall of its own: leave out {' and '.join(strange)}, "
            "or leave out --client and --run to judge a server."
        )


def report(
    protocol: str, verdicts: Sequence[Verdict], lines: Iterable[str], json: str, junit: Path | None
) -> None:
    """Say what was found out, and write it down for programs."""
    if junit is not None:
        written(junit, as_junit(protocol, verdicts))
    if json == "-":
        print(as_json(protocol, verdicts))
        return
    if json:
        written(Path(json), as_json(protocol, verdicts))
    for line in lines:
        say(line)


@contextmanager
def leaving_nothing_behind() -> Iterator[None]:
    """Whoever terminates this ends the servers that it has started, too."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def blocks_of(protocol: str, page: Path | None) -> list[Block]:
    """Every transcript of a protocol's page, or of another."""
    if page is None and protocol not in pages():
        raise fail(f"There is no page about {protocol!r}; there are: {', '.join(pages())}.{hint(protocol)}")
    try:
        return read_page(page or pages()[protocol])
    except (OSError, PageError) as error:
        raise fail(f"This page cannot be executed: {error}") from error


def hint(door: str) -> str:
    """On which page a door is that has none of its own."""
    for protocol, path in pages().items():
        with suppress(OSError, PageError):  # somebody else's page, which nobody has asked for
            if any(door in block.doors for block in read_page(path)):
                return f" It is on that of {protocol}: conform {protocol} HOST:PORT --door {door}=HOST:PORT"
    return ""


def in_sections(blocks: list[Block], wanted: list[str]) -> list[Block]:
    """Those under a heading with these words, or under one that stands below it."""
    if not wanted:
        return blocks
    words = [word.casefold() for word in wanted]
    chosen = [block for block in blocks if any(word in part for word in words for part in headings(block))]
    if not chosen:
        names = ", ".join(dict.fromkeys(block.title for block in blocks))
        raise fail(
            f"No section with a transcript is called {' or '.join(map(repr, wanted))}; there are: {names}."
        )
    return chosen


def headings(block: Block) -> list[str]:
    """What a section can be found by; not by the title of the page."""
    return [heading.casefold() for heading in (*block.above[1:], block.title)]


def start_of(protocol: str, address: str, command: str, ready: float | None) -> Start | None:
    """How the server is to be started, if it is."""
    if not command:
        return None
    transports = {name: kind.transport for name, kind in all_doors().items()}
    if protocol not in transports:
        raise fail(f"There is no protocol {protocol!r}; there are: {', '.join(transports)}.")
    start = Start(command, protocol, transports, ready=ready)
    if not address and not start.gaps & {"port", protocol}:
        raise fail("Where will it listen? Put {port} into its command, or say HOST:PORT, too.")
    if address:
        where = place(protocol, address)
        start = Start(command, protocol, transports, where.host, where.port, ready)
    return start


def doors_of(protocol: str, address: str, others: list[str]) -> dict[str, Place]:
    """Where everything is; "" is the door that the page is about."""
    if not address:
        raise fail("Where is the server? Say HOST:PORT, or how it is started: --start 'CMD {port}'.")
    main = place(protocol, address)
    return {"": main, protocol: main, **dict(map(other_door, others))}


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


async def examined(
    blocks: list[Block], examiner: Examiner, first: bool = False, quiet: bool = False
) -> Sequence[Verdict]:
    """Play every block in order and say how each went, perhaps only up to the first departure."""
    verdicts = []
    async with aclosing(examiner.examine(blocks)) as examining:
        async for verdict in examining:
            verdicts.append(verdict)
            if not quiet:
                for line in told(verdict):
                    say(line)
            if first and verdict.word == "differs":
                break
    return verdicts


def written(path: Path, text: str) -> None:
    """Write a report."""
    try:
        path.write_text(f"{text}\n", "utf-8")
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror}.") from error
