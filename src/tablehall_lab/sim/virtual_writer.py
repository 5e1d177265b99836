"""The writer without its thread: commits in the same one, after a drawn while, in two halves
with room for a crash between them."""

from collections.abc import Callable
from typing import Any

from tablehall.journal.api import Batch, Journal, JournalError
from tablehall.journal.sqlite import SqliteJournal
from tablehall.journal.writer import RETRY_EVERY, RETRY_FOR
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.disk import DiskJournal
from tablehall_lab.sim.ledger import Ledger
from tablehall_lab.sim.sqlite_disk import SqliteDisk
from tablehall_lab.sim.timeline import MS, SECOND, Loop
from tablehall_lab.sim.trace import Broken, Trace


class VirtualWriter:
    """Takes the place of `journal.writer.Writer` and keeps its promises."""

    def __init__(
        self,
        loop: Loop,
        chance: Chance,
        trace: Trace,
        ledger: Ledger,
        disk: Any,
        journal: Journal,
        done: Callable[[Batch], None],
        failed: Callable[[JournalError, bool], None],
    ) -> None:
        self.loop = loop
        self.chance = chance
        self.trace = trace
        self.ledger = ledger
        self.disk = disk
        self.journal = journal
        self.done = done
        self.failed = failed
        self.crash: Callable[[], None] = lambda: None
        self._give_up = 0

    def submit(self, batch: Batch) -> None:
        """Have a batch committed."""
        self.ledger.begins(batch)
        self._give_up = self.loop.timeline.now + round(RETRY_FOR * SECOND)
        self._later(self._write, batch)

    def _later(self, call: Callable[[Batch], None], batch: Batch) -> None:
        slow = self.chance.random() < 0.01
        delay = self.chance.randrange(50 * MS, 800 * MS) if slow else self.chance.randrange(1500)
        if slow:
            self.trace.fault("slow disk")
        self.loop.timeline.at(self.loop.timeline.now + delay, call, batch, life=self.loop)

    def _write(self, batch: Batch) -> None:
        try:
            if isinstance(self.disk, SqliteDisk):
                if self.disk.broken:
                    raise JournalError(self.disk.broken)
                assert isinstance(self.journal, SqliteJournal)
                self.disk.begin(self.journal, batch)
            else:
                assert isinstance(self.journal, DiskJournal)
                self.journal.write(batch)
        except JournalError as error:
            if not self.disk.broken and not isinstance(error.__cause__, OSError):
                raise Broken(f"the journal refuses what it could write: {error}") from error
            final = self.loop.timeline.now >= self._give_up
            self.trace.fault("failed write")
            self.failed(error, final)
            if not final:
                again = self.loop.timeline.now + round(RETRY_EVERY * SECOND)
                self.loop.timeline.at(again, self._write, batch, life=self.loop)
        else:
            if self.disk.fragile:
                self.crash()
            else:
                self._later(self._sync, batch)

    def _sync(self, batch: Batch) -> None:
        if isinstance(self.disk, SqliteDisk):
            self.disk.safe = None
        else:
            self.journal.sync(batch)  # type: ignore[attr-defined]  # the virtual disk's
        self.ledger.committed(batch)
        self.trace.note(
            "commit", f"{len(batch.records)} records", b"".join(line for _, _, line in batch.records)
        )
        self.done(batch)

    def stop(self, timeout: float = 5.0) -> None:
        """Nothing runs that would have to be stopped."""
