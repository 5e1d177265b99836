"""A stand-in for the authors' client (IS23AM15, started with `tcp cli`), as it really behaves: it comes
back only by being started again, from the file that it keeps, and a person can do only what its screen
offers."""

import json
from pathlib import Path
from typing import Any

from tests.conftest import RunningHall
from tests.protocols.shelfie.player import Heard, Player


class AuthorsClient(Player):
    """One folder in which the client is started, again and again."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(name, original=True)
        self.file = folder / f"{name}.client_info.txt"
        self.screen = "STARTUP"
        self.offers: list[str] = []
        """Every id that was offered since the start: it has taken each for its own."""
        self.errors: list[str] = []
        """What the person was shown."""
        self.names: list[str] = []
        """The saves or the players to choose from."""

    async def starts(self, hall: RunningHall) -> "AuthorsClient":
        """Without waiting for an answer it says hello, and twice which id it had, whenever that was."""
        self.screen, self.board, self.winner = "STARTUP", {}, ""
        self.offers, self.errors = [], []
        self.id = self.file.read_text().splitlines()[0] if self.file.exists() else "NoId"
        self.original = False  # it is to be recognised by nothing else
        await self.connects(hall)
        self.original = True
        words = ({"name": "HelloCommand"}, *[{"name": "Reconnect", "id": self.id}] * 2)
        self.raw(b"".join(json.dumps(word).encode() + b"\n" for word in words))
        return self

    async def dies(self) -> None:
        """The process is killed: its file stays as it is."""
        await self.leaves()

    def _keep(self, id: str) -> None:
        self.id = id
        self.file.write_text(f"{id}\n{self.name}")

    # What it does by itself.

    def reacts(self, message: Heard) -> None:
        react = getattr(self, f"_on_{message['name']}", None)
        if react is not None:
            react(message)

    def _on_Hello(self, hello: Heard) -> None:  # noqa: N802 (the message's own name)
        if not hello["lobbyReady"] and hello["firstPlayerId"] == "NoFirst":
            self.screen = "STOPPED"
        elif not hello["lobbyReady"]:
            self.offers.append(hello["firstPlayerId"])
            self._keep(hello["firstPlayerId"])
            self.screen = "CREATE_LOBBY"
        elif hello["loadedGame"]:
            self.say("GetLoadedPlayers")
        else:
            self.screen = "LOGIN"

    def _on_LoadedGamePlayers(self, answer: Heard) -> None:  # noqa: N802
        self.screen, self.names = "LOAD_NAMES", answer["names"]

    def _on_LoadGameResponse(self, answer: Heard) -> None:  # noqa: N802
        if answer["result"]:
            self.say("GetLoadedPlayers")

    def _on_SavedGames(self, answer: Heard) -> None:  # noqa: N802
        self.names = answer["names"]

    def _on_FirstJoinResponse(self, answer: Heard) -> None:  # noqa: N802
        if answer["result"]:
            self.screen = "LOBBY"

    def _on_JoinResponse(self, answer: Heard) -> None:  # noqa: N802
        if answer["result"]:
            self._keep(answer["id"])
            self.screen = "LOBBY"

    def _on_GameSetUp(self, start: Heard) -> None:  # noqa: N802
        if not isinstance(start["personal"], str):
            self.screen = "DEAD"
            self.inbox.put_nowait(None)
            return
        self.screen = "IN_GAME"

    def _on_Winner(self, _: Heard) -> None:  # noqa: N802
        self.screen = "END_GAME"

    def _on_ErrorMessage(self, error: Heard) -> None:  # noqa: N802
        self.errors.append(error["message"])

    # What a person can do at its screens.

    async def sees(self, screen: str) -> None:
        """Wait until the client shows this screen, and read all that it has heard until then."""
        while self.screen != screen or not self.inbox.empty():
            message = await self.next()
            assert message is not None, f"{self.name}'s client is {self.screen}: {self.errors}"

    async def is_told(self) -> str:
        """The first sentence that the person is shown."""
        while not self.errors:
            assert await self.next() is not None
        return self.errors[0]

    def types(self, screen: str, name: str, **keys: Any) -> None:
        assert self.screen == screen, f"{self.name} cannot do this at {self.screen}"
        self.say(name, **keys)

    async def creates(self, players: int = 2) -> None:
        await self.sees("CREATE_LOBBY")
        keys = {"player": self.name, "numOfPlayers": players, "idFirstPlayer": self.id, "easyRules": False}
        self.types("CREATE_LOBBY", "JoinNewAsFirst", **keys)
        await self.sees("LOBBY")

    async def logs_in(self) -> None:
        await self.sees("LOGIN")
        self.types("LOGIN", "Join", player=self.name)

    async def loads(self, save: str) -> None:
        await self.sees("CREATE_LOBBY")
        self.types("CREATE_LOBBY", "GetSavedGames")
        await self.until("SavedGames")
        assert save in self.names
        self.types("CREATE_LOBBY", "LoadGame", game=save, idFirstPlayer=self.id)
        await self.sees("LOAD_NAMES")
        assert self.name in self.names
        self.types("LOAD_NAMES", "JoinLoadedAsFirst", player=self.name, idFirstPlayer=self.id)
        await self.sees("LOBBY")

    async def joins_the_loaded_game(self) -> None:
        await self.sees("LOAD_NAMES")
        assert self.name in self.names
        self.types("LOAD_NAMES", "Join", player=self.name)
