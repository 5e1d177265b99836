"""The files in a data folder: for nobody else to read, and still those that were opened."""

import os
import stat
import time
from pathlib import Path

from tablehall.journal.api import Damaged, JournalError

OURS = ("tablehall.", "keeper.json")
"""How the names of a hall's own files begin."""
CHECK_EVERY = 0.1
"""Seconds from one commit that makes sure of its files to the next one that does: looking at them hands the
interpreter's lock over twice, and everybody waits for it."""
BACKUP = "put a backup in its place (see `tablehall backup --help`)"
CURE = f"put it back, or stop the hall and {BACKUP}"


class OpenFiles:
    """The files of a journal that is open: what is written must be found by whoever looks there later."""

    def __init__(self, database: Path) -> None:
        self.damage: Damaged | None = None
        """What was found to be wrong with what they hold: nothing is written from then on."""
        self._paths = [str(database), f"{database}-wal"]
        self._known: dict[str, os.stat_result] = {}
        self._checked = 0.0
        self.check()

    def check_now_and_then(self) -> None:
        """The same as `check`, if that was a while ago."""
        if self.damage is not None or time.monotonic() >= self._checked + CHECK_EVERY:
            self.check()

    def check(self) -> None:
        """Make sure that they are where they were, and no shorter: while they are open they only grow."""
        for path in self._paths:
            known = self._known.get(path)
            try:
                now = os.stat(path)
            except FileNotFoundError as error:
                if known is None:  # the log of what is written is not there before something is
                    continue
                raise JournalError(f"{path} is gone: {CURE}.") from error
            except OSError as error:
                raise JournalError(f"{path} cannot be looked at ({error.strerror}): {CURE}.") from error
            if known is not None and (now.st_ino, now.st_dev) != (known.st_ino, known.st_dev):
                raise JournalError(f"{path} is not the file that was opened: {CURE}.")
            if known is not None and now.st_size < known.st_size:
                self.damage = Damaged(f"{path} was cut short: {BACKUP}.")
            self._known[path] = now
        if self.damage is not None:
            raise self.damage
        self._checked = time.monotonic()


def make_folder(folder: Path) -> None:
    """Make a folder that nobody else may look into."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file that nobody else may read, unless it is there."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def make_private(folder: Path) -> tuple[list[str], str]:
    """Take from everybody else what they may do to a hall's files. Returns what was changed, and what could
    not be, in words. A folder with the set-group-id bit is shared with its group on purpose; one with other
    things in it is left as it is, and only the files in it that are the hall's are not."""
    changed: list[str] = []
    everything = sorted(folder.iterdir())
    files = [path for path in everything if path.name.startswith(OURS) and path.is_file()]
    alone = len(files) == len(everything)
    shared = bool(folder.stat().st_mode & stat.S_ISGID)
    try:
        for path in (*([folder] if alone else []), *files):
            mode = stat.S_IMODE(path.stat().st_mode)
            wanted = mode & ~(0o007 if shared else 0o077)
            if wanted != mode:
                path.chmod(wanted)
                changed.append(path.name if path != folder else str(folder))
    except OSError as error:
        return changed, f"{error.filename} can be read by others: {error.strerror}"
    if not alone and folder.stat().st_mode & 0o007:
        return changed, f"{folder} holds other things as well: who may look into it is left to you"
    return changed, ""
