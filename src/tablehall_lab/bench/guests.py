"""Pairs at the house doors of several nodes, who play one game of Tic Tac Toe after the other.

A table stays where it was opened, and so does the next one that its players ask for (`rematch`). So the
first of a pair opens a table at the node that is to own it, and may then come in again elsewhere.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Self

from tablehall_lab.bench.engine import DRAW_MOVES
from tablehall_lab.bench.thrifty import Thrifty
from tablehall_lab.services.server import Place

PATIENCE = 30.0


class BenchError(Exception):
    """The players were told something they did not expect."""


class Tally:
    """What all pairs of one arrangement have done."""

    def __init__(self) -> None:
        self.counting = self.over = False
        self.at_owner: list[float] = []
        """Seconds until the author of a move was told, at the node that owns their table."""
        self.elsewhere: list[float] = []
        """The same, of those who are at another node."""
        self.playing = 0
        """Pairs that have made their first move."""
        self.looking = self.listed = 0
        """Those who have the list of tables before them, and how often one was told that it changed."""
        self.wrong = ""
        self.changed = asyncio.Event()

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something, or for something to go wrong."""
        while not reached() and not self.wrong:
            self.changed.clear()
            await self.changed.wait()

    async def until_moved(self, *, here: bool, elsewhere: bool) -> None:
        """Wait until somebody has moved wherever they play: a busy machine may need longer for it."""
        wanted = [self.at_owner] * here + [self.elsewhere] * elsewhere
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.until(lambda: all(wanted))

    def failed(self, why: str) -> None:
        """Something that must not happen; the first one counts."""
        if not self.over:
            self.wrong = self.wrong or why
            self.changed.set()


class Guest(Thrifty):
    """One of a pair."""

    def __init__(self, pair: "Pair", side: int, hello: bytes) -> None:
        super().__init__()
        self.pair, self.side, self.hello = pair, side, hello
        self.sent = 0.0
        self.parted = False

    @classmethod
    async def come(cls, pair: "Pair", side: int, hello: bytes, place: Place) -> Self:
        """Come in at a node."""
        guest = cls(pair, side, hello)
        await asyncio.get_running_loop().create_connection(partial(_itself, guest), *place)
        return guest

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.parted:
            self.pair.tally.failed("a connection was lost")

    def hang_up(self) -> None:
        """Another connection speaks for them from now on."""
        self.parted = True
        self.transport.close()

    def heard(self, message: bytes) -> None:
        if self.parted:
            return
        if message.startswith(b'{"type":"parted"'):
            self.parted = True
        elif message.startswith(b'{"type":"refused"'):
            self.pair.tally.failed(message.decode())
        else:
            self.pair.heard(self, message)


def _itself(guest: Guest) -> Guest:
    return guest


class Pair:
    """Two who play game after game: a table at one node, its players there or elsewhere."""

    def __init__(self, name: str, tally: Tally, owner: Place, first: Place, second: Place) -> None:
        self.name, self.tally = name, tally
        self.owner, self.places = owner, (first, second)
        self.table = b""
        self.ply = self.games = 0
        self._here = 0
        self._moving: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Both come in; the first where the table is to be."""
        hellos = [b'{"type":"hello","name":"%s-%d"}' % (self.name.encode(), side) for side in (0, 1)]
        self.guests = [await Guest.come(self, 0, hellos[0], self.owner)]
        self.guests.append(await Guest.come(self, 1, hellos[1], self.places[1]))

    def heard(self, guest: Guest, message: bytes) -> None:
        """What the house says to one of them."""
        if message.startswith(b'{"type":"happened"'):
            self._happened(guest, message)
        elif message.startswith(b'{"type":"welcome"'):
            self._welcomed(guest, message)
        elif message.startswith(b'{"type":"table"') and guest.side == 0 and not self.table:
            self.table = number_of(message)
            self.guests[1].say(b'{"type":"join","table":%s}' % self.table)

    def _welcomed(self, guest: Guest, message: bytes) -> None:
        self._here += 1
        if guest.side == 0 and not self.table:
            self._secret = message.partition(b'"secret":"')[2].partition(b'"')[0]
        if self._here == 2:
            self.guests[0].say(b'{"type":"open","game":"tictactoe","rated":false}')
        elif self._here == 3:  # the first has come in elsewhere, and it is their turn
            self.guests[0].hang_up()
            self.guests[0] = guest
            self._move(guest)

    def _happened(self, guest: Guest, message: bytes) -> None:
        if b'"what":"moved"' in message:
            self._moved(guest)
        elif b'"what":"started"' in message:
            self._started(guest, message)
        elif (b'"what":"ended"', b'"what":"proposed"')[guest.side] in message and not self.tally.over:
            self._again(guest)  # the first proposes, the second agrees

    def _started(self, guest: Guest, message: bytes) -> None:
        if guest.side != self.games % 2:  # seats are changed with every game
            return
        self.table, self.ply = number_of(message), 0
        if self.games == 0 and self.places[0] != self.owner:
            hello = b'{"type":"hello","secret":"%s"}' % self._secret
            self._moving = asyncio.ensure_future(self._elsewhere(hello))
        else:
            self._move(guest)

    async def _elsewhere(self, hello: bytes) -> None:
        await Guest.come(self, 0, hello, self.places[0])

    def _again(self, guest: Guest) -> None:
        guest.say(b'{"type":"propose","table":%s,"kind":"rematch"}' % self.table)

    def _move(self, guest: Guest) -> None:
        if self.games == self.ply == 0:
            self.tally.playing += 1
            self.tally.changed.set()
        request = b'{"type":"act","table":%s,"move":%s}' % (self.table, DRAW_MOVES[self.ply])
        self.ply += 1
        if self.ply == len(DRAW_MOVES):
            self.games += 1
        guest.sent = time.perf_counter()
        guest.say(request)

    def _moved(self, guest: Guest) -> None:
        if guest.sent:  # their own move: they are told that it counts
            if self.tally.counting:
                away = self.places[guest.side] != self.owner
                told = self.tally.elsewhere if away else self.tally.at_owner
                told.append(time.perf_counter() - guest.sent)
                self.tally.changed.set()
            guest.sent = 0.0
        elif self.ply < len(DRAW_MOVES) and not self.tally.over:
            self._move(guest)

    def give_up(self) -> None:
        """Both leave their table, so that nobody waits for them."""
        for guest in self.guests:
            guest.say(b'{"type":"leave","table":%s}' % self.table)

    def leave(self) -> None:
        """Both hang up."""
        for guest in self.guests:
            guest.transport.abort()


def number_of(message: bytes) -> bytes:
    """The number of the table of which the house speaks."""
    return message[message.index(b'"table":') + 8 :].split(b",")[0]
