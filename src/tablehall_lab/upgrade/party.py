"""Guests at the house door who open tables, play whatever is allowed, and come back after a kill."""

import random
from collections.abc import Sequence
from typing import Any

from tablehall_lab.upgrade.callers import Doors, HouseGuest, Json

PATIENT = {"grace": 3_600_000, "all_gone": 3_600_000}
"""The absence of a table whose players come back much later."""
NAMES = ("anna", "bob", "carl", "dora", "eve", "žofie")


class Party:
    """Some guests, and the chance by which they play."""

    def __init__(self, doors: Doors, names: Sequence[str] = NAMES) -> None:
        self.doors = doors
        self.chance = random.Random(1)
        self.guests = {name: HouseGuest(name) for name in names}
        self.saved: dict[str, Json] = {}
        """Each saved game as it was, by game and name."""

    def __getitem__(self, name: str) -> HouseGuest:
        return self.guests[name]

    async def come(self) -> None:
        """Everybody comes in, for the first time or again."""
        for guest in self.guests.values():
            await guest.come(self.doors)

    async def extra(self, name: str) -> HouseGuest:
        """Somebody more."""
        guest = self.guests[name] = HouseGuest(name)
        return await guest.come(self.doors)

    async def seat(self, game: str, *names: str, **terms: Any) -> int:
        """Open a table, and let everybody named sit down at it."""
        first, *others = (self.guests[name] for name in names)
        opened = await first.ask("open", game=game, **terms)
        table: int = opened["card"]["table"]
        for guest in others:
            await guest.ask("join", table=table, code=opened.get("code", ""), entropy=f"{guest.name} blows")
        return table

    async def act(self, name: str, table: int, **move: Any) -> None:
        """Make a move."""
        await self.guests[name].ask("act", table=table, move=move)

    async def play(self, table: int, *names: str, plies: int = 10_000, prefer: tuple[str, ...] = ()) -> Json:
        """Play at random, for so many moves or until the game is over, a move of a type of `prefer`
        whenever there is one. Seats without a name play by themselves."""
        made = 0
        while made < plies:
            seen = await self.guests[names[0]].sees(table)
            if seen["card"]["status"] != "playing":
                break
            seat = seen["turn"][0]
            if seat >= len(names):
                await self.guests[names[0]].happens(table)
                continue
            guest = self.guests[names[seat]]
            moves = (await guest.ask("legal", table=table))["moves"]
            for kind in prefer:
                moves = [move for move in moves if move["type"] == kind] or moves
            await guest.ask("act", table=table, move=self.chance.choice(moves))
            made += 1
        return await self.guests[names[0]].sees(table)

    async def save(self, guest: str, table: int, name: str, *, put_away: bool = True) -> None:
        """Save a game."""
        seen = await self.guests[guest].sees(table)
        await self.guests[guest].ask("save", table=table, name=name, put_away=put_away)
        players = [seat["name"] for seat in seen["card"]["seats"]]
        kept: Json = {"players": players, "code": seen.get("code", "")}
        kept |= {key: seen[key] for key in ("commitment", "turn", "view")}
        self.saved[f"{seen['card']['game']}/{name}"] = kept

    async def leaves_for_a_moment(self, name: str) -> None:
        """Somebody's connection breaks, and they come back."""
        await self.guests[name].hang_up()
        await self.guests[name].come(self.doors)
