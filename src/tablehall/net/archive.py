"""Games that are over, and those that run if everybody sees everything: looked up, replayed and exported over
HTTP."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from aiohttp import web

from tablehall.hall.score_sheets import score_sheet
from tablehall.hall.verify import sealed
from tablehall.journal.api import Journal, Listing
from tablehall.net.answers import json, number
from tablehall.net.callers import REQUEST, share
from tablehall.net.game_logs import GameLogs, private
from tablehall.net.replays import Wanted, moves_of, positions, replay

PAGE = 100
NO_FORMAT = "Other programs know no kind of file for this game.\n"
LOOKED_THROUGH = 6_400
"""So many finished games are looked through for a list: of private ones nothing is told."""


class Archive:
    """The routes about single games."""

    def __init__(self, logs: GameLogs) -> None:
        self.logs = logs
        self.hall, self.callers = logs.hall, logs.callers

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/api/finished", self.finished)
        for path, handler in (
            ("", self.table),
            ("/moves", self.moves),
            ("/positions", self.positions),
            ("/replay", self.replay),
            ("/export", self.export),
        ):
            app.router.add_get(rf"/api/tables/{{table:\d{{1,16}}}}{path}", handler)

    async def finished(self, request: web.Request) -> web.Response:
        """Finished games, the latest first: `game`, `person`, `before` (a time), `limit`."""
        query = request.query
        person = self.hall.people.by_name.get(query.get("person", ""))
        if query.get("person") and person is None:
            return json({"finished": []})
        limit = max(1, min(PAGE, number(query.get("limit"), 50)))
        about = {"game": query.get("game", ""), "before": number(query.get("before"), 0)}
        about["person"], caller = person.id if person else 0, share(request)
        found, looked_at = await self.logs.readers.look_up(partial(public, about, limit))
        self.callers.charge("requests", caller, looked_at * (REQUEST // PAGE))
        return json({"finished": [card(listing) for listing in found]})

    async def table(self, request: web.Request) -> web.Response:
        return json(card(await self.logs.listing(request)))

    async def moves(self, request: web.Request) -> web.StreamResponse:
        """The moves of a game so far, if everybody who may look on sees everything; a private table's `code`
        opens it."""
        listing = await self.logs.listing(request)
        async with self.logs.seen_by_all(request, listing) as log:
            if self.hall.games[listing.game].notation is not None:  # each is written in its position
                self.logs.charge_replay(request, log)
            return await self.logs.tell(request, moves_of(log.lines, self.hall.games, log.seeds))

    async def positions(self, request: web.Request) -> web.StreamResponse:
        """The positions of such a game: the one after the record `from`, and those that followed."""
        listing = await self.logs.listing(request)
        async with self.logs.seen_by_all(request, listing) as log:
            self.logs.charge_replay(request, log)
            head = {"table": listing.table, "records": len(log.lines)}
            parts = positions(head, log.lines, self.hall.games, wanted(request), log.seeds)
            return await self.logs.tell(request, parts)

    async def replay(self, request: web.Request) -> web.StreamResponse:
        """Everything that happened at a finished table, `from` a record on, as spectators
        may see it; `seat` shows it through a player's eyes. `draws` are the throws of each
        record: how many results each could have had, and its result."""
        listing = await self.logs.listing(request)
        async with self.logs.over(request, listing) as log:
            self.logs.charge_replay(request, log)
            head = {**card(listing), "records": len(log.lines)}
            parts = replay(head, log.lines, self.hall.games, wanted(request))
            return await self.logs.tell(request, parts)

    async def export(self, request: web.Request) -> web.StreamResponse:
        """The log of a game that is over; or in a `format` that other programs know, `at` a record of it."""
        listing = await self.logs.listing(request)
        if "format" in request.query:
            return await self._exported(request, listing, request.query["format"])
        async with self.logs.over(request, listing) as log:
            headers = download(listing, "jsonl")
            return await self.logs.tell(request, sealed(log.lines), "application/jsonl", headers)

    async def _exported(self, request: web.Request, listing: Listing, name: str) -> web.StreamResponse:
        query, game = request.query, self.hall.games.get(listing.game)
        until = number(query["at"], 0) if "at" in query else None
        formats = game.formats if game is not None else {}
        if name not in formats:
            known = ", ".join(formats)
            raise web.HTTPBadRequest(text=f"This game is written as {known}.\n" if known else NO_FORMAT)
        async with self.logs.seen_by_all(request, listing) as log:
            self.logs.charge_replay(request, log)

            def written() -> Iterator[bytes]:
                sheet = score_sheet(log.lines, self.hall.games, log.seeds, until)
                yield formats[name].write(sheet).encode()

            return await self.logs.tell(request, written(), "text/plain", download(listing, name))


def wanted(request: web.Request) -> Wanted:
    """Which records are asked for, and through whose eyes."""
    query = request.query
    start, limit = number(query.get("from"), 0), number(query.get("limit"), PAGE)
    seat = number(query["seat"], -1) if "seat" in query else None
    return Wanted(start, max(1, min(1000, limit)), seat)


def download(listing: Listing, ending: str) -> dict[str, str]:
    """What makes an answer a file."""
    return {"Content-Disposition": f'attachment; filename="{listing.game}-{listing.table}.{ending}"'}


def public(about: dict[str, Any], limit: int, journal: Journal) -> tuple[list[Listing], int]:
    """The latest finished games that everybody may know of, and how many were looked at for it. A list that
    has fewer than it could would tell that there are others."""
    asked = limit
    while True:
        found = journal.tables(**about, limit=asked)
        shown = [listing for listing in found if not private(listing)]
        if len(shown) >= limit or len(found) < asked or asked >= LOOKED_THROUGH:
            return shown[:limit], len(found)
        asked *= 4


def card(listing: Listing) -> dict[str, Any]:
    """A table in a list of games."""
    known = {"table": listing.table, "game": listing.game, "status": listing.status, "at": listing.at}
    return {**known, **msgspec.json.decode(listing.summary)}
