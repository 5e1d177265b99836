"""A machine that vanishes without a word is noticed by the system."""

import asyncio
import socket

from tablehall.net.keep_alive import ALIVE_AFTER, keep_alive


async def test_a_connection_is_asked_whether_it_is_still_there() -> None:
    accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    server = await asyncio.start_server(lambda _, writer: accepted.put_nowait(writer), "127.0.0.1", 0)
    _, client = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer = await accepted.get()
    keep_alive(writer.transport)
    sock = writer.get_extra_info("socket")
    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    if hasattr(socket, "TCP_KEEPIDLE"):
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == ALIVE_AFTER
    for end in (writer, client):
        end.close()
        await end.wait_closed()
    server.close()
    await server.wait_closed()
