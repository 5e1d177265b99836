"""What is typed where there is no screen: lines, and Ctrl-C."""

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any


class End:
    """Nothing more will be typed."""


def read_lines(source: int, queue: "asyncio.Queue[Any]") -> None:
    """Put every line of an open file into the queue. From a thread, since any kind of file will
    do, and without Python's own buffers: the program must be able to end while it reads."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        rest = b""
        with contextlib.suppress(OSError, RuntimeError):  # the client may have ended meanwhile
            while data := os.read(source, 65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    loop.call_soon_threadsafe(queue.put_nowait, line.decode(errors="replace").strip())
            if rest:
                loop.call_soon_threadsafe(queue.put_nowait, rest.decode(errors="replace").strip())
            loop.call_soon_threadsafe(queue.put_nowait, End())

    threading.Thread(target=read, daemon=True).start()


class Interrupted(Exception):  # noqa: N818 (no error)
    """Ctrl-C was meant."""


@contextlib.contextmanager
def interruptible(leaves: Callable[[], bool]) -> Iterator[None]:
    """Ctrl-C asks whether one leaves now; then whatever goes on in here ends as `Interrupted`."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    meant = False

    def pressed() -> None:
        nonlocal meant
        if leaves():
            meant = True
            task.cancel()

    before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(pressed))
    try:
        yield
    except asyncio.CancelledError:
        if not meant:
            raise
        task.uncancel()
        raise Interrupted from None
    finally:
        signal.signal(signal.SIGINT, before)
