"""Where the time of a move goes in the server, by part of the hall: seen from inside while players play."""

import re
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablehall_lab.bench.compare import Subject, committed, served
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.load import Load, now
from tablehall_lab.bench.machine import apart
from tablehall_lab.bench.sampled import LOOP, Seen, Stack
from tablehall_lab.services.usage import cpu_seconds

MAIN = "MainThread"
WITHIN = 30.0
"""Seconds in which the server has written what it saw."""
ROUND_THE_GAME = re.compile(
    r"^hall/(opening|seats|entrance|scores|watching)\.py:"
    r"|^hall/decision\.py:(finish|settle|close|forget|list_table|_index|_reveal|table_number|keep)$"
)
"""Wherever this is on the way, a table is opened, joined, ended or listed, and no move is made."""
TELLING = re.compile(r":(tell|_tell|_tell_all)$")
PARTS = (
    ("record and hash", re.compile(r"^hall/(records|decision)\.py:")),
    ("decision: rules, scene, clocks", re.compile(r"^(hall|games)/")),
    ("sockets", re.compile(r"^net/sender\.py:(flush|_flush_one|_flush_some|resume_writing|pause_writing)$")),
    ("batches and timers", re.compile(r"^net/pipeline\.py:|^journal/")),
    ("framing, limits and decoding", re.compile(r"^(net|protocols)/")),
)
"""The first of these that fits the innermost function that any of them fits."""


class Profile(NamedTuple):
    """What was seen, in CPU microseconds a move."""

    moves: int
    rate: float
    commit: float
    cpu: float
    samples: int
    parts: dict[str, float]
    kernel: dict[str, float]
    """Of each thread, what of it the kernel did."""
    functions: list[tuple[str, float]]
    """Each function without those it calls, the dearest first."""


def profile(subject: Subject, tables: int, seconds: float) -> Profile:
    """Let players play at one door of a hall that looks at itself."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "seen.json"
        command = (sys.executable, "-m", "tablehall_lab.bench.sampled", str(file), "serve", "--port=0")
        with (
            served(subject, (*command, "--log=warning")) as server,
            apart(server.pid),
            Load(subject.table, server.doors[subject.door], tables) as load,
        ):
            load.play(max(0.5, seconds / 3))
            commits = committed(server)
            load.count_anew()
            server.send(signal.SIGUSR1)
            begun, cpu = now(), cpu_seconds(server.pid)
            load.play(seconds)
            spent, wall = cpu_seconds(server.pid) - cpu, now() - begun
            server.send(signal.SIGUSR1)
            moves, made = load.moves, committed(server) - commits
            seen = awaited(file)
    return understood(seen, moves, moves / wall, moves / max(1, made), spent)


def awaited(file: Path) -> Seen:
    """What the server has written, as soon as it has."""
    end = now() + WITHIN
    while not file.exists():
        if now() > end:
            raise BenchError("the server did not say where it was")
        time.sleep(0.02)
    return msgspec.json.decode(file.read_bytes(), type=Seen)


def understood(seen: Seen, moves: int, rate: float, commit: float, cpu: float) -> Profile:
    """By part and by function, for one move."""
    parts, functions, each = Counter[str](), Counter[str](), 1000 * max(1, moves)
    for one in seen.spent:
        part = part_of(one.stack) if one.thread == MAIN else f"thread {one.thread}"
        parts[part] += one.nanoseconds
        functions[one.stack[0] if one.thread == MAIN else f"{one.thread}: {one.stack[0]}"] += one.nanoseconds
    return Profile(
        moves,
        rate,
        commit,
        cpu * 1e6 / max(1, moves),
        seen.samples,
        {part: spent / each for part, spent in parts.most_common()},
        {thread: spent / each for thread, spent in seen.kernel.items() if spent},
        [(name, spent / each) for name, spent in functions.most_common()],
    )


def part_of(stack: Stack) -> str:
    """To which part of the work a place in the loop's thread belongs."""
    if stack[0] == LOOP:
        return "sockets"
    telling = any(map(TELLING.search, stack))
    if not telling and any(map(ROUND_THE_GAME.search, stack)):
        return "opening, joining and ending"
    for place in stack:
        for part, pattern in PARTS:
            if pattern.search(place):
                return "rendering and telling" if telling and part != "sockets" else part
    return "everything else"
