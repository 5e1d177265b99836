"""What was chosen for a hall: its settings file, what the flags and variables say instead, and whether a
variable was perhaps misspelt."""

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tablehall.cli.door_options import set_door, set_of_door
from tablehall.forms import meant, read_form
from tablehall.settings import Settings, read_settings

PREFIX = "TABLEHALL_"
LAUNCHER = ("TABLEHALL_PYTHON",)
"""What only the script in a clone reads."""
NODE, PLAYER = "TABLEHALL_NODE", "TABLEHALL_NAME"


def chosen(
    config: Path | None,
    doors: Sequence[str] | None = (),
    of_doors: Sequence[str] | None = (),
    games: Sequence[Path] | None = (),
    *,
    join: str = "",
    node: str = "",
    **flags: Any,
) -> Settings:
    """The settings of a hall: what a flag or a variable says counts more than the file."""
    settings = read_settings(config)
    given = {name: value for name, value in flags.items() if value or type(value) is int}
    read_form(Settings, given, "The hall")
    for name, value in given.items():
        setattr(settings, name, value)
    named = {"join": join, "name": node}
    settings.cluster |= {name: value for name, value in named.items() if value}
    settings.games += map(str, games or ())
    for word in doors or ():
        set_door(settings, word)
    for word in of_doors or ():
        set_of_door(settings, word)
    return settings


def misspelt(variables: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Which variables were perhaps meant for us, in sentences."""
    known = {name.removeprefix(PREFIX) for name in (*known_variables(), *LAUNCHER)}
    for name in sorted(variables):
        word = name.removeprefix(PREFIX)
        if word != name and word not in known and (question := meant(word, known, PREFIX)):
            yield f"{name} is no variable of tablehall.{question}"


def old_name(settings: Settings, variables: Mapping[str, str] = os.environ) -> Iterator[str]:
    """What to do about a node that was given its name as in 0.1.0, in a sentence."""
    if settings.cluster and not settings.cluster.get("name") and variables.get(PLAYER):
        yield f"{PLAYER} is what a player is called; the name of this node is {NODE} (or --node)."


def known_variables() -> set[str]:
    """Every variable that a command reads."""
    from typer.main import get_command

    app = import_module("tablehall.cli.commands").app  # it needs the commands, which need this
    return set(_variables(get_command(app)))


def _variables(command: Any) -> Iterator[str]:
    for option in command.params:
        if isinstance(getattr(option, "envvar", None), str):
            yield option.envvar
    for below in getattr(command, "commands", {}).values():
        yield from _variables(below)
