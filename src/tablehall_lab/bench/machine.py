"""What the machine gives to a measurement: a core for the server, one for its players, and many sockets."""

import contextlib
import os
import resource
from collections.abc import Iterator


def more_files(wanted: int) -> None:
    """May this process have so many sockets?"""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, wanted + 100), hard))


@contextlib.contextmanager
def apart(pid: int) -> Iterator[None]:
    """A core for the server and another one for this process, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield
        return
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread), cores[:1])
    os.sched_setaffinity(0, cores[1:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
