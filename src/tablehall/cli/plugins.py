"""What installed packages and files of one's own bring, for every command that needs it."""

from collections.abc import Iterable
from pathlib import Path

from tablehall.cli import fail, warn
from tablehall.games import game_from_file, installed_games, known_games
from tablehall.games.api import AnyGame
from tablehall.plugins import PluginError


def is_file(word: str) -> bool:
    """Whether a word on the command line names a file, and not a game, a door or a module."""
    return word.endswith(".py") or "/" in word


def games_here(files: Iterable[Path] = ()) -> dict[str, AnyGame]:
    """Every game that can be played here. Says which packages are left out; fails if a file is no game."""
    for problem in installed_games().problems:
        warn(problem)
    try:
        return known_games(files)
    except PluginError as error:
        raise fail(str(error)) from error


def game_of(word: str) -> AnyGame:
    """The game that a word names, or that is in the file it names."""
    if is_file(word):
        try:
            return game_from_file(Path(word))
        except PluginError as error:
            raise fail(str(error)) from error
    games = games_here()
    if word not in games:
        raise fail(f"There is no game {word}; the games: {', '.join(games)}")
    return games[word]
