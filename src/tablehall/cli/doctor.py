"""`tablehall doctor`: is everything here that is needed?"""

import asyncio
import importlib
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from tablehall.cli import say
from tablehall.cli.data_folder import open_journal
from tablehall.cli.options import DATA, Database
from tablehall.cli.plugins import what_is_installed
from tablehall.games import known_games
from tablehall.journal.api import JournalError
from tablehall.journal.sqlite import FILE, OlderFile
from tablehall.net import descriptors
from tablehall.server import all_doors, plugin_problems, port_holder


class Finding(NamedTuple):
    """One precondition: whether it holds, and the cure if it does not."""

    good: bool
    what: str
    cure: str = ""


def doctor(
    data: Annotated[Path, typer.Option(envvar="TABLEHALL_DATA", help="The data folder to check.")] = DATA,
    database: Database = "",
    join: Annotated[str, typer.Option(envvar="TABLEHALL_JOIN", help="The NATS servers to check.")] = "",
) -> None:
    """Check each precondition of running a hall here, and name the cure for what is missing."""
    ill = 0
    for finding in examine(data, database, join):
        ill += not finding.good
        say(f"{'ok  ' if finding.good else 'BAD '} {finding.what}")
        if not finding.good:
            say(f"      cure: {finding.cure}")
    say("Everything is in order." if not ill else f"{ill} to mend.")
    raise typer.Exit(1 if ill else 0)


def examine(data: Path, database: str = "", join: str = "") -> Iterator[Finding]:
    """Every check, one after the other."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(sys.version_info >= (3, 11), f"Python {version}", "install Python 3.11 or newer")
    for package in ("aiohttp", "msgspec", "prometheus_client", "structlog", "typer", "uvloop"):
        yield _package(package)
    for line in what_is_installed():
        yield Finding(True, line)
    for problem in plugin_problems(known_games().values()):
        yield Finding(False, problem, "mend the package, or uninstall it")
    yield _folder(data)
    yield _journal(data, database)
    if join:
        yield _package("greenlet")
        yield _bus(join)
    free = shutil.disk_usage(data if data.exists() else Path.cwd()).free
    yield Finding(free > 100 * 2**20, f"{free / 2**30:.1f} GiB free on the disk", "make room on the disk")
    yield _files()
    for name, door in all_doors().items():
        yield _port(name, door.port, udp=door.transport == "datagrams")


def _package(name: str) -> Finding:
    try:
        importlib.import_module(name)
    except ImportError as error:
        return Finding(
            False, f"package {name}: {error}", "run ./tablehall from a checkout, or pip install tablehall"
        )
    return Finding(True, f"package {name}")


def _folder(data: Path) -> Finding:
    place = data if data.exists() else data.absolute().parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        return Finding(False, f"data folder {data}: {error.strerror}", "choose another with --data")
    return Finding(True, f"data folder {data} can be written")


def _journal(data: Path, database: str) -> Finding:
    if not database and not (data / FILE).exists():
        return Finding(True, "no journal yet: a new one will be made")
    try:
        with open_journal(data, database) as journal:
            live = len(journal.tables(status="live", limit=100_000))
    except OlderFile:
        return Finding(
            True, "the journal is of an older tablehall: it is brought up to date when the hall starts"
        )
    except JournalError as error:
        return Finding(False, "the journal cannot be read", str(error))
    return Finding(True, f"the journal can be read ({live} live tables)")


def _bus(join: str) -> Finding:
    from tablehall.cluster.bus import BusError
    from tablehall.cluster.status import listen

    try:
        halls = asyncio.run(listen(join, 1.0))
    except BusError as error:
        return Finding(False, "NATS cannot be used", str(error))
    nodes = sum(map(len, halls.values()))
    return Finding(True, f"NATS answers; {nodes} nodes are heard")


def _files() -> Finding:
    files = descriptors.raise_limit()
    room = descriptors.room(files)
    fitting = f"{room.connections:,} connections, {room.per_address:,} from one address"
    return Finding(files >= 1024, f"{files:,} files may be open: room for {fitting}", descriptors.CURE)


def _port(name: str, port: int, *, udp: bool) -> Finding:
    kind = socket.SOCK_DGRAM if udp else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as probe:
        if not udp:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError as error:
            holder = port_holder(port)
            by = f" by {holder}" if holder else f" ({error.strerror})"
            return Finding(False, f"port {port} ({name}) is taken{by}", f"tablehall serve --door {name}=N")
    return Finding(True, f"port {port} ({name}) is free")
