"""The real journal on a real file, and what a crash in the middle of a commit may leave of it.

SQLite syncs its log before a commit returns. So the files as they were after the last commit
are safe; of the bytes that the commit on its way has changed, a crash keeps any sectors.
The index is filed so often and in such small steps that hardly a crash finds it whole.
"""

import shutil
import tempfile
from contextlib import closing
from pathlib import Path

from tablehall.journal.api import Batch
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.contents import by_the_batches, difference
from tablehall_lab.sim.disk import SECTOR
from tablehall_lab.sim.trace import Broken

FILED_AT, STEP = 12, 2
"""So much in the tail, and it is filed; in steps of so much."""
NAMES = (FILE, FILE + "-wal")
"""The files that matter; the third one is only shared memory."""
MEMORY = Path("/dev/shm")


def scratch() -> Path:
    """A new folder, in memory if the system can."""
    return Path(tempfile.mkdtemp(prefix="tablehall-sim-", dir=MEMORY if MEMORY.is_dir() else None))


class SqliteDisk:
    """A folder with a journal in it; after a crash, another one with what is left."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.folder = scratch()
        self.old: list[Path] = []
        self.broken = ""
        self.fragile = False
        """Whether a crash is about to come: then it is noted what was safe before a commit."""
        self.safe: dict[str, bytes] | None = None
        """The files before the commit that is on its way; None: none is."""

    def open(self) -> SqliteJournal:
        """The journal in this folder; its index says what its log says, also once all of it is filed."""
        journal = self._open(self.folder)
        try:
            self._check(journal)
        except BaseException:
            journal.close()
            raise
        return journal

    def _open(self, folder: Path) -> SqliteJournal:
        return SqliteJournal(folder, filed_at=FILED_AT, step=STEP)

    def _check(self, journal: SqliteJournal) -> None:
        said = by_the_batches(journal)
        tables = {table for _, batch in journal.batches() for table, _, _ in batch.records}
        people = {person for _, batch in journal.batches() for person, _ in batch.seats()}
        if problem := difference(journal, said, tables, people):
            raise Broken(f"the index does not say what the log says: {problem}")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            for name, data in self.files().items():
                (Path(folder) / name).write_bytes(data)
            with closing(self._open(Path(folder))) as filed:
                filed.file_everything()
                if problem := difference(filed, said, tables, people):
                    raise Broken(f"the index does not say what the log says once it is filed: {problem}")

    def files(self) -> dict[str, bytes]:
        """Everything there is now."""
        found = [(name, self.folder / name) for name in NAMES]
        return {name: path.read_bytes() for name, path in found if path.exists()}

    def begin(self, journal: SqliteJournal, batch: Batch) -> None:
        """The first half of a commit: it is under way, and nothing of it is safe."""
        self.safe = self.files() if self.fragile else None
        journal.commit(batch)

    def crash(self) -> str:
        """Leave the files to whoever still has them open, and go on with what the disk has kept."""
        after = self.files()
        kept = after if self.safe is None else self._torn(self.safe, after)
        self.old.append(self.folder)
        self.folder, torn = scratch(), self.safe is not None
        for name, data in kept.items():
            (self.folder / name).write_bytes(data)
        self.safe, self.fragile = None, False
        return "torn" if torn else "clean"

    def _torn(self, before: dict[str, bytes], after: dict[str, bytes]) -> dict[str, bytes]:
        main, log = NAMES
        if before.get(main) != after.get(main):
            # It had begun to move its log into the file, so the log itself was safe already.
            return {**after, main: self._mixed(before.get(main, b""), after[main])}
        return {**before, log: self._mixed(before.get(log, b""), after.get(log, b""))}

    def _mixed(self, old: bytes, new: bytes) -> bytes:
        """Some sectors as they were, some as they were to become, none beyond some point."""
        most = self.chance.choice((len(new), self.chance.randrange(len(new) + 1)))
        mixed = bytearray(new[:most] + old[most:])
        for start in range(0, min(len(old), most), SECTOR):
            if self.chance.random() < 0.3:
                mixed[start : start + SECTOR] = old[start : start + SECTOR]
        return bytes(mixed)

    def close(self) -> None:
        """Nothing is left behind."""
        for folder in (*self.old, self.folder):
            shutil.rmtree(folder, ignore_errors=True)
