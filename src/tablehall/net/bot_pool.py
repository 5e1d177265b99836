"""The house's own players at the tables. They think in processes of their own: the hall's loop
only passes questions on and answers back, and nobody waits for a bot but its own table."""

import asyncio
import contextlib
import os
import sys
from collections import deque
from pathlib import Path
from typing import Annotated, Any

import msgspec
import structlog
from msgspec import Meta

from tablehall.bots import ENGINE, Answer, Question
from tablehall.bots.uci import UciEngine
from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall import commands
from tablehall.hall.notices import Happened, News
from tablehall.hall.scene import Scene, Sheet
from tablehall.hall.table import Table
from tablehall.net.opinions import Opinion, Opinions
from tablehall.net.pipeline import Pipeline

log = structlog.get_logger("tablehall.bots")

NAMES = ("Ada", "Bela", "Cleo", "Dario", "Emil", "Frida", "Gusta")
LEVELS = (1, 2, 3)
SHARE = 30
"""Of what is left on its clock a bot spends one part in so many on a move."""

read_answer = msgspec.json.Decoder(Answer).decode


class BotSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The house's own players: `[bots]`."""

    on: bool = True
    workers: Annotated[int, Meta(ge=0, le=1_024)] = 0
    """The processes they think in; 0: one less than this machine has cores."""
    seconds: Annotated[float, Meta(gt=0, le=3_600)] = 1.0
    """How long one may think about a move."""
    patience: Annotated[float, Meta(ge=0, le=3_600)] = 20.0
    """So many seconds beyond its time it may take before it is taken for lost."""
    pause: Annotated[int, Meta(ge=0, le=3_600_000)] = 400
    """Milliseconds before a bot's move is made, so that people can follow."""
    engine: str = ""
    """An engine (UCI) that plays its game at level 4."""


class Job:
    """A seat's question, and the table it is about."""

    __slots__ = ("asked", "game", "player", "scene", "seat", "sheet", "tries")

    def __init__(self, player: "HousePlayer", sheet: Sheet, scene: Scene, game: AnyGame, seat: int) -> None:
        self.player = player
        self.sheet = sheet
        self.scene = scene
        self.game = game
        self.seat = seat
        self.asked = 0
        self.tries = 0

    @property
    def level(self) -> int:
        """How well it is thought about."""
        return self.player.level


class HousePlayer:
    """One of the house's players: a connection like any other, but for the wire."""

    def __init__(self, room: "BotPool", level: int) -> None:
        self.room = room
        self.level = level
        self.person = 0

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is Happened and seat is not None:
            self.room.consider(self, news.sheet, news.scene, news.game, seat)

    def write(self, data: bytes) -> None: ...
    def flush(self) -> None: ...
    def ring(self, name: str) -> None: ...
    def uncongested(self) -> None: ...


class Worker(asyncio.SubprocessProtocol):
    """A process that thinks about one question at a time."""

    def __init__(self, room: "BotPool") -> None:
        self.room = room
        self.transport: asyncio.SubprocessTransport | None = None
        self.job: Job | Opinion | None = None
        self.clock: asyncio.TimerHandle | None = None
        self.over = asyncio.Event()
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a process's

    def ask(self, job: Job | Opinion, question: bytes, seconds: float) -> None:
        """Have it think."""
        assert self.transport is not None
        self.job = job
        self.transport.get_pipe_transport(0).write(question + b"\n")  # type: ignore[union-attr]
        self.clock = self.room.pipeline.loop.call_later(seconds + self.room.settings.patience, self.give_up)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._heard += data
        line, found, rest = self._heard.partition(b"\n")
        if found:
            self._heard = rest
            self.room.answered(self, self._done(), line)

    def _done(self) -> Job | Opinion | None:
        if self.clock is not None:
            self.clock.cancel()
        job, self.job, self.clock = self.job, None, None
        return job

    def give_up(self) -> None:
        """It thinks and thinks: there is no other way to stop it."""
        if self.job is not None:
            log.warning("a bot did not come to an end", game=self.job.game.name, level=self.job.level)
            self.job.tries = 2
        self.kill()

    def kill(self) -> None:
        if self.transport is not None:
            with contextlib.suppress(ProcessLookupError):
                self.transport.kill()

    def process_exited(self) -> None:
        if self.transport is not None:
            self.transport.close()
        self.over.set()
        self.room.lost(self, self._done())


class BotPool:
    """Where the house's players wait for their turn, and their questions for a free worker."""

    def __init__(self, pipeline: Pipeline, settings: BotSettings, games: list[str]) -> None:
        self.pipeline = pipeline
        self.hall = pipeline.hall
        self.settings = settings
        self.games = [str(Path(path).resolve()) for path in games]
        self.jobs: dict[tuple[int, int], Job] = {}
        """The latest question of each seat (table, seat)."""
        self.waiting: deque[Job] = deque()
        self.free: list[Worker] = []
        self.workers: set[Worker] = set()
        self.starting = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.most = settings.workers or max(1, (os.cpu_count() or 2) - 1)
        self.opinions = Opinions(settings.seconds, settings.patience, self.most, self._next)

    def open(self) -> None:
        """The house's players come in, and go on where they were."""
        for table in self.hall.tables.values():
            self.hall.await_bots(table)  # their time may have come while none of them was here
        levels = (*LEVELS, ENGINE) if self.settings.engine else LEVELS
        for level in levels:
            game = UciEngine.game if level == ENGINE else ""
            for name in NAMES:
                self._employ(name, level, game)
        self.look_at(list(self.hall.tables.values()))

    def look_at(self, tables: list[Table]) -> None:
        """Somebody of the house may be on turn at these tables."""
        for table in tables:
            for seat, taken in enumerate(table.scene.seats):
                person = self.hall.people.here(taken.person) if taken and taken.bot else None
                player = self.pipeline.connections.get(person.conns[-1]) if person and person.here else None
                if isinstance(player, HousePlayer):
                    self.consider(player, table.sheet, table.scene, table.game, seat)

    def _employ(self, name: str, level: int, game: str) -> None:
        player = HousePlayer(self, level)
        conn = self.pipeline.connect(player)
        enter = commands.Enter(conn, "bot", f"{name} (bot {level})")
        decision = self.hall.handle(enter, self.pipeline.now())
        if decision.refused is not None:  # somebody had that name before: one player less
            self.pipeline.disconnect(conn)
            return
        player.person = decision.result.person.id
        self.hall.staff.setdefault((game, level), []).append(player.person)
        self.pipeline.submit(conn, decision)

    # Questions.

    def consider(self, player: HousePlayer, sheet: Sheet, scene: Scene, game: AnyGame, seat: int) -> None:
        """Something happened at a table: think about it if it is this seat's turn."""
        key = (sheet.table, seat)
        if not self.hall.peers.owns(sheet.table):  # the node that decides there thinks as well
            self.jobs.pop(key, None)
            return
        before = self.jobs.get(key)
        if before is not None and before.scene.state is scene.state and scene.status == "playing":
            return
        taken = scene.seats[seat]
        if scene.status != "playing" or seat not in scene.turn.seats or taken is None or taken.gone:
            self.jobs.pop(key, None)
            return
        job = self.jobs[key] = Job(player, sheet, scene, game, seat)
        job.asked = self.pipeline.clock()
        self.waiting.append(job)
        self._next()

    def _next(self) -> None:
        while self.waiting:
            job = self.waiting[0]
            if not self._stands(job):
                self.waiting.popleft()
                continue
            if not self._somebody_free():
                return
            self.waiting.popleft()
            seconds = self._time_for(job)
            self.free.pop().ask(job, self._question(job, seconds), seconds)
        while self.opinions.ready():
            if not self._somebody_free():
                return
            asked = self.opinions.take()
            self.free.pop().ask(asked, asked.line(), asked.seconds)

    def _somebody_free(self) -> bool:
        """Whether a worker is free; else another one comes, if there may be another."""
        if not self.free and len(self.workers) + self.starting < self.most:
            self._start_worker()
        return bool(self.free)

    def _stands(self, job: Job) -> bool:
        """Whether the question is still of interest."""
        return self.jobs.get((job.sheet.table, job.seat)) is job

    def _time_for(self, job: Job) -> float:
        """The more are waiting, and the less is left on its clock, the quicker it decides."""
        seconds = self.settings.seconds / (1 + len(self.waiting) / self.most)
        clock, scene = job.sheet.clock, job.scene
        if clock.kind == "total":
            seconds = min(seconds, scene.left[job.seat] / 1000 / SHARE)
        elif clock.kind == "answer":
            seconds = min(seconds, clock.paces.get(scene.turn.pace, clock.time) / 1000 / 3)
        return seconds

    def _question(self, job: Job, seconds: float) -> bytes:
        game = job.game
        known = game.redeal(job.scene.state, job.seat, Dice(self.hall.chance(32)))
        state = msgspec.Raw(msgspec.json.encode(known))
        return msgspec.json.encode(Question(game.name, state, job.seat, job.player.level, seconds))

    # Answers.

    def answered(self, worker: Worker, job: Job | Opinion | None, line: bytes) -> None:
        self.free.append(worker)
        answer = read_answer(line)
        if isinstance(job, Opinion):
            self.opinions.done(job, answer)
        elif job is not None and self._stands(job):
            early = job.asked + self.settings.pause - self.pipeline.clock()
            if early > 0:
                self.pipeline.loop.call_later(early / 1000, self._act, job, answer.move)
            else:
                self._act(job, answer.move)
        self._next()

    def _act(self, job: Job, move: msgspec.Raw) -> None:
        if self.closing or not self._stands(job):
            return
        table = self.hall.tables.get(job.sheet.table)
        given_away = not self.hall.peers.owns(job.sheet.table)
        over = table is None or table.scene.status != "playing"  # it is told so when that is remembered
        if table is None or over or given_away or table.scene.state is not job.scene.state:
            del self.jobs[job.sheet.table, job.seat]
            return
        if table.scene.paused:  # it goes on when everybody is back
            self.pipeline.loop.call_later(1.0, self._act, job, move)
            return
        del self.jobs[job.sheet.table, job.seat]
        act = commands.Act(job.player.person, job.sheet.table, move)
        decision = self.hall.handle(act, self.pipeline.now())
        if decision.refused is not None:
            log.error("a bot made no move", game=job.game.name, why=decision.refused.value)
            self._forfeit(job)
        else:
            self.pipeline.submit(0, decision)

    def lost(self, worker: Worker, job: Job | Opinion | None) -> None:
        """A process has ended, whatever it was thinking about."""
        self.workers.discard(worker)
        if worker in self.free:
            self.free.remove(worker)
        if isinstance(job, Opinion):
            self.opinions.done(job, None)
        if self.closing:
            return
        if isinstance(job, Opinion):
            log.error("a bot failed", game=job.game.name, level=job.level)
        elif job is not None and self._stands(job):
            job.tries += 1
            if job.tries < 2:
                self.waiting.appendleft(job)
            else:
                log.error("a bot failed", game=job.game.name, level=job.level)
                del self.jobs[job.sheet.table, job.seat]
                self._forfeit(job)
        self._next()

    def _forfeit(self, job: Job) -> None:
        """Its flag falls, as it would for anybody who finds no move in time."""
        overslept = commands.Overslept(job.player.person, job.sheet.table)
        decision = self.hall.handle(overslept, self.pipeline.now())
        if decision.refused is None:
            self.pipeline.submit(0, decision)

    # Workers.

    def _start_worker(self) -> None:
        self.starting += 1
        task = asyncio.ensure_future(self._start())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "tablehall.bots.worker", *self.games]
        if self.settings.engine:
            command += ["--engine", self.settings.engine]
        pipes: dict[str, Any] = {"stdin": -1, "stdout": -1, "stderr": None}
        try:
            worker = Worker(self)
            await asyncio.get_running_loop().subprocess_exec(lambda: worker, *command, **pipes)
        except OSError as error:
            log.error("no process for bots", why=str(error))
            return
        finally:
            self.starting -= 1
        self.workers.add(worker)
        if self.closing:
            worker.kill()
            return
        self.free.append(worker)
        self._next()

    async def close(self) -> None:
        """Everybody goes home."""
        self.closing = True
        self.opinions.close()
        await asyncio.gather(*self._tasks)
        for worker in list(self.workers):
            worker.kill()
            await worker.over.wait()
