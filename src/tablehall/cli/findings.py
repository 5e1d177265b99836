"""What the doctor looks at: one function for each precondition of running a hall."""

import asyncio
import importlib
import importlib.metadata
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from tablehall.cli.data_folder import hall_on, open_journal
from tablehall.cli.plugins import what_is_installed
from tablehall.games import known_games
from tablehall.journal.api import JournalError
from tablehall.journal.kinds import brought_journal
from tablehall.journal.sqlite import FILE, OlderFile
from tablehall.net import descriptors, page
from tablehall.ports import port_holder
from tablehall.protocols.door import Door
from tablehall.server import plugin_problems
from tablehall.settings import DoorSettings, Settings, SettingsError, check_engine, port_of

NEEDED = ("aiohttp", "confusable_homoglyphs", "msgspec", "prometheus_client", "structlog", "typer")
FAST = "uvloop"
"""Not needed, but without it everybody waits longer; there is none for Windows."""
SCREEN = "textual"
"""Only for whoever plays in a terminal of this machine."""
MIB = 1_048_576
BEHIND = 60_000
"""So many milliseconds before the last thing that was written down it can hardly be."""


class Finding(NamedTuple):
    """One precondition: whether it holds, and the cure if it does not. A note is no illness."""

    state: Literal["ok", "BAD", "note"]
    what: str
    cure: str = ""


def good(what: str) -> Finding:
    """It holds."""
    return Finding("ok", what)


def bad(what: str, cure: str) -> Finding:
    """It does not."""
    return Finding("BAD", what, cure)


# This machine.


def python() -> Finding:
    """The Python that runs this."""
    what = f"Python {'.'.join(map(str, sys.version_info[:3]))} ({sys.executable})"
    return good(what) if sys.version_info >= (3, 11) else bad(what, "install Python 3.11 or newer")


def packages(settings: Settings) -> Iterator[Finding]:
    """Those that every hall needs, those that this one needs, and those that are worth having."""
    needed = [
        *NEEDED,
        *(["asyncpg"] if settings.database and not brought_journal(settings.database) else []),
        *(["greenlet"] if settings.cluster else []),
    ]
    for name in needed:
        yield package(name)
    if sys.platform == "win32":
        yield good(f"package {FAST}: there is none for Windows, and none is needed")
    else:
        yield package(FAST, "note", "; recommended")
    yield package(SCREEN, "note", "; needed only to play in a terminal here")


def brought_along(settings: Settings) -> Iterator[Finding]:
    """What installed packages and files of one's own bring."""
    for line in what_is_installed():
        yield good(line)
    for problem in plugin_problems(known_games(settings.games).values()):
        yield bad(problem, "mend the package, or uninstall it")


def package(name: str, state: Literal["BAD", "note"] = "BAD", why: str = "") -> Finding:
    """Whether a package can be used by this Python, and which one it is."""
    try:
        importlib.import_module(name)
    except ImportError as error:
        project = name.replace("_", "-")
        return Finding(state, f"package {name}: {error}{why}", f"{sys.executable} -m pip install {project}")
    try:
        return good(f"package {name} {importlib.metadata.version(name)}")
    except importlib.metadata.PackageNotFoundError:
        return good(f"package {name}")


def built_page() -> Finding:
    """The page in the browser."""
    index = page.FOLDER / "index.html"
    if not index.is_file():
        return bad(
            f"the web page is not built: there is no {index}",
            "in a clone run ./tablehall serve, which builds it; else install a wheel of tablehall",
        )
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(index.stat().st_mtime))
    return good(f"the web page is built ({len(page.Page().files)} files, {day})")


def files() -> Finding:
    """How many files may be open, and so how many connections."""
    count = descriptors.raise_limit()
    room = descriptors.room(count)
    fitting = f"{room.connections:,} connections, {room.per_address:,} from one address"
    what = f"{count:,} files may be open: room for {fitting}"
    return good(what) if count >= 1024 else bad(what, descriptors.CURE)


# What is kept.


def folder(settings: Settings) -> Finding:
    """The data folder."""
    data = Path(settings.data)
    if running := hall_on(data):
        return good(f"data folder {data} is used by a hall that runs (process {running})")
    place = data if data.exists() else data.absolute().parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        return bad(f"data folder {data}: {error.strerror}", "choose another with --data")
    return good(f"data folder {data} can be written")


def disk(settings: Settings) -> Finding:
    """The room on its disk."""
    place = Path(settings.data).absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    free, short, low = shutil.disk_usage(place).free, settings.disk.short, settings.disk.low
    what = f"{free / 2**30:.1f} GiB free on the disk"
    if free < short:
        return bad(f"{what}: no table would be opened", f"make room: more than {short // MIB:,} MiB")
    if free < low:
        return Finding(
            "note", f"{what}: the keeper would be warned", f"make room: more than {low // MIB:,} MiB"
        )
    return good(what)


def journal(settings: Settings) -> Iterator[Finding]:
    """What a hall has written down there, and whether it is later now than then."""
    data, database, last = Path(settings.data), settings.database, 0
    if not database and not (data / FILE).exists():
        yield good("no journal yet: a new one will be made")
    else:
        try:
            with open_journal(data, database) as kept:
                live, known = len(kept.tables(status="live", limit=100_000)), kept.kept().get("hall", {})
            yield good(f"the journal can be read ({live} live tables)")
            last = max((int(at) for what, at in known.items() if what.startswith("alive")), default=0)
        except OlderFile:
            yield good("the journal is of an older tablehall: it is brought up to date when the hall starts")
        except JournalError as error:
            yield bad("the journal cannot be read", str(error))
    yield clock(last)


def clock(last: int) -> Finding:
    """Whether the time can be right: after this program was laid here, and after what was last written."""
    now = time.time_ns() // 1_000_000
    laid = Path(__file__).stat().st_mtime_ns // 1_000_000
    today = time.strftime("%Y-%m-%d %H:%M:%S %z")
    if max(last, laid) > now + BEHIND:
        late = (max(last, laid) - now) // 1000
        return bad(f"the clock says {today}, {late:,} s too early", "set the clock, for instance by NTP")
    return good(f"the clock says {today}")


# Who else is to be there.


def bus(settings: Settings) -> Finding:
    """The NATS servers of a hall of several nodes."""
    from tablehall.cluster.bus import BusError
    from tablehall.cluster.status import listen

    try:
        halls = asyncio.run(listen(str(settings.cluster["join"]), 1.0))
    except BusError as error:
        return bad("NATS cannot be used", str(error))
    return good(f"NATS answers; {sum(map(len, halls.values()))} nodes are heard")


def engine(settings: Settings) -> Finding:
    """The chess engine."""
    try:
        check_engine(settings)
    except SettingsError as error:
        return bad("the chess engine cannot be used", str(error))
    return good(f"the chess engine {settings.bots.engine} speaks UCI")


def port(settings: Settings, kind: type[Door]) -> Finding:
    """Whether a door could be opened where it is to be."""
    name, number = kind.name, port_of(settings, kind)
    host = settings.doors.get(name, DoorSettings()).host or settings.host
    datagrams = kind.transport == "datagrams"
    if number == 0:
        return good(f"any free port ({name})")
    try:
        found = socket.getaddrinfo(
            host or None,
            number,
            type=socket.SOCK_DGRAM if datagrams else socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )
        family, way, protocol, _, where = found[0]
        with socket.socket(family, way, protocol) as probe:
            if not datagrams:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except socket.gaierror as error:
        return bad(f"host {host} ({name}): {error.strerror}", "say an address of this machine with --host")
    except OSError as error:
        return not_free(settings, kind, host, number, error)
    return good(f"port {number} ({name}) is free")


def not_free(settings: Settings, kind: type[Door], host: str, number: int, error: OSError) -> Finding:
    """Who is in the way, if it is not the hall itself."""
    holder, running = port_holder(kind, host, number), hall_on(Path(settings.data))
    if running and f"(process {running})" in holder:
        return good(f"port {number} ({kind.name}) is held by the hall that runs")
    by = f"is taken by {holder}" if holder else f"cannot be had ({error.strerror})"
    cure = "tablehall serve --port N" if kind.front else f"tablehall serve --door {kind.name}=N"
    return bad(f"port {number} ({kind.name}) {by}", cure)
