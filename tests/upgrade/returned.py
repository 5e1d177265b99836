"""Everybody who was in a hall of the version before comes back through the door they came by."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp

from tablehall.cli.archive import export, verify_command
from tablehall_lab.upgrade.callers import (
    BoardsCaller,
    EriantysCaller,
    HouseGuest,
    Json,
    PipesCaller,
    ShelfieCaller,
)
from tests.conftest import RunningHall

Facts = Mapping[str, Mapping[str, bytes]]
PASSING = {"seq", "at", "re", "clocks", "watching", "promise"}
"""What a restart changes: the count of records, the time, who looks on, and what is promised."""


class Returned:
    """Who is back, and what they were told then, before anybody has done anything."""

    def __init__(self, hall: RunningHall, told: Json, kept: Facts) -> None:
        self.hall, self.told = hall, told
        self.kept = kept
        """The facts that the version before left."""
        self.guests: dict[str, HouseGuest] = {}
        self.seen: dict[tuple[str, int], Json] = {}
        """A table as a guest saw it on coming back."""
        self.news: dict[int, list[Json]] = {}
        """What happened at a table since the version before last told of it."""
        self.saves: dict[str, list[Json]] = {}
        """The saves that each guest could bring back."""
        self.known: Json = {}
        """What the hall told everybody over HTTP."""
        self.pipes: dict[str, PipesCaller] = {}
        self.boards: dict[str, BoardsCaller] = {}
        self.boards_told: dict[str, list[Json]] = {}
        self.shelfie: dict[str, ShelfieCaller] = {}
        self.shelfie_told: dict[str, list[Json]] = {}
        self.eriantys_told: list[Json] = []

    def __getitem__(self, name: str) -> HouseGuest:
        return self.guests[name]

    async def come(self) -> None:
        """Everybody comes back, and looks around."""
        self.known = await self._look()
        for name, about in self.told["guests"].items():
            self.guests[name] = await HouseGuest("", about["secret"]).come(self.hall.doors)
        for name, about in self.told["guests"].items():
            self.saves[name] = (await self.guests[name].ask("saves"))["saves"]
            for number, before in about["tables"].items():
                self.seen[name, int(number)] = await self.guests[name].sees(int(number))
                self.news[int(number)] = await self._since(self.guests[name], int(number), before["seq"])

    async def come_by_other_doors(self) -> None:
        """So do those without a secret of the house door; who was lost before stays away."""
        doors, told = self.hall.doors, self.told
        for name in told["pipes"]["numbers"]:
            if name != told["pipes"]["lost"]:
                self.pipes[name] = await PipesCaller(name).come(doors)
        for name in told["boards"]["names"]:
            caller = self.boards[name] = await BoardsCaller(name).come(doors)
            self.boards_told[name] = [await caller.hears(kind) for kind in ("GAME_INIT", "SET_GAME_STATE")]
        for name, number in told["shelfie"]["ids"].items():
            self.shelfie[name] = ShelfieCaller(name, number)
            if name != told["shelfie"]["away"]:
                self.shelfie_told[name] = await self.shelfie[name].back(doors)
        seat = told["eriantys"]
        self.eriantys = EriantysCaller(seat["name"], seat["game"], seat["token"])
        self.eriantys_told = await self.eriantys.back(doors)

    async def _look(self) -> Json:
        told = self.told
        return {
            "people": {name: await self.get(f"/api/people/{name}") for name in told["people"]},
            "leaderboards": {
                game: await self.get(f"/api/leaderboard/{game}") for game in told["leaderboards"]
            },
            "contests": (await self.get("/api/contest"))["contests"],
            "lobby": (await self.get("/api/tables"))["tables"],
        }

    async def _since(self, guest: HouseGuest, table: int, seq: int) -> list[Json]:
        guest.send(f'{{"type":"sync","table":{table},"since":{seq},"re":"since"}}')
        news: list[Json] = []
        while (heard := await guest.message(lambda _: True)).get("re") != "since":
            news.append(heard)
        return news

    async def bring_back(self, game: str, name: str) -> Json:
        """The players of a save bring it back and go on: the table as the last of them sees it."""
        before = self.told["saved"][f"{game}/{name}"]
        players = [self.guests[player] for player in before["players"]]
        table = (await players[0].ask("reopen", game=game, name=name))["card"]["table"]
        for player in players:
            seen = await player.ask("join", table=table, code=before["code"])
        return seen

    def export(self, table: int, file: Path, database: str = "") -> str:
        """Export a game that is over, as the keeper would, also if a save of it is still there: the digest of
        its bytes."""
        export(table, self.hall.folder / "data", file, database, unfinished=True)
        return hashlib.sha256(file.read_bytes()).hexdigest()

    def verify(self, table: int, file: Path) -> None:
        """Export a game that is over, and have it verified."""
        self.export(table, file)
        verify_command(file)

    def exports_are_the_same(self, file: Path, database: str = "") -> None:
        """Every game that was over is told byte for byte, and verifies."""
        assert self.told["exports"]
        for number, (digest, begun) in self.told["exports"].items():
            assert self.export(int(number), file, database) == digest
            if begun:
                verify_command(file)

    def table(self, guest: str, game: str, **keys: Any) -> int:
        """The number of a guest's table of this game whose card has these keys."""
        found = [
            number
            for (name, number), seen in self.seen.items()
            if name == guest
            and seen["card"]["game"] == game
            and all(seen["card"].get(key, "") == value for key, value in keys.items())
        ]
        (number,) = found
        return number

    def address(self, path: str) -> str:
        """Where something is over HTTP."""
        host, port = self.hall.doors["house"]
        return f"http://{host}:{port}{path}"

    async def get(self, path: str, token: str = "") -> Any:
        """What the hall tells over HTTP; whoever has the keeper's token is told more."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with aiohttp.ClientSession(headers=headers) as http, http.get(self.address(path)) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()


def settled(seen: Json) -> Json:
    """What must not change; whether somebody else is away just now may. The position of a saved game that
    waits for its players was shown once, and is not any more."""
    waits = seen["card"].get("save") and seen["card"]["status"] == "waiting"
    passing = {*PASSING, *(("view", "last", "turn", "clocks") if waits else ())}
    card = {**seen["card"], "seats": [seat and {**seat, "away": 0} for seat in seen["card"]["seats"]]}
    return {**{key: value for key, value in seen.items() if key not in passing}, "card": card}


def bots_come(seen: Json) -> bool:
    """Whether it is the table that waited for the house's players: by now they have come, or are coming."""
    return bool(seen["card"].get("title") == "Bots come")


async def play_out(one: HouseGuest, two: HouseGuest, table: int) -> None:
    """Two guests play whatever comes first until their game is over."""
    while (seen := await one.sees(table))["card"]["status"] == "playing":
        mover = one if seen["turn"] == [seen["you"]] else two
        await mover.ask("act", table=table, move=(await mover.ask("legal", table=table))["moves"][0])
