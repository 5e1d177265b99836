"""Asking the system whether another machine is still there."""

import asyncio
import socket

ALIVE_AFTER, ALIVE_EVERY, ALIVE_TRIES = 60, 15, 4
"""Seconds of silence before the system asks whether the other machine is still there, seconds
between two questions, and how many go unanswered before the connection is lost."""


def keep_alive(transport: asyncio.BaseTransport) -> None:
    """Have the system find out when the other machine is gone without a word."""
    sock = transport.get_extra_info("socket")
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_KEEPIDLE", ALIVE_AFTER),
        ("TCP_KEEPINTVL", ALIVE_EVERY),
        ("TCP_KEEPCNT", ALIVE_TRIES),
    ):
        if hasattr(socket, option):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
