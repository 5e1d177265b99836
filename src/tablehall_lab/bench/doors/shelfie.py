"""Players of My Shelfie, two at a table. A pick is a move, and so is a put.

The door opens one lobby after the other, and whoever says `Join` sits down at the one that is open. So only
one pair opens a table at a time, and the second joins while the first creates; the others wait in
`Load.opening`.
"""

import msgspec

from tablehall_lab.bench.load import Table
from tablehall_lab.bench.players import Player

Square = tuple[int, int]


class Tile(msgspec.Struct):
    """One in the living room."""

    x: int
    y: int
    type: str


class BoardUpdate(msgspec.Struct):
    """What came, or what left."""

    tiles: list[Tile]
    added: bool


changed = msgspec.json.Decoder(BoardUpdate).decode
encode = msgspec.json.encode
IGNORED = (b"CommonCards", b"PlayerPoints", b"BookShelfUpdate")


class Shelfie(Table):
    """Whole games, a new table for each."""

    kind = Player

    def begin(self) -> None:
        self.load.opening.append(self)
        if self.load.opening[0] is self:
            self.open()

    def open(self) -> None:
        """A table of their own: the first creates it, the second sits down at it."""
        self.board: dict[Square, str] = {}
        self.room = ([6] * 5, [6] * 5)
        self.ids = [b"", b""]
        self.hand: list[str] = []
        self.set_up = 0
        self.players[0].say(b'{"name":"HelloCommand"}')

    def heard(self, side: int, message: bytes) -> None:
        name = message[9 : message.find(b'"', 9)]
        if name == b"TilesPicked":
            if not self.hand and self.told(side):
                self.hand = self.picked
                self.go()
        elif name == b"TurnNotify":
            self.turn(side, message[-3] - ord("0"))
        elif name == b"BoardUpdate":
            if not side:
                self.look(changed(message))
        elif name == b"Winner":
            if self.told(side):
                self.load.games += 1
                self.begin()
        elif name not in IGNORED:
            self.lobby(side, name, message)

    def lobby(self, side: int, name: bytes, message: bytes) -> None:
        """What is said before a game, and pings."""
        if name == b"Ping":
            self.players[side].say(b'{"name":"Pong","id":"NoId"}')
        elif name == b"Hello" and b"NoFirst" not in message:
            self.ids[0] = text(message, b"firstPlayerId")
            first = b'"player":"p%dx0","numOfPlayers":2,"idFirstPlayer":"%s"' % (self.number, self.ids[0])
            self.players[0].say(b'{"name":"JoinNewAsFirst",%s,"easyRule":false}' % first)
            self.players[1].say(b'{"name":"Join","player":"p%dx1"}' % self.number)
        elif name == b"JoinResponse" and b"true" in message:
            self.ids[1] = text(message, b"id")
        elif name == b"GameSetUp":
            self.set_up += 1
            if self.set_up == 2:
                self.started()
        elif name != b"FirstJoinResponse" or b"true" not in message:
            raise self.surprised(message)

    def started(self) -> None:
        """The next pair may open its table."""
        opening = self.load.opening
        opening.popleft()
        if opening:
            opening[0].open()
        self.go()

    def turn(self, side: int, player: int) -> None:
        """Somebody's turn begins: the first one, or the one after a put."""
        self.next = player
        if self.hand and self.told(side):
            self.hand = []
            self.go()

    def look(self, update: BoardUpdate) -> None:
        """What has changed in the living room."""
        for tile in update.tiles:
            if update.added:
                self.board[tile.x, tile.y] = tile.type
            else:
                del self.board[tile.x, tile.y]

    def move(self) -> None:
        self.mover = side = self.next
        room, who = self.room[side], self.ids[side]
        if self.hand:
            column = next(at for at, free in enumerate(room) if free >= len(self.hand))
            room[column] -= len(self.hand)
            request = b'{"name":"PutTilesCommand","id":"%s","column":%d,"tiles":%s}'
            self.players[side].say(request % (who, column, encode(self.hand)))
        else:
            squares = self.choose(2 if max(room) > 1 else 1)
            tiles = [Tile(*square, self.board[square]) for square in squares]
            self.picked = [tile.type for tile in tiles]
            request = b'{"name":"PickTilesCommand","id":"%s","tiles":%s}'
            self.players[side].say(request % (who, encode(tiles)))

    def choose(self, most: int) -> list[Square]:
        """The first two tiles side by side that can be taken, or else the first one."""
        board, one = self.board, (0, 0)
        for x, y in board:
            if self.free(x, y):
                if most == 2 and (x, y + 1) in board and self.free(x, y + 1):
                    return [(x, y), (x, y + 1)]
                one = x, y
        return [one]

    def free(self, x: int, y: int) -> bool:
        """Whether a tile has a free side."""
        board = self.board
        return not (
            (x - 1, y) in board and (x + 1, y) in board and (x, y - 1) in board and (x, y + 1) in board
        )


def text(message: bytes, key: bytes) -> bytes:
    """The text under a key."""
    return message.partition(b'"%s":"' % key)[2].partition(b'"')[0]
