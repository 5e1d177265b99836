"""Players at the door of My Shelfie."""

from typing import TYPE_CHECKING, Any

from tablehall.games.shelfie import Pick
from tablehall_lab.sim.players.person import Person, decode, encode

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

PING = b'{"name":"Ping"}'


class ShelfPlayer(Person):
    """Opens a table if nobody else does, or joins one."""

    door = "shelfie"
    forgetful = 0.002
    """How likely one does not say that one is still there."""

    def __init__(self, world: "World", name: str, games: int = 1, seats: int = 2) -> None:
        super().__init__(world, name, "shelfie", games)
        self.seats = seats
        self.id = "NoId"
        self.original = self.chance.random() < 0.3

    def ask(self, kind: str, **keys: Any) -> None:
        """Say something by its name."""
        self.say(encode({"name": kind, **keys}))

    def greet(self) -> None:
        if self.original:
            self.ask("Reconnect", id="NoId")
        if self.id != "NoId":
            self.ask("Reconnect", id=self.id)
        else:
            self.ask("HelloCommand")

    def hear(self, message: bytes) -> None:
        if message == PING:
            if self.world.timeline.now > self.bored_at:
                self.go_home()
            elif self.chance.random() >= self.forgetful:
                self.ask("Pong", id=self.id)
            return
        heard = decode(message)
        reaction = getattr(self, f"_{heard['name']}", None)
        if reaction is not None:
            reaction(heard)

    def _Hello(self, heard: Any) -> None:  # noqa: N802 (the message's own name)
        if heard["firstPlayerId"] == "NoFirst":
            self.ask("Join", player=self.name)
            return
        self.id = heard["firstPlayerId"]
        rule = "easyRules" if self.original else "easyRule"
        keys = {"player": self.name, "numOfPlayers": self.seats, "idFirstPlayer": self.id}
        self.later(self.chance.randrange(1500), self._first, {**keys, rule: self.chance.random() < 0.5})

    def _first(self, keys: dict[str, Any]) -> None:
        if not self.home:
            self.ask("JoinNewAsFirst", **keys)

    def _JoinResponse(self, heard: Any) -> None:  # noqa: N802
        if heard["result"]:
            self.id, self.tries = heard["id"], 0
        else:
            self.id = "NoId"
            self.later(3_000, self._hello_again)

    def _FirstJoinResponse(self, heard: Any) -> None:  # noqa: N802
        self.tries = 0

    def _ErrorMessage(self, heard: Any) -> None:  # noqa: N802
        if "id" in heard["message"] or "again" in heard["message"]:
            self.id = "NoId"
            self.tries += 1
            if self.tries > 5:
                self.go_home()
            else:
                self.later(3_000, self._hello_again)

    def _hello_again(self) -> None:
        if not self.home and self.wire is not None and self.id == "NoId":
            self.ask("HelloCommand")

    def _TurnNotify(self, heard: Any) -> None:  # noqa: N802
        if heard["player"] == self.name:
            self.think(self._turn)

    _Reconnected = _Disconnection = lambda self, heard: self.think(self._turn)

    def _TilesPicked(self, heard: Any) -> None:  # noqa: N802
        self._TurnNotify(heard)

    def _GameSaved(self, heard: Any) -> None:  # noqa: N802
        self.id = "NoId"
        self.later(1_000, self._hello_again)

    def _Winner(self, heard: Any) -> None:  # noqa: N802
        self.id = "NoId"
        if not self.played():
            self.ask("HelloCommand")

    def _turn(self) -> None:
        found = self.table_of(self.name)
        move = self.choose(*found) if found else None
        if move is None:
            return
        whim = self.chance.random()
        if whim < 0.01:
            self.ask("SendMessage", id=self.id, message=f"word {self.world.words()} ")
        elif whim < 0.012:
            self.ask("SaveGame", id=self.id, game=f"shelf {self.chance.randrange(10**6)}")
        if isinstance(move, Pick):
            tiles = [{"x": tile.x, "y": tile.y, "type": tile.type} for tile in move.tiles]
            self.ask("PickTilesCommand", id=self.id, tiles=tiles)
        else:
            self.ask("PutTilesCommand", id=self.id, column=move.column, tiles=move.tiles)
