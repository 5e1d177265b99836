"""Guests at the house door, honest ones and others."""

import json
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import aiohttp

if TYPE_CHECKING:
    from tests.conftest import RunningHall

PATIENCE = 30.0


class Guest:
    """Somebody at the house door of a hall."""

    def __init__(self, hall: "RunningHall", name: str = "", *, address: str = "") -> None:
        self.hall, self.name, self.secret = hall, name, ""
        self._from = address or hall.host
        self.heard: list[Any] = []

    async def __aenter__(self) -> Self:
        host, port = self.hall.doors["house"]
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(self._from, 0)))
        self.wire = await self.session.ws_connect(f"ws://{host}:{port}/ws")
        if self.name:
            welcome = await self.ask("hello", name=self.name)
            assert welcome["type"] == "welcome", welcome
            self.secret = welcome["secret"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    async def say(self, kind: str, /, **fields: Any) -> None:
        """Send a request, and wait for nothing."""
        await self.wire.send_str(json.dumps({"type": kind, **fields}))

    async def hear(self) -> Any:
        """The next message."""
        self.heard.append(json.loads((await self.wire.receive(PATIENCE)).data))
        return self.heard[-1]

    async def ask(self, kind: str, /, **fields: Any) -> Any:
        """The answer to a request, whatever comes before it."""
        await self.say(kind, **fields, re="?")
        while (heard := await self.hear()).get("re") != "?":
            pass
        return heard

    async def refused(self, kind: str, /, **fields: Any) -> str:
        """Why a request is refused; empty: it is not."""
        return str((await self.ask(kind, **fields)).get("reason", ""))

    async def until(self, **fields: Any) -> Any:
        """The next news like this."""
        while not fields.items() <= (heard := await self.hear()).items():
            pass
        return heard

    async def opens(self, game: str, **terms: Any) -> int:
        """Open a table; its number."""
        answer = await self.ask("open", game=game, **terms)
        assert answer["type"] == "table", answer
        return int(answer["card"]["table"])
