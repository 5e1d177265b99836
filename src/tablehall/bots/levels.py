"""Which opponents a game has, and having one of them move."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tablehall import plugins
from tablehall.bots import Levels, Thought, any_game
from tablehall.games import house_games
from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.plugins import Found, PluginError


class BotError(Exception):
    """A bot of the house chose what is no move."""


@cache
def _of_the_house(name: str) -> Levels:
    module = f"{__package__}.{name}"
    found: Levels | None = getattr(import_module(module), "levels", None) if find_spec(module) else None
    return found or any_game.levels


@cache
def installed_bots() -> Found[Levels]:
    """The opponents that installed packages bring (entry points of `tablehall.bots`), by the name of their
    game."""
    return plugins.installed(plugins.BOTS, _read, house_games)


def levels_of(game: AnyGame) -> Levels:
    """A game's opponents, the weakest first; a game without any gets those that play anything. A game that is
    not the house's has its own in the `levels` beside it, or from an installed package."""
    house = house_games().get(game.name)
    if type(house) is type(game):
        return _of_the_house(game.name)
    try:
        return levels_beside(game) or installed_bots().things.get(game.name, any_game.levels)
    except PluginError:  # said when the hall was opened
        return any_game.levels


def levels_beside(game: AnyGame) -> Levels | None:
    """The opponents that a game's own file brings."""
    found = getattr(sys.modules.get(type(game).__module__), "levels", None)
    return None if found is None else _checked(found)


def bot_problems(games: Iterable[AnyGame]) -> Iterator[str]:
    """Which bots of others cannot be had, and why."""
    yield from installed_bots().problems
    for game in games:
        try:
            levels_beside(game)
        except PluginError as error:
            yield f"The bots of {game.title} are left out: {error}"


def _read(name: str, thing: Any) -> Mapping[str, Levels]:
    """What an entry point says are the opponents of the game it is named after."""
    levels = getattr(thing, "levels", None) if isinstance(thing, ModuleType) else thing
    return {name: _checked(levels)}


def _checked(levels: Any) -> Levels:
    """Opponents for every level of the house."""
    wanted = len(any_game.levels)
    if not isinstance(levels, tuple | list) or len(levels) != wanted or not all(map(callable, levels)):
        raise PluginError(f"`levels` must be {wanted} bots, the weakest first, not {levels!r}")
    return levels


def think(game: AnyGame, state: Any, seat: int, level: int, thought: Thought) -> Any:
    """The move of a level, 1 the weakest. Whatever state it is given, the bot gets one in which
    all that its seat may not know has been dealt anew."""
    levels = levels_of(game)
    if not 1 <= level <= len(levels):
        raise ValueError(f"{game.title} has levels 1 to {len(levels)}, no level {level}")
    known = game.redeal(state, seat, Dice(thought.chance.randbytes(32)))
    move = levels[level - 1](game, known, seat, thought)
    if move not in game.legal(state, seat):
        raise BotError(f"level {level} of {game.title} chose {move!r}, which is no move of seat {seat}")
    return move
