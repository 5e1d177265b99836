"""A table at which a guest sits or looks on."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.client.chance import share_of_rematch
from tablehall.client.errors import ConnectionLostError
from tablehall.client.followed import Claim, Followed
from tablehall.client.news import News
from tablehall.hall.records import Proposable
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import Gathered, Happened

if TYPE_CHECKING:
    from tablehall.client.guest import Guest

TableNews = replies.Table | Happened | Gathered
"""What happens at a table: all of it anew, one thing, or more or fewer spectators."""


class Table(Followed):
    """A table kept in step with the news. Iterate over it to hear what happens until the
    game is over; the first thing you hear is how it stands."""

    def __init__(self, guest: "Guest", whole: replies.Table) -> None:
        super().__init__(guest.person, whole)
        self.guest = guest

    async def __aiter__(self) -> AsyncIterator[TableNews]:
        ear = self.guest.listen(self._concerns)
        try:
            yield self.latest
            while not (self.over and ear.idle) and (heard := await ear.next()) is not None:
                assert isinstance(heard, TableNews)
                yield heard
        finally:
            self.guest.ignore(ear)

    def _concerns(self, news: News) -> bool:
        if isinstance(news, replies.Table):
            return news.card.table == self.number
        return isinstance(news, Happened | Gathered) and news.table == self.number

    async def until_over(self) -> "Table":
        """Wait until nothing more will be played here."""
        async for _ in self:
            pass
        return self

    async def legal(self) -> tuple[Any, ...]:
        """The moves you may make now."""
        answer = await self.guest.ask(requests.Legal(table=self.number))
        assert isinstance(answer, replies.Moves)
        return answer.moves

    async def act(self, move: Any) -> None:
        """Make a move: once, also if the connection is lost meanwhile. Afterwards the table
        knows of it."""
        raw = msgspec.Raw(msgspec.json.encode(move))
        ear = self.guest.listen(self._concerns)
        before = self.seq
        try:
            while not await self._act(raw, before):
                pass
            while self.moved_at <= before and not self.over and await ear.next() is not None:
                pass
        finally:
            self.guest.ignore(ear)

    async def _act(self, move: msgspec.Raw, before: int) -> bool:
        """Whether the move was made; if not, it may be tried again."""
        try:
            await self.guest.ask(requests.Act(table=self.number, move=move))
        except ConnectionLostError:
            await self.guest.here()
            if self.moved_at <= before and not self.my_turn:
                raise
            return self.moved_at > before
        return True

    async def say(self, text: str, to: str | None = None) -> None:
        """Say something to everybody at the table, or to one player."""
        await self.guest.ask(requests.Say(table=self.number, text=text, to=to))

    async def resign(self) -> None:
        """Give the game up."""
        await self.guest.ask(requests.Resign(table=self.number))

    async def propose(self, kind: Proposable) -> None:
        """Propose to take back your last move, to call it a draw, to put the game away, or to play again."""
        await self.guest.ask(
            requests.Propose(table=self.number, kind=kind, entropy=share_of_rematch(self.rematch))
        )

    async def answer(self, yes: bool) -> None:
        """Agree to what is proposed, or decline it."""
        await self.guest.ask(
            requests.Answer(table=self.number, yes=yes, entropy=share_of_rematch(self.rematch))
        )

    async def claim(self, what: Claim, level: int = 0) -> None:
        """Say what shall become of the game, whose players are `overdue`: you have won, it is a draw,
        a player of the house (of this level) goes on for them, or you wait on."""
        await self.guest.ask(requests.Claim(table=self.number, claim=what, level=level))

    async def start(self) -> None:
        """Begin the game at a table that waits for the word."""
        await self.guest.ask(requests.Start(table=self.number))

    async def resize(self, seats: int) -> None:
        """Change the number of seats before the start."""
        await self.guest.ask(requests.Resize(table=self.number, seats=seats))

    async def save(self, name: str, *, put_away: bool = True) -> None:
        """Save the game under a name; by default it is put away. If it `needs_consent`, propose that."""
        await self.guest.ask(requests.Save(table=self.number, name=name, put_away=put_away))

    async def bots(self, level: int, seats: int = 0) -> None:
        """Have players of the house take so many free seats (0: all); level 0 sends them away."""
        await self.guest.ask(requests.Bots(table=self.number, level=level, seats=seats))

    async def leave(self) -> None:
        """Get up from the table or look away from it; leaving a running game gives it up."""
        await self.guest.leave(self.number)
