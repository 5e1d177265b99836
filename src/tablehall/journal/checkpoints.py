"""Checkpoints: moving what is safe in the write-ahead log into the file itself, beside the path of a commit.

SQLite would do it within some unlucky commit, which then takes ten times as long as the others. Here a
thread of its own does nearly all of it; the writer moves the few pages that were written meanwhile and,
nothing being left in the log, begins it anew with its next commit.
"""

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

PAGES = 1_000
"""So many pages in the log, and they are moved."""
PASSIVE = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """A thread that moves pages when there are many."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)  # its thread's
        self._db.execute("PRAGMA synchronous = FULL")
        self._pages = 0
        self._wanted = threading.Event()
        self._moved = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def written(self, db: sqlite3.Connection, pages: int) -> None:
        """So many pages were added to the log; to be called by whoever writes, after a commit. Whatever goes
        wrong here does no harm to it: should the disk be full or broken, the next commit says so."""
        self._pages += pages
        if self._moved.is_set():
            self._moved.clear()
            with suppress(sqlite3.Error):
                db.execute(PASSIVE)
            self._pages = 0
        elif self._pages >= PAGES and not self._wanted.is_set():
            self._wanted.set()

    def _run(self) -> None:
        with closing(self._db) as db:
            while not self._stopping:  # to be asked after `clear`, which takes back the word to stop as well
                self._wanted.wait()
                if not self._stopping:
                    with suppress(sqlite3.Error):
                        db.execute(PASSIVE)
                self._wanted.clear()
                self._moved.set()

    def stop(self) -> None:
        """Move no more; closing the journal moves the rest."""
        self._stopping = True
        self._wanted.set()
        self._thread.join()
