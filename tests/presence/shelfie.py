"""The door of My Shelfie, in both dialects."""

from typing import Any, ClassVar

from tablehall.games.shelfie import Pick
from tablehall.protocols.shelfie import ShelfieDoor
from tests.presence.people import Party, Places, Player, encode


class ShelfPlayer(Player):
    """Somebody with a client that keeps to the document."""

    id = "NoId"
    life, every = b'{"name":"Pong","id":"NoId"}', 60_000

    def greet(self) -> None:
        if self.id == "NoId":
            self.say(self.written("HelloCommand"))
        else:
            self.say(self.written("Reconnect", id=self.id))

    def written(self, kind: str, /, **fields: Any) -> bytes:
        return encode({"name": kind, **fields})

    def read(self, data: bytes) -> Any:
        message = super().read(data)
        if message["name"] == "Ping":
            self.say(self.written("Pong", id=self.id))
            return None
        if message["name"] == "JoinResponse" and message["result"]:
            self.id = message["id"]
        return message

    def names(self) -> list[str]:
        """The kinds of messages heard of late."""
        return [message["name"] for message in self.news()]

    def opens(self, seats: int) -> None:
        """Create a game, as the first player."""
        self.id = self._offered()
        easy = {"easyRule": False}
        self.ask("JoinNewAsFirst", player=self.name, numOfPlayers=seats, idFirstPlayer=self.id, **easy)

    def _offered(self) -> str:
        """The id of the first player."""
        return str(self.ask("HelloCommand")[-1]["firstPlayerId"])

    def loads(self, save: str) -> None:
        """Bring a saved game back, as the first player."""
        self.id = self._offered()
        self.ask("LoadGame", game=save, idFirstPlayer=self.id)
        self.ask("JoinLoadedAsFirst", player=self.name, idFirstPlayer=self.id)

    def saves(self) -> list[str]:
        """The saves that could be brought back."""
        (answer,) = [heard for heard in self.ask("GetSavedGames") if heard["name"] == "SavedGames"]
        return list(answer["names"])


class AuthorsPlayer(ShelfPlayer):
    """Somebody with the authors' client: it says hello, and twice the id that it had when last used."""

    def greet(self) -> None:
        self.say(self.written("HelloCommand"))
        for _ in range(2):
            self.say(self.written("Reconnect", id=self.id))

    def read(self, data: bytes) -> Any:
        message = super().read(data)
        if message is not None and message["name"] == "Hello" and message["firstPlayerId"] != "NoFirst":
            self.id = message["firstPlayerId"]
        return message

    def _offered(self) -> str:
        return self.id


class ShelfieParty(Party):
    """A game for two; while they wait, a table for three."""

    door, kind = ShelfieDoor, ShelfPlayer
    one: ShelfPlayer
    other: ShelfPlayer

    places: ClassVar[Places] = {
        "waiting": lambda party: party._sit(3),
        "on turn": lambda party: party._play(party.one),
        "not on turn": lambda party: party._play(party.other),
        "tiles in hand": lambda party: party._pick(),
        "save": lambda party: party._save(),
    }

    def _sit(self, seats: int) -> None:
        self.one.opens(seats)
        self.other.ask("Join", player=self.other.name)

    def _play(self, until: ShelfPlayer) -> None:
        """A turn of each, and one more if somebody else is to be on turn then."""
        self._sit(2)
        for _ in range(4):
            self.move()
        while self.on_turn() is not until:
            self.move()

    def _pick(self) -> None:
        self._play(self.one)
        self.move()

    def _save(self) -> None:
        self._play(self.one)
        self.one.ask("SaveGame", id=self.one.id, game="a pause")

    def move(self) -> None:
        """Who is on turn picks a tile, or puts it on their shelf."""
        table, player = self.table(), self.on_turn()
        assert isinstance(player, ShelfPlayer)
        move = next(iter(table.game.legal(table.scene.state, table.scene.turn.seats[0])))
        if isinstance(move, Pick):
            tiles = [{"x": tile.x, "y": tile.y, "type": tile.type} for tile in move.tiles]
            player.ask("PickTilesCommand", id=player.id, tiles=tiles)
        else:
            player.ask("PutTilesCommand", id=player.id, column=move.column, tiles=move.tiles)

    def position(self) -> object:
        hands = [table.scene.state.hand for table in self.bottle.hall.tables.values() if table.scene.state]
        return self.turn(), hands

    def found(self, player: Any) -> str:
        names = player.names()
        if "GameSetUp" in names:
            return "seat"
        if "Reconnected" in names or any(m["name"] == "JoinResponse" and m["result"] for m in player.news()):
            return "waiting"
        return "saves" if player.saves() else "nothing"

    def told(self, player: Any) -> str:
        winners = [message["player"] for message in player.news() if message["name"] == "Winner"]
        if winners:
            return "won" if winners == [player.name] else "over"
        sent_away = {"ErrorMessage", "Hello"} & set(player.names())
        return "sent away" if sent_away and self.where == "waiting" else "calm"

    def plays_on(self) -> bool:
        for player in (self.one, self.other):
            player.take_note()
        self.move()
        return all({"TilesPicked", "BookShelfUpdate"} & set(p.names()) for p in (self.one, self.other))

    def brings_back(self) -> bool:
        (save,) = self.one.saves()
        self.one.loads(save)
        self.other.ask("Join", player=self.other.name)
        return self.plays_on()


class AuthorsShelfieParty(ShelfieParty):
    """The same with the authors' client, whose saved game goes on."""

    kind = AuthorsPlayer
    places: ClassVar[Places] = {name: go for name, go in ShelfieParty.places.items() if name != "save"}
