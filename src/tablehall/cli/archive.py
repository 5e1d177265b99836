"""`tablehall tables`, `export`, `verify`, `replay`, `backup`: games that were played."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from tablehall.cli import fail, files, say, warn
from tablehall.cli.data_folder import journal_errors, open_journal, where
from tablehall.cli.options import DATA, Data, Database, Output, OwnGames
from tablehall.cli.plugins import games_here
from tablehall.games.api import AnyGame
from tablehall.hall import facts, records
from tablehall.hall.notices import Happened
from tablehall.hall.score_sheets import score_sheet
from tablehall.hall.table import LogError, Table
from tablehall.hall.verify import opening, replayed, seal, stirrers, unseal, verify
from tablehall.journal.api import Journal, whole_log
from tablehall.journal.sqlite import SqliteJournal

Exported = Annotated[Path, typer.Argument(help="An exported game; -: from standard input.")]


def tables(
    data: Data = DATA,
    status: Annotated[
        Literal["finished", "live", "saved", "closed"], typer.Option(help="Those that are so.")
    ] = "finished",
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many, the latest first.")] = 20,
    database: Database = "",
) -> None:
    """List the tables the hall remembers."""
    with journal_errors(), open_journal(data, database) as journal:
        for listing in journal.tables(status=status, game=game, limit=limit):
            known = msgspec.json.decode(listing.summary)
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(listing.at / 1000))
            players = ", ".join(known.get("players", ()))
            say(f"{listing.table}  {when}  {listing.game:<12}  {players}")


def export(
    table: Annotated[
        int, typer.Argument(max=2**63 - 1, help="The table's number, as `tablehall tables` lists it.")
    ],
    data: Data = DATA,
    output: Output = None,
    database: Database = "",
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also a game that goes on, with what is secret in it.")
    ] = False,
    format_: Annotated[
        str,
        typer.Option(
            "--format",
            help="As other programs know it: pgn and fen (chess), pdn (checkers, dáma); else the log.",
        ),
    ] = "",
    at: Annotated[
        int | None, typer.Option(min=0, help="With --format: no further than after this record.")
    ] = None,
    game: OwnGames = None,
) -> None:
    """Write the log of a game that is over for good, one record a line and a seal at the end.

    Example:  tablehall export 4711471147 > game.jsonl && tablehall verify game.jsonl
    Example:  tablehall export 4711471147 --format pgn -o game.pgn
    """
    with journal_errors(), open_journal(data, database) as journal:
        if journal.table(table) is None:
            raise fail(f"There is no table {table} in {where(data, database)}; see: tablehall tables")
        lines = whole_log(journal, table)
        why = why_secret(journal, lines)
    if why and not unfinished:
        raise fail(f"The game at table {table} is not over for good: {why}.")
    if why:
        warn(
            f"Careful: the game at table {table} is not over for good: {why}. This export tells what is "
            "hidden in it (throws, cards, tiles); whoever plays on must not see it."
        )
    files.write(written(lines, format_, at, games_here(game or ())) if format_ else seal(lines), output)


def written(lines: list[bytes], name: str, at: int | None, games: Mapping[str, AnyGame]) -> bytes:
    """A game in a format that other programs know. The seed of one that goes on is not known here, and none
    of these games throws dice."""
    log = (records.decode(line) for line in lines)
    unknown = {r.commitment: bytes(32) for r in log if isinstance(r, records.Opened | records.Reopened)}
    try:
        formats = opening(lines, games).game.formats
        if name not in formats:
            known = ", ".join(formats) or "nothing but its log"
            raise fail(f"--format {name}: this game is written as {known}.")
        return formats[name].write(score_sheet(lines, games, unknown, at)).encode()
    except LogError as error:
        raise fail(f"The game cannot be written: {error}.") from error


ENDS = (records.Ended, records.Closed, records.Saved)


def why_secret(journal: Journal, lines: list[bytes]) -> str:
    """Why nobody may read a log yet; nothing if its game cannot go on any more."""
    known = (records.decode(line) for line in reversed(lines))  # after the end there may be some talk
    last = next((record for record in known if isinstance(record, ENDS)), None)
    if not isinstance(last, records.Ended | records.Closed):
        return "it can still be played on"
    if not last.seed:
        return "its dice were never revealed"
    kept = facts.load({"save": journal.kept().get("save", {})})
    names = [fact.save.name for fact in kept if isinstance(fact, facts.Saved) and fact.save.seed == last.seed]
    return f"it can be brought back from the save {names[0]!r}" if names else ""


def verify_command(file: Exported, game: OwnGames = None) -> None:
    """Replay an exported game: every move by the rules, every throw from the revealed seed.

    Says yes, or at which record it breaks (and exits with 1).

    Example:  tablehall export 4711471147 | tablehall verify -
    """
    games = games_here(game or ())
    try:
        lines = unseal(files.read(file))
        table = verify(lines, games)
    except LogError as error:
        raise fail(f"No: {error}") from error
    seats = ", ".join(seat.name if seat else "-" for seat in table.scene.seats)
    say(f"Yes: {len(lines)} records of {table.game.title} ({seats}); every move and every throw is right.")
    say(f"The dice were committed to by {table.sheet.commitment}")
    if any(getattr(record, "throws", ()) for record in map(records.decode, lines)):
        say(_fairness(table, lines))
    if table.scene.outcome:
        say(f"Result: {result(table.scene.outcome.winners, seats.split(', '))}")


def _fairness(table: Table, lines: list[bytes]) -> str:
    """What is known of who could choose the throws."""
    opened = records.decode(lines[0])
    promised = opened.promised if isinstance(opened, records.Opened) else 0
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(promised / 1000))
    fixed = f"Their seed was promised before the table was opened, at {when}. " if promised else ""
    if names := stirrers(table, lines):
        return f"{fixed}Chance of their own was added after that by {', '.join(names)}."
    return f"{fixed}No player added chance after that: that it was drawn blindly is the house's word."


def result(winners: tuple[int, ...], names: list[str]) -> str:
    """Who won, in words."""
    return " and ".join(names[seat] for seat in winners) + " won" if winners else "a draw"


def replay(
    file: Exported,
    start: Annotated[int, typer.Option("--from", help="The first record to show.")] = 0,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between two records.")] = 0.0,
    game: OwnGames = None,
) -> None:
    """Show a game that was played, record by record, in words."""
    games = games_here(game or ())
    try:
        lines = unseal(files.read(file))
        table = opening(lines, games)
        for news in replayed(table, lines):
            if news.record.seq >= start:
                show(news)
                time.sleep(pause)
    except LogError as error:
        raise fail(f"The log breaks: {error}") from error


def show(news: Happened) -> None:
    """One record in words, and the position after it if it changed."""
    record, seats = news.record, news.scene.seats
    what = str(type(record).__struct_config__.tag)
    seat = getattr(record, "seat", None)
    player = seats[seat] if seat is not None and seat < len(seats) else None
    who = f" {player.name}" if player else ""
    said = f": {record.text}" if isinstance(record, records.Said) else ""
    move = f" {msgspec.json.encode(record.move).decode()}" if isinstance(record, records.Moved) else ""
    say(f"{record.seq:>4} {what}{who}{move}{said}")
    if isinstance(record, records.Started | records.Moved | records.Expired | records.TakenBack):
        text = news.game.describe(news.game.view(news.scene.state, None))
        say("\n".join(f"       {line}" for line in text.splitlines()))


def backup(target: Annotated[Path, typer.Argument(help="The file to write.")], data: Data = DATA) -> None:
    """Copy everything the hall remembers into one file, also while it is open.

    To go back: stop the hall and put the file in the data folder as tablehall.sqlite3.
    """
    if target.exists():
        raise fail(f"{target} exists already; choose another name.")
    with journal_errors(), SqliteJournal(data, read_only=True) as journal:
        assert isinstance(journal, SqliteJournal)
        journal.backup(target)
    say(f"{target}: {target.stat().st_size:,} bytes")
