"""`tablehall serve`: open the hall."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tablehall.cli import fail, say, warn
from tablehall.cli.chosen import chosen, misspelt, old_name
from tablehall.cli.logs import set_up_logs
from tablehall.cli.options import (
    Config,
    Doors,
    Folder,
    Host,
    HousePort,
    Join,
    Kept,
    Memory,
    Node,
    OfDoors,
    OwnGames,
)
from tablehall.cli.reach import who_can_come_in
from tablehall.journal.api import JournalError, NotOwner
from tablehall.journal.kinds import brought_journal, scheme_of
from tablehall.net.descriptors import CURE, raise_limit
from tablehall.server import Server
from tablehall.settings import DoorSettings, Settings, SettingsError


def serve(
    host: Host = "",
    port: HousePort = None,
    data: Folder = "",
    database: Kept = "",
    join: Join = "",
    node: Node = "",
    standby: Annotated[
        bool, typer.Option("--standby", help="Open when the hall that uses the database now is gone.")
    ] = False,
    config: Config = None,
    door: Doors = None,
    set_: OfDoors = None,
    game: OwnGames = None,
    memory: Memory = False,
    log: Annotated[str, typer.Option(envvar="TABLEHALL_LOG", help="debug, info, warning or error.")] = "info",
) -> None:
    """Open the hall: prints every door once it stands open; Ctrl-C closes it.

    Examples:  tablehall serve --port 0 --data /tmp/hall
               tablehall serve --config hall.toml --door mia=off
               tablehall serve --set pipes.dialect=original --set boards.grace=120000
               tablehall serve --join nats://bus:4222 --database postgres://hall@db/hall
    """
    set_up_logs(log)
    for sentence in misspelt():
        warn(f"tablehall: {sentence}")
    where = {"host": host, "port": port, "data": data, "database": database}
    how = {"standby": standby, "memory": memory}
    try:
        settings = chosen(config, door, set_, game, join=join, node=node, **where, **how)
        for sentence in old_name(settings):
            warn(f"tablehall: {sentence}")
        code = run(settings)
    except (SettingsError, JournalError, ValueError) as error:
        raise fail(f"tablehall: {error}") from error
    raise typer.Exit(code)


def run(settings: Settings) -> int:
    """Run a hall until it is told to stop."""
    raise_limit()
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.run(_serve(settings))
    return asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> int:
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def stop() -> None:
        if told.is_set():
            os._exit(130)
        told.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows: its loop takes no signals, but wakes up every second
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
    stopping = asyncio.ensure_future(told.wait())
    again = False
    while True:
        try:
            code = await _open(settings, stopping)
        except (SettingsError, JournalError) as error:
            if not again or stopping.done():
                raise
            say(f"Cannot join again yet: {error}")
            await asyncio.sleep(1.0)
            continue
        if code is not None:
            return code
        again = True
        say("Starting anew: the other nodes have given this one up.")


async def _open(settings: Settings, stopping: "asyncio.Future[Any]") -> int | None:
    """One life of a server; None: there is to be another one."""
    server = Server(settings)
    starting = asyncio.ensure_future(server.start())
    server.broken = asyncio.get_running_loop().create_future()
    await asyncio.wait([starting, stopping, server.broken], return_when=asyncio.FIRST_COMPLETED)
    if settings.standby and not (starting.done() or server.broken.done()):
        starting.cancel()
        return 0
    if server.broken.done() and not starting.done():  # it was given up before it was open
        starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await starting
    else:
        await starting
    if server.broken.done():
        return await _end(server, settings, stopping)
    gc.collect()
    gc.freeze()  # what is here now stays: no need to look through it again and again
    gc.set_threshold(100_000, 20, 20)
    server.watch_stalls()
    sys.setswitchinterval(0.0005)  # the journal's thread must not wait long for its turn
    announce(server)
    waiting: list[asyncio.Future[Any]] = [stopping, server.broken]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    return await _end(server, settings, stopping)


async def _end(server: Server, settings: Settings, stopping: "asyncio.Future[Any]") -> int | None:
    """It was told to stop, or cannot go on; None: as a node it starts anew."""
    assert server.broken is not None
    broke = server.broken.done()
    if not broke:
        say("Closing: telling everybody, writing everything down. Again to leave at once.")
    await server.stop(0.1 if broke else 8.0)
    if broke and server.cluster is not None and isinstance(server.broken.result(), NotOwner):
        for opened in server.opened:  # whoever comes back finds the same doors
            settings.doors.setdefault(opened.door.name, DoorSettings()).port = opened.port
        return None
    stopping.cancel()
    if broke:
        say(f"Stopped: {server.broken.result()}")
        return 1
    say("Closed.")
    return 0


def announce(server: Server) -> None:
    """Every door, the data folder, and how to stop."""
    say("The hall is open:")
    for opened in server.opened:
        name, title = opened.door.name, opened.door.title
        for address, whose in opened.addresses.items():
            say(f"  {name:<14} {address:<28} {', '.join(filter(None, (title, whose)))}")
            name = title = ""
    for line in who_can_come_in(opened.host for opened in server.opened):
        say(line)
    if server.lowered:
        room, files = server.gate.room, server.gate.files
        say(
            f"At a time {room.connections:,} connections, {room.per_address:,} from one address: more do not "
            f"fit into {files:,} open files ({CURE})."
        )
    kept = str(Path(server.settings.data).resolve())
    if server.settings.memory:
        kept = "nothing is kept (--memory)"
    elif server.settings.database:
        address = server.settings.database
        kept = f"{scheme_of(address)}://" if brought_journal(address) else "PostgreSQL"
    live = len(server.hall.tables)
    for sentence in server.waiting():
        say(sentence)
    for problem in server.left_out:
        say(problem)
    say(f"Data: {kept}" + (f" ({live} tables brought back)" if live else ""))
    if server.keeper_token:
        house = next(opened for opened in server.opened if opened.door.name == "house")
        say(f"Keeper's page:  {house.address}/keeper")
        say(f"Keeper's token: {server.keeper_token}")
        say("It is not shown again; another one is made with: tablehall keeper new-token")
    say("Stop with Ctrl-C.")
