"""A guest of the hall in a program without asyncio: every call returns when it is done.

    with Guest("127.0.0.1:8080", name="rosie") as rosie:
        table = rosie.open("chess", bots=1)
        while table.wait():
            table.act(table.legal()[0])
        print(table.outcome)

The news are heard while one waits for something; a lost connection is repaired then, too.
"""

import random
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from tablehall.client.address import house_url
from tablehall.client.blocking import BlockingWire
from tablehall.client.blocking_table import Table
from tablehall.client.chance import own_chance
from tablehall.client.conversation import Conversation, Request
from tablehall.client.core import Answered, Called, Event, Here, TurnedAway
from tablehall.client.errors import ConnectionLostError, NobodyThereError, RefusedError, ShownOutError
from tablehall.client.guest import NO_CLOCK, wish_to_open
from tablehall.client.line import FIRST_WAIT, LONGEST_WAIT, QUESTIONS
from tablehall.client.somebody import Somebody
from tablehall.hall.clock import ClockSpec
from tablehall.hall.terms import BotPlan
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, GameCard, TableCard

__all__ = ["Guest", "Table"]


class Guest(Somebody[Table]):
    """A guest of the hall. Comes in with `with`; keep `secret` to come back another day."""

    def __init__(
        self, address: str = "", *, name: str = "", secret: str = "", code: str = "", words: bool = False
    ) -> None:
        self.url = house_url(address)
        conversation = Conversation(name, secret, code, words=words)
        super().__init__(conversation, lambda whole: Table(self, whole))
        self._wire: BlockingWire | None = None
        self._here = False
        self._calls: deque[Table] = deque()
        self._out: ShownOutError | None = None

    @property
    def shown_out(self) -> ShownOutError | None:
        """Why one is out of the hall for good, if one is."""
        return self._out

    # Coming and going.

    def __enter__(self) -> "Guest":
        self.come_in()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def come_in(self) -> None:
        """Connect and say who you are; without name, secret and code you may only look around."""
        try:
            self._connect()
        except BaseException:
            self._hang_up()
            raise

    def close(self) -> None:
        """Hang up; seats are kept."""
        self._out = self._out or ShownOutError("left")
        self._hang_up()

    def bye(self) -> None:
        """Leave the hall, with all connections of yours: seats at running games are given up."""
        self.ask(requests.Bye())
        self._out = ShownOutError("left")

    def _connect(self) -> None:
        self._wire, self._here = BlockingWire.open(self.url), False
        self._core.cut()
        self._core.connected()
        self._wire.say(*self._core.to_send())
        while not self._here:
            self.hear()

    def _hang_up(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    def stay(self) -> None:
        """Be in the hall: come back, however long it takes, if the connection is lost."""
        wait = FIRST_WAIT
        while self._out is not None or self._wire is None:
            if self._out is not None:
                raise self._out
            time.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_WAIT)
            try:
                self._connect()
            except (NobodyThereError, ConnectionLostError):
                self._hang_up()
            except RefusedError as no:
                self._hang_up()
                if no.reason != "closing":
                    self._out = ShownOutError(no.sentence)

    # Asking and hearing.

    def ask(self, request: Request) -> AnyReply:
        """Make any request of the protocol and wait for its answer. If the connection is lost in between, a
        question is asked again, and anything else is a `ConnectionLostError`."""
        while True:
            self.stay()
            try:
                return self._ask_now(request)
            except ConnectionLostError:
                if not isinstance(request, QUESTIONS):
                    raise

    def _ask_now(self, request: Request) -> AnyReply:
        assert self._wire is not None
        answers: list[AnyReply] = []
        self._core.ask(request, answers)
        try:
            self._wire.say(*self._core.to_send())
        except ConnectionLostError:
            self._hang_up()
            raise
        while not answers:
            self.hear()
        if isinstance(answers[0], replies.Refused):
            raise RefusedError(answers[0])
        return answers[0]

    def hear(self, within: float | None = None) -> None:
        """Wait for the next message of the hall and take it in; a `TimeoutError` says that none has come in
        time, a `ConnectionLostError` that none will."""
        if self._wire is None:
            raise self._out or ConnectionLostError()
        try:
            message = self._wire.hear(within)
            for event in self._core.hear(message, time.time() * 1000):
                self._on(event)
            if self._wire is not None and (outbox := self._core.to_send()):
                self._wire.say(*outbox)
        except ConnectionLostError as lost:
            self._hang_up()
            raise (self._out or lost) from None

    def _on(self, event: Event[Table]) -> None:
        match event:
            case Answered(answers, reply):
                answers.append(reply)
            case Called(table):
                self._calls.append(table)
            case Here():
                self._here = True
            case TurnedAway(no):
                raise RefusedError(no)
            case replies.Parted(why=why) if why != "closing":
                self._out = ShownOutError(why)
                self._hang_up()
            case replies.Table() | replies.Happened() | replies.Gathered():
                number = event.card.table if isinstance(event, replies.Table) else event.table
                if number in self._core.tables:
                    self._core.tables[number].tell(event)

    def wait(self, end: float | None = None) -> None:
        """Hear whatever comes next, also over a lost connection."""
        self.stay()
        try:
            self.hear(None if end is None else max(0.0, end - time.monotonic()))
        except ConnectionLostError:
            self.stay()

    def called(self, within: float | None = None) -> Table:
        """The next table where you are without having asked for it here: a rematch, or another connection of
        yours has sat down."""
        end = None if within is None else time.monotonic() + within
        while not self._calls:
            self.wait(end)
        return self._calls.popleft()

    def games(self) -> tuple[GameCard, ...]:
        """The games that can be played here."""
        answer = self.ask(requests.Games())
        assert isinstance(answer, replies.GameList)
        return answer.games

    def lobby(self) -> Mapping[int, TableCard]:
        """The public tables by number, as they are now."""
        answer = self.ask(requests.Lobby(on=False))
        return {card.table: card for card in answer.tables} if isinstance(answer, replies.LobbyList) else {}

    def open(
        self,
        game: str,
        seats: int = 0,
        *,
        options: Any = None,
        clock: ClockSpec = NO_CLOCK,
        bots: int | BotPlan = 0,
        **more: Any,
    ) -> Table:
        """Open a table and sit down at it; the arguments are those of `tablehall.client.Guest.open`."""
        return self._table(wish_to_open(game, seats, options, clock, bots, more))

    def join(self, table: int, code: str = "", **more: Any) -> Table:
        """Sit down at a waiting table. `more` are the other keys: seat, name, entropy."""
        return self._table(requests.Join(table=table, code=code, **{"entropy": own_chance(), **more}))

    def watch(self, table: int, code: str = "") -> Table:
        """Look on at a table."""
        found = self._table(requests.Watch(table=table, code=code))
        found.code = found.code or code
        return found

    def leave(self, table: int) -> None:
        """Get up from a table or look away from it; leaving a running game gives it up."""
        self.ask(requests.Leave(table=table))
        if table in self.tables:
            self._core.forget(table)

    def _table(self, wish: Request) -> Table:
        answer = self.ask(wish)
        assert isinstance(answer, replies.Table)
        return self._core.tables[answer.card.table]
