"""`tablehall bench page`: what the page costs the browser of whoever looks at it."""

from typing import Annotated

import typer

from tablehall.cli import fail


def page(
    only: Annotated[str, typer.Option(help="Only these, with commas between: drags,paint,bytes,lobby.")] = "",
    game: Annotated[
        list[str] | None, typer.Option(help="Pull only in this game; may be given again.")
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often to measure.", min=1)] = 5,
    tables: Annotated[int, typer.Option(help="How many tables the lobby has.", min=10)] = 1000,
    changes: Annotated[int, typer.Option(help="How many of them change in a second.", min=1)] = 20,
    seconds: Annotated[float, typer.Option(help="For how long they do.", min=0.1)] = 10,
    check: Annotated[bool, typer.Option("--check", help="Fail if anything is above its limit.")] = False,
) -> None:
    """The longest tasks while a piece is pulled and while tables come and go, first paint, bytes, requests.

    Tasks are those of a CPU that is four times slower, by the browser's own brake. They count by their CPU
    time, so that what else this machine does counts for little; beside it stands the clock on the wall.

    Example:  tablehall bench page --only drags --game chess
    """
    from tablehall_lab.bench.guests import BenchError
    from tablehall_lab.bench.page.drags import GAMES
    from tablehall_lab.bench.page.report import PARTS, Wanted, measure
    from tablehall_lab.services.server import ServerError

    parts = only.split(",") if only else PARTS
    for name, known in ((one, all_) for all_, ones in ((PARTS, parts), (GAMES, game or ())) for one in ones):
        if name not in known:
            raise fail(f"There is no {name!r} to measure; choose from {', '.join(known)}.")
    print(f"{'':<50}{'found':>9} {'':<6}{'at most':>9}")
    try:
        found = measure(Wanted(parts, game or GAMES, rounds, tables, changes, seconds))
    except (BenchError, ServerError) as error:
        raise fail(f"tablehall: {error}") from error
    if check and any(figure.too_much for figure in found):
        raise typer.Exit(1)
