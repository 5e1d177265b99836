"""One connection to a house door, over aiohttp."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp

from tablehall.client.address import shown
from tablehall.client.errors import ConnectionLostError, NobodyThereError

HEARTBEAT = 20.0
"""Seconds of silence after which the hall is asked whether it is still there."""


NO_HOUSE_DOOR = "something else is there; the house door has the address of the page"
LONGEST = 1 << 26
"""Bytes of a message: the list of 50,000 tables has 12 million."""


def _why(error: Exception) -> str:
    """What is wrong with an address, in words."""
    match error:
        case aiohttp.ClientConnectorDNSError():
            return "no machine has that name"
        case aiohttp.ClientConnectorError(os_error=ConnectionRefusedError()):
            return "nothing is open on that port"
        case aiohttp.ClientConnectorError(os_error=reason):
            return reason.strerror or str(reason)
        case aiohttp.ServerTimeoutError() | TimeoutError():
            return "it takes too long"
        case aiohttp.ClientResponseError() | aiohttp.ServerConnectionError() | aiohttp.ClientPayloadError():
            return NO_HOUSE_DOOR
    return str(error) or type(error).__name__


class Wire:
    """A WebSocket over which messages come and go."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session, self._socket = session, socket

    @classmethod
    async def open(cls, url: str, within: float = 10.0, close_within: float = 10.0) -> "Wire":
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
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await session.close()
            raise NobodyThereError(f"No hall answers at {shown(url)} ({_why(error)}).") from error
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
