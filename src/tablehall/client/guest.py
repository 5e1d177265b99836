"""A person in the hall: comes in, asks, hears the news, and comes back when the line breaks."""

import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec

from tablehall.client.asking import Request
from tablehall.client.news import News
from tablehall.client.staying import Staying
from tablehall.client.table import Table
from tablehall.hall.clock import ClockSpec
from tablehall.hall.terms import BotPlan
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import ContestCard, GameCard, SaveCard, TableCard

NO_CLOCK = ClockSpec()


class Guest(Staying):
    """A guest of the hall. Comes in with `async with`; keep `secret` to come back another day."""

    async def __aenter__(self) -> "Guest":
        await self.come_in()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _new_table(self, whole: replies.Table) -> Table:
        return Table(self, whole)

    async def news(self) -> AsyncIterator[News]:
        """Everything that is heard from now on, of every table and of the lobby."""
        ear = self.listen()
        try:
            while (heard := await ear.next()) is not None:
                yield heard
        finally:
            self.ignore(ear)

    def now(self) -> float:
        """What time it is in the hall, in milliseconds since 1970."""
        return time.time() * 1000 + self.ahead

    async def games(self) -> tuple[GameCard, ...]:
        """The games that can be played here."""
        answer = await self.ask(requests.Games())
        assert isinstance(answer, replies.GameList)
        return answer.games

    async def lobby(self, on: bool = True) -> Mapping[int, TableCard]:
        """The public tables by number; from now on kept up to date (or no longer)."""
        self.lobby_on = on
        await self.ask(requests.Lobby(on=on))
        return self.lobby_cards

    async def open(
        self,
        game: str,
        seats: int = 0,
        *,
        options: Any = None,
        clock: ClockSpec = NO_CLOCK,
        bots: int | BotPlan = 0,
        **more: Any,
    ) -> Table:
        """Open a table and sit down at it. `more` are the other keys of the request: title,
        private, spectators, start, rated, absence, entropy; `bots` is the level of the house's
        players on the other seats (0: none), or a whole plan for them."""
        raw = msgspec.UNSET if options is None else msgspec.Raw(msgspec.json.encode(options))
        plan = BotPlan(level=bots) if isinstance(bots, int) and bots else bots or None
        wish = requests.Open(game=game, seats=seats, options=raw, clock=clock, bots=plan, **more)
        return await self._table(wish)

    async def join(self, table: int, code: str = "", **more: Any) -> Table:
        """Sit down at a waiting table. `more` are the other keys: seat, name, entropy."""
        return await self._table(requests.Join(table=table, code=code, **more))

    async def watch(self, table: int, code: str = "") -> Table:
        """Look on at a table."""
        return await self._table(requests.Watch(table=table, code=code), code)

    async def reopen(self, game: str, name: str) -> Table:
        """Bring a saved game back to a table; its players then join."""
        return await self._table(requests.Reopen(game=game, name=name))

    async def _table(self, wish: Request, code: str = "") -> Table:
        answer = await self.ask(wish)
        assert isinstance(answer, replies.Table)
        table = self.tables[answer.card.table]
        table.code = table.code or code
        return table

    async def leave(self, table: int) -> None:
        """Get up from a table or look away from it; leaving a running game gives it up."""
        await self.ask(requests.Leave(table=table))
        left = self.tables.pop(table, None)
        if left is not None:
            self.forget(left)

    async def called(self) -> Table:
        """The next table to which the hall calls you: a rematch, a game of a contest."""
        return await self.calls.get()

    async def saves(self, game: str = "") -> tuple[SaveCard, ...]:
        """The saved games that could be brought back."""
        answer = await self.ask(requests.Saves(game=game))
        assert isinstance(answer, replies.SaveList)
        return answer.saves

    async def contests(self) -> tuple[ContestCard, ...]:
        """The contests that are held here, and how they stand."""
        answer = await self.ask(requests.Contests())
        assert isinstance(answer, replies.ContestList)
        return answer.contests

    async def compete(self, contest: str, on: bool = True) -> None:
        """Take part in a contest (or no longer): `called` gives its games."""
        await self.ask(requests.Compete(contest=contest, on=on))
        self.standing.pop(f"compete {contest}", None)
        if on:
            self.standing[f"compete {contest}"] = requests.Compete(contest=contest)

    async def follow(self, contest: str, on: bool = True) -> None:
        """Look on at a contest's games (or no longer): `called` gives them one after the other."""
        await self.ask(requests.Follow(contest=contest, on=on))
        self.standing.pop(f"follow {contest}", None)
        if on:
            self.standing[f"follow {contest}"] = requests.Follow(contest=contest)

    async def ping(self) -> int:
        """What time it is in the hall, asked now."""
        answer = await self.ask(requests.Ping())
        assert isinstance(answer, replies.Pong)
        return answer.at

    async def bye(self) -> None:
        """Leave the hall: seats at running games are given up."""
        await self.ask(requests.Bye())
        self.depart()
