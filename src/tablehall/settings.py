"""What can be set: in a file, by variables, by flags."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablehall.bots.uci import try_engine
from tablehall.forms import SettingsError as SettingsError
from tablehall.forms import read_form
from tablehall.hall.addresses import networks
from tablehall.hall.hall import Limits
from tablehall.net.bot_pool import BotSettings
from tablehall.net.disk import DiskSettings
from tablehall.net.entry import Entry
from tablehall.net.retention import RetentionSettings
from tablehall.protocols import installed_doors
from tablehall.protocols.door import Door, DoorLimits, NotNegative

ORIGIN = re.compile(r"https?://[^/\s]+")
EVERYWHERE = ("", "0.0.0.0", "::")

Port = Annotated[int, Meta(ge=0, le=65_535)]


class DoorSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Where a door is, and whether it is open."""

    on: bool = True
    host: str = ""
    port: Port | None = None
    """0: a free one. Not given: the door's own."""
    settings: dict[str, Any] = {}
    limits: dict[str, Any] = {}


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What can be set in the configuration file, by TABLEHALL_* variables and by flags."""

    host: str = "0.0.0.0"
    port: Port | None = None
    """The house door's port; 0 gives every door a free one. Not given: 8080."""
    data: str = "tablehall-data"
    memory: bool = False
    database: str = ""
    """A PostgreSQL database (postgres://...) for everything kept, instead of the folder."""
    cluster: dict[str, Any] = {}
    """How this hall lives with other nodes (see `cluster/joining.py`); empty: it is alone."""
    standby: bool = False
    """Wait while another hall uses the database, and open when that one is gone."""
    stall_warning: NotNegative = 50
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
        settings: Settings = read_form(Settings, tomllib.loads(path.read_text("utf-8")), "The hall")
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    except (SettingsError, ValueError) as error:  # not only TOML's own: it may be no text at all
        raise SettingsError(f"{path}: {error}") from error
    return settings


def entry_of(settings: Settings) -> Entry:
    """Whose word counts at the doors that speak HTTP."""
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            raise SettingsError(f"origins: {origin!r} is none; say one like https://games.example.org.")
    try:
        return Entry(frozenset(map(str.lower, settings.origins)), networks(settings.proxies))
    except ValueError as error:
        raise SettingsError(f"proxies: {error}; say addresses or networks like 10.0.0.0/8.") from error


def check(settings: Settings, kinds: Mapping[str, type[Door]]) -> None:
    """Whether the settings make sense together, before anything is opened."""
    if settings.cluster and not (settings.cluster.get("join") and settings.database):
        raise SettingsError("A node needs --join nats://HOST:PORT and a --database that all nodes use.")
    if settings.standby and not settings.database:
        raise SettingsError("--standby needs a --database that both halls use.")
    check_doors(settings.doors, kinds)
    check_ports(settings, kinds)


def check_engine(settings: Settings) -> None:
    """Whether the chess engine that is set can be used; it may take some seconds to say so."""
    engine = settings.bots.engine
    if settings.bots.on and engine and (wrong := try_engine(engine)):
        raise SettingsError(
            f"[bots] cannot have engine = {engine!r}: {wrong}; say the path of a program that speaks UCI, "
            "such as /usr/games/stockfish, or leave it out."
        )


# What is set of a door.


def port_of(settings: Settings, kind: type[Door]) -> int:
    """Where a door is to be; 0: anywhere."""
    wanted = settings.doors.get(kind.name, DoorSettings())
    if wanted.port is not None:
        return wanted.port
    if settings.port == 0:
        return 0
    return settings.port if kind.front and settings.port is not None else kind.port


def check_ports(settings: Settings, kinds: Mapping[str, type[Door]]) -> None:
    """Whether every door that is to be open can have its port."""
    for other, name, port in clashes(settings, kinds):
        raise SettingsError(
            f"The doors {other} and {name} cannot both have port {port}: "
            f"give one of them another, for example with --door {name}=N (0: any)."
        )


def without_crowded_out(
    settings: Settings, kinds: Mapping[str, type[Door]]
) -> tuple[dict[str, type[Door]], list[str]]:
    """The doors without those that an installed package brings, of which nothing is set, and whose port
    another one has; and why each of them is left out."""
    found, problems = dict(kinds), []
    brought = installed_doors().things.keys() - settings.doors.keys()
    for other, name, port in clashes(settings, kinds):
        gone = next((one for one in (name, other) if one in brought and one in found), None)
        if gone is not None and {name, other} <= found.keys():
            del found[gone]
            first = other if gone == name else name
            problems.append(f"the door {gone}: {first} has port {port}; give it another with --door {gone}=N")
    return found, problems


def clashes(settings: Settings, kinds: Mapping[str, type[Door]]) -> Iterator[tuple[str, str, int]]:
    """Two doors that are to be open on one port, and the port."""
    taken: dict[tuple[bool, int], list[tuple[str, str]]] = {}
    for name, kind in kinds.items():
        wanted, port = settings.doors.get(name, DoorSettings()), port_of(settings, kind)
        if not wanted.on or port == 0:
            continue
        host = wanted.host or settings.host
        others = taken.setdefault((kind.transport == "datagrams", port), [])
        for other, there in others:
            if there == host or host in EVERYWHERE or there in EVERYWHERE:
                yield other, name, port
        others.append((name, host))


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
    return read_form(kind.Settings, given, f"The door {kind.name}")


def limits_of(kind: type[Door], given: Mapping[str, Any]) -> DoorLimits:
    """A door's limits, those that are not given as they are by default."""
    read_form(DoorLimits, given, f"The door {kind.name}", "limit")
    return msgspec.structs.replace(kind.limits, **given)
