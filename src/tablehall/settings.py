"""What can be set: in a file, by variables, by flags."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from tablehall.games.api import UNREADABLE
from tablehall.hall.hall import Limits
from tablehall.net.bot_pool import BotSettings


class SettingsError(Exception):
    """Settings that make no sense; says which and what to do."""


class DoorSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Where a door is, and whether it is open."""

    on: bool = True
    host: str = ""
    port: int = -1
    """-1: the door's own."""
    settings: dict[str, Any] = {}
    limits: dict[str, int] = {}


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
    games: list[str] = []
    """Files with games of your own."""
    doors: dict[str, DoorSettings] = {}
    hall: Limits = Limits()
    bots: BotSettings = msgspec.field(default_factory=BotSettings)


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
