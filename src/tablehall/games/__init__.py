"""The games: pure rules, one file (or small folder) each, found by their `game`."""

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path

from tablehall.games.api import AnyGame, Game


@cache
def house_games() -> dict[str, AnyGame]:
    """Every game in this folder, by name."""
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(__path__):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "game", None)
        if isinstance(game, Game):
            found[game.name] = game
    return found


def game_from_file(path: Path) -> AnyGame:
    """A game from a file of your own, which ends with `game = ...` like the house's."""
    spec = importlib.util.spec_from_file_location(f"tablehall_game_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = getattr(module, "game", None)
    if not isinstance(game, Game):
        raise ValueError(f"{path} does not end with `game = YourGame()`")
    return game
