"""A server of Eriantys that does what its document says up to the first move. `python eriantys.py PORT`

All that follows depends on what is drawn, so that nobody but the hall's own server can be asked for it.
"""

import asyncio
import json
import random
import sys
from dataclasses import dataclass, field
from typing import Any

COLOURS = ("BLUE_UNICORNS", "GREEN_FROGS", "YELLOW_GNOMES", "RED_DRAGONS", "PINK_FAIRIES")
TOWERS = {2: ("BLACK", "WHITE"), 3: ("BLACK", "WHITE", "GREY"), 4: ("BLACK", "WHITE")}
WIZARDS = ("W1", "W2", "W3", "W4")
CARDS = [f"CARD_{n}" for n in range(1, 11)]


class Refusal(Exception):  # noqa: N818 (it is named after what is said)
    """An error message of the protocol."""


@dataclass(eq=False)
class Client:
    """One connection, and what its player has."""

    writer: asyncio.StreamWriter
    nickname: str = ""
    game: "Game | None" = None
    tower: str = ""
    wizard: str = ""
    hand: list[str] = field(default_factory=lambda: list(CARDS))
    played: str = ""

    def hear(self, message: str, **arguments: Any) -> None:
        """Be told something."""
        self.writer.write(json.dumps({"message": message, "arguments": arguments}).encode() + b"\n")


@dataclass(eq=False)
class Game:
    """A game: in the lobby, in the choosing of towers and wizards, in the planning, or in action."""

    number: str
    size: int
    phase: str = "LOBBY"
    players: list[Client] = field(default_factory=list)
    order: list[Client] = field(default_factory=list)
    turn: int = 0

    def tell(self, message: str, **arguments: Any) -> None:
        """Tell everybody in it."""
        for player in self.players:
            player.hear(message, **arguments)

    def next(self, turn: int) -> None:
        """It is somebody else's turn."""
        self.turn = turn
        self.tell("CurrentPlayerChanged", NextPlayer=self.order[turn].nickname)

    def must(self, client: Client, phase: str) -> None:
        """Whether this client may do something now."""
        if self.phase != phase or self.order[self.turn] is not client:
            raise Refusal("ImpossibleActionError")

    def start(self) -> None:
        """Everybody has chosen."""
        self.phase = "PLANNING"
        players = [{"nickname": p.nickname, "tower": p.tower, "wizard": p.wizard} for p in self.players]
        islands = [{"IslandID": n, "students": random.choices(COLOURS)} for n in range(12)]
        self.tell("GameStarted", table={"islands": islands}, players=players)
        self.next(0)


class Server:
    """All games."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        client = Client(writer)
        while line := await reader.readline():
            said = json.loads(line)
            if said["message"] == "Acknowledgment":
                continue
            try:
                self.obey(client, said["message"], said.get("arguments", {}))
            except Refusal as refusal:
                client.hear(str(refusal))
        writer.close()

    def obey(self, client: Client, message: str, words: dict[str, Any]) -> None:
        """Do what somebody asks for."""
        if message == "CreateNewGame":
            self.create(client, words)
        elif message == "JoinGame":
            open_games = [game.number for game in self.games.values() if game.phase == "LOBBY"]
            client.hear("PossibleGames", gameIDs=open_games)
        elif message == "EnterGame":
            self.enter(client, words)
        elif client.game is None:
            raise Refusal("ImpossibleActionError")
        else:
            getattr(self, message.lower(), self.impossible)(client, client.game, words)

    def impossible(self, *_: Any) -> None:
        raise Refusal("ImpossibleActionError")

    def create(self, client: Client, words: dict[str, Any]) -> None:
        if words["numOfPlayers"] not in TOWERS:
            raise Refusal("ArgumentNotCorrectError")
        game = Game(f"game {len(self.games)}", words["numOfPlayers"])
        self.games[game.number] = game
        client.hear("GameCreated", gameId=game.number)

    def enter(self, client: Client, words: dict[str, Any]) -> None:
        game = self.games.get(words["gameId"])
        if game is None or game.phase != "LOBBY":
            raise Refusal("GameDontExistError")
        if len(game.players) == game.size:
            raise Refusal("GameFullError")
        if any(player.nickname == words["nickname"] for player in game.players):
            raise Refusal("NicknameAlreadyTakenError")
        client.nickname, client.game = words["nickname"], game
        client.hear("GameEntered")
        game.players.append(client)
        self.players_changed(game)

    def players_changed(self, game: Game) -> None:
        game.tell("PlayersChanged", players=[player.nickname for player in game.players])

    def exitfromgame(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        if game.phase != "LOBBY":
            raise Refusal("ImpossibleActionError")
        if words["nickname"] != client.nickname:
            raise Refusal("ArgumentNotCorrectError")
        game.players.remove(client)
        client.game = None
        client.hear("ExitGameSuccess")
        self.players_changed(game)
        if not game.players:
            del self.games[game.number]

    def changenumplayers(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        if game.phase != "LOBBY":
            raise Refusal("ImpossibleActionError")
        if words["newNum"] not in TOWERS or words["newNum"] < len(game.players):
            raise Refusal("ArgumentNotCorrectError")
        game.size = words["newNum"]
        game.tell("NumPlayersChanged", newNum=game.size)

    def nextphase(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        if game.phase == "LOBBY" and len(game.players) == game.size:
            game.phase = "CHOOSING"
            game.order = random.sample(game.players, len(game.players))
            game.next(0)
            return
        game.must(client, "CHOOSING")
        if not client.tower or not client.wizard:
            raise Refusal("ImpossibleActionError")
        if client is game.order[-1]:
            game.start()
        else:
            game.next(game.turn + 1)

    def settower(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        game.must(client, "CHOOSING")
        taken = {player.tower for player in game.players if player is not client}
        if words["Tower"] in taken or words["Tower"] not in TOWERS[game.size]:
            raise Refusal("ArgumentNotCorrectError")
        client.tower = words["Tower"]
        game.tell("TowerChanged", Tower=client.tower)

    def setwizard(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        game.must(client, "CHOOSING")
        taken = {player.wizard for player in game.players if player is not client}
        if words["wizard"] in taken or words["wizard"] not in WIZARDS:
            raise Refusal("ArgumentNotCorrectError")
        client.wizard = words["wizard"]
        game.tell("WizardChanged", wizard=client.wizard)

    def useassistant(self, client: Client, game: Game, words: dict[str, Any]) -> None:
        game.must(client, "PLANNING")
        card = words["Assistant"]
        if card not in client.hand:
            raise Refusal("AssistantNotExistsError")
        if any(player.played == card for player in game.players):
            raise Refusal("AssistantCanNotBeUsedError")
        client.hand.remove(card)
        client.played = card
        game.tell("AssistantUsed", Assistant=card)
        if client is game.order[-1]:
            game.phase = "MOVE_STUDENTS"
            game.order.sort(key=lambda player: CARDS.index(player.played))
            game.next(0)
        else:
            game.next(game.turn + 1)


async def main() -> None:
    """Serve until somebody kills this."""
    async with await asyncio.start_server(Server().serve, "127.0.0.1", int(sys.argv[1])) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
