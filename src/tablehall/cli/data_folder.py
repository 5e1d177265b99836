"""A hall's data folder: its journal, its lock, and the hall that runs on it."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tablehall.cli import fail
from tablehall.journal.api import Journal, JournalError
from tablehall.journal.kinds import open_database
from tablehall.journal.sqlite import SqliteJournal
from tablehall.server import KEEPER, LOCK, lock_folder

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

UNREACHABLE = (OSError, ValueError, KeyError)
"""No hall runs there, or it cannot be asked."""


def open_journal(data: Path, database: str, *, read_only: bool = True) -> Journal:
    """What a hall remembers, wherever it keeps it."""
    if not database:
        return SqliteJournal(data, read_only=read_only)
    return open_database(database, read_only=read_only)


def where(data: Path, database: str) -> str:
    """What a journal is called to whoever asked for it."""
    return "that database" if database else str(data)


@contextmanager
def journal_errors() -> Iterator[None]:
    """If something is wrong with the journal, say what, and fail."""
    try:
        yield
    except JournalError as error:
        raise fail(str(error)) from error


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Have the folder for oneself; a `SettingsError` says which hall runs on it."""
    lock = lock_folder(data)
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def hall_on(data: Path) -> str:
    """The number of the process of the hall that runs on a folder; nothing if none does. The folder stays
    as it is."""
    if fcntl is None:
        return ""
    try:
        with (data / LOCK).open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return lock.read().strip()
    except OSError:  # there is none, or it is none of our business
        pass
    return ""


def check_folder(data: Path) -> None:
    """Fail if there is no such folder."""
    if not data.is_dir():
        raise fail(f"There is no hall in {data}; start one with: tablehall serve")


def ask_hall(data: Path, path: str, order: dict[str, Any] | None = None) -> Any:
    """Have the hall that runs on this folder do something, as its keeper; returns its answer. Who answers
    something else is none."""
    way = json.loads((data / KEEPER).read_text())
    headers = {"Authorization": f"Bearer {way['key']}"}
    body = b""
    if order is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(order).encode()
    request = urllib.request.Request(f"{way['address']}{path}", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        raise fail(f"The hall refuses: {error.read().decode(errors='replace').strip()}") from error
