"""Players of the pipes door: dáma."""

from tablehall_lab.bench.load import Table
from tablehall_lab.bench.players import Player

GAME = """
2,1|1,2 1,4|2,3 1,2|0,3 2,5|1,4 0,3|2,5 5,4|4,3 2,5|5,2 2,3|1,2 0,1|2,3 4,5|3,4 5,2|2,5 0,5|1,4 2,3|0,5
"""
"""A whole game, from one side's first move to the other's last piece."""
TURNS = tuple(turn.encode() for turn in GAME.split())


class Pipes(Table):
    """Whole games, a new one for each."""

    kind = Player

    def begin(self) -> None:
        self.here = 0
        self.ids = [b"", b""]
        for side, player in enumerate(self.players):
            player.say(b"0|CONNECT|p%dx%d" % (self.number, side))

    def open(self) -> None:
        """A game of their own."""
        self.ply = 0
        self.players[0].say(b"%s|CREATE_GAME" % self.ids[0])

    def heard(self, side: int, message: bytes) -> None:
        code = message[:3]
        if code == b"208":
            if self.told(side):
                self.go()
        elif code == b"210":
            if self.told(side):
                self.load.games += 1
                self.open()
        elif code == b"200":
            self.welcome(side, message[4:])
        elif code == b"204":
            self.players[1].say(b"%s|JOIN_GAME|p%dx0" % (self.ids[1], self.number))
        elif code == b"206":  # whoever waited was told in the same breath
            self.go()
        elif code not in (b"250", b"260", b"270"):
            raise self.surprised(message)

    def welcome(self, side: int, number: bytes) -> None:
        """One of them is in."""
        self.ids[side] = number
        self.turns = [b"%s|TURN|%s\n" % (self.ids[ply & 1], turn) for ply, turn in enumerate(TURNS)]
        self.here += 1
        if self.here == 2:
            self.open()

    def move(self) -> None:
        self.mover = self.ply & 1
        self.players[self.mover].send(self.turns[self.ply])
        self.ply += 1
