"""A hall in the test's own loop, two people who play there, and what it tells over HTTP."""

import json
from typing import Any, NamedTuple

import aiohttp
import msgspec
from yarl import URL

from tablehall.server import Server


class Answer(NamedTuple):
    """What was told."""

    status: int
    text: str
    headers: Any

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Guest:
    """A client of the house door."""

    def __init__(self, wire: aiohttp.ClientWebSocketResponse) -> None:
        self.wire = wire
        self.heard: list[dict[str, Any]] = []
        """The news that came before the latest answer."""

    async def ask(self, **request: Any) -> dict[str, Any]:
        await self.wire.send_json({**request, "re": 1})
        while (answer := await self.wire.receive_json(timeout=20)).get("re") != 1:
            self.heard.append(answer)
        return dict(answer)


class Game:
    """A game of two people, and where it is found over HTTP."""

    def __init__(self, parlour: "Parlour", guests: list[Guest], opened: dict[str, Any]) -> None:
        self.parlour, self.guests = parlour, guests
        self.number, self.code = opened["card"]["table"], opened.get("code", "")

    @property
    def table(self) -> Any:
        return self.parlour.server.hall.tables[self.number]

    async def play(self, *moves: Any) -> None:
        """Whoever is on turn makes the next of these moves."""
        for move in moves:
            (seat,) = self.table.scene.turn.seats
            answer = await self.guests[seat].ask(
                type="act", table=self.number, move=msgspec.to_builtins(move)
            )
            assert answer["type"] == "done", answer

    async def each(self, **request: Any) -> None:
        """Both say the same."""
        for guest in self.guests:
            await guest.ask(table=self.number, **request)

    async def take_back(self, seat: int) -> None:
        await self.guests[seat].ask(type="propose", table=self.number, kind="takeback")
        await self.guests[1 - seat].ask(type="answer", table=self.number, yes=True)

    async def resign(self, seat: int = 1) -> None:
        await self.guests[seat].ask(type="resign", table=self.number)

    async def get(self, what: str, **query: Any) -> Answer:
        known = {**({"code": self.code} if self.code else {}), **query}
        return await self.parlour.get(f"/api/tables/{self.number}{what}", **known)

    async def post(self, what: str, body: Any, **query: Any) -> Answer:
        known = {**({"code": self.code} if self.code else {}), **query}
        return await self.parlour.post(f"/api/tables/{self.number}{what}", body, **known)


class Parlour:
    """The hall, as its house door shows it."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server, self.session = server, session
        port = next(opened.port for opened in server.opened if opened.door.name == "house")
        self.address = f"http://127.0.0.1:{port}"

    async def get(self, path: str, **query: Any) -> Answer:
        url = URL(self.address + path).with_query({key: str(value) for key, value in query.items()})
        async with self.session.get(url) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def post(
        self, path: str, body: Any, *, headers: dict[str, str] | None = None, **query: Any
    ) -> Answer:
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        async with self.session.post(self.address + path, data=data, params=query, headers=headers) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def guest(self, name: str) -> Guest:
        guest = Guest(await self.session.ws_connect(f"{self.address}/ws"))
        assert (await guest.ask(type="hello", name=name))["type"] == "welcome"
        return guest

    async def begin(self, game: str, *names: str, **order: Any) -> Game:
        """Two guests at a table of their own."""
        anna, bob = [await self.guest(name) for name in names or ("anna", "bob")]
        opened = await anna.ask(type="open", game=game, **order)
        await bob.ask(type="join", table=opened["card"]["table"], code=opened.get("code", ""))
        return Game(self, [anna, bob], opened)
