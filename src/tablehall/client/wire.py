"""One connection to a house door."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec

from tablehall.client.address import shown
from tablehall.client.errors import ConnectionLostError, NobodyThereError
from tablehall.games.api import UNREADABLE
from tablehall.protocols.house.replies import AnyReply

HEARTBEAT = 20.0
"""Seconds of silence after which the hall is asked whether it is still there."""
PATIENCE = 10.0

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyReply).decode


class Wire:
    """A WebSocket that speaks the house door's protocol."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session, self._socket = session, socket

    @classmethod
    async def open(cls, url: str) -> "Wire":
        """Connect, or say that nobody is there."""
        session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None, connect=PATIENCE))
        try:
            socket = await session.ws_connect(url, heartbeat=HEARTBEAT)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await session.close()
            raise NobodyThereError(f"No hall answers at {shown(url)} ({error}).") from error
        except BaseException:
            await session.close()
            raise
        return cls(session, socket)

    async def say(self, request: Any) -> None:
        """Send a request."""
        try:
            await self._socket.send_str(encode(request).decode())
        except (aiohttp.ClientError, OSError) as error:
            raise ConnectionLostError from error

    async def __aiter__(self) -> AsyncIterator[AnyReply]:
        """What the hall says, until the connection is over."""
        async for message in self._socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            try:
                reply: AnyReply = decode(message.data)
            except UNREADABLE:  # a kind of reply that came after this client
                continue
            yield reply

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()
        await self._session.close()
