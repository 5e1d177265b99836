"""The secrets by which one comes back to one's name and seats, a small file for each."""

import contextlib
import os
from pathlib import Path
from typing import IO
from urllib.parse import quote

from tablehall.client.address import shown

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


def folder() -> Path:
    """Where this user's secrets are."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "tablehall" / "guests"


class Kept:
    """The secret of one name in one hall; locked, so that another terminal that was given no name takes
    one of its own."""

    def __init__(self, url: str, name: str) -> None:
        self._path = folder() / quote(shown(url), safe="") / quote(name, safe="")
        self._file: IO[str] | None = None
        self.secret = ""
        self.in_use = False
        """Whether another terminal is here under that name right now."""
        with contextlib.suppress(OSError):  # then nothing is kept
            self._open()

    def _open(self) -> None:
        self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
        self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        self.secret = self._file.read().strip()
        try:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.in_use = True
            self.close()

    def keep(self, secret: str) -> None:
        """Remember a secret for the next time."""
        if self._file is not None and secret != self.secret:
            self.secret = secret
            self._file.seek(0)
            self._file.truncate()
            self._file.write(secret)
            self._file.flush()

    def close(self) -> None:
        """Let others use the name; a name without a secret leaves no file."""
        file, self._file = self._file, None
        if file is not None:
            if not (self.secret or self.in_use):
                self._path.unlink(missing_ok=True)
            file.close()
