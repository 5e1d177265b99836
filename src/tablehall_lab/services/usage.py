"""What a process uses, as the system tells it (Linux)."""

import os
import re
import time
from pathlib import Path


def _times(pid: int) -> list[int]:
    """Ticks of CPU: its own (user, system), then those of children that have ended."""
    return [int(field) for field in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]]


def cpu_seconds(pid: int) -> float:
    """The CPU time a process has used, all its threads; `/proc` would tell it in hundredths of a second."""
    return time.clock_gettime((~pid << 3) | 2)  # the clock that clock_getcpuclockid(3) gives for a process


def cpu_of_family(pid: int) -> float:
    """The CPU time of a process and everything that it has started."""
    try:
        own = sum(_times(pid)) / os.sysconf("SC_CLK_TCK")
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):  # it has ended since; its parent knows what it used
        return 0.0
    return own + sum(cpu_of_family(int(child)) for child in children)


def memory(pid: int) -> int:
    """Bytes of memory it holds."""
    return _status(pid, "VmRSS") * 1024


def threads(pid: int) -> int:
    """How many threads it has."""
    return _status(pid, "Threads")


def _status(pid: int, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) if found else 0


def descriptors(pid: int) -> int:
    """How many files and sockets it has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
