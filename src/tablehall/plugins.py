"""What others bring: games, bots, doors and journals, from installed packages and from files of one's own.

A package names what it brings by entry points, and a file is one module of it. Whatever is wrong with either
is one sentence that says whose fault it is, in which line.
"""

import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar, cast
from zlib import crc32

GAMES, BOTS, DOORS, JOURNALS = (f"tablehall.{what}" for what in ("games", "bots", "doors", "journals"))
"""The groups of entry points that are looked at."""

T = TypeVar("T")
_LOADING = ("<", __file__, str(Path(importlib.util.__file__).parent))
"""Where the frames of a traceback come from that are only about loading."""


class PluginError(ValueError):
    """Something of somebody else's that cannot be used; says what, and why."""


class Found(NamedTuple, Generic[T]):
    """What the installed packages bring of one kind, by name, and what is left out of it, in words."""

    things: Mapping[str, T]
    problems: tuple[str, ...]


def installed(
    group: str, read: Callable[[str, Any], Mapping[str, T]], house: Callable[[], Mapping[str, Any]]
) -> Found[T]:
    """Load everything of a group. `read` makes of an entry point's name and object what it brings, by name,
    or raises `PluginError`; the names of the `house` cannot be had."""
    things: dict[str, T] = {}
    owners: dict[str, str] = {}
    problems = []
    for point in sorted(points().select(group=group), key=lambda point: (package_of(point), point.name)):
        package = package_of(point)
        try:
            for name, thing in read(point.name, _load(point)).items():
                _claim(name, house(), owners)
                things[name], owners[name] = thing, package
        except PluginError as error:
            problems.append(f"{package} is left out ({group}, {point.name} = {point.value}): {error}")
    return Found(things, tuple(problems))


@cache
def points() -> EntryPoints:
    """Every entry point there is: looking through all that is installed takes a while."""
    return cast(EntryPoints, entry_points())  # Python 3.11 calls it otherwise


def package_of(point: EntryPoint) -> str:
    """The package that an entry point belongs to, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "a package"


def _claim(name: str, house: Mapping[str, Any], owners: Mapping[str, str]) -> None:
    if name in house:
        raise PluginError(f"the house has {name!r} already; call yours otherwise")
    if name in owners:
        raise PluginError(f"{owners[name]} brings {name!r} already; uninstall one of them")


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(what_failed(error)) from error


def what_failed(error: BaseException, file: Path | None = None) -> str:
    """What an exception says, and where it was raised: in this file, or else where it came from."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    mine = [frame for frame in frames if file is not None and frame.filename == str(file)]
    mine = mine or [frame for frame in frames if not frame.filename.startswith(_LOADING)]
    where = f"{mine[-1].filename}, line {mine[-1].lineno}: " if mine else ""
    return f"{where}{type(error).__name__}{f': {error}' if str(error) else ''}"


@cache
def module_from_file(path: Path) -> ModuleType:
    """The module in a file of somebody's own."""
    file = path.expanduser().resolve()
    if not file.is_file():
        raise PluginError(f"{path}: there is no such file")
    name = f"tablehall_own_{file.stem}_{crc32(bytes(file)):08x}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path} is not a Python file; its name must end with .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # values find the types of their fields through it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PluginError(what_failed(error, file)) from error
    return module


def from_file(path: Path, read: Callable[[str, Any], Mapping[str, T]]) -> Mapping[str, T]:
    """What a file of somebody's own brings, by name; what is wrong with it is said with its name."""
    try:
        return read("", module_from_file(path))
    except PluginError as error:
        raise PluginError(str(error) if str(path) in str(error) else f"{path}: {error}") from error


def brought_by(thing: Any, *names: str) -> Iterator[Any]:
    """What an entry point or file brings: the thing itself, or what a module calls by one of these names."""
    if not isinstance(thing, ModuleType):
        yield thing
        return
    for name in names:
        found = getattr(thing, name, None)
        yield from found if isinstance(found, tuple | list) else () if found is None else (found,)
