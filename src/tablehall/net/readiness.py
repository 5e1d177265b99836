"""When a socket has something for us, or room: on every event loop.

Most loops say so themselves. Windows' own does not; there a thread looks, and what was learnt is still
dealt with in the loop.
"""

import asyncio
import contextlib
import select
import socket
import threading
from collections.abc import Callable
from functools import partial

LOOK_EVERY = 0.5
"""Seconds after which the thread looks whether it is still wanted."""
SOON = 0.001
"""Seconds after which there may be room again."""


def when_readable(
    loop: asyncio.AbstractEventLoop, source: socket.socket, then: Callable[[], object]
) -> Callable[[], object]:
    """Have something done whenever there is something to read; what this returns ends it."""
    try:
        loop.add_reader(source.fileno(), then)
    except NotImplementedError:
        return _look_aside(loop, source, then)
    return partial(loop.remove_reader, source.fileno())


def once_writable(
    loop: asyncio.AbstractEventLoop, target: socket.socket, then: Callable[[], object]
) -> Callable[[], object]:
    """Have something done as soon as there is room to write; what this returns ends the waiting."""
    number = target.fileno()

    def now() -> None:
        loop.remove_writer(number)
        then()

    try:
        loop.add_writer(number, now)
    except NotImplementedError:
        return loop.call_later(SOON, then).cancel
    return partial(loop.remove_writer, number)


def _look_aside(
    loop: asyncio.AbstractEventLoop, source: socket.socket, then: Callable[[], object]
) -> Callable[[], object]:
    over, dealt_with = threading.Event(), threading.Event()

    def deal() -> None:
        try:
            if not over.is_set():
                then()
        finally:
            dealt_with.set()

    def look() -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # the socket or the loop is closed
            while not over.is_set():
                if select.select([source], [], [], LOOK_EVERY)[0]:
                    dealt_with.clear()
                    loop.call_soon_threadsafe(deal)
                    while not (dealt_with.wait(LOOK_EVERY) or over.is_set()):
                        pass

    threading.Thread(target=look, daemon=True, name="readiness").start()
    return over.set
