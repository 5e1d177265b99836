"""`tablehall contest`: how the contests stand, their titles, and beginning anew."""

import csv
import io
import json
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer
from msgspec.structs import replace

from tablehall.cli import data_folder, fail, files, say
from tablehall.cli.options import DATA, Data, Database, Output
from tablehall.hall import facts
from tablehall.hall.facts import ContestInfo
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.printable import printable
from tablehall.server import KEEPER
from tablehall.settings import SettingsError

contest = typer.Typer(help="Contests of programs: standings, titles, a new beginning.", no_args_is_help=True)

Which = Annotated[str, typer.Argument(help="mia or maexchen.")]


class Row(NamedTuple):
    """One line of the standings."""

    place: int
    name: str
    points: int
    games: int


def read(data: Path, name: str, database: str) -> tuple[ContestInfo, list[Row]]:
    """What is kept of a contest: itself, and its standings, the best first."""
    with data_folder.journal_errors(), data_folder.open_journal(data, database) as journal:
        kept = journal.kept()
    about = list(facts.load({kind: kept.get(kind, {}) for kind in ("contest", "standing")}))
    held = {fact.contest: fact.info for fact in about if isinstance(fact, facts.Held)}
    found = [
        (fact.name, fact.standing)
        for fact in about
        if isinstance(fact, facts.Scored) and fact.contest == name and fact.standing
    ]
    if name not in held and not found:
        others = ", ".join(sorted(held)) or "none yet"
        raise fail(
            f"No contest {name} was held in {data_folder.where(data, database)}; the contests: {others}"
        )
    found.sort(key=lambda item: (-item[1].points, item[0]))
    points = [total.points for _, total in found]
    rows = [Row(1 + points.index(total.points), player, total.points, total.games) for player, total in found]
    return held.get(name, ContestInfo()), rows


@contest.command()
def show(
    name: Which = "mia",
    data: Data = DATA,
    limit: Annotated[int, typer.Option(min=1, help="At most so many names.")] = 40,
    database: Database = "",
) -> None:
    """Show how a contest stands, also while it goes on."""
    info, rows = read(data, name, database)
    say(f"{info.title or name}: {info.games} games, {len(rows)} names")
    for row in rows[:limit]:
        share = f"{row.points / row.games:.3f}" if row.games else "-"
        say(f"{row.place:>4}  {row.name:<20} {row.points:>9} points {row.games:>9} games  {share:>6} a game")


@contest.command()
def export(
    name: Which = "mia",
    data: Data = DATA,
    form: Annotated[Literal["csv", "json"], typer.Option("--format", help="csv or json.")] = "csv",
    output: Output = None,
    database: Database = "",
) -> None:
    """Write the standings as CSV or JSON.

    Example:  tablehall contest export mia --format json > standings.json
    """
    info, rows = read(data, name, database)
    if form == "json":
        about = {"contest": name, "title": info.title, "game": info.game, "games": info.games}
        text = json.dumps({**about, "standings": [row._asdict() for row in rows]}, indent=1) + "\n"
    else:
        lines = io.StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows([row._replace(name=harmless(row.name)) for row in rows])
        text = lines.getvalue()
    files.write(text.encode(), output)


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula, and no terminal for an order."""
    return printable(f"'{name}" if name[0] in "=+-@" else name)


@contest.command("name")
def name_command(
    name: Which,
    title: Annotated[str, typer.Argument(help="What the contest is called from now on.")],
    data: Data = DATA,
) -> None:
    """Give a contest a title, also while it goes on.

    Example:  tablehall contest name mia "Friday night"
    """
    if len(title) > 80 or not title.isprintable():
        raise fail("A title has at most 80 printable characters.")
    order(data, name, title=title)
    say(f"The contest {name} is called {title} now.")


@contest.command()
def reset(
    name: Which,
    data: Data = DATA,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Begin a contest anew: nobody has any points. Registered programs stay registered.

    Export the standings first if anybody may want them again.
    """
    if not yes:
        typer.confirm(f"Forget all points of the contest {name}?", abort=True)
    order(data, name, reset=True)
    say(f"The contest {name} begins anew.")


def order(data: Path, name: str, *, title: str | None = None, reset: bool = False) -> None:
    """Have the running hall do it; if none is running, write it down for the next one."""
    data_folder.check_folder(data)
    in_database = (data / KEEPER).exists() and not (data / FILE).exists()
    if in_database or not write_alone(data, name, title=title, reset=reset):
        try:
            data_folder.ask_hall(data, f"/api/contest/{name}", {"title": title, "reset": reset})
        except data_folder.UNREACHABLE as error:
            raise fail(f"The hall on {data} cannot be reached: {error}") from error


def write_alone(data: Path, name: str, *, title: str | None, reset: bool) -> bool:
    """Write it for the next start, unless a hall runs on this folder."""
    try:
        with data_folder.locked(data):
            write(data, name, title=title, reset=reset)
    except SettingsError:
        return False
    return True


def write(data: Path, name: str, *, title: str | None, reset: bool) -> None:
    """Write it into the journal of a hall that is closed."""
    info, rows = read(data, name, "")
    batch = Batch()
    if title is not None:
        info = replace(info, title=title)
    if reset:
        info = replace(info, games=0)
        for row in rows:
            batch.keep(facts.Scored(name, row.name, None))
    batch.keep(facts.Held(name, info))
    with data_folder.journal_errors(), SqliteJournal(data) as journal:
        journal.commit(batch)
