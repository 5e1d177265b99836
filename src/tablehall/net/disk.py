"""The disk under a hall: how much room is left on it, and whether the hall's file is there and whole."""

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import structlog

from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.journal.api import Damaged, JournalError
from tablehall.journal.inspection import Inspection
from tablehall.journal.sqlite import SqliteJournal
from tablehall.net.pipeline import Pipeline

log = structlog.get_logger("tablehall.disk")

Bytes = Annotated[int, msgspec.Meta(ge=0)]
MIB = 1_048_576
LOOK_EVERY = 2.0
INSPECTION_SHARE = 50
"""One part in so many of the time goes into reading the file through."""


class DiskSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From when on the disk is nearly full."""

    low: Bytes = 1_024 * MIB
    """With less room than this the keeper is told, ..."""
    short: Bytes = 256 * MIB
    """... and with less than this no more tables are opened: the moves at those there are go on."""


def free_bytes(folder: Path) -> int:
    """How much may be written on the disk of a folder."""
    return shutil.disk_usage(folder).free


class Disk:
    """Looks now and then, and says so when something is wrong."""

    def __init__(
        self,
        pipeline: Pipeline,
        journal: SqliteJournal,
        settings: DiskSettings,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        self.settings = settings
        self.low = False
        self.free = 0
        self._pipeline = pipeline
        self._journal = journal
        self._free = free
        self._wrong = ""
        """What is wrong with the file."""
        pipeline.gauges["disk_free_bytes"] = lambda: self.free
        pipeline.gauges["disk_low"] = lambda: self.low

    def sentence(self) -> str:
        """What is wrong, for `/readyz`; nothing if all is well."""
        if self._wrong or not self.low:
            return self._wrong
        more = "; no more tables are opened" if self._pipeline.hall.short_of_disk else ""
        return f"the disk is nearly full: {self.free // MIB:,} MiB are left{more}"

    async def run(self) -> None:
        """Again and again, until it is cancelled."""
        inspecting = asyncio.ensure_future(self._inspect())
        try:
            while True:
                await self.look()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            inspecting.cancel()

    async def look(self) -> None:
        """Look once."""
        try:
            self.measured(await asyncio.to_thread(self._free, self._journal.path.parent))
        except OSError as error:
            log.warning("the room on the disk cannot be told", why=str(error))
        try:
            await asyncio.to_thread(self._journal.files.check)
        except JournalError as error:
            self._cannot_go_on(str(error))
        else:
            self._wrong = ""

    # Room.

    def measured(self, free: int) -> None:
        """So much room is left. What was too little is enough again when there is a quarter more."""
        hall, self.free = self._pipeline.hall, free
        low = free < self.settings.low * (5 if self.low else 4) // 4
        short = free < self.settings.short * (5 if hall.short_of_disk else 4) // 4
        changed, self.low, hall.short_of_disk = (low, short) != (self.low, hall.short_of_disk), low, short
        if not changed:
            return
        if low or short:
            log.warning(self.sentence(), folder=str(self._journal.path.parent))
        else:
            log.info("there is room on the disk again", free=f"{free // MIB:,} MiB")

    # The file.

    async def _inspect(self) -> None:
        inspection = Inspection(self._journal.path)
        while self._journal.files.damage is None:
            began = time.monotonic()
            try:
                await asyncio.to_thread(self._inspect_some, inspection)
            except Damaged as error:
                self._journal.files.damage = error
                self._cannot_go_on(str(error))
            except JournalError as error:
                self._cannot_go_on(str(error))
            took = time.monotonic() - began
            await asyncio.sleep(max(LOOK_EVERY / 2, took * INSPECTION_SHARE))

    def _inspect_some(self, inspection: Inspection) -> None:
        """A file that is gone is not damaged: it may come back."""
        self._journal.files.check()
        try:
            inspection.step()
        except Damaged:
            self._journal.files.check()
            raise

    def _cannot_go_on(self, wrong: str) -> None:
        """Have something small remembered: that fails, as everything does that anybody decides now, and is
        tried again for a while before the hall stops."""
        if wrong != self._wrong:
            self._wrong = wrong
            log.error("what is written would be lost: no more moves are taken", why=wrong)
        if self._pipeline.idle:
            decision = Decision()
            decision.facts = (facts.Alive(self._pipeline.clock()),)
            self._pipeline.submit(0, decision)
