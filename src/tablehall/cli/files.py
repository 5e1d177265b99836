"""Files that a command reads or writes; `-` is the standard input."""

import sys
from pathlib import Path

from tablehall.cli import fail
from tablehall.printable import printable_lines


def read(file: Path) -> bytes:
    """What is in a file."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise fail(f"{file} cannot be read: {error.strerror}") from error


def write(data: bytes, output: Path | None) -> None:
    """Write something, byte for byte; only a terminal gets nothing that it would obey."""
    if output is None:
        if sys.stdout.isatty():
            sys.stdout.write(printable_lines(data.decode()))
        else:
            sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise fail(f"{output} cannot be written: {error.strerror}; choose another with -o.") from error
