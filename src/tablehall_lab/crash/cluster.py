"""The crash test of a hall of several nodes: real nodes, a real database, real NATS servers, players over
real sockets, and one thing at a time that goes wrong. Whatever anybody was told must be in the log
afterwards, once, and every game must go on."""

import asyncio
import itertools
import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tablehall_lab.crash.faults import FAULTS, Blow, Fault
from tablehall_lab.crash.laboratory import NAMES, NODES, Laboratory
from tablehall_lab.crash.players import Pair
from tablehall_lab.crash.told import Told, compare

GAMES = ("connect_four", "tictactoe", "dama", "shelfie")
TABLES = (6, 9)
STUCK_AFTER = 20.0
BEFORE, AFTER = 3, 6
"""So many moves everybody makes before something goes wrong, and when it is over."""
QUIET = 1.0
LOOK_EVERY = 0.05


class Run(msgspec.Struct):
    """What one run showed."""

    fault: str
    tables: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    concerned: int = 0
    """Tables that needed what was hit."""
    pause: "Pause | None" = None
    """The longest pause between two moves at one of those."""
    pause_elsewhere: "Pause | None" = None
    """The longest at all others, if there are any."""
    pause_between: "Pause | None" = None
    """The longest between a game and the next one, at any table."""
    stuck: list[str] = []
    problems: list[str] = []
    nodes_said: str = ""
    """What the nodes have logged, if something is wrong."""

    @property
    def failed(self) -> bool:
        return bool(self.lost or self.doubled or self.stuck or self.problems)


class Arrangement(NamedTuple):
    """Who owns a table, and where its players are."""

    owner: int
    homes: tuple[int, int]


def arrangements(chance: random.Random, fault: Fault) -> Iterator[Arrangement]:
    """Opponents at different nodes; at every third table neither of them is at its owner."""
    idle = chance.randrange(NODES) if fault.only_gateway else None
    every = [
        Arrangement(owner, (first, second))
        for owner, first, second in itertools.product(range(NODES), repeat=3)
        for _ in range(2 if first == owner else 1)
        if first != second and second != owner and owner != idle
    ]
    while True:
        yield from chance.sample(every, len(every))


def seat_pairs(chance: random.Random, fault: Fault, told: Told, names: str) -> list[Pair]:
    """The players of a run."""
    count, pairs = chance.randint(*TABLES), []
    for number, place in zip(range(count), arrangements(chance, fault), strict=False):
        both = [f"{names}{number}{letter}" for letter in "ab"]
        pairs.append(Pair(both, GAMES[number % len(GAMES)], place.owner, place.homes, told))
    return pairs


class Watch:
    """Sees to it that everybody goes on."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = pairs
        self.stuck: dict[Pair, str] = {}

    async def until_moved(self, moves: int) -> None:
        """Wait until every pair has made so many moves from now on, or is stuck."""
        goals = {pair: len(pair.moved) + moves for pair in self.pairs if pair not in self.stuck}
        begun = time.monotonic()
        while goals:
            await asyncio.sleep(LOOK_EVERY)
            for pair, goal in list(goals.items()):
                since = max([begun, *(at for at, _ in pair.moved[-1:])])
                if len(pair.moved) >= goal:
                    del goals[pair]
                elif time.monotonic() - since > STUCK_AFTER:
                    self.stuck[pair] = pair.state()
                    del goals[pair]


class Pause(NamedTuple):
    """A time without an acknowledged move at a table."""

    lasted: float
    begun: float
    """Seconds after the fault."""

    def __str__(self) -> str:
        return f"{self.lasted:.2f} s (from {self.begun:.1f} s on)"


def longest_pause(pairs: Sequence[Pair], since: float, until: float, *, within: bool = True) -> Pause | None:
    """The longest time without an acknowledged move: within a game, or from one game to the next."""
    pauses = []
    for pair in pairs:
        moves = [(since, 0), *(move for move in pair.moved if move[0] <= since)][-1:]
        moves += [move for move in pair.moved if since < move[0] < until]
        moves.append((until, pair.table))
        for (sooner, before), (later, after) in itertools.pairwise(moves):
            if (before == after) is within:
                pauses.append(Pause(later - sooner, sooner - since))
    return max(pauses, default=None)


async def crash_once(lab: Laboratory, fault: Fault, seed: str) -> Run:
    """Let everybody play, let one thing go wrong, and see whether they go on."""
    chance, told = random.Random(seed), Told()
    pairs = seat_pairs(chance, fault, told, f"{random.Random(seed).getrandbits(40):x}-")
    before, places = await lab.epochs(), lab.places
    players = [player for pair in pairs for player in pair.players]
    lives = [asyncio.create_task(player.live(places)) for player in players]
    watch = Watch(pairs)
    try:
        await watch.until_moved(BEFORE)
        await asyncio.sleep(chance.uniform(0, QUIET))
        blow = fault.draw(lab, chance, pairs)
        concerned = [pair for pair in pairs if pair.nodes() & blow.hit]
        since = time.monotonic()
        await _strike(lab, blow, before)
        await asyncio.sleep(QUIET)
        await watch.until_moved(AFTER)
        until = time.monotonic()
        for pair in pairs:
            pair.stopping = True
        await asyncio.gather(*(player.leave() for player in players))
    finally:
        for life in lives:
            life.cancel()
        ended = await asyncio.gather(*lives, return_exceptions=True)
    run = Run(fault.name, len(pairs), told.acknowledged, gaps=told.gaps, concerned=len(concerned))
    run.pause = longest_pause(concerned, since, until)
    run.pause_elsewhere = longest_pause([pair for pair in pairs if pair not in concerned], since, until)
    run.pause_between = longest_pause(pairs, since, until, within=False)
    run.stuck = list(watch.stuck.values())
    faults = [repr(end) for end in ended if not isinstance(end, asyncio.CancelledError)]
    found = await asyncio.to_thread(_compare, lab, told)
    run.lost, run.doubled = found
    run.problems = [*told.problems, *faults]
    run.nodes_said = lab.log() if run.failed else ""
    return run


async def _strike(lab: Laboratory, blow: Blow, before: dict[str, list[int]]) -> None:
    """It happens; then whatever was killed is brought back while the others play on."""
    await blow.strike()
    await blow.mend()
    await lab.until_whole(before, [NAMES[number] for number in blow.anew])
    for node in lab.nodes:
        await asyncio.to_thread(node.wait_until_open)


def _compare(lab: Laboratory, told: Told) -> tuple[int, int]:
    with lab.journal() as journal:
        return compare(told, journal)


def drawn_faults(seed: int, which: Sequence[str] = ()) -> Iterator[str]:
    """Which fault comes next: all of them in any order, then all of them in another."""
    chance = random.Random(seed)
    while True:
        yield from chance.sample(list(which or FAULTS), len(which or FAULTS))


def crash(lab: Laboratory, runs: int, seed: int = 1, which: Sequence[str] = ()) -> Iterator[Run]:
    """So many runs, one after the other."""
    for number, name in zip(range(runs), drawn_faults(seed, which), strict=False):
        yield asyncio.run(crash_once(lab, FAULTS[name], f"{seed}/{number}"))


# The table at the end.

HEAD = ("fault", "runs", "moves acknowledged", "lost", "doubled", "longest pause at its tables", "elsewhere")


def summary(runs: Sequence[Run]) -> str:
    """All runs by fault."""
    rows: list[tuple[str, ...]] = [HEAD]
    for fault in (fault.name for fault in FAULTS.values()):
        own = [run for run in runs if run.fault == fault]
        if own:
            sums = (sum(getattr(run, what) for run in own) for what in ("acknowledged", "lost", "doubled"))
            pauses = ([run.pause for run in own], [run.pause_elsewhere for run in own])
            rows.append((fault, str(len(own)), *map(str, sums), *map(longest, pauses)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(" | ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def longest(pauses: Sequence[Pause | None]) -> str:
    """The longest of some pauses in words."""
    found = max((pause.lasted for pause in pauses if pause is not None), default=None)
    return "-" if found is None else f"{found:.2f} s"


def in_words(run: Run, number: int) -> str:
    """A run in one line."""
    parts = [
        f"run {number}: {run.fault}",
        f"{run.concerned} of {run.tables} tables concerned",
        f"{run.acknowledged} moves",
        f"{run.lost} lost, {run.doubled} doubled, {len(run.stuck)} stuck",
        f"pause {run.pause or '-'}, elsewhere {run.pause_elsewhere or '-'}",
        f"between games {run.pause_between or '-'}",
    ]
    return "; ".join([*parts, *([f"{run.gaps} gaps in the news"] if run.gaps else ())])
