"""A guest of a hall without any I/O: messages in, news and requests out.

Whoever has a connection (a *shell*: `line.py` over asyncio, `sync.py` over a blocking socket, or one of your
own) tells the core when the connection stands (`connected`), what has come over it (`hear`) and when it broke
(`cut`), and sends what `to_send` gives after each of these. The core knows the guest's tables and the lobby,
keeps them in step, asks for whatever was missed, and takes everything up again after a cut.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from tablehall.client.conversation import Asked, Conversation, Request
from tablehall.client.followed import Followed
from tablehall.client.news import News
from tablehall.hall.people import Missed
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, Refused, TableCard

KEPT_OVER = 20
"""So many tables are remembered at which nothing more is played."""

T = TypeVar("T", bound=Followed)


class Answered(NamedTuple):
    """The answer to a request, for whoever has asked."""

    about: Any
    reply: AnyReply


class Called(NamedTuple, Generic[T]):
    """One is at a table without having asked for it here: a rematch, a game of a contest, or another
    connection of one's own has sat down."""

    table: T


class Here(NamedTuple):
    """One is in the hall, and everything is in step."""

    welcome: replies.Welcome | None
    """None: one only looks around."""


class TurnedAway(NamedTuple):
    """The hall does not let one in."""

    no: Refused


Event = News | Answered | Called[T] | Here | TurnedAway


class _Errand(NamedTuple):
    """Something the core itself asks for."""

    table: int = 0
    """The table it is about; 0: none."""
    returning: bool = False
    """Whether one is in the hall again only when it is answered."""
    hello: bool = False


class Core(Generic[T]):
    """A guest, and everything known to them."""

    def __init__(self, conversation: Conversation, new_table: Callable[[replies.Table], T]) -> None:
        self.conversation = conversation
        self.tables: dict[int, T] = {}
        """Where one sits or looks on."""
        self.lobby_cards: dict[int, TableCard] = {}
        self.lobby_on = False
        self.standing: dict[str, requests.AnyRequest] = {}
        """What is wanted again after every return."""
        self.ahead = 0.0
        """Milliseconds by which the clock of the hall is ahead of ours."""
        self._new_table = new_table
        self.missed: tuple[Missed, ...] = ()
        """What became of games while one was away, until one says that one has read it."""
        self.promise = ""
        """The hash of the seed of the next table that one opens."""
        self._relied_on: set[str] = set()
        """The hashes one knew when one sent a share of chance to be mixed with their seeds."""
        self._meeting: set[int] = set()
        """Tables one has heard of and does not know yet."""
        self._awaited: set[int] = set()
        """Tables of one's own that are asked for on coming in: nobody is called there."""
        self._looked_on: set[int] = set()
        """Tables at which only another connection of one's own looks on."""
        self._outbox: list[bytes] = []
        self._welcome: replies.Welcome | None = None
        self._returning = 0
        """So many answers are missing until one is in the hall (again)."""

    # What goes out.

    def ask(self, request: Request, about: Any = None) -> None:
        """Ask for something; `Answered` brings the answer."""
        match request:
            case requests.Open(entropy=str(share)) if share and self.promise:
                self._relied_on.add(self.promise)
            case requests.Propose(table=number) | requests.Answer(table=number) if number in self.tables:
                self._relied_on |= {self.tables[number].rematch} - {""}
        self._outbox.append(self.conversation.ask(request, about))

    def to_send(self) -> list[bytes]:
        """The messages that are to go out now."""
        outbox, self._outbox = self._outbox, []
        return outbox

    # Coming and going.

    def connected(self) -> None:
        """The connection stands: say who one is. `Here` says when everything is in step."""
        for table in self.tables.values():
            table.set_apart()
        self._welcome, self._returning = None, 0
        talk = self.conversation
        if talk.name or talk.secret or talk.code:
            self._outbox.append(talk.hello(_Errand(hello=True)))
        else:
            self._take_up(())

    def cut(self) -> list[Asked]:
        """The connection is over: what one has asked and will never be answered."""
        self._outbox.clear()
        self._meeting.clear()
        self._awaited.clear()
        self._looked_on.clear()
        return [asked for asked in self.conversation.cut() if not isinstance(asked.about, _Errand)]

    def _said_hello(self, reply: AnyReply) -> Iterator[Event[T]]:
        talk = self.conversation
        if isinstance(reply, replies.Welcome):
            self._welcome, self.missed, self.promise = reply, reply.missed, reply.promise
            self._take_up(reply.tables)
        elif isinstance(reply, Refused) and reply.reason == "unknown_secret" and talk.name:
            anew = requests.Hello(name=talk.name, words=talk.words)
            self.ask(anew, _Errand(hello=True))
        elif isinstance(reply, Refused):
            yield TurnedAway(reply)

    def _take_up(self, seats: tuple[int, ...]) -> None:
        """Bring everything in step: clock, tables, lobby, contests."""
        wishes: list[tuple[int, requests.AnyRequest]] = [(0, requests.Ping())]
        for number, table in self.tables.items():
            seated = requests.Sync(table=number, since=table.seq)
            look_on = requests.Watch(table=number, code=table.code)
            wishes.append((number, look_on if table.you is None else seated))
        self._awaited = {number for number in seats if number not in self.tables}
        wishes += [(number, requests.Sync(table=number)) for number in sorted(self._awaited)]
        wishes += [(0, requests.Lobby())] if self.lobby_on else []
        wishes += [(0, wish) for wish in self.standing.values()]
        self._returning = len(wishes)
        for number, wish in wishes:
            self.ask(wish, _Errand(number, returning=True))

    # What comes in.

    def hear(self, message: bytes | str, now: float = 0.0) -> list[Event[T]]:
        """A message of the hall, heard at this time of our clock (milliseconds): what there is to
        tell of it. Tables and lobby know of it already."""
        heard = self.conversation.hear(message)
        if heard is None:
            return []
        events = list(self._news(heard.reply, now))
        if heard.asked is None:
            return events
        self._compare(heard.asked.request, heard.reply)
        if isinstance(heard.asked.about, _Errand):
            return [*events, *self._done(heard.asked.about, heard.reply)]
        return [*events, Answered(heard.asked.about, heard.reply)]

    def _compare(self, request: Request, reply: AnyReply) -> None:
        """Whoever opened a table with a share of chance knows whether it has the dice they were promised."""
        if not isinstance(request, requests.Open) or not request.entropy:
            return
        if isinstance(reply, replies.Table) and (table := self.tables.get(reply.card.table)):
            table.promised = bool(table.promised)

    def _done(self, errand: _Errand, reply: AnyReply) -> Iterator[Event[T]]:
        if errand.hello:
            yield from self._said_hello(reply)
            return
        self._meeting.discard(errand.table)
        self._awaited.discard(errand.table)
        if isinstance(reply, Refused) and errand.table in self.tables:
            yield self.forget(errand.table)
        if errand.returning:
            self._returning -= 1
            if self._returning == 0:
                yield Here(self._welcome)

    def _news(self, reply: AnyReply, now: float) -> Iterator[Event[T]]:
        match reply:
            case replies.Happened():
                yield from self._happened(reply)
            case replies.Table():
                yield from self._whole(reply)
            case replies.Done(table=int(number)) if number in self.tables:
                yield from self.tables[number].caught_up()
            case replies.Gathered() if reply.table in self.tables:
                self.tables[reply.table].watching = reply.watching
                yield reply
            case replies.LobbyList():
                self.lobby_cards = {card.table: card for card in reply.tables}
                yield reply
            case replies.Listed():
                self._listed(reply)
                yield reply
            case replies.Pong():
                self.ahead = reply.at - now
            case replies.Parted():
                yield reply

    def _listed(self, reply: replies.Listed) -> None:
        if reply.change == "gone":
            self.lobby_cards.pop(reply.card.table, None)
        else:
            self.lobby_cards[reply.card.table] = reply.card

    def _happened(self, news: replies.Happened) -> Iterator[Event[T]]:
        table = self.tables.get(news.table)
        if table is None:
            self._heard_of(news)
            return
        seat, hidden = table.you, table.view is None
        new = table.hear(news)
        if new is None:
            self._sync(table)
            return
        yield from new
        if new and hidden and news.what == "resumed":  # its last move and its whispers were hidden too
            self.ask(requests.Sync(table=table.number), _Errand(table.number))
        if seat is not None and table.you is None:  # perhaps another connection of ours got up
            self._sync(table)

    def _sync(self, table: T) -> None:
        self.ask(requests.Sync(table=table.number, since=table.seq), _Errand(table.number))

    def _heard_of(self, news: replies.Happened) -> None:
        """Something happened at a table that one does not know: the hall has led us there, or another
        connection of ours has sat down or looks on there."""
        number, me, seats = news.table, self.conversation.person, news.seats or ()
        sits = any(chair is not None and chair.person == me for chair in seats)
        if number in self._meeting | self._awaited or (number in self._looked_on and not sits):
            return
        self._meeting.add(number)
        self._looked_on.discard(number)
        self.ask(requests.Sync(table=number), _Errand(number))

    def _whole(self, whole: replies.Table) -> Iterator[Event[T]]:
        number = whole.card.table
        table = self.tables.get(number)
        self.promise = whole.promise or self.promise
        if table is None and number in self._meeting and whole.you is None:
            self._looked_on.add(number)
            return
        self._looked_on.discard(number)
        if table is None:
            table = self.tables[number] = self._new_table(whole)
            if whole.commitment in self._relied_on:
                self._relied_on.remove(whole.commitment)
                table.promised = True
            self._make_room()
            if whole.re is None or number in self._meeting:
                yield Called(table)
        elif whole.seq >= table.seq:
            table.adopt(whole)
        yield whole
        yield from table.caught_up()

    def _make_room(self) -> None:
        over = [number for number, table in self.tables.items() if table.over]
        for number in over[:-KEPT_OVER]:
            del self.tables[number]

    def forget(self, number: int) -> replies.Gathered:
        """A table that is no longer there, or that was left: what those who follow it are told, so
        that nobody waits."""
        self.tables.pop(number).gone = True
        return replies.Gathered(table=number, watching=0)
