"""Clients who go home by themselves when a test is over, however it ended."""

import asyncio
from typing import Any, ClassVar

from tests.conftest import RunningHall
from tests.protocols.mia.test_mia_other_doors import Person as AnyPerson
from tests.protocols.pipes.client import House as AnyHouse
from tests.protocols.pipes.client import Pipe as AnyPipe


class House(AnyHouse):
    """Somebody at the house door of a node."""

    here: ClassVar[list["House"]] = []

    @classmethod
    async def named(cls, hall: RunningHall, name: str = "", secret: str = "") -> "House":
        """Connect and say hello, under a name or with the secret of an earlier visit."""
        house = await super().named(hall, name, secret)
        assert isinstance(house, House)
        return house

    def __init__(self) -> None:
        super().__init__()
        self.here.append(self)
        self.person = 0

    async def hears(self, kind: str, **keys: Any) -> dict[str, Any]:
        """The next message of this type in which these keys have these values."""
        heard = await super().hears(kind, **keys)
        if kind == "welcome":
            self.person = heard["person"]
        return heard

    async def finds(self, owner: str, game: str) -> int:
        """The number of the waiting table at which somebody sits first; the lobby is told of it soon."""
        self.says("lobby")
        cards = (await self.hears("lobby"))["tables"]
        while True:
            for card in cards:
                first = card["seats"][0]
                if first and first["name"] == owner and (card["game"], card["status"]) == (game, "waiting"):
                    self.says("lobby", on=False)
                    return int(card["table"])
            cards = [(await self.hears("listed"))["card"]]

    async def closes(self) -> None:
        """Lose the connection."""
        self.here.remove(self)
        await super().closes()


class Pipe(AnyPipe):
    """Somebody at the pipes door of a node."""

    here: ClassVar[list["Pipe"]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.here.append(self)

    async def closes(self) -> None:
        """Close the connection properly."""
        self.here.remove(self)
        await super().closes()


class Person(AnyPerson):
    """Somebody at the house door who looks at contests."""

    here: ClassVar[list["Person"]] = []

    async def enter(self) -> "Person":
        self.here.append(self)
        await super().enter()
        return self

    async def leave(self) -> None:
        self.here.remove(self)
        await super().leave()
