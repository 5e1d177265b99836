"""Ports: why a door could not be opened, and who is in the way."""

import contextlib
import errno
import socket
import sys
from pathlib import Path

from tablehall.protocols.door import Door

LISTENS = "0A"
"""How the system writes that a TCP socket listens."""


def taken(kind: type[Door], host: str, port: int, error: OSError) -> str:
    """Why a door could not be opened, who is in the way, and the flag that helps."""
    holder = port_holder(kind, host, port)
    by = f" by {holder}" if holder else ""
    flag = "--port N" if kind.front else f"--door {kind.name}=N"
    if isinstance(error, socket.gaierror):
        flag = "--host ADDRESS with one of this machine"
    if "in use" in str(error) or error.errno == errno.EADDRINUSE:
        return f"Port {port} of the {kind.name} door is taken{by}; choose another with {flag} (0: any)."
    return f"The {kind.name} door cannot be opened on {host}:{port}: {error.strerror or error}; try {flag}."


def port_holder(kind: type[Door], host: str, port: int) -> str:
    """Which program has the port that a door is to have, where the system tells (Linux)."""
    tables = ("udp", "udp6") if kind.transport == "datagrams" else ("tcp", "tcp6")
    ours = _addresses(host)
    inodes = {
        row[9]
        for table in tables
        for row in _socket_rows(Path("/proc/net") / table)
        if _in_the_way(row, port, ours) and (kind.transport == "datagrams" or row[3] == LISTENS)
    }
    for process in Path("/proc").glob("[0-9]*") if inodes else ():
        with contextlib.suppress(OSError):  # a process may end, or be none of our business
            for link in (process / "fd").iterdir():
                target = str(link.readlink())
                if target.startswith("socket:[") and target[8:-1] in inodes:
                    return f"{(process / 'comm').read_text().strip()} (process {process.name})"
    return ""


def _in_the_way(row: list[str], port: int, ours: set[str]) -> bool:
    """Whether a socket has this port at one of our addresses, or one of the two is at all of them."""
    address, _, number = row[1].rpartition(":")
    return int(number, 16) == port and (not ours or address in ours or not address.strip("0"))


def _addresses(host: str) -> set[str]:
    """The addresses of a host as the system's tables write them; none: it is all of them."""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host or None, None, flags=socket.AI_PASSIVE)}
    except OSError:
        return set()
    written = {_written(str(address)) for address in found}
    return written if all(address.strip("0") for address in written) else set()


def _written(address: str) -> str:
    """Words of 32 bits, each in the order of this machine."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    packed = socket.inet_pton(family, address.partition("%")[0])
    words = (packed[n : n + 4] for n in range(0, len(packed), 4))
    return "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)


def _socket_rows(table: Path) -> list[list[str]]:
    try:
        return [line.split() for line in table.read_text().splitlines()[1:]]
    except OSError:
        return []
