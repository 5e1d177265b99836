"""Staying in the hall over asyncio: a core that is connected again whenever the wire breaks."""

import asyncio
import contextlib
import random
import time
from typing import Any

from tablehall.client.conversation import Asked, Request
from tablehall.client.core import Answered, Called, Core, Event, Here, TurnedAway
from tablehall.client.ears import Ears
from tablehall.client.errors import (
    ClientError,
    ConnectionLostError,
    NobodyThereError,
    RefusedError,
    ShownOutError,
)
from tablehall.client.news import Away
from tablehall.client.nobody import nobody_at
from tablehall.client.wire import Wire
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply

FIRST_WAIT, LONGEST_WAIT = 0.2, 15.0
"""Seconds between two tries to come back; each is twice the one before, more or less."""
FIRST_WELCOME = 20.0
"""Seconds after which whatever is at an address is no hall."""
QUESTIONS = (
    requests.Games,
    requests.Lobby,
    requests.Saves,
    requests.Contests,
    requests.Legal,
    requests.Watch,
    requests.Ping,
    requests.Pair,
    requests.Seen,
)
"""What may as well be asked twice."""


class Line:
    """A way to the hall that is repaired by itself."""

    def __init__(self, url: str, core: Core[Any]) -> None:
        self.url, self.core = url, core
        self.ears = Ears()
        self.calls: asyncio.Queue[Any] = asyncio.Queue()
        """Tables to which the hall called without being asked."""
        self.out: ShownOutError | None = None
        """Why one is out of the hall for good."""
        self._wire: Wire | None = None
        self._coming: asyncio.Future[None] | None = None
        """Done when one is in the hall, or known not to be let in."""
        self._reading: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._here = asyncio.Event()

    @property
    def connected(self) -> bool:
        """Whether the hall can be heard right now."""
        return self._here.is_set() and self.out is None

    async def here(self) -> None:
        """Wait until the connection stands."""
        await self._here.wait()
        if self.out is not None:
            raise self.out

    # Asking.

    async def ask(self, request: Request) -> AnyReply:
        """Make a request and wait for its answer. While the connection is lost it waits; lost in
        between, a question is asked again, and anything else is a `ConnectionLostError`."""
        while True:
            await self.here()
            try:
                return await self._ask_now(request)
            except ConnectionLostError:
                if not isinstance(request, QUESTIONS):
                    raise

    async def _ask_now(self, request: Request) -> AnyReply:
        if self._wire is None:
            raise ConnectionLostError
        answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()
        self.core.ask(request, answer)
        try:
            await self._wire.say(*self.core.to_send())
        except ConnectionLostError:
            if self.out is None:
                self._here.clear()  # known here before whoever reads notices it
            raise
        return await answer

    # Coming and going.

    async def come_in(self) -> None:
        """Connect, be let in, and stay."""
        try:
            async with asyncio.timeout(FIRST_WELCOME):
                await self._connect()
        except (ConnectionLostError, TimeoutError) as error:  # who is of the house would have answered
            await self._hang_up()
            raise nobody_at(self.url, ConnectionLostError()) from error
        except BaseException:
            await self._hang_up()
            raise
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Hang up for good."""
        self.depart()  # first: a question asked from now on must not wait for another connection
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeping
        await self._hang_up()

    def depart(self) -> None:
        """One has said goodbye: nothing more is expected."""
        self._show_out(ShownOutError("left"), None)

    def _show_out(self, error: ShownOutError, told: ClientError | None) -> None:
        if self.out is None:
            self.out = error
            self.ears.end(told)
        self._here.set()

    async def _connect(self) -> None:
        self._wire = wire = await Wire.open(self.url)
        self._lost(self.core.cut())  # whoever asked after the wire broke
        self._coming = asyncio.get_running_loop().create_future()
        self.core.connected()
        self._reading = asyncio.create_task(self._read(wire))
        await wire.say(*self.core.to_send())
        await self._coming

    async def _hang_up(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            await wire.close()
        if self._reading is not None:
            await asyncio.wait([self._reading])

    async def _keep(self) -> None:
        """Come back again and again, until one is shown out."""
        while True:
            assert self._reading is not None
            await asyncio.wait([self._reading])
            if self.out is not None:
                return
            self._here.clear()
            wait = FIRST_WAIT
            while not await self._come_back(wait):
                wait = min(2 * wait, LONGEST_WAIT)
            if self.out is not None:
                return

    async def _come_back(self, wait: float) -> bool:
        await self._hang_up()
        wait *= random.uniform(0.5, 1.0)
        self.ears.tell(Away("The connection is lost.", wait))
        await asyncio.sleep(wait)
        try:
            await self._connect()
        except (NobodyThereError, ConnectionLostError):
            return False
        except RefusedError as no:
            if no.reason == "closing":
                return False
            self._show_out(ShownOutError(no.sentence), no)
        return True

    # Hearing.

    async def _read(self, wire: Wire) -> None:
        try:
            async for message in wire:
                for event in self.core.hear(message, time.time() * 1000):
                    self._on(event)
                if outbox := self.core.to_send():
                    await wire.say(*outbox)
        except ConnectionLostError:
            pass  # as if it had ended
        finally:
            self._lost(self.core.cut())

    def _lost(self, unanswered: list[Asked]) -> None:
        error = self.out or ConnectionLostError()
        for answer in (self._coming, *(asked.about for asked in unanswered)):
            if answer is not None and not answer.done():
                answer.set_exception(error)
                answer.exception()  # nobody may be left who wants to know

    def _on(self, event: Event[Any]) -> None:
        match event:
            case Answered(answer, reply) if not answer.done():
                if isinstance(reply, replies.Refused):
                    answer.set_exception(RefusedError(reply))
                else:
                    answer.set_result(reply)
            case Answered():
                pass  # who asked no longer wants to know
            case Called(table):
                self.calls.put_nowait(table)
            case Here(welcome):
                self._came(welcome)
            case TurnedAway(no):
                self._settle(RefusedError(no))
            case _:
                self.ears.tell(event)
                if isinstance(event, replies.Parted) and event.why != "closing":
                    self._show_out(ShownOutError(event.why), ShownOutError(event.why))

    def _came(self, welcome: replies.Welcome | None) -> None:
        self._here.set()
        if welcome is not None:
            self.ears.tell(welcome)
        self._settle(None)

    def _settle(self, no: RefusedError | None) -> None:
        if self._coming is None or self._coming.done():
            return
        if no is None:
            self._coming.set_result(None)
        else:
            self._coming.set_exception(no)
