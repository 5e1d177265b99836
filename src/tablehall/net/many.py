"""One datagram to many addresses with one call to the system (Linux), a third cheaper than one
call each."""

import ctypes
import functools
import socket
import struct
import sys
from collections.abc import Sequence
from typing import Any

_HEADER = struct.Struct("=QI4xQQQQi4xI4x")
"""A `struct mmsghdr`: address, its size, vector, its length, and what we do not use."""
_ADDRESS = 16


class _Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_char_p), ("length", ctypes.c_size_t))


def _system_call() -> Any:
    if sys.platform != "linux" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    return getattr(ctypes.CDLL(None), "sendmmsg", None)


_sendmmsg = _system_call()
_vector = _Vector()


class Group:
    """Addresses that hear the same, ready for the system."""

    __slots__ = ("_headers", "_names", "_together", "addresses")

    def __init__(self, addresses: Sequence[tuple[Any, ...]], together: int | None = None) -> None:
        """Only the first so many are sent to together; None: all."""
        self.addresses = addresses
        self._together = addresses if together is None else addresses[:together]
        self._headers: Any = None
        addresses = self._together
        if _sendmmsg is None or len(addresses) < 3 or len(addresses[0]) != 2:
            return
        self._names = ctypes.create_string_buffer(b"".join(map(_packed, addresses)))
        first, vector = ctypes.addressof(self._names), ctypes.addressof(_vector)
        pack = _HEADER.pack
        self._headers = ctypes.create_string_buffer(
            b"".join(
                pack(first + _ADDRESS * at, _ADDRESS, vector, 1, 0, 0, 0, 0) for at in range(len(addresses))
            )
        )

    def send(self, through: socket.socket, data: bytes) -> int:
        """Send a datagram to everybody; returns to how many it could be sent before something went wrong."""
        if self._headers is None:
            return self._send_each(through, data)
        _vector.base, _vector.length = data, len(data)
        sent: int = _sendmmsg(through.fileno(), self._headers, len(self._together), 0)
        return max(0, sent)

    def _send_each(self, through: socket.socket, data: bytes) -> int:
        sent = 0
        try:
            for address in self._together:
                through.sendto(data, address)
                sent += 1
        except (OSError, TypeError):  # or somebody who is at another node
            pass
        return sent


@functools.lru_cache(maxsize=65_536)
def _packed(address: tuple[str, int]) -> bytes:
    """A `struct sockaddr_in`."""
    host, port = address
    return struct.pack("=H", socket.AF_INET) + struct.pack("!H", port) + socket.inet_aton(host) + bytes(8)
