"""`tablehall keeper`: the token that opens the keeper's page."""

import json
import secrets
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import app, fail
from tablehall.cli.games import DATA, Data
from tablehall.hall import facts
from tablehall.journal.api import Batch, Journal, JournalError
from tablehall.journal.sqlite import SqliteJournal
from tablehall.net.admin.models import token_hash
from tablehall.server import KEEPER, lock_folder
from tablehall.settings import SettingsError

keeper = typer.Typer(help="The keeper of the hall: a new token for the page.", no_args_is_help=True)
app.add_typer(keeper, name="keeper")


@keeper.callback()
def about() -> None:
    """The keeper of the hall."""


@keeper.command("new-token")
def new_token(
    data: Data = DATA,
    database: Annotated[
        str,
        typer.Option(envvar="TABLEHALL_DATABASE", help="postgres://... if the hall keeps everything there."),
    ] = "",
) -> None:
    """Make a new token for the keeper's page; the old one opens nothing any more.

    Works while the hall runs, and while it does not.

    Example:  tablehall keeper new-token --data tablehall-data
    """
    if not data.is_dir():
        raise fail(f"There is no hall in {data}; start one with: tablehall serve")
    try:
        token = ask_hall(data)
    except urllib.error.HTTPError as error:
        raise fail(f"The hall refuses: {error.read().decode(errors='replace').strip()}") from error
    except (OSError, ValueError, KeyError) as error:
        token = write_alone(data, database, error)
    print(token)


def ask_hall(data: Path) -> str:
    """Have the hall that runs on this folder make one."""
    way = json.loads((data / KEEPER).read_text())
    request = urllib.request.Request(
        f"{way['address']}/api/keeper/token", b"", {"Authorization": f"Bearer {way['key']}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(json.load(answer)["token"])


def write_alone(data: Path, database: str, unreachable: Exception) -> str:
    """Write it for the next start, if really no hall runs on this folder."""
    try:
        lock = lock_folder(data)
    except SettingsError as error:
        raise fail(f"The hall on {data} cannot be reached: {unreachable}") from error
    try:
        return write(data, database)
    except JournalError as error:
        raise fail(str(error)) from error
    finally:
        if lock is not None:
            lock.close()


def write(data: Path, database: str = "") -> str:
    """Write it into the journal of a hall that is closed."""
    token, batch = secrets.token_urlsafe(32), Batch()
    batch.keep(facts.Appointed(token_hash(token)))
    with closing(_journal(data, database)) as journal:
        journal.commit(batch)
    return token


def _journal(data: Path, database: str) -> Journal:
    if not database:
        return SqliteJournal(data)
    from tablehall.journal.postgres import PostgresJournal  # only for those who use it

    return PostgresJournal(database)
