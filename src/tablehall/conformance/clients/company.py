"""Somebody of the house who plays with the client: any game, through the house door, any legal move."""

import asyncio
import contextlib
import random
from collections.abc import Sequence

from tablehall.client import ClientError, Guest, Table
from tablehall.conformance.clients.scenario import Seat

LOST_FOR = 0.2
"""Seconds for which somebody is lost who comes back."""
BEGINS_AFTER = 1.0
"""Seconds after which they begin a game themselves that waits for the word."""
LOOKS_EVERY = 0.02


class Companion:
    """A guest at the client's table, or one with tables at which the client may sit down."""

    def __init__(self, address: str, games: Sequence[str], seat: Seat, name: str) -> None:
        self.address, self.games, self.seat, self.name = address, games, seat, name
        self.moves = 0
        self.waiting = asyncio.Event()
        """Set when their tables stand open."""
        self._lost = False
        self._luck = random.Random(name)

    async def play(self) -> None:
        """Come in, sit down, and play to the end; come back if the scenario has one lose the connection."""
        with contextlib.suppress(ClientError):  # the hall is closing
            async with Guest(self.address, name=self.name) as me:
                secret = me.secret
                await self._follow_all(await self._tables(me))
            while self._lost:
                self._lost = False
                await asyncio.sleep(LOST_FOR)
                async with Guest(self.address, secret=secret) as me:
                    await self._follow_all(list(me.tables.values()))

    async def _follow_all(self, tables: list[Table]) -> None:
        await asyncio.gather(*map(self._follow, tables))

    async def _tables(self, me: Guest) -> list[Table]:
        if self.seat.opens:
            tables = [await me.open(game, start=start_of(game)) for game in self.games]
            self.waiting.set()
            return tables
        cards = await me.lobby()
        self.waiting.set()
        while True:
            for card in cards.values():
                if card.game in self.games and None in card.seats and any(card.seats):
                    with contextlib.suppress(ClientError):  # somebody was quicker
                        return [await me.join(card.table)]
            await asyncio.sleep(LOOKS_EVERY)

    async def _follow(self, table: Table) -> None:
        begins = asyncio.create_task(self._begin(table))
        try:
            async for _ in table:
                if table.my_turn:
                    await self._move(table)
                if self._lost:
                    return
        finally:
            begins.cancel()

    async def _begin(self, table: Table) -> None:
        """Say the word if the client does not."""
        while table.status == "waiting" and None in table.seats:
            await asyncio.sleep(LOOKS_EVERY)
        await asyncio.sleep(BEGINS_AFTER)
        with contextlib.suppress(ClientError):
            if table.status == "waiting":
                await table.start()

    async def _move(self, table: Table) -> None:
        self.moves += 1
        if self.moves == self.seat.away_after:
            self._lost = True
        elif self.moves > self.seat.gives_up_after:
            await table.leave()
        else:
            if self.seat.says and self.moves == 1:
                await table.say(self.seat.says)
            await table.act(self._luck.choice(await table.legal()))


def start_of(game: str) -> str:
    """When a table begins: where the protocol has a word for it, when it is said."""
    return "asked" if game == "eriantys" else "full"
