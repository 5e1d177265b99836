"""`tablehall arena`: let the house's bots play each other, and see who is better."""

import sys
from typing import Annotated

import typer

from tablehall.cli import fail, say
from tablehall.cli.plugins import game_of, is_file

Level = Annotated[int, typer.Argument(min=1, help="A level of the house: 1 the weakest.")]


def arena(
    game: Annotated[str, typer.Argument(help="A game of the house, or a file with one of your own.")],
    a: Level,
    b: Level,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
    seats: Annotated[int | None, typer.Option(help="How many seats; the two players take turns.")] = None,
    effort: Annotated[float, typer.Option(min=0, help="So many times the usual thinking.")] = 1.0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the result does not depend on it.")] = 1,
) -> None:
    """Two levels of bots play each other, changing places from game to game.

    Example:  tablehall arena connect_four 3 1 --games 100 --jobs 2
    """
    from tablehall.arena import Tally, compete
    from tablehall.bots.levels import levels_of

    if is_file(game) and jobs > 1:
        raise fail("A game from a file is played by one process: --jobs 1.")
    rules = game_of(game)
    if max(a, b) > len(levels_of(rules)):
        raise fail(f"{rules.title} has levels 1 to {len(levels_of(rules))}.")
    if seats is not None and seats not in rules.seats:
        raise fail(f"{rules.title} is played by {' or '.join(map(str, rules.seats))}, not by {seats}.")

    def progress(tally: Tally) -> None:
        if sys.stderr.isatty():
            done = f"{tally.games}/{games}: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost"
            print(f"\r{done}", end="" if tally.games < games else "\r\033[K", file=sys.stderr, flush=True)

    tally = compete(rules, a, b, games, seed, seats=seats, effort=effort, jobs=jobs, progress=progress)
    say(f"{rules.title}, {seats or rules.seats[0]} seats: level {a} against level {b}, seed {seed}")
    for word, found in tally.shares().items():
        say(f"{word:<6}{found.number:>6}{found.share:>8.1%}   95 %: {found.low:6.1%} to {found.high:6.1%}")
    for level, moves, seconds in zip((a, b), tally.moves, tally.seconds, strict=True):
        say(f"level {level}: {moves} moves, {1000 * seconds / max(1, moves):.2f} ms of CPU a move")
