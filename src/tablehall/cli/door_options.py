"""What is said about doors on the command line: `--door` and `--set`."""

import tomllib
from pathlib import Path
from typing import Any

from tablehall.cli.plugins import is_file
from tablehall.protocols import doors_from_file
from tablehall.settings import DoorSettings, Settings, SettingsError


def set_door(settings: Settings, word: str) -> None:
    """One `--door name=port`, or `name=off`; or a file with a door of one's own, `file` or `file=port`."""
    whole = word.endswith(".py") or "=" not in word
    name, equals, value = (word, "", "") if whole else word.rpartition("=")
    if is_file(name):
        name = own_door(settings, name)
        if not equals:
            return
    chosen = settings.doors.setdefault(name, DoorSettings())
    if value == "off":
        chosen.on = False
    elif value.isdecimal() and int(value) < 65536:
        chosen.on, chosen.port = True, int(value)
    else:
        raise SettingsError(
            f"--door {word}: say NAME=PORT or NAME=off, or a FILE.py with a door of your own."
        )


def own_door(settings: Settings, file: str) -> str:
    """Have a file's door opened; its name, or that of the first if there are several."""
    names = list(doors_from_file(Path(file)))
    settings.door_files.append(file)
    return names[0]


def set_of_door(settings: Settings, word: str) -> None:
    """One `--set door.setting=value`, or `door.limits.limit=value`. Whether the door has such a setting,
    and what it may be, is looked at when everything is known."""
    path, equals, value = word.partition("=")
    match path.split(".") if equals else ():
        case [name, "limits", limit]:
            settings.doors.setdefault(name, DoorSettings()).limits[limit] = value_of(value)
        case [name, setting]:
            settings.doors.setdefault(name, DoorSettings()).settings[setting] = value_of(value)
        case _:
            raise SettingsError(f"--set {word}: say DOOR.SETTING=VALUE or DOOR.limits.LIMIT=VALUE.")


def value_of(text: str) -> Any:
    """A value as in the settings file; a word needs no quotes here."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except ValueError:  # not only TOML's own: a number may have too many digits
        return text
