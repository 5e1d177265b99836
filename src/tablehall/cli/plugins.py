"""What installed packages and files of one's own bring, for every command that needs it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tablehall.bots.levels import installed_bots
from tablehall.cli import fail, warn
from tablehall.games import game_from_file, installed_games, known_games
from tablehall.games.api import AnyGame
from tablehall.journal.kinds import installed_journals
from tablehall.plugins import PluginError
from tablehall.protocols import installed_doors


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


def what_is_installed() -> Iterator[str]:
    """What installed packages bring, each in a few words."""
    found = {
        "game": installed_games().things,
        "door": installed_doors().things,
        "bots of": installed_bots().things,
        "journal": installed_journals().things,
    }
    for kind, things in found.items():
        for name in things:
            yield f"installed: {kind} {name}"
