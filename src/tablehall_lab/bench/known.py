"""What every node of a hall knows: everybody who was ever there, and every table of the others."""

import os
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablehall.cluster import messages
from tablehall.cluster.replicas import apply_changes
from tablehall.cluster.shared import SharedHall
from tablehall.games import house_games
from tablehall.hall import facts
from tablehall.hall.people import Profile, secret_hash
from tablehall.hall.scores import Score
from tablehall_lab.bench.engine import two_players

SEEN = 1_767_225_600_000


class Known(NamedTuple):
    """What one more of something costs every node."""

    bytes: float
    microseconds: float
    """To hear of it."""


def people(count: int) -> Iterator[messages.Change]:
    """So many people, each of whom has played a game of one kind."""
    for key in range(1, count + 1):
        about = Profile(
            key, "guest", f"somebody {key}", secret_hash(str(key)), 0, SEEN, {"tictactoe": Score(won=1)}
        )
        yield messages.Facts([facts.Known(about).row()])


def cards(count: int) -> Iterator[messages.Change]:
    """So many tables of another node, at which two play."""
    hall, anna, bob = two_players()
    anna.receive(b'{"type":"open","game":"tictactoe"}')
    (number,) = anna.person.tables
    bob.receive(b'{"type":"join","table":%d}' % number)
    summary = messages.summary(hall.tables[number])
    for key in range(10**9, 10**9 + count):
        yield messages.LobbyUpdate("opened", key, "tictactoe", summary.replace(b"%d" % number, b"%d" % key))


def known(count: int, kind: Callable[[int], Iterator[messages.Change]]) -> Known:
    """What it costs to know so many."""
    changes, halls = list(kind(count)), []
    for traced in (False, True):
        hall = SharedHall(house_games(), os.urandom)
        hall.leads = False
        halls.append(hall)
        if traced:
            tracemalloc.start()
        before, start = tracemalloc.get_traced_memory()[0], time.process_time()
        for change in changes:
            apply_changes(hall.deciding(0), "another", [change])
        if not traced:
            seconds = time.process_time() - start
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert all(len(hall.people.by_id) + len(hall.tables) == count for hall in halls)
    return Known(size / count, seconds / count * 1e6)
