"""Clients for the tests: one of the Eriantys protocol, one of the house door, over real sockets."""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tablehall.conformance.wires import Goodbye, Place, WebSocketWire

if TYPE_CHECKING:
    from tests.conftest import RunningHall

PATIENCE = 20.0
UNACKNOWLEDGED = {"PossibleGames", "GameEntered", "ExitGameSuccess", "StudentToDiningRoomMoved", "Pong"}


class Heard(NamedTuple):
    """A message of the server."""

    message: str
    arguments: dict[str, Any]
    reply: Any = None

    @property
    def acknowledged(self) -> bool:
        """Whether the document wants it acknowledged."""
        return not self.message.endswith("Error") and self.message not in UNACKNOWLEDGED


class Client:
    """Somebody who speaks the Eriantys protocol; `polite` acknowledges what it expects."""

    everybody: ClassVar[list["Client"]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.everybody.append(self)
        self.reader, self.writer = reader, writer
        self.polite = True
        self.name = self.token = self.game = ""
        self.heard: list[Heard] = []

    @classmethod
    async def connect(cls, hall: "RunningHall") -> "Client":
        return cls(*await asyncio.open_connection(*hall.doors["eriantys"], limit=1 << 20))

    def say(self, message: str, id: Any = None, **arguments: Any) -> None:
        """Send a message."""
        said: dict[str, Any] = {"message": message, "arguments": arguments}
        if id is not None:
            said["id"] = id
        self.raw(json.dumps(said).encode() + b"\n")

    def raw(self, data: bytes) -> None:
        """Send bytes."""
        self.writer.write(data)

    def acknowledge(self) -> None:
        self.say("Acknowledgment")

    async def hear(self, within: float = PATIENCE) -> Heard:
        """The next message."""
        line = await asyncio.wait_for(self.reader.readline(), within)
        if not line:
            raise ConnectionResetError("the server has closed the connection")
        said = json.loads(line)
        assert set(said) - {"inReplyTo"} == {"message", "arguments"}, said
        self.heard.append(Heard(said["message"], said["arguments"], said.get("inReplyTo")))
        return self.heard[-1]

    async def expect(self, message: str, reply: Any = None, **arguments: Any) -> dict[str, Any]:
        """Hear this message next, with these arguments among others, and acknowledge it."""
        heard = await self.hear()
        wanted = {name: heard.arguments.get(name) for name in arguments}
        assert (heard.message, wanted) == (message, arguments), heard
        assert reply is None or heard.reply == reply, heard
        if self.polite and heard.acknowledged:
            self.acknowledge()
        return heard.arguments

    async def ask(self, message: str, answer: str, **arguments: Any) -> dict[str, Any]:
        """Send a message that is answered by that one."""
        self.say(message, **arguments)
        return await self.expect(answer)

    async def hears_nothing(self, seconds: float = 0.2) -> None:
        """Be told nothing for a while."""
        try:
            heard = await self.hear(seconds)
        except TimeoutError:
            return
        raise AssertionError(f"heard {heard}")

    async def enter(self, game: str, name: str) -> None:
        """Enter a game; the PlayersChanged that follows is still to be heard."""
        self.say("EnterGame", gameId=game, nickname=name)
        self.game, self.name, self.token = game, name, (await self.expect("GameEntered"))["token"]

    def resume(self, seat: "Client", **wrong: str) -> None:
        """Ask for the seat that another connection had."""
        mine = {"gameId": seat.game, "nickname": seat.name, "token": seat.token}
        self.say("ResumeGame", **(mine | wrong))
        self.game, self.name, self.token = seat.game, seat.name, seat.token

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


class HouseClient:
    """Somebody at the house door."""

    everybody: ClassVar[list["HouseClient"]] = []

    def __init__(self) -> None:
        self.everybody.append(self)
        self.inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()
        self.wire = WebSocketWire(self.inbox)
        self.person = 0

    @classmethod
    async def connect(cls, hall: "RunningHall", name: str) -> "HouseClient":
        client = cls()
        await client.wire.open(Place(*hall.doors["house"], "websocket"), "/ws", "")
        client.say(type="hello", name=name)
        client.person = (await client.expect("welcome"))["person"]
        return client

    def say(self, **request: Any) -> None:
        self.wire.say(json.dumps(request))

    async def hear(self) -> dict[str, Any]:
        heard = await asyncio.wait_for(self.inbox.get(), PATIENCE)
        assert isinstance(heard, str), heard
        said: dict[str, Any] = json.loads(heard)
        return said

    async def expect(self, kind: str, **keys: Any) -> dict[str, Any]:
        """Hear this kind of message, whatever comes before it."""
        while True:
            heard = await self.hear()
            if heard["type"] == kind and all(heard.get(key) == value for key, value in keys.items()):
                return heard
            assert heard["type"] != "refused", heard

    async def happens(self, what: str) -> dict[str, Any]:
        """Hear of this at a table."""
        return await self.expect("happened", what=what)

    async def close(self) -> None:
        await self.wire.end("closes")


async def everybody_hears(clients: Sequence[Client], message: str, **arguments: Any) -> dict[str, Any]:
    """Everybody hears this message next."""
    heard = [await client.expect(message, **arguments) for client in clients]
    return heard[0]


async def lobby(hall: "RunningHall", *names: str, expert: bool = False) -> list[Client]:
    """Players who wait in a game that is complete but has not started."""
    clients = [await Client.connect(hall) for _ in names]
    created = await clients[0].ask("CreateNewGame", "GameCreated", numOfPlayers=len(names), wantExpert=expert)
    for count, (client, name) in enumerate(zip(clients, names, strict=True), 1):
        await client.enter(created["gameId"], name)
        await everybody_hears(clients[:count], "PlayersChanged")
    return clients


async def choosing(hall: "RunningHall", *names: str, expert: bool = False) -> tuple[list[Client], Client]:
    """Players who choose their towers and wizards, and who begins with it."""
    clients = await lobby(hall, *names, expert=expert)
    clients[0].say("NextPhase")
    heard = await everybody_hears(clients, "CurrentPlayerChanged", State="CHOOSING")
    return clients, named(clients, heard["NextPlayer"])


def named(clients: Sequence[Client], name: str) -> Client:
    return next(client for client in clients if client.name == name)


async def choose(clients: Sequence[Client], chooser: Client, wizards: Sequence[int] = ()) -> Client:
    """Everybody takes a tower and, by seat, these wizards; returns whose turn it is then."""
    towers = ("BLACK", "WHITE", "GREY") if len(clients) == 3 else ("BLACK", "WHITE") * 2
    while True:
        seat = clients.index(chooser)
        wizard = f"W{wizards[seat] if wizards else seat + 1}"
        chooser.say("SetTower", tower=towers[seat])
        await everybody_hears(clients, "TowerChanged", Tower=towers[seat], Nickname=chooser.name)
        chooser.say("SetWizard", wizard=wizard)
        await everybody_hears(clients, "WizardChanged", wizard=wizard, Nickname=chooser.name)
        chooser.say("NextPhase")
        heard = [await client.hear() for client in clients]
        for client in clients:
            client.acknowledge()
        if heard[0].message == "GameStarted":
            turn = await everybody_hears(clients, "CurrentPlayerChanged")
            return named(clients, turn["NextPlayer"])
        assert heard[0].message == "CurrentPlayerChanged"
        chooser = named(clients, heard[0].arguments["NextPlayer"])


async def playing(
    hall: "RunningHall", *names: str, expert: bool = False, wizards: Sequence[int] = ()
) -> tuple[list[Client], Client]:
    """Players whose game has started, and whose turn it is."""
    clients, chooser = await choosing(hall, *names, expert=expert)
    return clients, await choose(clients, chooser, wizards)


async def come_back(hall: "RunningHall", seat: Client, *expected: str) -> tuple[Client, list[dict[str, Any]]]:
    """Somebody comes back to their seat and is told these messages."""
    client = await Client.connect(hall)
    client.resume(seat)
    await client.expect("GameEntered", token=seat.token)
    return client, [await client.expect(message) for message in expected]


async def hang_up(*clients: Client) -> None:
    for client in clients:
        await client.close()
