"""What a guest hears, sorted: answers to whoever asked, news to tables, lobby and followers."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from tablehall.client.asking import Desk, Request
from tablehall.client.errors import ClientError, ConnectionLostError, RefusedError
from tablehall.client.news import Ear, News
from tablehall.client.table import Table
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, TableCard

KEPT_OVER = 20
"""So many tables are remembered at which nothing more is played."""


class Hearing:
    """The tables and the lobby of a guest, kept in step with what the hall says."""

    def __init__(self) -> None:
        self.person = 0
        self.tables: dict[int, Table] = {}
        """Where you sit or look on."""
        self.lobby_cards: dict[int, TableCard] = {}
        self.calls: asyncio.Queue[Table] = asyncio.Queue()
        """Tables to which the hall called without being asked."""
        self._desk = Desk()
        self._ears: list[Ear] = []
        self._meeting: set[int] = set()
        self._errands: set[asyncio.Task[None]] = set()

    async def _ask_now(self, request: Request) -> AnyReply:
        raise NotImplementedError

    def _new_table(self, whole: replies.Table) -> Table:
        raise NotImplementedError

    def listen(
        self, wanted: Callable[[News], bool] | None = None, queue: "asyncio.Queue[Any] | None" = None
    ) -> Ear:
        """Somebody wants to hear the news from now on, in a queue of his own if he likes."""
        ear = Ear(wanted, queue)
        self._ears.append(ear)
        return ear

    def ignore(self, ear: Ear) -> None:
        """He no longer does."""
        if ear in self._ears:
            self._ears.remove(ear)

    def _tell(self, news: News) -> None:
        for ear in self._ears:
            ear.tell(news)

    def _end(self, why: ClientError | None) -> None:
        """Nobody will hear anything any more."""
        for ear in self._ears:
            ear.end(why)

    def _hear(self, reply: AnyReply) -> None:
        match reply:
            case replies.Happened():
                self._happened(reply)
            case replies.Table():
                self._whole(reply)
            case replies.Done(table=int(number)) if number in self.tables:
                self._told(self.tables[number])
            case replies.Gathered() if reply.table in self.tables:
                self.tables[reply.table].watching = reply.watching
                self._tell(reply)
            case replies.LobbyList():
                self.lobby_cards = {card.table: card for card in reply.tables}
                self._tell(reply)
            case replies.Listed():
                self._listed(reply)
        self._desk.take(reply)

    def _listed(self, reply: replies.Listed) -> None:
        if reply.change == "gone":
            self.lobby_cards.pop(reply.card.table, None)
        else:
            self.lobby_cards[reply.card.table] = reply.card
        self._tell(reply)

    def _happened(self, news: replies.Happened) -> None:
        table = self.tables.get(news.table)
        if table is None:
            if news.table not in self._meeting:
                self._meeting.add(news.table)
                self._send_for(self._meet(news.table))
            return
        new = table.hear(news)
        if new is None:
            self._send_for(self._ask_what_was_missed(table))
            return
        for one in new:
            self._tell(one)

    def _whole(self, whole: replies.Table) -> None:
        number = whole.card.table
        table = self.tables.get(number)
        if table is None:
            table = self.tables[number] = self._new_table(whole)
            self._make_room()
            if whole.re is None or number in self._meeting:
                self.calls.put_nowait(table)
        elif whole.seq >= table.seq:
            table.adopt(whole)
        self._tell(whole)
        self._told(table)

    def _told(self, table: Table) -> None:
        for news in table.caught_up():
            self._tell(news)

    def _make_room(self) -> None:
        over = [number for number, table in self.tables.items() if table.over]
        for number in over[:-KEPT_OVER]:
            del self.tables[number]

    def forget(self, table: Table) -> None:
        """A table that is no longer there, or that was left: whoever follows it need not wait."""
        table.gone = True
        self.tables.pop(table.number, None)
        self._tell(replies.Gathered(table=table.number, watching=0))

    async def _meet(self, number: int) -> None:
        """A table one hears of and does not know: ask for it."""
        try:
            await self._ask_now(requests.Sync(table=number))
        finally:
            self._meeting.discard(number)

    async def _ask_what_was_missed(self, table: Table) -> None:
        try:
            await self._ask_now(requests.Sync(table=table.number, since=table.seq))
        except RefusedError:
            self.forget(table)

    def _send_for(self, errand: Coroutine[Any, Any, None]) -> None:
        """Ask for something while the news go on."""

        async def run() -> None:
            with contextlib.suppress(ConnectionLostError, RefusedError):  # coming back asks again
                await errand

        task = asyncio.get_running_loop().create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
