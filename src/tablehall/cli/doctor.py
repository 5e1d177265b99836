"""`tablehall doctor`: is everything here that is needed?"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import typer

from tablehall.cli import findings, say
from tablehall.cli.chosen import chosen, misspelt, old_name
from tablehall.cli.findings import Finding, bad
from tablehall.cli.options import (
    Config,
    Doors,
    Folder,
    Host,
    HousePort,
    Join,
    Kept,
    Memory,
    Node,
    OfDoors,
    OwnGames,
)
from tablehall.games import known_games
from tablehall.plugins import PluginError
from tablehall.protocols import all_doors
from tablehall.protocols.door import Door
from tablehall.settings import DoorSettings, Settings, SettingsError, check, entry_of, without_crowded_out

Look = Callable[[], Finding | Iterable[Finding]]
STATES = {"ok": "ok  ", "BAD": "BAD ", "note": "note"}


def doctor(
    host: Host = "",
    port: HousePort = None,
    data: Folder = "",
    database: Kept = "",
    join: Join = "",
    node: Node = "",
    config: Config = None,
    door: Doors = None,
    set_: OfDoors = None,
    game: OwnGames = None,
    memory: Memory = False,
) -> None:
    """Check each precondition of running a hall here, and name the cure for what is missing.

    Takes the flags and variables of `tablehall serve`, and looks at what that would open. Exits with 1 if
    anything is to be mended; a note is only worth knowing.

    Examples:  tablehall doctor
               tablehall doctor --config hall.toml --door mia=off
    """
    where = {"host": host, "port": port, "data": data, "database": database, "memory": memory}
    ill = 0
    for finding in examine(lambda: chosen(config, door, set_, game, join=join, node=node, **where)):
        ill += finding.state == "BAD"
        say(f"{STATES[finding.state]} {finding.what}")
        if finding.cure:
            say(f"      cure: {finding.cure}")
    say("Everything is in order." if not ill else f"{ill} to mend.")
    raise typer.Exit(1 if ill else 0)


def examine(choose: Callable[[], Settings]) -> Iterator[Finding]:
    """Every check, one after the other; where the settings cannot even be read, only those that need none."""
    settings, verdict = Settings(), Finding("ok", "the settings make sense")
    doors: dict[str, type[Door]] | None = None
    crowded_out: list[str] = []
    try:
        settings = choose()
        known_games(settings.games)
        doors, crowded_out = without_crowded_out(settings, all_doors(settings.door_files))
        check(settings, doors)
        entry_of(settings)
    except (SettingsError, PluginError) as error:
        verdict = bad("the settings cannot be used", str(error))
    first: list[Look] = [findings.python, partial(findings.packages, settings), findings.built_page]
    for look in (*first, findings.files):
        yield from attempt(look)
    for sentence in (*misspelt(), *old_name(settings)):
        yield Finding("note", sentence)
    yield verdict
    for problem in crowded_out:
        yield Finding("note", f"left out: {problem}")
    for look in of_settings(settings, doors) if doors is not None else ():
        yield from attempt(look)


def of_settings(settings: Settings, doors: Mapping[str, type[Door]]) -> Iterator[Look]:
    """What depends on the settings."""
    yield partial(findings.brought_along, settings)
    if not settings.memory:
        yield partial(findings.folder, settings)
        yield partial(findings.disk, settings)
        yield partial(findings.journal, settings)
    if settings.cluster.get("join"):
        yield partial(findings.bus, settings)
    if settings.bots.on and settings.bots.engine:
        yield partial(findings.engine, settings)
    for name, kind in doors.items():
        if settings.doors.get(name, DoorSettings()).on:
            yield partial(findings.port, settings, kind)


def attempt(look: Look) -> Iterator[Finding]:
    """What a look finds. A doctor must not fall ill: whatever goes wrong in looking is a finding, too."""
    try:
        found = look()
        yield from [found] if isinstance(found, Finding) else found
    except Exception as error:
        what = getattr(look, "func", look).__name__.replace("_", " ")
        yield bad(
            f"{what} could not be looked at: {error}", "if that does not help, report it with this line"
        )
