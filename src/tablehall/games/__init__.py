"""The games: pure rules, one file (or small folder) each, found by their `game`. The house's are in this
folder; installed packages bring others, and so does a file of one's own."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablehall import plugins
from tablehall.games.api import AnyGame, Game
from tablehall.plugins import Found, PluginError


@cache
def house_games() -> dict[str, AnyGame]:
    """Every game in this folder, by name."""
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(__path__):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "game", None)
        if isinstance(game, Game):
            found[game.name] = game
    return found


@cache
def installed_games() -> Found[AnyGame]:
    """Every game that an installed package brings (entry points of `tablehall.games`)."""
    return plugins.installed(plugins.GAMES, _read, house_games)


def game_from_file(path: Path) -> AnyGame:
    """A game from a file of your own, which ends with `game = ...` like the house's."""
    (game,) = plugins.from_file(path, _read).values()
    return game


def known_games(files: Iterable[str | Path] = ()) -> dict[str, AnyGame]:
    """Every game that can be played here: the house's, those of installed packages, and those of files, which
    come before any other of their name."""
    own = [game_from_file(Path(file)) for file in files]
    return {**house_games(), **installed_games().things, **{game.name: game for game in own}}


def _read(name: str, thing: Any) -> Mapping[str, AnyGame]:
    """What an entry point or file says is a game."""
    for game in plugins.brought_by(thing, "game"):
        if not isinstance(game, Game):
            raise PluginError(f"`game` is no Game but {_what(game)}; end with `game = YourGame()`")
        for declared in ("name", "title"):
            if not isinstance(getattr(game, declared, None), str):
                raise PluginError(f"{type(game).__name__} does not declare its `{declared}`")
        if not game.name.isidentifier():
            raise PluginError(f"a game's name has letters, digits and _ only, not {game.name!r}")
        return {game.name: game}
    raise PluginError("it has no `game`; end with `game = YourGame()`")


def _what(thing: Any) -> str:
    if isinstance(thing, type):
        return f"the class {thing.__name__} itself"
    return f"a value of the type {type(thing).__name__}"
