"""Somebody at the house door of one of several nodes, who is as a good client should be: whoever loses his
connection, is parted, or hears nothing for a while comes in again through the next node, with his secret."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import aiohttp
import msgspec

SILENCE = 3.0
"""Seconds after which a node that says nothing, not even to a ping, is left."""
PING_EVERY = 1.0
CONNECT_WITHIN = 1.5
COME_IN_WITHIN = 6.0
"""Seconds for coming in: whoever sat at a table of a dead node waits for its heir."""
AGAIN_AFTER = 0.1
CLOSE_WITHIN = aiohttp.ClientWSTimeout(ws_close=0.2)

Places = Sequence[tuple[str, int]]
"""Where the house door of each node is."""
Message = dict[str, Any]


class Lost(Exception):  # noqa: N818 (nothing is wrong with it)
    """The connection is of no use any more."""


class Guest(ABC):
    """Asks one question at a time."""

    def __init__(self, name: str, node: int) -> None:
        self.name, self.node = name, node
        self.here = False
        self.drops = 0
        """How often he has lost his connection."""
        self.secret = ""
        self.asked: tuple[int, str, Any] | None = None
        """The question that waits for its answer: its number, what it is, and what it is about."""
        self._tags = 0
        self._moving = False
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def __str__(self) -> str:
        where = "at" if self.here else "on his way to"
        waits = f"waits for {self.asked[1]}" if self.asked else "asks nothing"
        return f"{self.name} {where} node {self.node}, {waits}"

    @abstractmethod
    def welcomed(self, message: Message) -> None:
        """He is in."""

    @abstractmethod
    def hears(self, message: Message) -> None:
        """What he does about news."""

    @abstractmethod
    def answered(self, question: str, about: Any, message: Message) -> None:
        """What he does about the answer to his question."""

    @abstractmethod
    def note(self, message: Message) -> None:
        """He has said or heard something."""

    # Coming and going.

    async def live(self, places: Places) -> None:
        """Come in, and come back through another node as often as it takes; until cancelled."""
        async with aiohttp.ClientSession() as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError, Lost):
                    await self._visit(session, places)
                self.note({"type": "(no connection)"})
                self.here, self.asked, self._ws = False, None, None
                if not self._moving:
                    self.drops += 1
                    self.node = (self.node + 1) % len(places)
                    await asyncio.sleep(AGAIN_AFTER)
                self._moving = False

    async def _visit(self, session: aiohttp.ClientSession, places: Places) -> None:
        host, port = places[self.node]
        async with asyncio.timeout(CONNECT_WITHIN):
            ws = await session.ws_connect(f"http://{host}:{port}/ws", timeout=CLOSE_WITHIN)
        async with ws:
            self._ws = ws
            who = {"secret": self.secret} if self.secret else {"name": self.name}
            await ws.send_json({"type": "hello", **who})
            welcome = await self._hear(ws, COME_IN_WITHIN)
            if welcome["type"] != "welcome":
                raise Lost
            self.secret, self.here = welcome.get("secret", self.secret), True
            self.welcomed(welcome)
            while True:
                self._heard(await self._hear(ws, SILENCE))

    def moves_to(self, node: int) -> None:
        """Hang up, and come in again elsewhere."""
        assert self._ws is not None
        self.node, self._moving = node, True
        self._spawn(self._ws.close())

    # Talking.

    async def _hear(self, ws: aiohttp.ClientWebSocketResponse, within: float) -> Message:
        """The next message; a node that says nothing is asked whether it is there."""
        until = time.monotonic() + within
        while True:
            try:
                raw = await ws.receive(min(PING_EVERY, max(0.01, until - time.monotonic())))
            except TimeoutError:
                if time.monotonic() >= until:
                    raise
                if self.here:
                    await ws.send_json({"type": "ping"})
                continue
            if raw.type is not aiohttp.WSMsgType.TEXT:
                raise Lost
            message: Message = msgspec.json.decode(raw.data)
            self.note(message)
            return message

    def _heard(self, message: Message) -> None:
        kind, tag = message["type"], message.get("re")
        if kind == "parted" or (kind == "refused" and tag is None):
            raise Lost  # something broke on their side: nobody knows what became of the question
        if kind == "happened":
            self.hears(message)
        elif self.asked and tag == self.asked[0]:
            (_, question, about), self.asked = self.asked, None
            self.answered(question, about, message)

    def ask(self, kind: str, about: Any = None, after: float = 0.0, **keys: Any) -> None:
        """Ask a question, in a moment."""
        self._tags += 1
        self.asked = (self._tags, kind, about)
        self._spawn(self._say({"type": kind, "re": self._tags, **keys}, after))

    async def _say(self, request: Message, after: float) -> None:
        ws = self._ws
        if after:
            await asyncio.sleep(after)
        if ws is not None and ws is self._ws:
            self.note(request)
            await ws.send_json(request)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


async def _quietly(work: Any) -> None:
    with contextlib.suppress(aiohttp.ClientError, OSError):
        await work
