"""Games that are over, and the moves of those that run: looked up, replayed and exported over HTTP.

Everything is read, played again and encoded off the loop, a piece at a time, and a piece is made when the one
before it was read: whoever reads slowly, or not at all, holds up nobody and fills no memory.
"""

import hmac
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import structlog
from aiohttp import web

from tablehall.hall.hall import Hall
from tablehall.hall.records import Opened, decode
from tablehall.hall.table import LogError
from tablehall.hall.verify import sealed
from tablehall.journal.api import Journal, Listing, whole_log
from tablehall.net.answers import PIECE, json, number, start_stream
from tablehall.net.callers import RECORD, REQUEST, Callers, share
from tablehall.net.readers import Log, Readers
from tablehall.net.replays import Wanted, moves_of, replay, secret_still

logged = structlog.get_logger("tablehall.http")

PAGE = 100
LOOKED_THROUGH = 6_400
"""So many finished games are looked through for a list: of private ones nothing is told."""
REPLAYED = 16 * 2**20
"""A longer log than this (nobody plays that long) is not played again here."""

NO_SUCH_TABLE = "There is no such table.\n"
NOT_OVER = "This game is not over yet; watch it at its table.\n"
TOO_LONG = "This log is too long to be replayed here; export it, and use: tablehall replay\n"


class Archive:
    """The routes about single games."""

    def __init__(self, hall: Hall, callers: Callers, readers: Readers) -> None:
        self.hall, self.callers, self.readers = hall, callers, readers

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/api/finished", self.finished)
        for path, handler in (
            ("", self.table),
            ("/moves", self.moves),
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
        found, looked_at = await self.readers.look_up(partial(public, about, limit))
        self.callers.charge("requests", caller, looked_at * (REQUEST // PAGE))
        return json({"finished": [card(listing) for listing in found]})

    async def table(self, request: web.Request) -> web.Response:
        return json(card(await self._listing(request)))

    # Who may know of a table.

    async def _listing(self, request: web.Request) -> Listing:
        """The table that is asked for, if whoever asks may know of it: a private one is not there for those
        who do not know its code."""
        wanted, code, caller = int(request.match_info["table"]), request.query.get("code", ""), share(request)
        if code:
            self.callers.check("codes", caller)
        listing = await self.readers.look_up(lambda journal: journal.table(wanted))
        if listing is not None and await self._may_know(listing, code, caller):
            return listing
        if code:
            self.callers.charge("codes", caller, 1)
        raise web.HTTPNotFound(text=NO_SUCH_TABLE)

    async def _may_know(self, listing: Listing, code: str, caller: str) -> bool:
        table = self.hall.tables.get(listing.table)
        if table is not None:
            return not table.sheet.code or same(code, table.sheet.code)
        if listing.status != "live" and not private(listing):
            return True
        if listing.status != "live" and not code:
            return False
        async with self.readers.turn(caller), self.readers.log(listing.table, caller) as (lines, _):
            opened = decode(lines[0]) if lines else None
            return isinstance(opened, Opened) and (not opened.code or same(code, opened.code))

    # What is told of one.

    async def moves(self, request: web.Request) -> web.StreamResponse:
        """The moves of a running game so far, if everybody who may look on sees everything;
        a private table's `code` opens it."""
        caller, listing = share(request), await self._listing(request)
        table = self.hall.tables.get(listing.table)
        if table is None:
            raise web.HTTPNotFound(text=NO_SUCH_TABLE)
        shown = table.sheet.code or table.sheet.spectators
        if not table.game.open_information or not shown or table.scene.hidden:
            raise web.HTTPForbidden(text="Not everybody may see these moves.\n")
        async with self.readers.turn(caller):
            lines = await self.readers.read(lambda journal: whole_log(journal, listing.table))
            return await self._tell(request, caller, moves_of(lines), "application/json")

    async def replay(self, request: web.Request) -> web.StreamResponse:
        """Everything that happened at a finished table, `from` a record on, as spectators
        may see it; `seat` shows it through a player's eyes. `draws` are the throws of each
        record: how many results each could have had, and its result."""
        caller, listing, query = share(request), await self._listing(request), request.query
        start, limit = number(query.get("from"), 0), number(query.get("limit"), PAGE)
        seat = number(query["seat"], -1) if "seat" in query else None
        wanted = Wanted(start, max(1, min(1000, limit)), seat)
        self._check_over(listing)
        async with self._log(request, listing, caller) as (lines, size):
            await self._check_told(lines)
            if size > REPLAYED:
                raise web.HTTPRequestEntityTooLarge(REPLAYED, 0, text=TOO_LONG)
            self.callers.charge("requests", caller, RECORD * len(lines))
            parts = replay({**card(listing), "records": len(lines)}, lines, self.hall.games, wanted)
            try:
                return await self._tell(request, caller, parts, "application/json")
            except LogError as error:
                raise web.HTTPConflict(text=f"This game cannot be replayed: {error}\n") from error

    async def export(self, request: web.Request) -> web.StreamResponse:
        caller, listing = share(request), await self._listing(request)
        self._check_over(listing)
        name = f"{listing.game}-{listing.table}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        async with self._log(request, listing, caller) as (lines, _):
            await self._check_told(lines)
            return await self._tell(request, caller, sealed(lines), "application/jsonl", headers)

    def _check_over(self, listing: Listing) -> None:
        if listing.status == "live":
            raise web.HTTPConflict(text=NOT_OVER)

    async def _check_told(self, lines: list[bytes]) -> None:
        """Whether a game is over for good: as long as it can go on, its throws are nobody's business."""
        seeds = set(self.hall.saved_seeds)
        if why := await self.readers.read(lambda _: secret_still(lines, seeds)):
            raise web.HTTPConflict(text=f"{why}\n")

    @asynccontextmanager
    async def _log(self, request: web.Request, listing: Listing, caller: str) -> AsyncIterator[Log]:
        """The log of a table when it is the caller's turn, if they have waited for it."""
        async with self.readers.turn(caller):
            if request.transport is None:
                raise ConnectionResetError
            async with self.readers.log(listing.table, caller) as log:
                yield log

    async def _tell(
        self,
        request: web.Request,
        caller: str,
        parts: Iterator[bytes],
        kind: str,
        headers: dict[str, str] | None = None,
    ) -> web.StreamResponse:
        """Answer with something long, piece by piece; what fits into one is an answer like any other."""
        pieces = in_pieces(parts)
        piece = await self._next(pieces)
        if len(piece) < PIECE:
            return web.Response(body=piece, content_type=kind, headers=headers)
        response = await start_stream(request, kind, headers)
        while piece and request.method != "HEAD":
            self.callers.charge("requests", caller, len(piece))
            await response.write(piece)
            try:
                piece = await self._next(pieces)
            except LogError as error:  # all that is left is not to end the answer as if it were whole
                logged.error("a log cannot be replayed", path=request.path, why=str(error))
                break_off(request)
                break
        return response

    async def _next(self, pieces: Iterator[bytes]) -> bytes:
        return await self.readers.read(lambda _: next(pieces, b""))


def break_off(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def in_pieces(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Small parts put together; every piece but the last is long."""
    waiting: list[bytes] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= PIECE:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


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


def private(listing: Listing) -> bool:
    return bool(msgspec.json.decode(listing.summary).get("private"))


def same(code: str, wanted: str) -> bool:
    """Whether a code is the right one; how wrong it is takes no time to find out."""
    return hmac.compare_digest(code.encode("utf-8", "surrogatepass"), wanted.encode())


def card(listing: Listing) -> dict[str, Any]:
    """A table in a list of games."""
    known = {"table": listing.table, "game": listing.game, "status": listing.status, "at": listing.at}
    return {**known, **msgspec.json.decode(listing.summary)}
