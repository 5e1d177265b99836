"""The peer of every figure: a broker that knows Tic Tac Toe and WebSockets, and nothing else.

No people, no lobby, no log, no limits, no clocks: about as little as Python can do for a move of which two
players hear. Its framing is its own, and written for what the benchmark's players send.
"""

import asyncio
import base64
import gc
import hashlib

import msgspec
import uvloop

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
OPENED, STARTED, OVER, REFUSED = (
    b'\x81\x11{"type":"opened"}',
    b'\x81\x12{"type":"started"}',
    b'\x81\x0f{"type":"over"}',
    b'\x81\x12{"type":"refused"}',
)


class Join(msgspec.Struct, tag="join", gc=False):
    """Sit down at a table; whoever is the first opens it."""

    table: int
    endless: bool = False
    """A full board is wiped, and the game goes on: nothing is measured but plain moves."""


class Place(msgspec.Struct, tag="place", gc=False):
    """A move."""

    r: int
    c: int


class State(msgspec.Struct, tag="state", gc=False):
    """What both hear of a move."""

    turn: int
    r: int
    c: int
    rows: list[list[int]]


decode = msgspec.json.Decoder(Join | Place).decode
encode = msgspec.json.Encoder().encode


class Game:
    """One table."""

    __slots__ = ("board", "endless", "players", "plies")

    def __init__(self, first: "Broker", endless: bool) -> None:
        self.board, self.plies = [0] * 9, 0
        self.players = (first, first)
        self.endless = endless

    def place(self, player: "Broker", r: int, c: int) -> bytes | None:
        """What both hear of a move; nothing if it is not allowed."""
        side, square, board = self.plies & 1, 3 * r + c, self.board
        if self.players[side] is not player or not 0 <= square < 9 or board[square]:
            return None
        board[square] = side + 1
        self.plies += 1
        state = encode(State(self.plies & 1, r, c, [board[:3], board[3:6], board[6:]]))
        return bytes((0x81, len(state))) + state

    def over(self, square: int) -> bool:
        """Whether the move to this square ends the game."""
        board = self.board
        if any(board[a] == board[b] == board[c] for a, b, c in THROUGH[square]) or self.plies == 9:
            if not self.endless:
                return True
            self.board, self.plies = [0] * 9, 0
        return False


class Broker(asyncio.Protocol):
    """One player's connection."""

    waiting: "dict[int, Game]" = {}  # noqa: RUF012 (one for all)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.write = transport.write  # type: ignore[attr-defined]  # a stream's
        self.close = transport.close
        self.rest = b""
        self.greeted = False
        self.game: Game | None = None

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data, self.rest = self.rest + data, b""
        if not self.greeted:
            self.greet(data)
            return
        start = 0
        while len(data) >= start + 6:
            size = data[start + 1] & 0x7F
            if data[start] != 0x81 or size > 125:  # a goodbye, or nothing that a player says
                self.close()
                return
            at, end = start + 6, start + 6 + size
            if len(data) < end:
                break
            mask = int.from_bytes((data[start + 2 : at] * 32)[:size], "big")
            self.heard((int.from_bytes(data[at:end], "big") ^ mask).to_bytes(size, "big"))
            start = end
        self.rest = data[start:]

    def greet(self, head: bytes) -> None:
        """The handshake."""
        if not head.endswith(b"\r\n\r\n"):
            self.rest = head
            return
        key = head.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        self.greeted = True
        self.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: %s\r\n\r\n" % accept
        )

    def heard(self, message: bytes) -> None:
        """A move, or somebody who wants to play."""
        wanted = decode(message)
        if type(wanted) is Join:
            self.join(wanted)
            return
        game = self.game
        state = game.place(self, wanted.r, wanted.c) if game is not None else None
        if game is None or state is None:
            self.write(REFUSED)
            return
        first, second = game.players
        first.write(state)
        second.write(state)
        if game.over(3 * wanted.r + wanted.c):
            first.game = second.game = None
            first.write(OVER)
            second.write(OVER)

    def join(self, wanted: Join) -> None:
        """The first opens a table, with the second the game begins."""
        game = self.waiting.pop(wanted.table, None)
        if game is None:
            self.waiting[wanted.table] = self.game = Game(self, wanted.endless)
            self.write(OPENED)
            return
        game.players = (game.players[0], self)
        self.game = game
        for player in game.players:
            player.write(STARTED)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Broker, "127.0.0.1", 0, backlog=4096)
    print(f"  bare ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/\nStop with Ctrl-C.", flush=True)
    gc.freeze()
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
