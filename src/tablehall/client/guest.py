"""A person in the hall: comes in, asks, hears the news, and comes back when the line breaks."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec

from tablehall.client.address import house_url
from tablehall.client.chance import own_chance
from tablehall.client.conversation import Conversation, Request
from tablehall.client.ears import Ear, Wanted
from tablehall.client.line import Line
from tablehall.client.news import News
from tablehall.client.somebody import Somebody
from tablehall.client.table import Table
from tablehall.hall.clock import ClockSpec
from tablehall.hall.terms import BotPlan
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, ContestCard, GameCard, SaveCard, TableCard

NO_CLOCK = ClockSpec()


def wish_to_open(
    game: str, seats: int, options: Any, clock: ClockSpec, bots: int | BotPlan, more: dict[str, Any]
) -> requests.Open:
    """The request for a table, with a fresh share of chance unless the other keys have one."""
    raw = msgspec.UNSET if options is None else msgspec.Raw(msgspec.json.encode(options))
    plan = BotPlan(level=bots) if isinstance(bots, int) and bots else bots or None
    wish = {"entropy": own_chance(), **more}
    return requests.Open(game=game, seats=seats, options=raw, clock=clock, bots=plan, **wish)


class Guest(Somebody[Table]):
    """A guest of the hall. Comes in with `async with`; keep `secret` to come back another day.

    With a `code`, which `pair` gave to another connection of theirs, they are that person."""

    def __init__(
        self, address: str = "", *, name: str = "", secret: str = "", code: str = "", words: bool = False
    ) -> None:
        conversation = Conversation(name, secret, code, words=words)
        super().__init__(conversation, lambda whole: Table(self, whole))
        self._line = Line(house_url(address), self._core)

    @property
    def url(self) -> str:
        """Where the house door is."""
        return self._line.url

    # Coming and going.

    async def __aenter__(self) -> "Guest":
        await self.come_in()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def come_in(self) -> None:
        """Connect and say who you are; without name, secret and code you may only look around."""
        await self._line.come_in()

    async def here(self) -> None:
        """Wait until the connection stands."""
        await self._line.here()

    @property
    def connected(self) -> bool:
        """Whether the hall can be heard right now."""
        return self._line.connected

    @property
    def shown_out(self) -> bool:
        """Whether one is out of the hall for good."""
        return self._line.out is not None

    async def bye(self) -> None:
        """Leave the hall, with all connections of yours: seats at running games are given up."""
        await self.ask(requests.Bye())
        self._line.depart()

    async def close(self) -> None:
        """Hang up; seats are kept."""
        await self._line.close()

    async def pair(self) -> replies.Code:
        """A code that brings you to another device; it lives a minute and can be used once."""
        answer = await self.ask(requests.Pair())
        assert isinstance(answer, replies.Code)
        return answer

    async def seen(self) -> None:
        """You have read what you `missed`, and need not be told again."""
        await self.ask(requests.Seen())
        self._core.missed = ()

    # Hearing and asking.

    def listen(self, wanted: Wanted | None = None, queue: "asyncio.Queue[Any] | None" = None) -> Ear:
        """Somebody wants to hear the news from now on, in a queue of their own if they like."""
        return self._line.ears.add(wanted, queue)

    def ignore(self, ear: Ear) -> None:
        """They no longer do."""
        self._line.ears.remove(ear)

    async def news(self) -> AsyncIterator[News]:
        """Everything that is heard from now on, of every table and of the lobby."""
        ear = self.listen()
        try:
            while (heard := await ear.next()) is not None:
                yield heard
        finally:
            self.ignore(ear)

    async def called(self) -> Table:
        """The next table where you are without having asked for it here: a rematch, a game of a contest,
        or one at which another connection of yours has sat down."""
        table: Table = await self._line.calls.get()
        return table

    async def ask(self, request: Request) -> AnyReply:
        """Make any request of the protocol and wait for its answer. While the connection is lost it
        waits; lost in between, a question is asked again, and anything else is a `ConnectionLostError`."""
        return await self._line.ask(request)

    async def games(self) -> tuple[GameCard, ...]:
        """The games that can be played here."""
        answer = await self.ask(requests.Games())
        assert isinstance(answer, replies.GameList)
        return answer.games

    async def lobby(self, on: bool = True) -> Mapping[int, TableCard]:
        """The public tables by number; from now on kept up to date (or no longer)."""
        self._core.lobby_on = on
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
        private, spectators, start, rated, absence, entropy (by default a fresh one); `bots` is the
        level of the house's players on the other seats (0: none), or a whole plan for them."""
        return await self._table(wish_to_open(game, seats, options, clock, bots, more))

    async def join(self, table: int, code: str = "", **more: Any) -> Table:
        """Sit down at a waiting table. `more` are the other keys: seat, name, entropy (by default a fresh
        one)."""
        return await self._table(requests.Join(table=table, code=code, **{"entropy": own_chance(), **more}))

    async def watch(self, table: int, code: str = "") -> Table:
        """Look on at a table."""
        return await self._table(requests.Watch(table=table, code=code), code)

    async def reopen(self, game: str, name: str) -> Table:
        """Bring a saved game of yours back to a table, where each player has their seat; then join."""
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
        if table in self.tables:
            self._line.ears.tell(self._core.forget(table))

    async def saves(self, game: str = "") -> tuple[SaveCard, ...]:
        """The saved games that could be brought back."""
        answer = await self.ask(requests.Saves(game=game))
        assert isinstance(answer, replies.SaveList)
        return answer.saves

    async def delete_save(self, game: str, name: str) -> None:
        """You do not want a saved game any more; it is gone when none of its players does."""
        await self.ask(requests.Delete(game=game, name=name))

    async def contests(self) -> tuple[ContestCard, ...]:
        """The contests that are held here, and how they stand."""
        answer = await self.ask(requests.Contests())
        assert isinstance(answer, replies.ContestList)
        return answer.contests

    async def compete(self, contest: str, on: bool = True) -> None:
        """Take part in a contest (or no longer): `called` gives its games."""
        await self._stand(f"compete {contest}", requests.Compete(contest=contest, on=on), on)

    async def follow(self, contest: str, on: bool = True) -> None:
        """Look on at a contest's games (or no longer): `called` gives them one after the other."""
        await self._stand(f"follow {contest}", requests.Follow(contest=contest, on=on), on)

    async def _stand(self, what: str, wish: requests.AnyRequest, on: bool) -> None:
        """Ask for something that is wanted again after every return."""
        await self.ask(wish)
        self._core.standing.pop(what, None)
        if on:
            self._core.standing[what] = wish

    async def ping(self) -> int:
        """What time it is in the hall, asked now."""
        answer = await self.ask(requests.Ping())
        assert isinstance(answer, replies.Pong)
        return answer.at
