"""A virtual disk and a journal on it: writes that fail, come up short or tear in a crash.

The journal appends one checksummed block a batch and syncs it. What was synced survives; of
what was not, a crash leaves any part, and every sector of it by itself.
"""

import zlib
from collections.abc import Callable, Iterator

from tablehall.journal.api import Batch, JournalError
from tablehall.journal.batches import decode, encode
from tablehall.journal.memory import MemoryJournal
from tablehall_lab.sim.chance import Chance

SECTOR = 512
HEAD = 8


class Disk:
    """Bytes that were written, and how many of them are safe."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.data = bytearray()
        self.synced = 0
        self.broken = ""
        """Why nothing can be written now; empty: it can."""
        self.fragile = False
        """Whether a crash is about to come."""
        self.plan: Callable[[], str] = lambda: ""
        """Draws what goes wrong with the next write."""

    def append(self, data: bytes) -> None:
        """Write behind everything else; what is written is not safe yet."""
        trouble = self.broken or self.plan()
        if trouble == "short":
            self.data += data[: self.chance.randrange(len(data))]
        elif not trouble:
            self.data += data
        if trouble:
            raise OSError(trouble)

    def cut(self, size: int) -> None:
        """Forget everything behind this byte."""
        del self.data[size:]
        self.synced = min(self.synced, size)

    def sync(self) -> None:
        """From now on everything written is safe."""
        self.synced = len(self.data)

    def crash(self) -> str:
        """The power is gone: each sector that was not safe is there, or is not, or never was.
        Returns what became of them."""
        self.fragile = False
        loose = len(self.data) - self.synced
        if not loose:
            return "clean"
        kept = self.chance.choice((0, loose, self.chance.randrange(loose + 1)))
        self.cut(self.synced + kept)
        for start in range(self.synced, len(self.data), SECTOR):
            if self.chance.random() < 0.3:
                end = min(start + SECTOR, len(self.data))
                self.data[start:end] = bytes(end - start)
        self.synced = len(self.data)
        return "torn"


def batches(disk: Disk, at: int = 0) -> Iterator[tuple[Batch, int]]:
    """Every whole block on a disk from there on, and where it ends."""
    data = disk.data
    while True:
        size, check = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + HEAD]
        body = bytes(data[at + HEAD : at + HEAD + size])
        if not size or len(body) < size or zlib.crc32(body).to_bytes(4, "big") != check:
            return
        at += HEAD + size
        yield decode(body), at


class DiskJournal(MemoryJournal):
    """A journal on a virtual disk; opening it again reads everything back."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk = disk
        at = 0
        for batch, end in batches(disk):
            super().commit(batch)
            at = end
        disk.cut(at)

    def commit(self, batch: Batch) -> None:
        """Write, then sync, then remember; or nothing of it."""
        self.write(batch)
        self.sync(batch)

    def write(self, batch: Batch) -> None:
        """The first half of a commit: nothing is safe after it."""
        self._check(batch)
        body = encode(batch)
        start = len(self.disk.data)
        try:
            self.disk.append(len(body).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body)
        except OSError as error:
            self.disk.cut(start)
            raise JournalError(f"the disk: {error}") from error

    def sync(self, batch: Batch) -> None:
        """The second half: everything is."""
        self.disk.sync()
        super().commit(batch)
