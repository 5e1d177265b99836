"""Staying in the hall: coming in, and coming back whenever the connection breaks."""

import asyncio
import contextlib
import random
import time

from tablehall.client.address import house_url
from tablehall.client.asking import QUESTIONS, Request
from tablehall.client.errors import (
    ClientError,
    ConnectionLostError,
    NobodyThereError,
    RefusedError,
    ShownOutError,
)
from tablehall.client.hearing import Hearing
from tablehall.client.news import Away
from tablehall.client.table import Table
from tablehall.client.wire import Wire
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply

FIRST_WAIT, LONGEST_WAIT = 0.2, 15.0
"""Seconds between two tries to come back; each is twice the one before, more or less."""


class Staying(Hearing):
    """Somebody whose connection is repaired by itself."""

    def __init__(self, address: str = "", *, name: str = "", secret: str = "", words: bool = False) -> None:
        super().__init__()
        self.url = house_url(address)
        self.name, self.secret, self.words = name, secret, words
        self.lobby_on = False
        self.ahead = 0.0
        """Milliseconds by which the clock of the hall is ahead of ours."""
        self.standing: dict[str, requests.AnyRequest] = {}
        """What is wanted again after every return."""
        self._wire: Wire | None = None
        self._reading: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._here = asyncio.Event()
        self._out: ShownOutError | None = None

    @property
    def connected(self) -> bool:
        """Whether the hall can be heard right now."""
        return self._here.is_set() and self._out is None

    @property
    def shown_out(self) -> bool:
        """Whether one is out of the hall for good."""
        return self._out is not None

    async def come_in(self) -> None:
        """Connect and say who you are; without name and secret you may only look around."""
        try:
            await self._connect()
        except BaseException:
            await self._hang_up()
            raise
        self._keeping = asyncio.create_task(self._keep())

    async def here(self) -> None:
        """Wait until the connection stands."""
        await self._here.wait()
        if self._out is not None:
            raise self._out

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
        _, numbered, answer = self._desk.put(request)
        try:
            await self._wire.say(numbered)
        except ConnectionLostError:
            if self._out is None:
                self._here.clear()  # known here before whoever reads notices it
            raise
        return await answer

    async def close(self) -> None:
        """Hang up; seats are kept for a while."""
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeping
        await self._hang_up()
        for errand in list(self._errands):
            errand.cancel()
        self._show_out(ShownOutError("left"), None)

    def depart(self) -> None:
        """One has said goodbye: nothing more is expected."""
        self._show_out(ShownOutError("left"), None)

    def _show_out(self, error: ShownOutError, told: ClientError | None) -> None:
        if self._out is None:
            self._out = error
            self._end(told)
        self._here.set()

    async def _connect(self) -> None:
        self._wire = await Wire.open(self.url)
        self._reading = asyncio.create_task(self._read(self._wire))
        for table in self.tables.values():
            table.set_apart()
        welcome = await self._hello()
        answer = await self._ask_now(requests.Ping())
        assert isinstance(answer, replies.Pong)
        self.ahead = answer.at - time.time() * 1000
        await self._take_up(welcome)
        self._here.set()
        if welcome is not None:
            self._tell(welcome)

    async def _hello(self) -> replies.Welcome | None:
        if not (self.name or self.secret):
            return None
        name = "" if self.secret else self.name
        try:
            answer = await self._ask_now(requests.Hello(name=name, secret=self.secret, words=self.words))
        except RefusedError as no:
            if no.reason != "unknown_secret" or not self.name:
                raise
            answer = await self._ask_now(requests.Hello(name=self.name, words=self.words))
        assert isinstance(answer, replies.Welcome)
        self.person, self.name = answer.person, answer.name
        self.secret = answer.secret or self.secret
        return answer

    async def _take_up(self, welcome: replies.Welcome | None) -> None:
        """Bring everything in step: tables, lobby, contests."""
        for table in list(self.tables.values()):
            await self._take_up_table(table)
        for number in welcome.tables if welcome else ():
            if number not in self.tables:
                with contextlib.suppress(RefusedError):
                    await self._ask_now(requests.Sync(table=number))
        if self.lobby_on:
            await self._ask_now(requests.Lobby())
        for wish in list(self.standing.values()):
            with contextlib.suppress(RefusedError):
                await self._ask_now(wish)

    async def _take_up_table(self, table: Table) -> None:
        seated = requests.Sync(table=table.number, since=table.seq)
        look_on = requests.Watch(table=table.number, code=table.code)
        try:
            await self._ask_now(look_on if table.you is None else seated)
        except RefusedError:
            self.forget(table)

    async def _read(self, wire: Wire) -> None:
        try:
            async for reply in wire:
                if isinstance(reply, replies.Parted):
                    self._tell(reply)
                    if reply.why != "closing":
                        self._show_out(ShownOutError(reply.why), ShownOutError(reply.why))
                else:
                    self._hear(reply)
        finally:
            self._desk.clear(self._out or ConnectionLostError())

    async def _keep(self) -> None:
        """Come back again and again, until one is shown out."""
        while True:
            assert self._reading is not None
            await asyncio.wait([self._reading])
            if self._out is not None:
                return
            self._here.clear()
            wait = FIRST_WAIT
            while not await self._come_back(wait):
                wait = min(2 * wait, LONGEST_WAIT)
            if self._out is not None:
                return

    async def _come_back(self, wait: float) -> bool:
        await self._hang_up()
        wait *= random.uniform(0.5, 1.0)
        self._tell(Away("The connection is lost.", wait))
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

    async def _hang_up(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            await wire.close()
        if self._reading is not None:
            await asyncio.wait([self._reading])
