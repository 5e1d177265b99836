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
from tablehall.client.line import FIRST_WAIT, FIRST_WELCOME, LONGEST_WAIT, QUESTIONS
from tablehall.client.nobody import nobody_at
from tablehall.client.somebody import Somebody
from tablehall.client.wire import OPENING
from tablehall.hall.clock import ClockSpec
from tablehall.hall.terms import BotPlan
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, GameCard, TableCard

__all__ = ["Guest", "Table"]

LEAST_OPENING = 1.0
"""Seconds that a try to come back has at least: whoever waits for less each time would never get there."""


def _left(end: float | None) -> float | None:
    """The seconds until then; None: there is no end."""
    return None if end is None else max(0.0, end - time.monotonic())


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
        """Whether one is in the hall: connected, let in and in step."""
        self._pause, self._next_try = FIRST_WAIT, 0.0
        """How long to wait after the next failure, and when one may try to come back."""
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
        end = time.monotonic() + FIRST_WELCOME
        try:
            self._connect()
            while not self._here:
                self.hear(_left(end))
        except (ConnectionLostError, TimeoutError) as error:  # who is of the house would have answered
            self._hang_up()
            raise nobody_at(self.url, ConnectionLostError()) from error
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

    def _connect(self, within: float = OPENING) -> None:
        """Make a connection and say who one is; `hear` brings the rest."""
        try:
            self._wire = BlockingWire.open(self.url, within)
            self._core.cut()
            self._core.connected()
            self._wire.say(*self._core.to_send())
        except BaseException:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        wire, self._wire, self._here = self._wire, None, False
        if wire is not None:
            wire.close()
        self._next_try = time.monotonic() + self._pause * random.uniform(0.5, 1.0)
        self._pause = min(2 * self._pause, LONGEST_WAIT)

    def stay(self, end: float | None = None) -> None:
        """Be in the hall: come back if the connection is lost, however long it takes; or a `TimeoutError` at
        this time of `time.monotonic`, and whoever stays again goes on from there."""
        while self._out is None and not self._here:
            try:
                self._come_back(end)
            except (NobodyThereError, ConnectionLostError):
                pass  # and once more
            except RefusedError as no:
                self._hang_up()
                if no.reason != "closing":
                    self._out = ShownOutError(no.sentence)
        if self._out is not None:
            raise self._out

    def _come_back(self, end: float | None) -> None:
        """A step on the way: wait for the next try, connect, or hear whether one is let in."""
        if self._wire is not None:
            self.hear(_left(end))
        elif (pause := self._next_try - time.monotonic()) > 0:
            left = _left(end)
            time.sleep(pause if left is None else min(pause, left))
            if end is not None and end < self._next_try:
                raise TimeoutError
        else:
            left = _left(end)
            self._connect(OPENING if left is None else min(OPENING, max(left, LEAST_OPENING)))

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
                self._here, self._pause = True, FIRST_WAIT
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
        """Hear whatever comes next, also over a lost connection; a `TimeoutError` says that nothing has come
        until this time of `time.monotonic`."""
        self.stay(end)
        try:
            self.hear(_left(end))
        except ConnectionLostError:
            self.stay(end)

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
