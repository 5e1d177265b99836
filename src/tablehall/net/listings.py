"""Lists that many ask for: each is encoded once for all, until it changes, and told in parts."""

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec

from tablehall.hall.people import Person
from tablehall.hall.saves import STRANGER, may_reopen
from tablehall.hall.scores import NEWCOMER
from tablehall.net.pipeline import Pipeline
from tablehall.protocols.door import Door
from tablehall.protocols.house import render, schema

encode = msgspec.json.Encoder().encode

PAGE = 500
"""So many tables or saves are in a part of their list at most, ..."""
LOOKED_AT = 2_000
"""... and so many tables are looked at for it: of private ones nothing is told."""
SAVES_LOOKED_AT = 200
"""The same of saves: most of them are nobody's business but their players'."""
PARTS = 64
"""So many parts are kept until the list changes."""
BEST = 100
A_MILLISECOND = 20
"""So many people are gone through in a millisecond of a list's life: what takes long is kept for longer."""


class Lists:
    """The lists of the house door, as bytes."""

    def __init__(self, pipeline: Pipeline, door: Door) -> None:
        self.hall, self.clock, self.door = pipeline.hall, pipeline.clock, door
        self._listing = -1
        self._parts: dict[tuple[int, int], bytes] = {}
        self._boards: dict[str, tuple[int, asyncio.Future[bytes]]] = {}
        """The best of each game, and until when they count as such."""

    @cached_property
    def schema(self) -> bytes:
        """The protocol for machines."""
        return encode(schema.json_schema())

    @cached_property
    def asyncapi(self) -> bytes:
        """The same in other words."""
        return encode(schema.asyncapi())

    @cached_property
    def games(self) -> bytes:
        """What can be played."""
        return encode({"games": self.door.game_cards()})

    def tables(self, after: int, limit: int) -> bytes:
        """A part of the public tables that wait or play, the oldest first: those that came to the list after
        a change of it."""
        if self.hall.listings != self._listing or len(self._parts) >= PARTS:
            self._listing = self.hall.listings
            self._parts.clear()
        known = self._parts.get((after, limit))
        if known is None:
            known = self._parts[after, limit] = encode(self._some_tables(after, limit))
        return known

    def _some_tables(self, after: int, limit: int) -> dict[str, Any]:
        listed = [table for table in self.hall.tables.values() if not table.hidden]
        start = bisect_right(listed, after, key=attrgetter("came")) if after else 0
        cards: list[Any] = []
        table = None
        for table in islice(listed, start, start + LOOKED_AT):
            if not table.sheet.code and table.scene.status in ("waiting", "playing"):
                cards.append(render.table_card(table.sheet, table.scene))
                if len(cards) == limit:
                    break
        more = table is not None and table is not listed[-1]
        return {"tables": cards, "next": table.came} if table is not None and more else {"tables": cards}

    def saves(self, after: str, limit: int) -> bytes:
        """A part of the saves that could be brought back by anybody, by game and name."""
        hall = self.hall
        names = sorted(hall.saves)
        game, _, save = after.partition("/")
        start = bisect_right(names, (game, save)) if after else 0
        cards: list[Any] = []
        key = None
        for key in islice(names, start, start + SAVES_LOOKED_AT):
            if may_reopen(hall.saves[key], STRANGER, hall.people.by_id) and not hall.in_play(hall.saves[key]):
                cards.append(render.save_card(hall.saves[key], STRANGER))
                if len(cards) == limit:
                    break
        more = key is not None and key != names[-1]
        return encode({"saves": cards, "next": "/".join(key)} if key and more else {"saves": cards})

    async def leaderboard(self, game: str, off_loop: Callable[..., Any]) -> bytes:
        """The best of a game. They are found once for all who ask, by somebody who goes through everybody
        off the loop."""
        until, best = self._boards.get(game, (0, None))
        if best is None or until <= self.clock():
            people = list(self.hall.people.by_name.values())
            best = asyncio.ensure_future(off_loop(lambda _: leaders(game, people)))
            self._boards[game] = self.clock() + len(people) // A_MILLISECOND, best
        return await asyncio.shield(best)


def leaders(game: str, people: list[Person]) -> bytes:
    """The best of some people in a game."""
    profiles = [person.profile for person in people]
    rows = [(each.scores.get(game, NEWCOMER), each.name) for each in profiles if game in each.scores]
    rows.sort(key=lambda row: (-row[0].rating, row[1]))
    board = [
        {"name": name, "rating": s.rating, "won": s.won, "lost": s.lost, "drawn": s.drawn}
        for s, name in rows[:BEST]
    ]
    return encode({"game": game, "leaderboard": board})
