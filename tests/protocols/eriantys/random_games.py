"""Whole random games through the protocol, and what the server's own log says of them."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tablehall.conformance.wires import Place, http_get
from tests.protocols.eriantys.choices import choice
from tests.protocols.eriantys.clients import Client, hang_up, lobby
from tests.protocols.eriantys.model import COLOURS, Model

if TYPE_CHECKING:
    from tests.conftest import RunningHall

NOT_OF_THE_GAME = {"PlayersChanged", "NumPlayersChanged", "Winner"}


class Moment(NamedTuple):
    """A copy of the table after a notification, and what not everybody knows."""

    picture: str
    used: int | None
    last_round: bool | None


class RandomGame:
    """A game of clients that do whatever they may; everybody keeps a copy of the table."""

    def __init__(self, clients: Sequence[Client], seed: int, models: Sequence[Model] = ()) -> None:
        self.clients = clients
        self.models = models or [Model(client.name) for client in clients]
        self.rng = random.Random(seed)
        self.heard: list[list[str]] = [[] for _ in clients]
        self.moments: list[list[Moment]] = [[] for _ in clients]
        """For every client its copy of the table after each notification of the game."""
        self.used: Counter[str] = Counter()
        self.dawdling: tuple[float, ...] = (0, 0, 0, 0)
        self.stop = (0, asyncio.Event())
        """After how many notifications to tell whoever waits for it."""

    @classmethod
    async def play(
        cls, hall: "RunningHall", seats: int, expert: bool, seed: int, dawdling: float = 0
    ) -> "RandomGame":
        """Play one to its end; the second client may take its time to acknowledge."""
        clients = await lobby(hall, *(f"{name}{seed}" for name in "abcd"[:seats]), expert=expert)
        game = cls(clients, seed)
        game.dawdling = (0, dawdling, 0, 0)
        await game.start()
        return game

    async def start(self) -> None:
        """Play from the lobby to the end."""
        for model in self.models:
            model.chosen = {c.name: {"tower": None, "wizard": None} for c in self.clients}
        self.clients[0].say("NextPhase")
        await self.to_the_end()

    async def to_the_end(self) -> None:
        """Go on, whoever's turn it is."""
        await asyncio.gather(*(self._follow(number) for number in range(len(self.clients))))

    async def _follow(self, number: int) -> None:
        """One client's part. What it wants to do it does when it has heard all there is to
        hear: an answer to JoinGame comes after all notifications."""
        client, model = self.clients[number], self.models[number]
        client.say("JoinGame")
        asked = True
        while not model.winners:
            message, arguments, _ = heard = await client.hear()
            if message == "PossibleGames":
                asked = False
                if model.turn == model.me:
                    name, wanted = choice(model, self.rng)
                    client.say(name, **wanted)
                continue
            assert not message.endswith("Error") or self._unforeseen(number, message), heard
            if heard.acknowledged:
                self._note(number, message, arguments)
                if self.dawdling[number]:
                    await client.hears_nothing(self.dawdling[number])
                if client.polite:
                    client.acknowledge()
            elif not message.endswith("Error"):
                self._note(number, message, arguments)
            if model.turn == model.me and not asked:
                client.say("JoinGame")
                asked = True

    def _unforeseen(self, number: int, message: str) -> bool:
        """Who has come back does not know which assistants were played this round."""
        return message == "AssistantCanNotBeUsedError" and self.models[number].played is None

    def _note(self, number: int, message: str, arguments: dict[str, Any]) -> None:
        model = self.models[number]
        model.hear(message, arguments)
        self.heard[number].append(message)
        if message not in NOT_OF_THE_GAME:
            moment = Moment(picture(model) if model.table else "", model.used, model.last_round)
            self.moments[number].append(moment)
        if len(self.heard[number]) == self.stop[0]:
            self.stop[1].set()
        if message == "CharacterCardUsed" and number == 0:
            self.used[arguments["Card"]] += 1

    async def compare(self, hall: "RunningHall", names: Sequence[str] = ()) -> dict[str, Any]:
        """Compare every copy with the server's log after every move; the outcome by the log.
        `names` are the players' by seat, if they are not all clients of this game."""
        records = await replay(hall, self.clients[0].game)
        names = names or [client.name for client in self.clients]
        outcome: dict[str, Any] = records[-1]["outcome"]
        winners = [name for name, rank in zip(names, outcome["ranks"], strict=True) if rank == 1]
        for model, moments in zip(self.models, self.moments, strict=True):
            compare(records, names, names.index(model.me), moments)
            assert model.winners == winners
        return outcome

    async def leave(self) -> None:
        """Everybody says goodbye."""
        for client in self.clients:
            client.say("Exit")
        await hang_up(*self.clients)


def compare(records: list[dict[str, Any]], names: Sequence[str], me: int, moments: list[Moment]) -> None:
    """The last moments of a client are those of the last events of the log."""
    place, compared = len(moments), 0
    for record in reversed(records):
        view = record.get("view")
        if place > 0 and view and view["islands"] and record.get("events"):
            moment = moments[place - 1]
            assert moment.picture == picture_of(view, names, me), f"seat {me} after {record['seq']}"
            assert moment.used in (None, view["used"])
            assert moment.last_round in (None, bool(view["last_round"]))
            compared += 1
        place -= len([event for event in record.get("events", ()) if event["type"] != "player_left"])
    assert compared > 0
    assert place <= 1, "more was told than happened (the first player is no event of the game)"


async def replay(hall: "RunningHall", game: str) -> list[dict[str, Any]]:
    """What happened at a table, by the server's log."""
    path = f"/api/tables/{game}/replay?limit=1000"
    status, body = await http_get(Place(*hall.doors["house"], "websocket"), path)
    assert status.startswith("200"), (status, body)
    records: list[dict[str, Any]] = json.loads(body)["happened"]
    assert len(records) == json.loads(body)["records"]
    return records


def picture(model: Model) -> str:
    """All that a client knows, in a form that can be compared."""
    known = {
        "table": model.table,
        "players": list(model.players.values()),
        "turn": [model.turn, model.phase, model.moved],
        "nobody's": [model.supply(), model.bag()],
    }
    return json.dumps(known, sort_keys=True)


def picture_of(view: dict[str, Any], names: Sequence[str], me: int) -> str:
    """The same of the server's table, from the view that the house door shows: all but the
    hands of others."""
    players = [player_of(view, seat, name) for seat, name in enumerate(names)]
    players[me]["assistants"] = [f"CARD_{value}" for value in view["players"][me]["hand"]]
    known = {
        "table": {
            "islands": [island_of(island) for island in view["islands"]],
            "clouds": [{"CloudID": id, "students": pile(cloud)} for id, cloud in enumerate(view["clouds"])],
            "motherNature": view["mother_nature"],
            "expert": view["expert"],
            "characterCards": [
                {**card, "card": f"CARD{card['card']}", "students": pile(card["students"])}
                for card in view["cards"]
            ],
        },
        "players": players,
        "turn": [names[view["seat"]], view["phase"].upper(), view["moved"]],
        "nobody's": [view["supply"], view["bag"]],
    }
    return json.dumps(known, sort_keys=True)


def pile(students: Sequence[int]) -> dict[str, int]:
    return dict(zip(COLOURS, students, strict=True))


def island_of(island: dict[str, Any]) -> dict[str, Any]:
    return {
        "IslandID": island["id"],
        "students": pile(island["students"]),
        "tower": island["tower"] and island["tower"].upper(),
        "size": island["size"],
        "bans": island["bans"],
    }


def player_of(view: dict[str, Any], seat: int, name: str) -> dict[str, Any]:
    player = view["players"][seat]
    owners = zip(COLOURS, view["professors"], strict=True)
    return {
        "nickname": name,
        "tower": player["tower"].upper(),
        "wizard": f"W{player['wizard']}",
        "towers": player["towers"],
        "entrance": pile(player["entrance"]),
        "diningRoom": pile(player["dining"]),
        "professors": [colour for colour, owner in owners if owner == seat],
        "coins": player["coins"],
        "lastAssistant": player["assistant"] and f"CARD_{player['assistant']}",
    }
