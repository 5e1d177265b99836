"""Every door beside the bare broker: one interleaved run of several rounds, each with servers of its own.

The machine's speed changes from minute to minute, so a round measures everything once, one after the other,
and what counts is the ratio to the broker of the same round.
"""

import contextlib
import re
import statistics
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablehall.server import all_doors
from tablehall_lab.bench.doors.boards import Boards
from tablehall_lab.bench.doors.broker import Bare, BareLong
from tablehall_lab.bench.doors.eriantys import Eriantys
from tablehall_lab.bench.doors.house import House, HouseLong
from tablehall_lab.bench.doors.pipes import Pipes
from tablehall_lab.bench.doors.shelfie import Shelfie
from tablehall_lab.bench.load import Load, Table, now
from tablehall_lab.bench.machine import apart
from tablehall_lab.services.server import SERVE, Place, ServerProcess
from tablehall_lab.services.usage import cpu_seconds

BROKER = (sys.executable, "-m", "tablehall_lab.bench.bare")
LIMITS = "[hall]\ntables_each = 1000000\n" + "".join(
    f"[doors.{door}.limits]\nper_address = 100000\nconnections = 100000\naddress_rate = 1000000000\n"
    for door in ("house", "boards", "pipes", "shelfie", "eriantys")
)
COMMITS = re.compile(rb"^tablehall_commits_total (\S+)", re.MULTILINE)


class Subject(NamedTuple):
    """What can be measured."""

    about: str
    table: type[Table]
    door: str = ""
    """Where its players go in; nothing: it is the bare broker."""
    memory: bool = False
    peer: str = "bare"


SUBJECTS = {
    "bare": Subject("bare broker", Bare),
    "house": Subject("house, durable", House, "house"),
    "memory": Subject("house, --memory", House, "house", memory=True),
    "boards": Subject("boards", Boards, "boards"),
    "pipes": Subject("pipes", Pipes, "pipes"),
    "shelfie": Subject("shelfie", Shelfie, "shelfie"),
    "eriantys": Subject("eriantys", Eriantys, "eriantys"),
    "bare-long": Subject("bare broker, plain moves", BareLong, peer="bare-long"),
    "house-long": Subject("house, plain moves", HouseLong, "house", peer="bare-long"),
}


class Wanted(NamedTuple):
    """How to measure."""

    tables: int = 100
    seconds: float = 3.0
    crowd: int = 0
    half: bool = True
    """Also at half of the speed, for the times."""


class Found(NamedTuple):
    """What one subject showed in one round."""

    rate: float
    """Moves a second."""
    cpu: float
    """CPU microseconds of the server for a move."""
    games: int
    commit: float
    """Moves in a commit; 0: it knows no commits."""
    p50: float
    """Milliseconds from a move's sending to the opponent's hearing of it."""
    p99: float
    half_p99: float
    """The same at half of the speed; 0: not measured."""

    @property
    def busy(self) -> float:
        """The share of a core that the server used."""
        return self.rate * self.cpu / 1e6


@contextlib.contextmanager
def served(subject: Subject, command: Sequence[str] = SERVE) -> Iterator[ServerProcess]:
    """A server of its own, with no more doors than are needed."""
    if not subject.door:
        with ServerProcess(command=BROKER) as broker:
            yield broker
        return
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "hall.toml"
        config.write_text(LIMITS)
        closed = [f"--door={door}=off" for door in all_doors() if door not in ("house", subject.door)]
        where = "--memory" if subject.memory else f"--data={folder}/data"
        arguments = ["--host=127.0.0.1", where, f"--config={config}", *closed]
        with ServerProcess(*arguments, command=[*command]) as server:
            yield server


def measure(subject: Subject, wanted: Wanted) -> Found:
    """One subject, once."""
    with served(subject) as server, apart(server.pid):
        place = server.doors[subject.door or "bare"]
        with Load(subject.table, place, wanted.tables, wanted.crowd if subject.table.crowd else 0) as load:
            load.play(max(0.5, wanted.seconds / 3))
            return counted(load, server, wanted)


def counted(load: Load, server: ServerProcess, wanted: Wanted) -> Found:
    """What is played from now on."""
    commits = committed(server)
    load.count_anew()
    begun, cpu = now(), cpu_seconds(server.pid)
    load.play(wanted.seconds)
    wall, spent, moves, games = now() - begun, cpu_seconds(server.pid) - cpu, load.moves, load.games
    times, made = sorted(load.latencies), committed(server) - commits
    half = 0.0
    if wanted.half:
        load.pace(moves / wall / 2)
        load.play(wanted.seconds / 3)
        load.count_anew()
        load.play(wanted.seconds)
        half = at(sorted(load.latencies), 0.99)
    per_commit = moves / made if made else 0.0
    return Found(
        moves / wall, spent / max(1, moves) * 1e6, games, per_commit, at(times, 0.5), at(times, 0.99), half
    )


def at(times: list[float], share: float) -> float:
    """So long at most took this share of the moves, in milliseconds."""
    return times[int(share * (len(times) - 1))] * 1000 if times else 0.0


def committed(server: ServerProcess) -> float:
    """How many commits a hall has made; a broker makes none."""
    place: Place | None = server.doors.get("house")
    if place is None:
        return 0.0
    with urllib.request.urlopen(f"http://{place[0]}:{place[1]}/metrics", timeout=30) as answer:
        found = COMMITS.search(answer.read())
    return float(found[1]) if found else 0.0


class Figures(NamedTuple):
    """What all rounds showed of one subject: the middle of each figure."""

    found: Found
    ratio: float
    """CPU a move, in times of the peer in the same round."""
    worst: float
    best: float


def compare(
    names: Sequence[str], wanted: Wanted, rounds: int, tell: Callable[[str], None] = lambda _: None
) -> dict[str, Figures]:
    """All of these and their peers, round after round."""
    chosen = {*names, *(SUBJECTS[name].peer for name in names)}
    all_found: dict[str, list[Found]] = {name: [] for name in SUBJECTS if name in chosen}
    for number in range(rounds):
        for name, found in all_found.items():
            tell(f"round {number + 1} of {rounds}: {SUBJECTS[name].about}")
            found.append(measure(SUBJECTS[name], wanted))
    return {name: figures(found, all_found[SUBJECTS[name].peer]) for name, found in all_found.items()}


def figures(found: Sequence[Found], peers: Sequence[Found]) -> Figures:
    """The middle of everything; of the ratios, also the least and the greatest."""
    ratios = [one.cpu / peer.cpu for one, peer in zip(found, peers, strict=True)]
    middle = Found(*(statistics.median(values) for values in zip(*found, strict=True)))
    return Figures(middle, statistics.median(ratios), max(ratios), min(ratios))
