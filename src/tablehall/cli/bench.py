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


@bench.command()
def memory(tables: Annotated[int, typer.Option(help="How many tables.")] = 1000) -> None:
    """What a running table keeps in memory, its connections not counted (limit: 10 KiB)."""
    from tablehall.bench.space import bytes_a_table

    running, finished = bytes_a_table(tables)
    print(f"{running / 1024:.1f} KiB for a running table ({running / 10240:.2f} of the limit)")
    print(f"{finished / 1024:.2f} KiB for a finished one that everybody left")


@bench.command()
def idle(
    connections: Annotated[int, typer.Option(help="How many connections.")] = 10_000,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 12,
) -> None:
    """What idle connections cost, each pinged every 3 s (limit: 10 % of a core for 10,000)."""
    from tablehall.bench.space import idle as measure

    found = measure(connections, seconds)
    limit = 0.10 * connections / 10_000
    print(
        f"{found.connections:,} connections, {found.pings:,.0f} pings/s: {found.share:.1%} of a core "
        f"({found.share / limit:.2f} of the limit), {found.kib:.1f} KiB each"
    )


@bench.command()
def recovery(tables: Annotated[int, typer.Option(help="How many live tables.")] = 10_000) -> None:
    """How long a hall takes to come back after a crash (limit: 5 s for 10,000 live tables)."""
    from tablehall.bench.space import recovery as measure

    read, whole = measure(tables)
    limit = 5 * tables / 10_000
    print(f"{tables:,} live tables: {whole:.2f} s ({read:.2f} s reading), {whole / limit:.2f} of the limit")


@bench.command()
def sockets(seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 4) -> None:
    """Our WebSocket shell beside aiohttp's, echoing the same bytes."""
    from tablehall.bench.sockets import compare

    found = compare(seconds=seconds)
    for shell, (rate, cpu) in found.items():
        name = "the hall's" if shell == "ours" else "aiohttp's"
        print(f"{name:<12}{rate:>9,.0f} echoes/s   {cpu:5.1f} us CPU an echo")
    print(f"ratio: {found['ours'][0] / found['theirs'][0]:.2f}")


@bench.command()
def mia(
    bots: Annotated[list[int] | None, typer.Option(help="How many bots; may be given again.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 10,
    memory: Annotated[bool, typer.Option("--memory", help="Without the disk.")] = False,
) -> None:
    """A contest of Mia over UDP: games a second, and what a game costs.

    Example:  tablehall bench mia --bots 50 --seconds 5
    """
    from tablehall.bench.mia import measure

    print("  bots  seats  games/s  CPU ms a game  CPU us a game and seat  missed by the server  by the bots")
    for count in bots or (2, 10, 50, 200, 1000, 2000):
        found = measure(count, seconds, memory=memory)
        game = found.cpu / max(1, found.games)
        print(
            f"{count:>6}{found.seats:>7.1f}{found.rate:>9.0f}{game * 1e3:>15.2f}"
            f"{game * 1e6 / found.seats:>24.0f}{found.server_missed:>22}{found.bots_missed:>13}"
        )
