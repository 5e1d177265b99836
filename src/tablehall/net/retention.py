"""Retention: what a running hall forgets of itself, now and then, a little at a time.

What must be looked up is read along, in a thread of its own; what goes, goes in steps between two commits.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from operator import methodcaller
from typing import Annotated, TypeVar

import msgspec
import structlog

from tablehall.hall.hall import Hall
from tablehall.journal.api import THE_FIRST, Journal, JournalError
from tablehall.journal.writer import Writer

log = structlog.get_logger("tablehall.retention")
T = TypeVar("T")
Some = Annotated[int, msgspec.Meta(ge=0)]

HOUR, DAY = 3_600_000, 86_400_000
FIRST_AFTER = 10.0
EVERY = 300.0
"""Seconds from one round to the next."""
PAUSE = 0.02
"""Seconds after a step, in which commits have the disk for themselves."""


class RetentionSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long games that are over are kept; 0: for ever."""

    contests_hours: Some = 24
    contests_bytes: Some = 1_073_741_824
    """What the games of contests may take; the oldest go first."""
    games_days: Some = 0


class Retention:
    """Forgets what need not be kept. In a hall of several nodes its leader does."""

    def __init__(
        self,
        settings: RetentionSettings,
        hall: Hall,
        writer: Writer,
        reader: Callable[[], Journal] | None,
    ) -> None:
        self.settings = settings
        self._hall = hall
        self._writer = writer
        self._reader = reader
        """Opens the journal once more, to read along; None: there is but one."""
        self._looked = THE_FIRST
        """How far was looked for old games since the start: the others are to stay."""

    async def run(self, clock: Callable[[], int]) -> None:
        """Again and again, until it is cancelled."""
        await asyncio.sleep(FIRST_AFTER)
        while True:
            if self._hall.peers.leads:
                try:
                    await self.apply(clock())
                except JournalError as error:  # the next commit will say so, too
                    log.warning("old games could not be forgotten; trying again later", why=str(error))
            await asyncio.sleep(EVERY)

    async def apply(self, now: int) -> None:
        """Forget everything that is too old now."""
        settings = self.settings
        before = now - settings.contests_hours * HOUR if settings.contests_hours else 0
        if settings.contests_bytes:
            too_much = await self._look(lambda journal: journal.contests_before(settings.contests_bytes))
            before = max(before, too_much)
        await self._steps(lambda journal: journal.forget_contests(before))
        if settings.games_days:
            await self._forget_games(now - settings.games_days * DAY)
        await self._steps(lambda journal: journal.tidy())

    async def _forget_games(self, before: int) -> None:
        while True:
            games, upto = await self._look(lambda journal: journal.old_games(before, self._looked))
            if upto is None:
                return
            await self._step(methodcaller("forget_games", games))
            await self._steps(lambda journal: journal.tidy())
            self._looked = upto

    async def _look(self, work: Callable[[Journal], T]) -> T:
        """Look something up, where it can be done without holding commits up."""
        reader = self._reader
        if reader is None:
            return await self._step(work)

        def look() -> T:
            with reader() as journal:
                return work(journal)

        return await asyncio.to_thread(look)

    async def _steps(self, work: Callable[[Journal], bool]) -> None:
        """Do some work until there is no more of it."""
        while await self._step(work):  # noqa: ASYNC110 (nothing is waited for)
            await asyncio.sleep(PAUSE)

    async def _step(self, work: Callable[[Journal], T]) -> T:
        """Do some work between two commits."""
        done: Future[T] = Future()

        def run(journal: Journal) -> None:
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(work(journal))
                except Exception as error:  # whoever waits for it is told; the writer goes on
                    done.set_exception(error)

        self._writer.run(run)
        return await asyncio.wrap_future(done)
