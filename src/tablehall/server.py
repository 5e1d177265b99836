"""The server: the one place that wires the rooms together. Start and shutdown."""

import asyncio
import gc
import os
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec
import structlog
from aiohttp import web

from tablehall.assembly import assemble
from tablehall.bots.levels import bot_problems
from tablehall.extras import needed_for
from tablehall.forms import read_form
from tablehall.games import installed_games, known_games
from tablehall.games.api import AnyGame
from tablehall.journal.api import InUse, Journal, JournalError
from tablehall.journal.files import make_file, make_folder, make_private
from tablehall.journal.kinds import installed_journals, open_database
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import FILE, SqliteJournal, explain
from tablehall.journal.writer import Writer
from tablehall.net import descriptors
from tablehall.net.bot_pool import BotPool
from tablehall.net.disk import Disk, free_bytes
from tablehall.net.http import HouseHttp
from tablehall.net.retention import Retention
from tablehall.net.web import HttpSide
from tablehall.ports import taken
from tablehall.protocols import all_doors as all_doors
from tablehall.protocols import installed_doors
from tablehall.protocols.door import Door
from tablehall.settings import (
    DoorSettings,
    Settings,
    SettingsError,
    check,
    check_engine,
    entry_of,
    limits_of,
    port_of,
    without_crowded_out,
)

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

log = structlog.get_logger("tablehall")

TAKE_OVER_EVERY = 0.25
"""Seconds between two looks of a hall in waiting at the one that is open."""
LOCK = "tablehall.lock"
"""The file in the data folder that a running hall holds, with the number of its process."""
KEEPER = "keeper.json"
"""The file in the data folder with the way to a running hall for its keeper."""


def plugin_problems(games: Iterable[AnyGame]) -> list[str]:
    """What installed packages bring that cannot be used, each in a sentence."""
    found = (installed_games(), installed_doors(), installed_journals())
    return [*(problem for kind in found for problem in kind.problems), *bot_problems(games)]


class Opened(msgspec.Struct):
    """A door that stands open."""

    door: Door
    host: str
    port: int

    @property
    def address(self) -> str:
        """What to type to get there; where there are several, the first one."""
        return next(iter(self.addresses))

    @property
    def addresses(self) -> dict[str, str]:
        """Everything that can be typed to get there, and for whom it is."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "") else "[::1]" if self.host == "::" else self.host
        place, door = f"{host}:{self.port}", self.door
        if door.front:
            return {f"http://{place}": ""}
        if door.transport == "websocket":
            return {f"ws://{place}{path}": whose for path, whose in door.paths.items()}
        return {f"{'tcp' if door.transport == 'lines' else 'udp'}://{place}": ""}


class Server:
    """A running hall."""

    def __init__(
        self,
        settings: Settings,
        doors: Iterable[type[Door]] | None = None,
        games: Iterable[AnyGame] = (),
    ) -> None:
        """Only with these doors, if some are given; with these games beside those that are known."""
        self.settings = settings
        self.kinds = {d.name: d for d in doors} if doors is not None else all_doors(settings.door_files)
        self.games = {**known_games(settings.games), **{game.name: game for game in games}}
        self.kinds, crowded_out = without_crowded_out(settings, self.kinds)
        self.left_out = [*plugin_problems(self.games.values()), *crowded_out]
        """What installed packages bring that cannot be used, in words."""
        self.opened: list[Opened] = []
        self.problems: list[str] = []
        self.broken: asyncio.Future[JournalError] | None = None
        self.http: HouseHttp | None = None
        self.bots: BotPool | None = None
        self.cluster: Any = None
        self.lowered = False
        """Whether a door takes fewer connections than it should: more files cannot be open at a time."""
        self.disk: Disk | None = None
        self.free_bytes: Callable[[Path], int] = free_bytes
        """How much room there is on the disk of a folder."""
        self.keeper_token = ""
        """The keeper's token if it was made at this start: nobody will ever see it again."""
        self._closers: list[Callable[[], Any]] = []
        self._lock: IO[str] | None = None
        self._stopped = False

    async def start(self) -> None:
        """Recover the hall, then open every door."""
        check(self.settings, self.kinds)
        self._entry = entry_of(self.settings)
        await asyncio.to_thread(check_engine, self.settings)
        self.broken = self.broken or asyncio.get_running_loop().create_future()
        for problem in self.left_out:
            log.warning("a plug-in cannot be used", why=problem)
        self.journal = await self._journal_when_free()
        await self._build()
        await self._look_after_disk()
        tables, kept = self.journal.live_tables(), self.journal.kept()
        now, own = self.pipeline.clock(), []
        if self.cluster is not None:  # its tables go on when it is known who is here
            own = [table for table in tables if table.game in self.games]
            tables = [table for table in tables if table.game not in self.games]
        self.problems = self.assembly.recover(kept, tables, now)
        await self.pipeline.settled()
        room = None
        if self.settings.bots.on:
            room = self.bots = BotPool(self.pipeline, self.settings.bots, self.settings.games)
            self._closers.append(room.close)
            room.open()
            await self.pipeline.settled()
        if self.cluster is not None:
            lost = now - self.hall.alive.get(self.hall.peers.node, now)
            self.cluster.recovered(room, kept, own, lost)
        for sentence in self.waiting():
            log.warning("tables wait for their game", why=sentence)
        for problem in self.problems:
            log.error("a table could not be brought back; its log is kept", why=problem)
        self.gate.watch()
        self._closers.append(self.gate.close)
        try:
            for name, kind in self.kinds.items():
                wanted = self.settings.doors.get(name, DoorSettings())
                if wanted.on:
                    await self._open(kind, wanted)
        except BaseException:
            await self.stop(1.0)
            raise
        if self.http is not None:
            self.http.ready = True
            if not self.settings.memory:
                self.http.contests.key = self.http.admin.key = self._cut_key()
            self.keeper_token = await self.http.admin.appoint()
        if self.cluster is not None:
            self.cluster.opened(next((o.address for o in self.opened), ""))

    def waiting(self) -> list[str]:
        """Which tables wait for a game that is not here, and how they would go on; a sentence for each."""
        games = Counter(table.game for table in self.hall.missing.values())
        return [
            f"{count} table{'s' * (count > 1)} of {game} wait{'s' * (count == 1)}: "
            f"start with --game FILE, or install the package that brings {game}."
            for game, count in sorted(games.items())
        ]

    async def _build(self) -> None:
        """The hall and its pipeline: alone, or as a node among others."""
        kinds: dict[str, Any] = {}
        if self.settings.cluster:
            from tablehall.cluster.bus import BusError  # only for those who use it
            from tablehall.cluster.publishing import SharedPipeline
            from tablehall.cluster.shared import SharedHall

            kinds = {"hall_kind": SharedHall, "pipeline_kind": SharedPipeline}
        kinds |= {"broken": self._journal_broke, "writer": self._start_writer}
        self.assembly = assemble(self.games, secrets.token_bytes, self.journal, self.settings.hall, **kinds)
        self.hall, self.pipeline = self.assembly.hall, self.assembly.pipeline
        self.gate = descriptors.Gate(self.pipeline, descriptors.limits()[0])
        if not self.settings.cluster:
            return
        try:
            await self.cluster.join(self.hall, self.pipeline, self)
        except BusError as error:
            self.pipeline.stop()
            self.journal.close()
            raise SettingsError(str(error)) from error

    def _start_writer(self, *how: Any) -> Writer:
        self.writer = Writer(*how)
        return self.writer

    async def _look_after_disk(self) -> None:
        """From now on notice what becomes of the disk, and forget what need not be kept on it."""
        reader = None if self.settings.memory else self._reader
        retention = Retention(self.settings.retention, self.hall, self.writer, reader)
        self._meanwhile(retention.run(self.pipeline.clock))
        if isinstance(self.journal, SqliteJournal):
            self.disk = Disk(self.pipeline, self.journal, self.settings.disk, self.free_bytes)
            await self.disk.look()
            self._meanwhile(self.disk.run())

    def _meanwhile(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._closers.append(lambda: task.cancel() and None)

    def watch_stalls(self) -> None:
        """From now on the log names what holds everybody up."""
        stalls = self.pipeline.stalls
        stalls.warn_from = self.settings.stall_warning / 1000
        gc.callbacks.append(stalls.collecting)
        self._closers.append(lambda: gc.callbacks.remove(stalls.collecting))

    def rejoin(self, error: JournalError) -> None:
        """This node has lost the others, or they have given it up: it must start anew."""
        self._journal_broke(error)

    def _cut_key(self) -> str:
        """A key for the keeper of the hall: whoever may read the data folder may use it."""
        key, file = secrets.token_urlsafe(32), Path(self.settings.data) / KEEPER
        file.unlink(missing_ok=True)
        file.touch(0o600)
        house = next(opened.address for opened in self.opened if opened.door.front)
        file.write_bytes(msgspec.json.encode({"address": house, "key": key}))
        self._closers.append(lambda: file.unlink(missing_ok=True))
        return key

    async def _journal_when_free(self) -> Journal:
        waiting = False
        while True:
            try:
                return self._open_journal()
            except InUse:
                if not self.settings.standby:
                    raise
            if not waiting:
                waiting = True
                log.info("another hall is open; this one opens when that one is gone")
            await asyncio.sleep(TAKE_OVER_EVERY)

    def _open_journal(self) -> Journal:
        if self.settings.memory:
            return MemoryJournal()
        if self.settings.database:
            make_folder(Path(self.settings.data))
            keep_private(Path(self.settings.data))
            if not self.settings.cluster:
                return open_database(self.settings.database)
            return self._join_journal()
        return self._open_folder(Path(self.settings.data))

    def _open_folder(self, data: Path) -> Journal:
        """The journal in a folder; locked first, for a file of an older version is written anew at once."""
        try:
            make_folder(data)
            self._lock = lock_folder(data)
        except OSError as error:
            raise JournalError(explain(error, data / FILE)) from error
        try:
            journal = SqliteJournal(data)
            journal.checkpoint_aside()
            keep_private(data)
        except BaseException:
            if self._lock is not None:
                self._lock.close()
            raise
        return journal

    def _join_journal(self) -> Journal:
        with needed_for("A hall in PostgreSQL"):
            from tablehall.journal.postgres import PostgresJournal
        with needed_for("A node among others"):
            from tablehall.cluster.joining import Cluster, ClusterSettings, node_name
        chosen = read_form(ClusterSettings, self.settings.cluster, "[cluster]")
        journal = PostgresJournal(self.settings.database, owner=node_name(chosen))
        self.cluster = Cluster(chosen, journal)
        return journal

    def _reader(self) -> Journal:
        if isinstance(self.journal, SqliteJournal):
            return SqliteJournal(Path(self.settings.data), read_only=True)
        if self.settings.database:
            return open_database(self.settings.database, read_only=True)
        return self.journal

    def _journal_broke(self, error: JournalError) -> None:
        if self.broken is not None and not self.broken.done():
            self.broken.set_result(error)

    async def _open(self, kind: type[Door], wanted: DoorSettings) -> None:
        host = wanted.host or self.settings.host
        port = port_of(self.settings, kind)
        asked = limits_of(kind, wanted.limits)
        limits = self.gate.room.fit(asked, wanted.limits)
        self.lowered |= limits != asked
        doorway = self.assembly.doorway(kind, wanted.settings, limits)
        loop = asyncio.get_running_loop()
        try:
            if kind.transport == "datagrams":
                datagrams = doorway.datagrams()
                bound = datagrams.open(host, port)
                self._closers.append(datagrams.close)
                if self.cluster is not None:
                    self.cluster.answer_for(datagrams)
            else:
                make = partial(doorway.connection, await self._http_side(doorway.door), self._entry)
                admit = self.gate.before(kind.name, make)
                server = await loop.create_server(admit, host, port, backlog=4096)
                self._closers.append(server.close)
                bound = server.sockets[0].getsockname()[1]
        except OSError as error:
            raise SettingsError(taken(kind, host, port, error)) from error
        self.opened.append(Opened(doorway.door, host, bound))

    async def _http_side(self, door: Door) -> HttpSide | None:
        """What answers at a door whatever is no WebSocket."""
        if not door.front:
            return None
        http = self.http = HouseHttp(self.pipeline, door, self._reader, self.kinds)
        http.disk = self.disk
        http.analyses.opinions = self.bots.opinions if self.bots is not None else None
        runner = web.AppRunner(http.app(), access_log=None, auto_decompress=False)
        await runner.setup()
        self._closers += [lambda: runner.cleanup(), http.close]
        return runner.server

    async def stop(self, patience: float = 8.0) -> None:
        """Tell everybody, commit, and leave; once."""
        if self._stopped:
            return
        self._stopped = True
        if self.cluster is not None and not (self.broken and self.broken.done()):
            try:
                await asyncio.wait_for(self.cluster.hand_over(), patience)
            except TimeoutError:
                log.error("not everything could be handed over in time")
        self.assembly.say_goodbye()
        try:
            await asyncio.wait_for(self.pipeline.settled(), patience)
            await asyncio.sleep(0.05 if self.pipeline.connections else 0)
        except TimeoutError:
            log.error("not everything could be written in time")
        for close in self._closers:
            result = close()
            if asyncio.iscoroutine(result):
                await result
        if self.cluster is not None:
            await self.cluster.leave()
        self.pipeline.stop()
        self.journal.close()
        if self._lock is not None:
            self._lock.close()


def lock_folder(folder: Path) -> IO[str] | None:
    """Make sure that nobody else runs a hall on this folder, for as long as the file is open."""
    if fcntl is None:
        return None
    make_file(folder / LOCK)
    lock = (folder / LOCK).open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise SettingsError(
            f"{folder} is used by another tablehall (process {holder or 'unknown'}): "
            "stop it, or choose another folder with --data."
        ) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def keep_private(folder: Path) -> None:
    """See to it that nobody else reads what the hall keeps, also what an earlier version has written."""
    changed, problem = make_private(folder)
    if changed:
        log.info("others could read what the hall keeps; not any more", changed=changed)
    if problem:
        log.warning("others may be able to read what the hall keeps", why=problem)
