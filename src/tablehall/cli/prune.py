"""`tablehall prune`: forget old games of a hall that is closed, and give the room back."""

import re
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import data_folder, fail
from tablehall.cli.options import DATA, Data, Database
from tablehall.journal.api import THE_FIRST, Journal
from tablehall.journal.compacting import compact, room_to_win
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.settings import SettingsError

UNITS = {"h": 3_600_000, "d": 86_400_000}
AGE = re.compile(r"(\d{1,6})([hd])")


def prune(
    data: Data = DATA,
    database: Database = "",
    older_than: Annotated[
        str, typer.Option(help="Forget games that were over so long ago: 90d or 12h. Not given: none.")
    ] = "",
    contests_older_than: Annotated[
        str, typer.Option(help="The same for games of contests; 0h: all of them.")
    ] = "24h",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be forgotten.")] = False,
) -> None:
    """Forget old games, and make the file as small as what is left in it.

    Stop the hall first. Scores and standings stay, and so does every game that is on a table, saved or put
    away, or ever was: another one may have gone on from there.

    Examples:  tablehall prune --dry-run
               tablehall prune --older-than 365d --contests-older-than 0h
    """
    now = time.time_ns() // 1_000_000
    games = now - age(older_than, "--older-than") if older_than else 0
    contests = now - age(contests_older_than, "--contests-older-than")
    if not (database or (data / FILE).exists()):
        raise fail(f"There is no hall in {data}; start one with: tablehall serve")
    try:
        with nullcontext() if database else data_folder.locked(data), data_folder.journal_errors():
            _prune(data, database, games, contests, dry_run=dry_run)
    except SettingsError as error:
        raise fail(str(error)) from error


def age(text: str, option: str) -> int:
    """An age in milliseconds."""
    found = AGE.fullmatch(text)
    if found is None:
        raise fail(f"{option} {text}: say a number of days or hours, like 90d or 12h.")
    return int(found[1]) * UNITS[found[2]]


def _prune(data: Path, database: str, games: int, contests: int, *, dry_run: bool) -> None:
    before = 0
    if not database:
        before = size(data)
        with SqliteJournal(data, read_only=True) as journal:
            journal.table(0)  # says if it is of an older version
    with data_folder.open_journal(data, database, read_only=dry_run and bool(database)) as journal:
        if isinstance(journal, SqliteJournal):
            journal.file_everything()  # what is not in the index is not found
        played = forget(journal, games, contests=False, dry_run=dry_run) if games else 0
        contested = forget(journal, contests, contests=True, dry_run=dry_run)
        if isinstance(journal, SqliteJournal) and not dry_run:
            journal.tidy_again()
            while journal.tidy():
                pass
    done = "would be forgotten" if dry_run else "are forgotten"
    print(f"{contested:,} games of contests and {played:,} played games {done}.")
    if database:
        print("The database uses their room for what comes; VACUUM FULL gives it back to the disk.")
    elif dry_run:
        print(f"{data / FILE}: {before:,} bytes, {room_to_win(data):,} of them free already.")
    else:
        compact(data)
        print(f"{data / FILE}: {before:,} bytes before, {size(data):,} now.")


def forget(journal: Journal, before: int, *, contests: bool, dry_run: bool) -> int:
    """Forget games that were over before a time; returns how many."""
    count, after = 0, THE_FIRST
    while True:
        games, upto = journal.old_games(before, after, contests=contests)
        if upto is None:
            break
        count, after = count + len(games), upto
        if not dry_run:
            journal.forget_games(games)
    while contests and not dry_run and journal.forget_contests(before):
        pass
    return count


def size(data: Path) -> int:
    """What the journal takes, with what is not yet in the file itself."""
    return sum(file.stat().st_size for name in (FILE, f"{FILE}-wal") for file in data.glob(name))
