"""Somebody of the house who plays with the client: any game, through the house door, any legal move."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence

from tablehall.client import ClientError, Guest, RefusedError, Table
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
        self._waiting = asyncio.Event()
        """Set when their tables stand open, or when they look for one."""
        self._lost = False
        self._luck = random.Random(name)
        self._farewells: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Come in, and play from now on."""
        self._playing = asyncio.create_task(self._play())
        await self._waiting.wait()

    async def go(self) -> None:
        """Leave, whatever is being played."""
        self._playing.cancel()
        await asyncio.gather(self._playing, *self._farewells, return_exceptions=True)

    async def _play(self) -> None:
        """Sit down and play to the end; come back if the scenario has one lose the connection."""
        me = Guest(self.address, name=self.name)
        with contextlib.suppress(ClientError):  # the hall is closing
            async with self._inside(me):
                await self._follow_all(await self._tables(me))
            while self._lost:
                self._lost = False
                await asyncio.sleep(LOST_FOR)
                me = Guest(self.address, secret=me.secret)
                async with self._inside(me):
                    await self._follow_all(list(me.tables.values()))

    @contextlib.asynccontextmanager
    async def _inside(self, me: Guest) -> AsyncIterator[None]:
        """In the hall; hangs up properly, also if that is interrupted."""
        await me.come_in()
        try:
            yield
        finally:
            self._farewells.append(asyncio.create_task(me.close()))
            await asyncio.shield(self._farewells[-1])

    async def _follow_all(self, tables: list[Table]) -> None:
        await asyncio.gather(*map(self._follow, tables))

    async def _tables(self, me: Guest) -> list[Table]:
        if self.seat.opens:
            tables = [await me.open(game, start=start_of(game)) for game in self.games]
            self._waiting.set()
            return tables
        cards = await me.lobby()
        self._waiting.set()
        while True:
            for card in cards.values():
                if card.game in self.games and None in card.seats and any(card.seats):
                    with contextlib.suppress(ClientError):  # somebody was quicker
                        return [await me.join(card.table)]
            await asyncio.sleep(LOOKS_EVERY)

    async def _follow(self, table: Table) -> None:
        begins: asyncio.Task[None] | None = None
        async for _ in table:
            if table.status == "waiting" and None not in table.seats and begins is None:
                begins = asyncio.create_task(self._begin(table))
            if table.my_turn:
                with contextlib.suppress(RefusedError):  # the client has just gone: there will be news
                    await self._move(table)
            if self._lost:
                return

    async def _begin(self, table: Table) -> None:
        """Say the word if the client does not."""
        await asyncio.sleep(BEGINS_AFTER)
        with contextlib.suppress(ClientError):  # it has just begun
            if table.status == "waiting":
                await table.start()

    async def _move(self, table: Table) -> None:
        if self.moves + 1 == self.seat.away_after:
            self._lost = True
        elif self.moves == self.seat.gives_up_after:
            await table.leave()
        else:
            if self.seat.says and not self.moves:
                await table.say(self.seat.says)
            await table.act(self._luck.choice(await table.legal()))
        self.moves += 1


def start_of(game: str) -> str:
    """When a table begins: where the protocol has a word for it, when it is said."""
    return "asked" if game == "eriantys" else "full"
