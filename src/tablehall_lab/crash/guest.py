"""Somebody at the house door of one of several nodes, who is as a good client should be: after a cut, a
goodbye or a long silence they come in again through the next node, with their secret."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any

from tablehall.client.conversation import Conversation, Heard
from tablehall.client.errors import ClientError, ConnectionLostError
from tablehall.client.wire import Wire
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply, Happened, Welcome

SILENCE = 3.0
"""Seconds after which a node that says nothing, not even to a ping, is left."""
PING_EVERY = 1.0
CONNECT_WITHIN = 1.5
COME_IN_WITHIN = 6.0
"""Seconds for coming in: whoever sat at a table of a dead node waits for its heir."""
AGAIN_AFTER = 0.1
CLOSE_WITHIN = 0.2

Places = Sequence[tuple[str, int]]
"""Where the house door of each node is."""


class Guest(ABC):
    """Asks one question at a time."""

    def __init__(self, name: str, node: int) -> None:
        self.name, self.node = name, node
        self.here = False
        self.drops = 0
        """How often they have lost their connection."""
        self.asked: tuple[str, Any] | None = None
        """The question that waits for its answer: what it is, and what it is about."""
        self._talk = Conversation(name)
        self._moving = False
        self._wire: Wire | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def __str__(self) -> str:
        where = "at" if self.here else "on the way to"
        waits = f"waits for {self.asked[0]}" if self.asked else "asks nothing"
        return f"{self.name} {where} node {self.node}, {waits}"

    @abstractmethod
    def welcomed(self, welcome: Welcome) -> None:
        """They are in."""

    @abstractmethod
    def hears(self, news: Happened) -> None:
        """What they do about news."""

    @abstractmethod
    def answered(self, question: str, about: Any, reply: AnyReply) -> None:
        """What they do about the answer to their question."""

    @abstractmethod
    def note(self, message: bytes | str) -> None:
        """They have said or heard something."""

    # Coming and going.

    async def live(self, places: Places) -> None:
        """Come in, and come back through another node as often as it takes; until cancelled."""
        while True:
            with contextlib.suppress(ClientError, TimeoutError):
                await self._visit(*places[self.node])
            self.note(b'{"type":"(no connection)"}')
            self.here, self.asked, self._wire = False, None, None
            if not self._moving:
                self.drops += 1
                self.node = (self.node + 1) % len(places)
                await asyncio.sleep(AGAIN_AFTER)
            self._moving = False

    async def _visit(self, host: str, port: int) -> None:
        self._wire = wire = await Wire.open(f"ws://{host}:{port}/ws", CONNECT_WITHIN, CLOSE_WITHIN)
        try:
            await wire.say(self._talk.hello())
            welcome = (await self._hear(wire, COME_IN_WITHIN)).reply
            if not isinstance(welcome, Welcome):
                raise ConnectionLostError
            self.here = True
            self.welcomed(welcome)
            while True:
                self._heard(await self._hear(wire, SILENCE))
        finally:
            self._talk.cut()
            await wire.close()

    def moves_to(self, node: int) -> None:
        """Hang up, and come in again elsewhere."""
        assert self._wire is not None
        self.node, self._moving = node, True
        self._spawn(self._wire.close())

    # Talking.

    async def _hear(self, wire: Wire, within: float) -> Heard:
        """The next message; a node that says nothing is asked whether it is there."""
        until = time.monotonic() + within
        while True:
            try:
                message = await wire.hear(min(PING_EVERY, max(0.01, until - time.monotonic())))
            except TimeoutError:
                if time.monotonic() >= until:
                    raise
                if self.here:
                    await wire.say(self._talk.ask(requests.Ping()))
                continue
            heard = self._talk.hear(message)
            assert heard is not None, f"the house's own client does not understand {message}"
            if not isinstance(heard.reply, replies.Pong):
                self.note(message)
            return heard

    def _heard(self, heard: Heard) -> None:
        reply = heard.reply
        if isinstance(reply, replies.Parted) or (isinstance(reply, replies.Refused) and reply.re is None):
            raise ConnectionLostError  # something broke on their side: the question may be done or not
        if isinstance(reply, Happened):
            self.hears(reply)
        elif heard.asked is not None and self.asked is not None and heard.asked.about is self.asked:
            (question, about), self.asked = self.asked, None
            self.answered(question, about, reply)

    def ask(self, kind: str, about: Any = None, after: float = 0.0, **keys: Any) -> None:
        """Ask a question, in a moment."""
        self.asked = (kind, about)
        self._spawn(self._say({"type": kind, **keys}, self.asked, after))

    async def _say(self, request: dict[str, Any], question: tuple[str, Any], after: float) -> None:
        wire = self._wire
        if after:
            await asyncio.sleep(after)
        if wire is not None and wire is self._wire:
            message = self._talk.ask(request, question)
            self.note(message)
            await wire.say(message)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    with contextlib.suppress(ClientError):
        await work
