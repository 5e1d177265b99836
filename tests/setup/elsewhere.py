"""Be `tablehall` on a system that has nothing beyond what Python has everywhere.

    python elsewhere.py serve --port 0

No uvloop, no locks on files, no limits of the process, no /proc, no clock that knows of sleep; and a loop
that, like Windows' own, takes no signals and watches no sockets of others.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any, NoReturn


def not_here(*_: Any) -> NoReturn:
    raise NotImplementedError


for module in ("fcntl", "resource", "uvloop"):
    sys.modules[module] = None  # type: ignore[assignment]
for name in ("clock_gettime", "CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
    delattr(time, name)
for name in ("add_signal_handler", "add_reader", "remove_reader", "add_writer", "remove_writer"):
    setattr(asyncio.SelectorEventLoop, name, not_here)

read_text = Path.read_text


def read(path: Path, *words: Any, **named: Any) -> str:
    """A file, but for those that only Linux has."""
    if path.is_relative_to("/proc"):
        raise FileNotFoundError(path)
    return read_text(path, *words, **named)


Path.read_text = read  # type: ignore[method-assign, assignment]

if __name__ == "__main__":
    from tablehall.cli import main

    main()
