"""What a guest hears, and the queues in which whoever follows it finds it."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from tablehall.client.errors import ClientError
from tablehall.protocols.house import replies


class Away(msgspec.Struct, frozen=True):
    """The connection is lost; in so many seconds it is tried again. `welcome` says that it is back."""

    why: str
    again: float


News = (
    replies.Table
    | replies.Happened
    | replies.Gathered
    | replies.Listed
    | replies.LobbyList
    | replies.Welcome
    | replies.Parted
    | Away
)
"""Everything that is told without being the answer to a question."""


class Ear:
    """One who follows the news, at his own pace."""

    def __init__(
        self, wanted: Callable[[News], bool] | None = None, queue: "asyncio.Queue[Any] | None" = None
    ) -> None:
        self._wanted = wanted
        self._queue: asyncio.Queue[News | ClientError | None] = queue or asyncio.Queue()

    def tell(self, news: News) -> None:
        """Keep something for him."""
        if self._wanted is None or self._wanted(news):
            self._queue.put_nowait(news)

    def end(self, why: ClientError | None) -> None:
        """There will be no more; None: as he wished."""
        self._queue.put_nowait(why)

    @property
    def idle(self) -> bool:
        """Whether he has heard everything there is."""
        return self._queue.empty()

    async def next(self) -> News | None:
        """The next thing he hears; None: there is no more."""
        heard = await self._queue.get()
        if isinstance(heard, ClientError):
            raise heard
        return heard
