"""`tablehall migrate`: move a hall from its folder into a PostgreSQL database."""

from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail, say
from tablehall.cli.data_folder import check_folder, locked
from tablehall.extras import needed_for
from tablehall.journal.api import JournalError


def migrate(
    source: Annotated[Path, typer.Option("--from", help="The hall's data folder.")],
    target: Annotated[
        str,
        typer.Option(
            "--to",
            envvar="TABLEHALL_DATABASE",
            help="An empty database: postgres://USER:PASSWORD@HOST:PORT/DATABASE",
        ),
    ],
) -> None:
    """Move everything the hall remembers into PostgreSQL, and compare it there to the byte.

    Stop the hall first. The folder is left as it is. If it is interrupted, run it again: it goes on.

    Example:  tablehall migrate --from tablehall-data --to postgres://hall:secret@localhost/hall
    """
    with needed_for("A hall in PostgreSQL"):
        from tablehall.journal.migration import Migration
    from tablehall.settings import SettingsError

    check_folder(source)
    try:
        with (
            locked(source),
            Migration(source, target) as migration,
            typer.progressbar(length=migration.steps, label="Moving", update_min_steps=100) as bar,
        ):
            moved = migration.run(bar.update)
    except (JournalError, SettingsError) as error:
        raise fail(str(error)) from error
    except KeyboardInterrupt:
        raise fail("Interrupted: run the same command again, and it goes on from here.") from None
    if not moved:
        say("This hall was moved there before; nothing to do.")
        return
    counts = migration.counts
    say(f"{counts['log']:,} records of {counts['tables']:,} tables and {counts['kept']:,} facts are there.")
    for where in migration.broken[:20]:
        say(f"Its chain of hashes was broken in the folder already: {where}")
