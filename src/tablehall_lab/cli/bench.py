"""`tablehall bench`: figures, each as a ratio to a peer or a limit in the same run."""

from typing import Annotated

import typer

from tablehall.cli import fail
from tablehall_lab.cli import doors
from tablehall_lab.cli.page import page

bench = typer.Typer(help="Measure the hall on this machine.", no_args_is_help=True)
bench.command()(doors.doors)
bench.command()(doors.profile)
bench.command()(page)


@bench.command()
def engine() -> None:
    """What a move costs without sockets: decode, decide, log record, view, render."""
    from tablehall_lab.bench.engine import microseconds_a_move

    print(f"{microseconds_a_move():.2f} us CPU a move")


@bench.command()
def memory(tables: Annotated[int, typer.Option(help="How many tables.")] = 1000) -> None:
    """What a running table keeps in memory, its connections not counted (limit: 10 KiB)."""
    from tablehall_lab.bench.space import bytes_a_table

    running, finished = bytes_a_table(tables)
    print(f"{running / 1024:.1f} KiB for a running table ({running / 10240:.2f} of the limit)")
    print(f"{finished / 1024:.2f} KiB for a finished one that everybody left")


@bench.command()
def disk(
    bots: Annotated[int, typer.Option(help="How many bots play in the contest.")] = 36,
    seconds: Annotated[float, typer.Option(help="For how long they play.")] = 20,
) -> None:
    """What a hall keeps on its disk: bytes a move, a line of chat, a registration, a game of a contest."""
    from tablehall_lab.bench.kept import bytes_each, contest

    for name, size in bytes_each().items():
        print(f"{size:6,.0f} bytes a {name}, each committed by itself")
    found = contest(bots, seconds)
    print(
        f"{found.after:6,.0f} bytes a game of a contest of {bots} bots ({found.before:,.0f} before what has "
        f"changed since is tidied), {found.games / found.seconds:,.0f} games/s"
    )


@bench.command()
def work(
    tables: Annotated[int, typer.Option(help="How many tables there are.")] = 50_000,
    check: Annotated[bool, typer.Option("--check", help="Fail if anything takes longer than 10 ms.")] = False,
) -> None:
    """For how long a single message holds everybody up in a full hall (limit: 10 ms)."""
    from tablehall_lab.bench.work import worst

    slowest = 0.0
    for found in worst(tables):
        slowest = max(slowest, found.milliseconds)
        print(f"{found.door:15} {found.milliseconds:6.2f} ms  {found.kind}")
    if check and slowest > 10:
        raise typer.Exit(1)


@bench.command()
def idle(
    connections: Annotated[int, typer.Option(help="How many connections.")] = 10_000,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 12,
) -> None:
    """What idle connections cost, each pinged every 3 s (limit: 10 % of a core for 10,000)."""
    from tablehall_lab.bench.space import idle as measure

    found = measure(connections, seconds)
    limit = 0.10 * connections / 10_000
    print(
        f"{found.connections:,} connections, {found.pings:,.0f} pings/s: {found.share:.1%} of a core "
        f"({found.share / limit:.2f} of the limit), {found.kib:.1f} KiB each"
    )


@bench.command()
def recovery(tables: Annotated[int, typer.Option(help="How many live tables.")] = 10_000) -> None:
    """How long a hall takes to come back after a crash (limit: 5 s for 10,000 live tables)."""
    from tablehall_lab.bench.space import recovery as measure

    read, whole = measure(tables)
    limit = 5 * tables / 10_000
    print(f"{tables:,} live tables: {whole:.2f} s ({read:.2f} s reading), {whole / limit:.2f} of the limit")


@bench.command()
def sockets(seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 4) -> None:
    """Our WebSocket shell beside aiohttp's, echoing the same bytes."""
    from tablehall_lab.bench.sockets import compare

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
    rude: Annotated[int, typer.Option(help="So many rude programs: what do they cost the bots?")] = 0,
) -> None:
    """A contest of Mia over UDP beside a bare referee: games a second, and what a game costs.

    Example:  tablehall bench mia --bots 50 --seconds 5
    Example:  tablehall bench mia --bots 36 --rude 14 --seconds 60
    """
    from tablehall_lab.bench.mia import measure

    if rude:
        _mia_with_rude_programs(bots or [36], rude, seconds, memory=memory)
        return
    print("                  games/s  CPU us a game  a game and seat  missed by the server  by the bots")
    for count in bots or (2, 10, 50):
        hall, bare = measure(count, seconds, memory=memory)
        for name, found in (("hall", hall), ("bare referee", bare)):
            print(
                f"{count:>5} {name:<13}{found.rate:>6.0f}{found.cpu_of_a_table * 1e6:>15.0f}"
                f"{found.cpu_of_a_table * 1e6 / found.seats:>17.0f}"
                f"{found.server_missed:>22}{found.bots_missed:>13}"
            )
        print(f"      ratio: {hall.rate / bare.rate:.2f} of its games/s, "
              f"{hall.cpu_of_a_table / bare.cpu_of_a_table:.2f} times its CPU a game")  # fmt: skip


def _mia_with_rude_programs(bots: list[int], rude: int, seconds: float, *, memory: bool) -> None:
    """The same bots without rude programs and with them, as ratios (limit: 10 % slower)."""
    from tablehall_lab.bench.rude import compare

    for count in bots:
        cost = compare(count, rude, seconds, memory=memory)
        for name, found in (("alone", cost.clean), (f"with {rude} rude programs", cost.dirty)):
            print(
                f"{count} bots {name:<24}{found.rate_of_a_bot:>7.1f} games/s   "
                f"{found.cpu_of_a_game * 1e3:5.2f} CPU ms a game   "
                f"{found.server_missed} deadlines missed by the server"
            )
        print(
            f"ratio: {cost.ratio:.2f} of the games/s (limit: 0.90), "
            f"{cost.dirty.cpu_of_a_game / cost.clean.cpu_of_a_game:.2f} times the CPU a game"
        )


@bench.command()
def journal(
    database: Annotated[
        str, typer.Option(help="A PostgreSQL to measure too: postgres://USER:PASSWORD@HOST/DATABASE")
    ] = "",
    batch: Annotated[list[int] | None, typer.Option(help="Records in a commit; may be given again.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 3,
) -> None:
    """Commits and records a second of every kind of journal, as ratios to SQLite.

    In a database everything happens in a schema of its own, which is removed afterwards.
    """
    from tablehall.journal.api import JournalError
    from tablehall_lab.bench.journal import Found, compare

    def tell(found: Found, ratio: float) -> None:
        print(
            f"{found.size:>7}  {found.kind:<11}{found.commits:>12,.0f}{found.records:>13,.0f}{ratio:>17.2f}"
        )

    print("records  journal       commits/s    records/s  ratio to SQLite")
    try:
        compare(database, tuple(batch or (1, 32, 256)), seconds, tell)
    except JournalError as error:
        raise fail(str(error)) from error


@bench.command()
def rules(
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be given again.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 1,
) -> None:
    """Random games by the rules alone, as programs are trained: steps a second on one core.

    Example:  tablehall bench rules --game chess --seconds 5
    """
    from tablehall.games import house_games
    from tablehall_lab.bench.rules import pace

    for name in game or ():
        if name not in house_games():
            raise fail(f"There is no game {name}; the games: {', '.join(house_games())}")
    print("game           seats    steps/s  us a step  steps a game  times Tic Tac Toe's step")
    peer = pace(house_games()["tictactoe"], seconds=seconds)
    for name, found in house_games().items():
        if not game or name in game:
            speed = peer if name == "tictactoe" else pace(found, seconds=seconds)
            print(
                f"{name:<15}{speed.seats:>5}{speed.rate:>11,.0f}{1e6 / speed.rate:>11.1f}"
                f"{speed.steps / speed.games:>14.1f}{peer.rate / speed.rate:>26.1f}"
            )


@bench.command()
def rl(
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be given again.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each, in a round.")] = 1,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 3,
) -> None:
    """Random games through `tablehall.rl`, beside PettingZoo's own and OpenSpiel's: steps a second of CPU.

    Example:  tablehall bench rl --game connect_four --game chess
    """
    from tablehall.games import house_games
    from tablehall_lab.bench.rl import compare, tell

    unknown = [name for name in game or () if name not in house_games()]
    if unknown:
        raise fail(f"--game {unknown[0]}: choose one of {', '.join(sorted(house_games()))}")
    tell(compare(game or list(house_games()), seconds, rounds))


@bench.command()
def bots(
    tables: Annotated[int, typer.Option(help="Tables at which a bot of level 3 thinks.")] = 200,
    programs: Annotated[int, typer.Option(help="Programs in the contest of Mia.")] = 10,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 20,
) -> None:
    """Bots that think at many tables: do a contest of Mia or people at a table wait for them?

    Example:  tablehall bench bots --tables 200
    """
    from tablehall_lab.bench.thinking import measure

    alone, among = measure(tables, programs, seconds)
    for name, found in (("nobody thinks", alone), (f"{tables} tables think", among)):
        print(
            f"{name:<20}a person's move is told after p50 {found.wait(0.5):5.1f} ms, "
            f"p99 {found.wait(0.99):6.1f} ms   Mia {found.mia.rate:5.0f} games/s, "
            f"{found.mia.server_missed} deadlines missed by the server   "
            f"{found.thoughts / found.mia.seconds:5.1f} moves of bots/s"
        )
    print(f"ratio: {among.wait(0.5) / alone.wait(0.5):.2f} times as long at p50, "
          f"{among.wait(0.99) / alone.wait(0.99):.2f} times at p99")  # fmt: skip


@bench.command()
def cluster(
    nodes: Annotated[str, typer.Option(help="How many nodes, one run after the other.")] = "1,2,3",
    tables: Annotated[int, typer.Option(help="Tables that play at the same time.")] = 200,
    seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 8,
    people: Annotated[int, typer.Option(help="So many people come in.")] = 1000,
) -> None:
    """Several nodes with PostgreSQL and NATS beside the usual hall: what a move and a hop cost.

    Example:  tablehall bench cluster --nodes 1,3 --tables 50 --seconds 4
    """
    from tablehall_lab.bench.cluster import measure
    from tablehall_lab.bench.cluster_report import Report
    from tablehall_lab.bench.guests import BenchError
    from tablehall_lab.bench.known import cards, known
    from tablehall_lab.bench.known import people as many_people
    from tablehall_lab.services.nats import NatsError
    from tablehall_lab.services.server import ServerError

    try:
        counts = [int(word) for word in nodes.split(",")]
    except ValueError as error:
        raise fail(f"--nodes {nodes}: say numbers with commas between, as 1,2,3") from error
    report = Report(tables, seconds)
    try:
        _, arrived = measure(counts, tables, seconds, report.tell, people)
    except (BenchError, NatsError, ServerError) as error:
        raise fail(f"tablehall: {error}") from error
    report.conclude(arrived, known(10_000, many_people), known(10_000, cards))
