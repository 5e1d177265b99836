"""A server of My Shelfie that does what its document says, and nothing else. `python shelfie.py PORT`

It knows one game at a time, tells shelves and points before the turn, and believes whatever tiles it is told.
"""

import asyncio
import copy
import json
import random
import sys
import uuid
from dataclasses import dataclass, field
from typing import Any

TYPES = ("CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT")
EVERY = 3.0


@dataclass(eq=False)
class Player:
    """A seat, and the connection of whoever has it, if they are here."""

    name: str
    id: str
    client: "Client | None"
    shelf: list[dict[str, Any]] = field(default_factory=list)


@dataclass(eq=False)
class Client:
    """One connection."""

    writer: asyncio.StreamWriter
    player: Player | None = None
    heard: bool = True

    def hear(self, name: str, **words: Any) -> None:
        """Be told something."""
        self.writer.write(json.dumps({"name": name, **words}).encode() + b"\n")


@dataclass
class Game:
    """All that is saved with a game."""

    names: list[str]
    tiles: list[dict[str, Any]]
    turn: int = 0
    shelves: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


class Server:
    """The lobby and the game."""

    def __init__(self) -> None:
        self.saves: dict[str, Game] = {}
        self.reset()

    def reset(self) -> None:
        """Nobody is here."""
        self.offer: tuple[Client, str] | None = None
        self.size = 0
        self.loaded: Game | None = None
        self.game: Game | None = None
        self.players: list[Player] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        client = Client(writer)
        pinging = asyncio.create_task(self.ping(client))
        try:
            while line := await reader.readline():
                said = json.loads(line)
                getattr(self, said["name"].lower())(client, said)
        except ConnectionError:
            pass
        pinging.cancel()
        self.gone(client)
        writer.close()

    async def ping(self, client: Client) -> None:
        """Who does not answer one ping before the next is disconnected."""
        while True:
            await asyncio.sleep(EVERY)
            if not client.heard:
                client.writer.close()
                return
            client.heard = False
            client.hear("Ping")

    def pong(self, client: Client, said: dict[str, Any]) -> None:
        client.heard = True

    def tell(self, name: str, **words: Any) -> None:
        """Tell all players who are here."""
        for player in self.players:
            if player.client is not None:
                player.client.hear(name, **words)

    def hellocommand(self, client: Client, said: dict[str, Any]) -> None:
        id = "NoFirst"
        if not self.size and (self.offer is None or self.offer[0] is client):
            id = self.offer[1] if self.offer else uuid.uuid4().hex
            self.offer = (client, id)
        loaded = self.loaded is not None
        client.hear("Hello", lobbyReady=bool(self.size), loadedGame=loaded, firstPlayerId=id)

    def is_first(self, client: Client, said: dict[str, Any]) -> bool:
        return self.offer == (client, said["idFirstPlayer"])

    def joinnewasfirst(self, client: Client, said: dict[str, Any]) -> None:
        good = self.is_first(client, said) and said["numOfPlayers"] in (2, 3, 4)
        client.hear("FirstJoinResponse", result=good)
        if good:
            self.size = said["numOfPlayers"]
            self.sit(client, said["player"], said["idFirstPlayer"])

    def joinloadedasfirst(self, client: Client, said: dict[str, Any]) -> None:
        game = self.loaded
        good = self.is_first(client, said) and game is not None and said["player"] in game.names
        client.hear("FirstJoinResponse", result=good)
        if good and game is not None:
            self.size = len(game.names)
            self.sit(client, said["player"], said["idFirstPlayer"])

    def sit(self, client: Client, name: str, id: str) -> None:
        client.player = Player(name, id, client)
        self.players.append(client.player)
        if len(self.players) == self.size:
            self.begin()

    def join(self, client: Client, said: dict[str, Any]) -> None:
        name = said["player"]
        if self.game is not None or len(self.players) == self.size:
            client.hear("JoinResponse", result=False, error="FullGameException")
            client.writer.close()
        elif self.loaded is not None and name not in self.loaded.names:
            client.hear("JoinResponse", result=False, error="NickNameException")
        elif any(player.name == name for player in self.players):
            client.hear("JoinResponse", result=False, error="NickNameTakenException")
        else:
            id = uuid.uuid4().hex
            client.hear("JoinResponse", result=True, id=id)
            self.sit(client, name, id)

    def begin(self) -> None:
        squares = [(x, y) for x in range(1, 8) for y in range(1, 8)]
        tiles = [{"x": x, "y": y, "type": random.choice(TYPES)} for x, y in squares]
        names = random.sample([player.name for player in self.players], self.size)
        self.game = self.loaded or Game(names, tiles, shelves={name: [] for name in names})
        for player in self.players:
            self.show(player)

    def show(self, player: Player) -> None:
        """Everything, in the order in which somebody hears it who comes back."""
        game, client = self.game, player.client
        if game is None or client is None:
            return
        for name in game.names:
            client.hear("BookShelfUpdate", player=name, tiles=game.shelves[name])
        for name in game.names:
            client.hear("PlayerPoints", player=name, points=0)
        client.hear("CommonCards", cardsAndTokens={"c2": [4, 8]})
        client.hear("BoardUpdate", tiles=game.tiles, added=True)
        client.hear("TurnNotify", player=game.names[game.turn])
        client.hear("GameSetUp", players=game.names, goals=["c2"], personal=["p1"], oldChat=[])

    def picktilescommand(self, client: Client, said: dict[str, Any]) -> None:
        game, player = self.game, client.player
        if game is None or player is None or player.id != said["id"] or game.names[game.turn] != player.name:
            client.hear("ErrorMessage", message="Not now")
            return
        game.tiles = [tile for tile in game.tiles if tile not in said["tiles"]]
        self.tell("TilesPicked", player=player.name, tiles=[tile["type"] for tile in said["tiles"]])
        self.tell("BoardUpdate", tiles=said["tiles"], added=False)

    def puttilescommand(self, client: Client, said: dict[str, Any]) -> None:
        game, player = self.game, client.player
        if game is None or player is None or player.id != said["id"]:
            client.hear("ErrorMessage", message="Not now")
            return
        shelf = game.shelves[player.name]
        for kind in said["tiles"]:
            height = sum(tile["x"] == said["column"] for tile in shelf)
            shelf.append({"x": said["column"], "y": height, "type": kind})
        self.tell("TilesPicked", player=player.name, tiles=[])
        self.tell("BookShelfUpdate", player=player.name, tiles=shelf)
        game.turn = (game.turn + 1) % len(game.names)
        self.tell("TurnNotify", player=game.names[game.turn])

    def sendmessage(self, client: Client, said: dict[str, Any]) -> None:
        sender = client.player
        for player in self.players:
            if sender is not None and player.client is not None and said["player"] in (None, player.name):
                words = {"message": said["message"], "sender": sender.name, "date": "2023-05-01"}
                player.client.hear("ChatMessage", **words)

    def savegame(self, client: Client, said: dict[str, Any]) -> None:
        if self.game is not None:
            self.saves[said["game"]] = copy.deepcopy(self.game)
            self.tell("GameSaved", game=said["game"])
            self.reset()

    def getsavedgames(self, client: Client, said: dict[str, Any]) -> None:
        client.hear("SavedGames", names=list(self.saves))

    def loadgame(self, client: Client, said: dict[str, Any]) -> None:
        if not self.is_first(client, said) or self.loaded is not None:
            client.hear("LoadGameResponse", result=False, error="IllegalLobbyException")
        elif said["game"] not in self.saves:
            client.hear("LoadGameResponse", result=False, error="GameNameException")
        else:
            self.loaded = self.saves[said["game"]]
            client.hear("LoadGameResponse", result=True)

    def getloadedplayers(self, client: Client, said: dict[str, Any]) -> None:
        client.hear("LoadedGamePlayers", names=self.loaded.names if self.loaded else [])

    def disconnect(self, client: Client, said: dict[str, Any]) -> None:
        self.gone(client)

    def gone(self, client: Client) -> None:
        """Somebody has left: a lobby needs its first player, a game keeps the seat."""
        player, client.player = client.player, None
        if self.game is None:
            if self.offer is not None and self.offer[0] is client:
                self.reset()
            elif player in self.players:
                self.players.remove(player)
        elif player in self.players:
            player.client = None
            self.tell("Disconnection", player=player.name)

    def reconnect(self, client: Client, said: dict[str, Any]) -> None:
        for player in self.players:
            if player.id == said["id"]:
                player.client, client.player = client, player
                self.tell("Reconnected", player=player.name)
                self.show(player)


async def main() -> None:
    """Serve until somebody kills this."""
    async with await asyncio.start_server(Server().serve, "127.0.0.1", int(sys.argv[1])) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
