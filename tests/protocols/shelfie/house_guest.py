"""Somebody at the house door: a WebSocket, for tests in which both doors lead to one table."""

import asyncio
import json
from typing import Any, ClassVar

from tablehall.conformance.wires import Goodbye, Place, WebSocketWire
from tests.conftest import RunningHall
from tests.protocols.shelfie.player import PATIENCE

Heard = dict[str, Any]


class HouseGuest:
    """One connection to the house door."""

    here: ClassVar[list["HouseGuest"]] = []
    """Whoever is connected."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()
        self.heard: list[Heard] = []
        self.secret = ""
        self.seat = -1
        self.table = 0

    async def comes(self, hall: RunningHall) -> "HouseGuest":
        self._wire = WebSocketWire(self.inbox)
        await self._wire.open(Place(*hall.doors["house"], "websocket"), "/ws", "")
        self.here.append(self)
        self.say(type="hello", name="" if self.secret else self.name, secret=self.secret)
        self.secret = (await self.until(type="welcome")).get("secret") or self.secret
        return self

    def say(self, **keys: Any) -> None:
        self._wire.say(json.dumps(keys))

    async def until(self, **keys: Any) -> Heard:
        """Listen until a message comes in which these keys have these values."""
        while True:
            text = await asyncio.wait_for(self.inbox.get(), PATIENCE)
            assert isinstance(text, str), f"{self.name} waited for {keys}, but the connection is over"
            message: Heard = json.loads(text)
            self.heard.append(message)
            assert message["type"] != "refused", message
            if all(message.get(key) == value for key, value in keys.items()):
                return message

    async def sits(self, **request: Any) -> Heard:
        """Open, join or reopen a table; all of it is the answer."""
        self.say(**request)
        whole = await self.until(type="table")
        self.table, self.seat = whole["card"]["table"], whole["you"]
        return whole

    async def lobby(self) -> list[Heard]:
        self.say(type="lobby")
        tables: list[Heard] = (await self.until(type="lobby"))["tables"]
        return tables

    async def acts(self) -> None:
        """Make the first legal move, as soon as it is their turn: others may have heard of it sooner."""
        while True:
            self.say(type="legal", table=self.table)
            if moves := (await self.until(type="legal"))["moves"]:
                break
            await self.until(type="happened")
        self.say(type="act", table=self.table, move=moves[0], re="act")
        await self.until(type="done", re="act")

    async def vanishes(self) -> None:
        """The connection breaks off; the seat at a waiting table is held for a while."""
        self.here.remove(self)
        await self._wire.end("resets")
        self.inbox = asyncio.Queue()

    async def leaves(self) -> None:
        """Say goodbye: without it a seat at a waiting table would be held for a while."""
        if self in self.here:
            self.here.remove(self)
        self.say(type="bye", re="bye")
        while isinstance(text := await asyncio.wait_for(self.inbox.get(), PATIENCE), str):
            if '"bye"' in text:
                break
        await self._wire.end("closes")
