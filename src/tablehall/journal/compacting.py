"""Compacting: the file of a hall that is closed becomes as small as what is in it."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tablehall.journal.api import JournalError
from tablehall.journal.files import make_file
from tablehall.journal.sqlite import FILE, explain

COPY = "tablehall.compacted"
MIB = 1_048_576


def room_to_win(folder: Path) -> int:
    """The bytes in the file that hold nothing."""
    with closing(_opened(folder)) as db:
        return _pages(db, "freelist_count")


def compact(folder: Path) -> None:
    """Write all there is into a new file and put it in the place of the old one, in one step; until then the
    old one is as it was. The folder must be locked."""
    path, copy = folder / FILE, folder / COPY
    try:
        with closing(_opened(folder)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # fails if anybody else has it open
            needed = _pages(db, "page_count") - _pages(db, "freelist_count")
            if (free := shutil.disk_usage(folder).free) < needed:
                raise JournalError(
                    f"There is no room to compact {path}: it takes {needed // MIB + 1:,} MiB for a while, "
                    f"and {free // MIB:,} are free. The hall will use the room of what was forgotten."
                )
            copy.unlink(missing_ok=True)
            make_file(copy)
            db.execute("VACUUM INTO ?", (str(copy),))
        _put(copy, path)
    except (sqlite3.Error, OSError) as error:
        raise JournalError(explain(error, path)) from error


def _opened(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / FILE, isolation_level=None)


def _pages(db: sqlite3.Connection, which: str) -> int:
    pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in (which, "page_size"))
    return int(pages * size)


def _put(copy: Path, path: Path) -> None:
    """The copy takes the place of the file, and stays there whatever happens next."""
    _sync(copy)
    copy.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    windows = os.name == "nt"
    if windows and path.is_dir():  # there a folder cannot be written down, and need not
        return
    handle = os.open(path, os.O_RDWR if windows else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
