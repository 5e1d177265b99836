"""A lobby of many tables that come and go: tasks of whoever looks at it, and what their page asks for."""

import asyncio
import itertools
import json
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, WebSocket

from tablehall.client import Guest, Table
from tablehall.games import house_games
from tablehall_lab.bench.page.browser import Longest, Onlooker, address, onlooker
from tablehall_lab.services.server import Place

HOSTS = 50
AT_ONCE = 20
"""Tables that are being opened at the same time."""
LISTS = ("lobby", "games", "saves", "contests")
"""What can be asked for over the page's own connection, too."""


class Crowded(NamedTuple):
    """What was found in a lobby of many tables."""

    arriving: Longest
    """The longest task until the lobby is shown."""
    longest: Longest
    """The longest task while tables come and go."""
    changes: float
    """How many of them a second."""
    asked: Counter[str]
    """How often each list was asked for."""


class Crowd:
    """People who open tables, sit down at them and give up."""

    def __init__(self, house: Place) -> None:
        self._where = "{}:{}".format(*house)
        self._guests: list[Guest] = []
        self._games = itertools.cycle(house_games())
        self._waiting: list[tuple[Guest, Table]] = []
        self.changes = 0
        self.seconds = 0.0

    async def come(self, stack: AsyncExitStack) -> None:
        """All come in."""
        for number in range(HOSTS):
            guest = await stack.enter_async_context(Guest(self._where, name=f"crowd{number:02}"))
            self._guests.append(guest)

    async def open(self, tables: int) -> None:
        """Open so many tables."""
        numbers = iter(range(tables))

        async def opens() -> None:
            for number in numbers:
                await self._open(self._guests[number % HOSTS])

        await asyncio.gather(*(opens() for _ in range(AT_ONCE)))

    async def _open(self, guest: Guest) -> None:
        table = await guest.open(next(self._games), title=f"Table {len(self._waiting)}")
        self._waiting.append((guest, table))

    async def stir(self, seconds: float, a_second: int) -> None:
        """Tables come, begin and go, so many changes a second."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number in range(round(seconds * a_second)):
            await self._change(number)
            self.changes += 1
            await asyncio.sleep(max(0.0, begun + (number + 1) / a_second - loop.time()))
        self.seconds += loop.time() - begun

    async def _change(self, number: int) -> None:
        """One change: somebody opens a table, closes one, or sits down at one."""
        guest = self._guests[number % HOSTS]
        if number % 2 == 0:
            await self._open(guest)
            return
        host, table = self._waiting.pop(number * 7 % (len(self._waiting) - 1))
        if number % 4 == 3 and len(table.seats) == 2 and guest is not host:
            await guest.join(table.number)
        else:
            await host.leave(table.number)


def listen(eye: Onlooker) -> Counter[str]:
    """How often the page asks for each list, from now on."""
    asked: Counter[str] = Counter()

    def sent(frame: str | bytes) -> None:
        message: dict[str, Any] = json.loads(frame)
        if message.get("type") in LISTS:
            asked[f"ws {message['type']}"] += 1

    def connected(socket: WebSocket) -> None:
        socket.on("framesent", sent)

    def requested(url: str) -> None:
        parts = urlsplit(url)
        if parts.path.startswith("/api/"):
            asked[parts.path + (f"?{parts.query}" if parts.query else "")] += 1

    eye.page.on("websocket", connected)
    eye.page.on("request", lambda request: requested(request.url))
    return asked


async def crowded(browser: Browser, house: Place, tables: int, a_second: int, seconds: float) -> Crowded:
    """Somebody looks at a lobby of so many tables while so many of them change every second."""
    async with AsyncExitStack() as stack:
        crowd = Crowd(house)
        await crowd.come(stack)
        await crowd.open(tables)
        eye = await stack.enter_async_context(onlooker(browser, house))
        asked = listen(eye)

        async def arrive() -> None:
            await eye.page.goto(address(house))
            await eye.page.locator(".tables .row").first.wait_for()
            await asyncio.sleep(2)

        arriving = await eye.longest(arrive)
        longest = await eye.longest(lambda: crowd.stir(seconds, a_second))
        return Crowded(arriving, longest, crowd.changes / crowd.seconds, asked)
