"""Players of the bare broker: Tic Tac Toe."""

from tablehall.client import frames
from tablehall_lab.bench.engine import DRAW
from tablehall_lab.bench.load import Table
from tablehall_lab.bench.thrifty import MASK

MOVES = tuple(frames.masked(b'{"type":"place","r":%d,"c":%d}' % square, mask=MASK) for square in DRAW)


class Bare(Table):
    """Whole games, a new table for each."""

    join = b'{"type":"join","table":%d}'

    def begin(self) -> None:
        self.ply = 0
        self.players[0].say(self.join % self.number)

    def heard(self, side: int, message: bytes) -> None:
        if message.startswith(b'{"type":"state"'):
            if self.told(side):
                self.next()
        elif message.startswith(b'{"type":"opened"'):
            self.players[1].say(self.join % self.number)
        elif message.startswith(b'{"type":"started"'):
            if side:
                self.go()
        elif not message.startswith(b'{"type":"over"'):
            raise self.surprised(message)
        elif self.ended():
            self.begin()

    def next(self) -> None:
        """Both have heard of the last move."""
        if self.ply < len(MOVES):
            self.go()

    def move(self) -> None:
        self.mover = self.ply & 1
        self.players[self.mover].send(MOVES[self.ply])
        self.ply += 1


class BareLong(Bare):
    """Plain moves: the board is wiped when it is full."""

    join = b'{"type":"join","table":%d,"endless":true}'

    def next(self) -> None:
        self.ply %= len(MOVES)
        self.go()
