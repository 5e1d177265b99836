"""`tablehall check`: what is wrong with a game, a protocol or bots of one's own, in words."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from tablehall.cli import fail, say, warn
from tablehall.cli.plugins import games_here, is_file
from tablehall.games.api import AnyGame, Game
from tablehall.logs import without_logs
from tablehall.plugins import PluginError, brought_by, module_from_file, what_failed
from tablehall.protocols import all_doors
from tablehall.protocols.door import Door

GAME_KEPT = (
    "states, moves, views, events and options are frozen, and survive JSON",
    "every legal move is accepted, every other one refused, and a refusal changes nothing",
    "the same dice and moves are the same game, and every game ends with a rank for each seat",
    "nobody sees what they may not know, and the look can be drawn",
)


def check(
    what: Annotated[
        str, typer.Argument(metavar="FILE|MODULE|NAME", help="A file or module, or a game or door by name.")
    ],
    games: Annotated[int, typer.Option(min=1, help="So many random games are played.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
) -> None:
    """Check a game, a protocol or bots: says in words what is wrong, with what to see it again.

    A game plays random games (what `check_game` does); bots play each other; rude clients come in through a
    door, and its page is executed.

    Examples:  tablehall check pig.py
               tablehall check othello --games 1000
    """
    for thing in things(what):
        try:
            with without_logs():  # what goes wrong is said in words
                for line in findings(thing, games, seed):
                    say(line)
        except AssertionError as error:
            notes = [line for note in getattr(error, "__notes__", ()) for line in note.splitlines()]
            notes = [line.replace("seed=", "--seed ").replace(", games=", " --games ") for line in notes]
            warn("\n".join([f"{name_of(thing)}: {error}", *(f"  {line}" for line in notes)]))
            raise typer.Exit(1) from error


def things(what: str) -> list[Any]:
    """Every game and door in a file or module, or of this name."""
    if not is_file(what):
        known = [named[what] for named in (games_here(), all_doors()) if what in named]
        if known:
            return known
    if Path(what).is_dir():
        raise fail(f"{what} is a folder: install the package in it, or name the file with the game or door.")
    try:
        module = module_from_file(Path(what)) if is_file(what) else importlib.import_module(what)
    except PluginError as error:
        raise fail(str(error)) from error
    except ModuleNotFoundError as error:
        if what.split(".")[0] != (error.name or "").split(".")[0]:
            raise fail(f"{what}: {what_failed(error)}") from error
        names = ", ".join([*games_here(), *all_doors()])
        raise fail(f"There is no file, module, game or door {what!r}; there are: {names}") from error
    except Exception as error:
        raise fail(f"{what}: {what_failed(error)}") from error
    return brought(module, what)


def brought(module: ModuleType, what: str) -> list[Any]:
    """What there is to check in a module."""
    found = list(brought_by(module, "game", "door", "doors"))
    if not found:
        raise fail(f"{what}: it has neither a `game` nor a `door`; end with `game = YourGame()`")
    for thing in found:
        if not (isinstance(thing, Game) or (isinstance(thing, type) and issubclass(thing, Door))):
            raise fail(f"{what}: {thing!r} is neither a game nor a kind of door")
    return found


def name_of(thing: Any) -> str:
    """What it is called."""
    return str(getattr(thing, "title", "") or getattr(thing, "name", "") or thing)


def findings(thing: Any, games: int, seed: int) -> Iterator[str]:
    """Check one thing; says what was looked at."""
    if isinstance(thing, Game):
        yield from of_game(thing, games, seed)
    else:
        yield from of_door(thing, seed)


def of_game(game: AnyGame, games: int, seed: int) -> Iterator[str]:
    """The contract of a game, and its bots if it brings any."""
    from tablehall.bots.levels import installed_bots, levels_beside
    from tablehall.games.contract import check_game

    done = check_game(game, games=games, seed=seed)
    seats = "/".join(map(str, game.seats)) if len(game.seats) < 5 else f"{game.seats[0]}-{game.seats[-1]}"
    yield f"{game.title}: {done.games} games by {seats}, {done.moves:,} moves, {done.tries:,} tries: good."
    yield from (f"  ok  {kept}" for kept in GAME_KEPT)
    try:
        levels = levels_beside(game) or installed_bots().things.get(game.name)
    except PluginError as error:
        raise AssertionError(str(error)) from error
    if levels is not None:
        play_each_other(game, len(levels), seed)
        yield f"  ok  its {len(levels)} bots play each other, and make no move that is none"


def play_each_other(game: AnyGame, levels: int, seed: int) -> None:
    """Every level plays one game against the next one, thinking little."""
    from tablehall.arena import compete

    for level in range(1, levels + 1):
        try:
            compete(game, level, level % levels + 1, 1, seed, effort=0.05)
        except Exception as error:
            raise AssertionError(f"the bot of level {level} raised {what_failed(error)}") from error


def of_door(kind: type[Door], seed: int) -> Iterator[str]:
    """The contract of a door, and its page if it brings one."""
    from tablehall.conformance.contract import check_door, check_page
    from tablehall.conformance.steps import PageError

    try:
        sent = check_door(kind, seed=seed)
        yield f"{kind.title} ({kind.name}): {sent} rude and confused messages: good."
        yield "  ok  no session raised anything, and each was told that its client is gone"
        if kind.page:
            yield f"  ok  {check_page(kind.page, kind)} transcripts of {Path(kind.page).name} go as written"
    except (PageError, OSError) as error:
        raise AssertionError(f"its page cannot be executed: {error}") from error
