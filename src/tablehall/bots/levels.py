"""Which opponents a game has, and having one of them move."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablehall.bots import Levels, Thought, any_game
from tablehall.games import house_games
from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice


class BotError(Exception):
    """A bot of the house chose what is no move."""


@cache
def _of_the_house(name: str) -> Levels:
    module = f"{__package__}.{name}"
    found: Levels | None = getattr(import_module(module), "levels", None) if find_spec(module) else None
    return found or any_game.levels


def levels_of(game: AnyGame) -> Levels:
    """A game's opponents, the weakest first; a game without any gets those that play anything."""
    house = house_games().get(game.name)
    return _of_the_house(game.name) if type(house) is type(game) else any_game.levels


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
