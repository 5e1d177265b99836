"""Which journal a database's address names: PostgreSQL, or one that an installed package brings."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tablehall import plugins
from tablehall.extras import needed_for
from tablehall.journal.api import Journal, JournalError
from tablehall.plugins import Found, PluginError

HOUSE = ("postgres", "postgresql", "sqlite", "memory")
"""What cannot be had as the scheme of somebody's own journal."""

MakeJournal = Callable[..., Journal]
"""Called with the address, and `read_only=True` for those who only look."""


@cache
def installed_journals() -> Found[MakeJournal]:
    """Every journal that an installed package brings (entry points of `tablehall.journals`), by the scheme of
    its addresses."""
    return plugins.installed(plugins.JOURNALS, _read, lambda: dict.fromkeys(HOUSE))


def scheme_of(address: str) -> str:
    """What stands before the :// of an address."""
    scheme, found, _ = address.partition("://")
    return scheme.lower() if found else ""


def brought_journal(address: str) -> MakeJournal | None:
    """What opens an address, if an installed package does."""
    return installed_journals().things.get(scheme_of(address))


def open_database(address: str, **how: Any) -> Journal:
    """The journal at an address; `how` goes to whoever opens it."""
    scheme = scheme_of(address)
    if (brought := brought_journal(address)) is not None:
        journal = brought(address, **how)
        if not isinstance(journal, Journal):
            raise JournalError(f"What opens {scheme}:// gave {type(journal).__name__}, which is no Journal.")
        return journal
    if scheme in HOUSE[:2] or not scheme:
        with needed_for("A hall in PostgreSQL"):
            from tablehall.journal.postgres import PostgresJournal  # only for those who use it

        return PostgresJournal(address, **how)
    raise JournalError(
        f"Nothing here opens a database {scheme}://; say postgres://USER:PASSWORD@HOST:PORT/DATABASE, or "
        f"install a package that brings {scheme}:// (entry point {plugins.JOURNALS})."
    )


def _read(name: str, thing: Any) -> Mapping[str, MakeJournal]:
    """What an entry point says is a journal; its name is the scheme."""
    if not name.isidentifier() or name != name.lower():
        raise PluginError(f"{name!r} cannot be the scheme of an address; use small letters and digits")
    if not callable(thing):
        raise PluginError(f"{thing!r} cannot be called with an address to open a journal")
    return {name: thing}
