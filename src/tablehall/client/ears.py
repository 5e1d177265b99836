"""Queues in which those who follow the news find them."""

import asyncio
from collections.abc import Callable
from typing import Any

from tablehall.client.errors import ClientError
from tablehall.client.news import News

Wanted = Callable[[News], bool]


class Ear:
    """One who follows the news, at their own pace."""

    def __init__(self, wanted: Wanted | None = None, queue: "asyncio.Queue[Any] | None" = None) -> None:
        self._wanted = wanted
        self._queue: asyncio.Queue[News | ClientError | None] = queue or asyncio.Queue()

    def tell(self, news: News) -> None:
        """Keep something for them."""
        if self._wanted is None or self._wanted(news):
            self._queue.put_nowait(news)

    def end(self, why: ClientError | None) -> None:
        """There will be no more; None: as they wished."""
        self._queue.put_nowait(why)

    @property
    def idle(self) -> bool:
        """Whether they have heard everything there is."""
        return self._queue.empty()

    async def next(self) -> News | None:
        """The next thing they hear; None: there is no more."""
        heard = await self._queue.get()
        if isinstance(heard, ClientError):
            raise heard
        return heard


class Ears:
    """Everybody who follows the news of one guest."""

    def __init__(self) -> None:
        self._all: list[Ear] = []

    def add(self, wanted: Wanted | None = None, queue: "asyncio.Queue[Any] | None" = None) -> Ear:
        """One more."""
        ear = Ear(wanted, queue)
        self._all.append(ear)
        return ear

    def remove(self, ear: Ear) -> None:
        """One less."""
        if ear in self._all:
            self._all.remove(ear)

    def tell(self, news: News) -> None:
        """Tell everybody."""
        for ear in self._all:
            ear.tell(news)

    def end(self, why: ClientError | None) -> None:
        """Nobody will hear anything any more."""
        for ear in self._all:
            ear.end(why)
