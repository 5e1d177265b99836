"""One connection to a house door, over aiohttp."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp

from tablehall.client.errors import ConnectionLostError
from tablehall.client.nobody import NO_ADDRESS, nobody_at

HEARTBEAT = 20.0
"""Seconds of silence after which the hall is asked whether it is still there."""
OPENING = 10.0
"""Seconds within which a connection is made, or it takes too long."""
LONGEST = 1 << 26
"""Bytes of a message: the list of 50,000 tables has 12 million."""


def _behind(error: Exception) -> Exception:
    """What an error of aiohttp's comes from, as any other socket would have it."""
    match error:
        case TimeoutError():
            return error
        case aiohttp.ClientConnectorError():
            return error.os_error
        case aiohttp.ClientResponseError() | aiohttp.ServerConnectionError() | aiohttp.ClientPayloadError():
            return ConnectionLostError()
        case aiohttp.ClientOSError(errno=int(number)):
            return OSError(number, error.strerror)  # of the class that this number has
    return error


class Wire:
    """A WebSocket over which messages come and go."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session, self._socket = session, socket

    @classmethod
    async def open(cls, url: str, within: float = OPENING, close_within: float = 10.0) -> "Wire":
        """Connect, or say that nobody is there."""
        session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None))
        try:
            async with asyncio.timeout(within):
                socket = await session.ws_connect(
                    url,
                    heartbeat=HEARTBEAT,
                    timeout=aiohttp.ClientWSTimeout(ws_close=close_within),
                    max_msg_size=LONGEST,
                )
        except (aiohttp.ClientError, *NO_ADDRESS) as error:
            await session.close()
            raise nobody_at(url, _behind(error)) from error
        except BaseException:
            await session.close()
            raise
        return cls(session, socket)

    async def say(self, *messages: bytes) -> None:
        """Send messages."""
        try:
            for message in messages:
                await self._socket.send_str(message.decode())
        except (aiohttp.ClientError, OSError) as error:
            raise ConnectionLostError from error

    async def hear(self, within: float | None = None) -> str:
        """The next message; a `TimeoutError` says that none has come in time."""
        while True:
            try:
                message = await self._socket.receive(within)
            except (aiohttp.ClientError, OSError) as error:  # it could not answer a ping
                raise ConnectionLostError from error
            if message.type is aiohttp.WSMsgType.TEXT:
                return str(message.data)
            if message.type is not aiohttp.WSMsgType.BINARY:
                raise ConnectionLostError

    async def __aiter__(self) -> AsyncIterator[str]:
        """Every message, until the connection is over."""
        with contextlib.suppress(ConnectionLostError):
            while True:
                yield await self.hear()

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()
        await self._session.close()
