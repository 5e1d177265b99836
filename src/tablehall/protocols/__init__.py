"""The protocols: each turns bytes into commands and news into bytes, and decides nothing. The house's are in
this folder; installed packages bring others, and so does a file of one's own."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from tablehall import plugins
from tablehall.plugins import Found, PluginError
from tablehall.protocols.door import Door, Transport


@cache
def house_doors() -> dict[str, type[Door]]:
    """Every protocol in this folder, by name; each is a module with a `door`, or with `doors`."""
    found: dict[str, type[Door]] = {}
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        found |= {door.name: door for door in plugins.brought_by(loaded, "door", "doors")}
    return found


@cache
def installed_doors() -> Found[type[Door]]:
    """Every door that an installed package brings (entry points of `tablehall.doors`)."""
    return plugins.installed(plugins.DOORS, _read, house_doors)


def doors_from_file(path: Path) -> Mapping[str, type[Door]]:
    """The doors of a file of your own, which ends with `door = ...` like the house's."""
    found = plugins.from_file(path, _read)
    if taken := sorted(found.keys() & house_doors().keys()):
        raise PluginError(f"{path}: the house has a door {taken[0]!r} already; call yours otherwise")
    return found


def all_doors(files: Iterable[str | Path] = ()) -> dict[str, type[Door]]:
    """Every door that can be opened here, the front door first: the house's, those of installed packages, and
    those of files."""
    found = {**house_doors(), **installed_doors().things}
    for file in files:
        found |= doors_from_file(Path(file))
    return dict(sorted(found.items(), key=lambda item: (not item[1].front, item[1].port)))


def _read(name: str, thing: Any) -> Mapping[str, type[Door]]:
    """What an entry point or file says are doors."""
    found: dict[str, type[Door]] = {}
    for door in plugins.brought_by(thing, "door", "doors"):
        if not (isinstance(door, type) and issubclass(door, Door)):
            raise PluginError(f"`door` is no class of the kind Door but {door!r}; end with `door = YourDoor`")
        _check(door)
        found[door.name] = door
    if not found:
        raise PluginError("it has no `door`; end with `door = YourDoor`")
    return found


def _check(door: type[Door]) -> None:
    for declared, kind in (("name", str), ("title", str), ("transport", str), ("port", int)):
        if not isinstance(getattr(door, declared, None), kind):
            raise PluginError(f"{door.__name__} does not declare its `{declared}`")
    if not door.name.isidentifier():
        raise PluginError(f"a door's name has letters, digits and _ only, not {door.name!r}")
    if door.transport not in get_args(Transport):
        known = ", ".join(get_args(Transport))
        raise PluginError(f"the door {door.name} cannot be reached by {door.transport!r}; there are: {known}")
    if door.front:
        raise PluginError(f"the door {door.name} cannot be the front door; there is one")
    if not 0 <= door.port < 65536:
        raise PluginError(
            f"the door {door.name} cannot be on port {door.port}; choose one from 1024 to 65535"
        )
    if missing := sorted(getattr(door, "__abstractmethods__", ())):
        raise PluginError(f"the door {door.name} has no `{missing[0]}`")
