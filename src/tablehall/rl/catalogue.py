"""Which encoding a game has."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from tablehall.games import house_games, known_games
from tablehall.games.api import AnyGame
from tablehall.games.board import BoardView
from tablehall.rl.encoding import Encoding
from tablehall.rl.eriantys import Eriantys
from tablehall.rl.mia import Mia
from tablehall.rl.shelfie import Shelfie
from tablehall.rl.squares import Columns, Squares

OWN: dict[str, Callable[[int, Any], Encoding]] = {"mia": Mia, "shelfie": Shelfie, "eriantys": Eriantys}


def encoding_of(game: AnyGame | str, seats: int | None = None, options: Any = None) -> Encoding:
    """The numbers of a game: of one of the house's, or of any other that shows a `BoardView`."""
    game = game_named(game)
    return _encoding(game, game.seats[0] if seats is None else seats, options_of(game, options))


@cache
def _encoding(game: AnyGame, seats: int, options: Any) -> Encoding:
    if seats not in game.seats:
        raise ValueError(f"{game.title} is not played by {seats}")
    name = game.name if type(house_games().get(game.name)) is type(game) else ""
    if name in OWN:
        return OWN[name](seats, options)
    if isinstance(game.View, type) and issubclass(game.View, BoardView):
        return (Columns if name == "connect_four" else Squares)(game, seats, options, name)
    raise ValueError(
        f"{game.title} is not played on squares: give it an Encoding of your own (encoding=...)."
    )


def game_named(game: AnyGame | str) -> AnyGame:
    """A game of the house or of an installed package by its name, or the game itself."""
    if not isinstance(game, str):
        return game
    known = known_games()
    if game not in known:
        raise ValueError(f"There is no game {game!r}: choose one of {', '.join(sorted(known))}.")
    return known[game]


def options_of(game: AnyGame, options: Any) -> Any:
    """The options of a game as its rules want them: given as such, as a dictionary, or left out."""
    try:
        return game.Options() if options is None else msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        known = ", ".join(field.name for field in msgspec.structs.fields(game.Options)) or "none"
        raise ValueError(f"The options of {game.title} are: {known}. {error}") from error
