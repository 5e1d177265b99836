"""A table at which a guest without asyncio sits or looks on."""

import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.client.chance import share_of_rematch
from tablehall.client.errors import ConnectionLostError
from tablehall.client.followed import Claim, Followed
from tablehall.client.table import TableNews
from tablehall.hall.records import Proposable
from tablehall.protocols.house import replies, requests

if TYPE_CHECKING:
    from tablehall.client.sync import Guest


class Table(Followed):
    """A table kept in step with the news. Iterate over it to hear what happens until the game is over, or
    `wait` for your turn."""

    def __init__(self, guest: "Guest", whole: replies.Table) -> None:
        super().__init__(guest.person, whole)
        self.guest = guest
        self._ears: list[deque[TableNews]] = []

    def tell(self, news: TableNews) -> None:
        """Keep something for everybody who iterates."""
        for ear in self._ears:
            ear.append(news)

    def __iter__(self) -> Iterator[TableNews]:
        ear: deque[TableNews] = deque()
        self._ears.append(ear)
        try:
            yield self.latest
            while ear or not self.over:
                while not ear and not self.over:
                    self.guest.wait()
                if ear:
                    yield ear.popleft()
        finally:
            self._ears.remove(ear)

    def wait(self, within: float | None = None) -> bool:
        """Wait until it is your turn: True; or until the game is over: False. A `TimeoutError` says that
        neither has come in so many seconds."""
        end = None if within is None else time.monotonic() + within
        while not self.my_turn and not self.over:
            self.guest.wait(end)
        return not self.over

    def legal(self) -> tuple[Any, ...]:
        """The moves you may make now."""
        answer = self.guest.ask(requests.Legal(table=self.number))
        assert isinstance(answer, replies.Moves)
        return answer.moves

    def act(self, move: Any) -> None:
        """Make a move: once, also if the connection is lost meanwhile. Afterwards the table knows of it."""
        raw, before = msgspec.Raw(msgspec.json.encode(move)), self.seq
        while self.moved_at <= before:
            try:
                self.guest.ask(requests.Act(table=self.number, move=raw))
                break
            except ConnectionLostError:
                self.guest.stay()
                if self.moved_at <= before and not self.my_turn:
                    raise
        while self.moved_at <= before and not self.over:
            self.guest.wait()

    def say(self, text: str, to: str | None = None) -> None:
        """Say something to everybody at the table, or to one player."""
        self.guest.ask(requests.Say(table=self.number, text=text, to=to))

    def resign(self) -> None:
        """Give the game up."""
        self.guest.ask(requests.Resign(table=self.number))

    def propose(self, kind: Proposable) -> None:
        """Propose to take back your last move, to call it a draw, to put the game away, or to play again."""
        self.guest.ask(requests.Propose(table=self.number, kind=kind, entropy=share_of_rematch(self.rematch)))

    def answer(self, yes: bool) -> None:
        """Agree to what is proposed, or decline it."""
        self.guest.ask(requests.Answer(table=self.number, yes=yes, entropy=share_of_rematch(self.rematch)))

    def claim(self, what: Claim, level: int = 0) -> None:
        """Say what shall become of the game, whose players are `overdue`."""
        self.guest.ask(requests.Claim(table=self.number, claim=what, level=level))

    def leave(self) -> None:
        """Get up from the table or look away from it; leaving a running game gives it up."""
        self.guest.leave(self.number)
