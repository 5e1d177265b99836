"""The recordings of the original programs, read and replayed."""

import ast
import asyncio
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.protocols.pipes.client import CLOSED, Pipe

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd

DATA = Path(__file__).resolve().parents[2] / "data"
LINE = re.compile(r" *[\d.]+ (\w) ([<>!]) (.*)")
NICK = re.compile(r"\b(alice|bob|lobbyist|lob1|ann|ben|dan|eve)\b")


class Exchange(NamedTuple):
    """Something that went over a wire (`>` said, `<` heard) or happened to it (`!`)."""

    who: str
    sign: str
    text: str


def recorded(name: str) -> Iterator[Exchange]:
    """Everything in a recording."""
    for line in (DATA / name).read_text().splitlines():
        if found := LINE.match(line):
            said = ast.literal_eval(found[3])
            yield Exchange(found[1], found[2], said if found[2] == "!" else said.decode().rstrip("\n"))


def recorded_game() -> list[tuple[str, str]]:
    """The 13 plies: each move as it was asked for, and the line that both players heard."""
    said = [x for x in recorded("pipes-original-13-plies.txt") if x.who in "AB" and x.sign != "!"]
    return [
        (x.text.partition("|")[2], said[number + 1].text)
        for number, x in enumerate(said)
        if "|TURN|" in x.text
    ]


class Replay:
    """A recording played once more against our server, under new names and its numbers."""

    def __init__(self, crowd: "Crowd", *, original: bool, departures: Mapping[int, str]) -> None:
        self.crowd = crowd
        self.original = original
        self.departures = departures
        """What we answer instead, by the number of the exchange."""
        self.pipes: dict[str, Pipe] = {}
        self.numbers: dict[str, str] = {"0": "0"}
        self.users: dict[str, str] = {}
        """The number under which each is logged in."""

    async def play(self, name: str) -> None:
        """Play all of it."""
        for number, (who, sign, text) in enumerate(recorded(name)):
            text = NICK.sub(lambda found: self.crowd.name(found[0]), self.departures.get(number, text))
            if text in EVENTS:
                await EVENTS[text](self, who)
            elif sign == ">":
                user, _, rest = text.partition("|")
                self.pipes[who].sends(f"{self.numbers.get(user, user)}|{rest}\n".encode())
            else:
                await self._hears(number, who, text)

    async def _connects(self, who: str) -> None:
        self.pipes[who] = await self.crowd.connects(original=self.original)

    async def _closes(self, who: str) -> None:
        await self.pipes[who].closes()
        await asyncio.sleep(0.05)

    async def _is_closed(self, who: str) -> None:
        assert await self.pipes[who].hears() == CLOSED

    async def _hears_nothing(self, who: str) -> None:
        await self.pipes[who].hears_nothing()

    async def _hears(self, number: int, who: str, text: str) -> None:
        for line in filter(None, text.split("\n")):
            heard = await self.pipes[who].hears()
            code, _, user = line.partition("|")
            if code in ("200", "201"):
                self.numbers.setdefault(user, heard.partition("|")[2])
                line = f"{code}|{self.numbers[user]}"
                self.users[who] = self.numbers[user]
            assert heard == line, f"exchange {number}"
            if line == "270" and self.original:  # it is said again until they ask for the board
                await self.pipes[who].asks(f"{self.users[who]}|GET_GAME_STATE")
                assert (await self.pipes[who].hears()).startswith("207|")


EVENTS = {
    "connected": Replay._connects,
    "client closes": Replay._closes,
    "EOF from server": Replay._is_closed,
    "(nothing)": Replay._hears_nothing,
}
