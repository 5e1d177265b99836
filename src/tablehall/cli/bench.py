"""`tablehall bench`: figures, each as a ratio to a peer or a limit in the same run."""

from typing import Annotated

import typer

from tablehall.cli import app

bench = typer.Typer(help="Measure the hall on this machine.", no_args_is_help=True)
app.add_typer(bench, name="bench")


@bench.command()
def moves(
    tables: Annotated[int, typer.Option(help="Tables that play at the same time.")] = 1000,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 10,
    memory: Annotated[bool, typer.Option("--memory", help="Without the disk.")] = False,
) -> None:
    """Whole games of Tic Tac Toe through the house door, every move on disk before it is told.

    Example:  tablehall bench moves --tables 100 --seconds 5
    """
    from tablehall.bench.engine import microseconds_a_move
    from tablehall.bench.moves import measure

    print(f"{tables} tables, {seconds:g} s, {'memory' if memory else 'SQLite, synchronous=FULL'}")
    engine = microseconds_a_move()
    hall, bare = measure(tables, seconds, memory=memory)
    for name, result in (("tablehall", hall), ("bare uvloop broker", bare)):
        print(
            f"{name:<20}{result.rate:>9,.0f} moves/s   p50 {result.percentile(0.5):6.1f} ms   "
            f"p99 {result.percentile(0.99):6.1f} ms   {result.cpu / result.moves * 1e6:6.1f} us CPU a move"
        )
    print(f"ratio to the bare broker: {hall.rate / bare.rate:.2f} of its moves/s, "
          f"{hall.cpu / hall.moves / (bare.cpu / bare.moves):.2f} times its CPU a move")  # fmt: skip
    print(f"engine and protocol without sockets: {engine:.1f} us CPU a move")


@bench.command()
def engine() -> None:
    """What a move costs without sockets: decode, decide, log record, view, render."""
    from tablehall.bench.engine import microseconds_a_move

    print(f"{microseconds_a_move():.2f} us CPU a move")
