"""`tablehall keeper`: the token that opens the keeper's page."""

import secrets
from pathlib import Path

import typer

from tablehall.cli import data_folder, fail, say
from tablehall.cli.options import DATA, Data, Database
from tablehall.hall import facts
from tablehall.journal.api import Batch
from tablehall.net.admin.models import token_hash
from tablehall.settings import SettingsError

keeper = typer.Typer(help="The keeper of the hall: a new token for the page.", no_args_is_help=True)


@keeper.callback()
def about() -> None:
    """The keeper of the hall."""


@keeper.command("new-token")
def new_token(data: Data = DATA, database: Database = "") -> None:
    """Make a new token for the keeper's page; the old one opens nothing any more.

    Works while the hall runs, and while it does not.

    Example:  tablehall keeper new-token --data tablehall-data
    """
    data_folder.check_folder(data)
    try:
        token = ask_for_token(data)
    except data_folder.UNREACHABLE as error:
        token = write_alone(data, database, error)
    say(token)


def ask_for_token(data: Path) -> str:
    """Have the hall that runs on this folder make one."""
    return str(data_folder.ask_hall(data, "/api/keeper/token")["token"])


def write_alone(data: Path, database: str, unreachable: Exception) -> str:
    """Write it for the next start, if really no hall runs on this folder."""
    try:
        with data_folder.locked(data), data_folder.journal_errors():
            return write(data, database)
    except SettingsError as error:
        raise fail(f"The hall on {data} cannot be reached: {unreachable}") from error


def write(data: Path, database: str = "") -> str:
    """Write it into the journal of a hall that is closed."""
    token, batch = secrets.token_urlsafe(32), Batch()
    batch.keep(facts.Appointed(token_hash(token)))
    with data_folder.open_journal(data, database, read_only=False) as journal:
        journal.commit(batch)
    return token
