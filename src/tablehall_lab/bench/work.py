"""The work of every message of every door in a hall of many tables: how long, at most, others wait for it."""

import gc
import re
import time
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tablehall.hall import commands
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.terms import Terms
from tablehall.server import all_doors
from tablehall_lab.bench.said import SAID
from tablehall_lab.fuzz.room import Room

EACH = 100
"""So many tables of each sort every host has opened."""
SAVES = 6_000
"""As many as there may be."""
TICKET = re.compile(rb"\b20[01]\|(\d+)")
GAMES = {
    "house": "tictactoe",
    "boards": "tictactoe",
    "pipes": "dama",
    "pipes_original": "dama",
    "shelfie": "shelfie",
    "eriantys": "eriantys",
    "mia": "tictactoe",
    "maexchen": "tictactoe",
}


class Meter(Protocol):
    """Measures what is done, from one turn of the others to the next."""

    def begin(self) -> None: ...
    def turn(self) -> None: ...
    def end(self) -> float:
        """The most that was done in one turn since the beginning."""


class Watch:
    """A meter in milliseconds."""

    def begin(self) -> None:
        self._worst, self._since = 0.0, time.perf_counter()

    def turn(self) -> None:
        now = time.perf_counter()
        self._worst, self._since = max(self._worst, now - self._since), now

    def end(self) -> float:
        self.turn()
        return 1000 * self._worst


def fill(hall: Hall, tables: int, game: str) -> None:
    """Many people have opened tables: some public, some private, some where somebody plays."""
    hall.limits = Limits(tables=10 * tables, tables_each=10 * EACH, saves=10 * tables)
    hosts = []
    for number in range(5 + 3 * tables // EACH):
        entered = hall.handle(commands.Enter(10**9 + number, "guest", f"host{number}"), 1)
        hosts.append(entered.result.person.id)
    for number in range(tables):
        host = hosts[number % len(hosts)]
        hall.handle(commands.Open(host, Terms(game)), 1)
        hall.handle(commands.Open(host, Terms(game), private=True), 1)
        played = hall.handle(commands.Open(host, Terms(game)), 1).result.sheet.table
        for other in range(1, len(hall.tables[played].scene.seats)):
            guest = hosts[(number + other) % len(hosts)]
            hall.handle(commands.Join(guest, played, name=f"g{guest}"), 1)
        if number < SAVES:
            hall.handle(commands.Save(host, played, f"save{number}", put_away=number % 2 == 0), 1)


def worst_of(door: str, tables: int, meter: Meter) -> dict[str, float]:
    """The most that each message of a conversation costs in one turn, with so many tables of each sort."""
    room = Room(all_doors()[door])
    fill(room.hall, tables, GAMES[door])
    follow(room, meter)
    if room.socket is None:
        room.client(1)
    found = {}
    gc.collect()
    gc.freeze()  # as the server does
    for number, (kind, message) in enumerate(SAID[door]()):
        heard = b"" if room.socket is not None else bytes(room.client(1).written)
        tickets = TICKET.findall(heard)
        said = message.replace("#", tickets[-1].decode() if tickets else "0").encode()
        said = room.filled_in(1, said)
        meter.begin()
        room.says(1, said)
        room.wait(0)
        found[f"{number} {kind}"] = meter.end()
    gc.unfreeze()
    return found


def follow(room: Room, meter: Meter) -> None:
    """Have a meter told of every turn."""
    taken = room.timeline.next

    def next_turn() -> object:
        meter.turn()
        return taken()

    room.timeline.next = next_turn  # type: ignore[assignment,method-assign]


class Worst(NamedTuple):
    """The message of a door that took longest."""

    door: str
    kind: str
    milliseconds: float


def worst(tables: int, rounds: int = 3) -> Iterator[Worst]:
    """For each door what holds others up for longest, the best of some rounds: what else the machine does is
    not counted."""
    for door in all_doors():
        found = [worst_of(door, tables // 3, Watch()) for _ in range(rounds)]
        best = {kind: min(each[kind] for each in found) for kind in found[0]}
        kind = max(best, key=lambda kind: best[kind])
        yield Worst(door, kind.partition(" ")[2], best[kind])
