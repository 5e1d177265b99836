"""One connection of the load: lines, or a WebSocket; and those who come in and do not play.

As little as can be done: bytes are looked at and hardly ever decoded, and nothing is awaited.
"""

import socket
from typing import TYPE_CHECKING

from tablehall.client import frames
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.thrifty import MASK, UPGRADE
from tablehall_lab.services.server import Place

if TYPE_CHECKING:
    from tablehall_lab.bench.load import Table

PONG = frames.masked(b"", frames.PONG, mask=MASK)


class Player:
    """One connection."""

    upgrade = b""

    def __init__(self, table: "Table", side: int, place: Place) -> None:
        self.table, self.side = table, side
        self.rest = b""
        self.open = not self.upgrade
        sock = socket.create_connection(place)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.upgrade:
            sock.sendall(self.upgrade)
        sock.setblocking(False)
        self.socket, self.recv, self.send = sock, sock.recv, sock.send

    def say(self, message: bytes) -> None:
        """A line."""
        self.send(message + b"\n")

    def arrived(self) -> None:
        """Something can be read."""
        try:
            data = self.recv(65536)
        except BlockingIOError:
            return
        except ConnectionError as error:
            raise BenchError(f"{self.table}: a connection was lost") from error
        if not data:
            raise BenchError(f"{self.table}: a connection was closed")
        self.feed(self.rest + data if self.rest else data)

    def feed(self, data: bytes) -> None:
        """Lines."""
        *lines, self.rest = data.split(b"\n")
        heard = self.table.heard
        for line in lines:
            heard(self.side, line)


class WebPlayer(Player):
    """One WebSocket."""

    upgrade = UPGRADE

    def say(self, message: bytes) -> None:
        self.send(frames.masked(message, mask=MASK))

    def feed(self, data: bytes) -> None:
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head:
                raise BenchError(f"{self.table}: no WebSocket: {head[:80]!r}")
            self.open = True
            self.table.connected()
        start, heard, cut = 0, self.table.heard, frames.cut
        while (frame := cut(data, start)) is not None:
            first, message, start = frame
            if first == 0x81:
                heard(self.side, message)
            elif first == 0x89:
                self.send(PONG)
        self.rest = data[start:]


class Idler(WebPlayer):
    """Somebody who has come in and does not play; reads what they are told and no more."""

    def __init__(self, table: "Table", hello: tuple[bytes, ...], place: Place) -> None:
        super().__init__(table, 0, place)
        self.hello = hello

    def feed(self, data: bytes) -> None:
        if self.open:
            if data.endswith(b"\x89\x00"):
                self.send(PONG)
        elif b"\r\n\r\n" in data:
            self.open = True
            for message in self.hello:
                self.say(message)
            self.table.load.looking += 1
        else:
            self.rest = data
