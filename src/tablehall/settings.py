"""What can be set: in a file, by variables, by flags."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from tablehall.games.api import UNREADABLE
from tablehall.hall.addresses import networks
from tablehall.hall.hall import Limits
from tablehall.net.bot_pool import BotSettings
from tablehall.net.disk import DiskSettings
from tablehall.net.entry import Entry
from tablehall.net.retention import RetentionSettings
from tablehall.protocols.door import Door, DoorLimits

ORIGIN = re.compile(r"https?://[^/\s]+")


class SettingsError(Exception):
    """Settings that make no sense; says which and what to do."""


class DoorSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Where a door is, and whether it is open."""

    on: bool = True
    host: str = ""
    port: int = -1
    """-1: the door's own."""
    settings: dict[str, Any] = {}
    limits: dict[str, Any] = {}


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What can be set in the configuration file, by TABLEHALL_* variables and by flags."""

    host: str = "0.0.0.0"
    port: int = -1
    """The house door's port; 0 gives every door a free one."""
    data: str = "tablehall-data"
    memory: bool = False
    database: str = ""
    """A PostgreSQL database (postgres://...) for everything kept, instead of the folder."""
    cluster: dict[str, Any] = {}
    """How this hall lives with other nodes (see `cluster/joining.py`); empty: it is alone."""
    standby: bool = False
    """Wait while another hall uses the database, and open when that one is gone."""
    stall_warning: int = 50
    """From how many milliseconds on the log names what has held everybody up; 0: never."""
    games: list[str] = []
    """Files with games of your own."""
    door_files: list[str] = []
    """Files with doors of your own."""
    origins: list[str] = []
    """Pages from elsewhere (https://games.example.org) that may speak to the house door."""
    proxies: list[str] = []
    """Networks or addresses of proxies in front of the hall: what they say of where a request comes from
    counts."""
    doors: dict[str, DoorSettings] = {}
    hall: Limits = Limits()
    bots: BotSettings = msgspec.field(default_factory=BotSettings)
    retention: RetentionSettings = RetentionSettings()
    disk: DiskSettings = DiskSettings()


def read_settings(path: Path | None) -> Settings:
    """The settings in a file (TOML)."""
    if path is None:
        return Settings()
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Settings)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, *UNREADABLE) as error:
        raise SettingsError(f"{path}: {error}") from error


def entry_of(settings: Settings) -> Entry:
    """Whose word counts at the doors that speak HTTP."""
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            raise SettingsError(f"origins: {origin!r} is none; say one like https://games.example.org.")
    try:
        return Entry(frozenset(map(str.lower, settings.origins)), networks(settings.proxies))
    except ValueError as error:
        raise SettingsError(f"proxies: {error}; say addresses or networks like 10.0.0.0/8.") from error


# What is set of a door.


def check_doors(doors: Mapping[str, DoorSettings], kinds: Mapping[str, type[Door]]) -> None:
    """Whether there are such doors, and whether what is set of them makes sense."""
    for name, wanted in doors.items():
        if name not in kinds:
            raise SettingsError(f"There is no door {name!r}; the doors: {', '.join(kinds)}.")
        settings_of(kinds[name], wanted.settings)
        limits_of(kinds[name], wanted.limits)


def settings_of(kind: type[Door], given: Mapping[str, Any]) -> Any:
    """A door's settings, with its own defaults; None: it has none."""
    if kind.Settings is None:
        if given:
            raise SettingsError(f"The door {kind.name} has no settings of its own.")
        return None
    return _read(kind, "setting", kind.Settings, given)


def limits_of(kind: type[Door], given: Mapping[str, Any]) -> DoorLimits:
    """A door's limits, those that are not given as they are by default."""
    _read(kind, "limit", DoorLimits, given)
    return msgspec.structs.replace(kind.limits, **given)


def _read(kind: type[Door], what: str, form: type[Any], given: Mapping[str, Any]) -> Any:
    known = {field.encode_name: field.type for field in inspect.type_info(form).fields}  # type: ignore[attr-defined]
    for name, value in given.items():
        if name not in known:
            all_of_them = ", ".join(known)
            raise SettingsError(f"The door {kind.name} has no {what} {name!r}; it has: {all_of_them}.")
        try:
            msgspec.convert({name: value}, form)
        except UNREADABLE as error:
            may_be = _described(known[name])
            raise SettingsError(
                f"The {what} {name} of the door {kind.name} cannot be {value!r}: say {may_be}."
            ) from error
    return msgspec.convert(given, form)


def _described(kind: inspect.Type) -> str:
    """What a value of this type may be, in words."""
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values):
            return "one of " + ", ".join(sorted(map(str, values)))
        case inspect.IntType() | inspect.FloatType():
            number = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
            bounds = {"at least": kind.ge, "above": kind.gt, "at most": kind.le, "below": kind.lt}
            return ", ".join([number, *(f"{word} {b}" for word, b in bounds.items() if b is not None)])
        case inspect.Metadata(_, {"description": words}):
            return str(words)
        case inspect.CollectionType(item):
            return f"a list, each {_described(item)}"
        case _:
            return "a text"
