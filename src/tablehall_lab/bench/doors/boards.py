"""Players of the boards door: Tic Tac Toe."""

import re

from tablehall_lab.bench.engine import DRAW
from tablehall_lab.bench.load import Table

IDS = re.compile(rb'"id":(\d+)')
IGNORED = re.compile(rb'\{"type":"(JOIN_GAME_SUCCESS|GAME_INIT|SET_OPEN_GAMES)"')


class Boards(Table):
    """Whole games, a new one for each."""

    crowd = (b'{"type":"LOGIN","username":"NAME"}',)

    def begin(self) -> None:
        for side, player in enumerate(self.players):
            player.say(b'{"type":"LOGIN","username":"p%dx%d"}' % (self.number, side))
        self.here = 0

    def open(self) -> None:
        """A game of their own."""
        self.ply, self.pieces = 0, [[b""], [b""]]
        self.players[0].say(b'{"type":"CREATE_GAME","gameName":"Tic Tac Toe"}')

    def heard(self, side: int, message: bytes) -> None:
        if message.startswith(b'{"type":"SET_GAME_STATE"'):
            self.state(side, message)
        elif message.startswith(b'{"type":"LOGIN_SUCCESS"'):
            self.here += 1
            if self.here == 2:
                self.open()
        elif message.startswith(b'{"type":"NEWLY_CREATED_GAME"'):
            game = message.partition(b'"gameId":')[2].partition(b"}")[0].partition(b",")[0]
            self.players[1].say(b'{"type":"JOIN_GAME","gameId":%s}' % game)
        elif message.startswith(b'{"type":"GAME_END"'):
            if self.ended():
                self.open()
        elif not IGNORED.match(message):
            raise self.surprised(message)

    def state(self, side: int, message: bytes) -> None:
        """The first one of a game shows the pieces, every other one follows a move."""
        if self.waiting:
            if self.told(side) and self.ply < len(DRAW):
                self.go()
        elif self.ply == 0:
            pool = message.partition(b'"user_pool":[')[2].partition(b"]")[0]
            self.pieces[side] = IDS.findall(pool)
            if self.pieces[0][0] and self.pieces[1][0]:
                self.go()

    def move(self) -> None:
        ply = self.ply
        self.mover = side = ply & 1
        piece = self.pieces[side][ply // 2]
        self.players[side].say(b'{"type":"TURN","pieceId":%s,"r":%d,"c":%d}' % (piece, *DRAW[ply]))
        self.ply += 1
