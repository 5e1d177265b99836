"""The logs of games, read over HTTP: who may read which, and how something long is told of one.

Everything is read, played again and encoded off the loop, a piece at a time, and a piece is made when the one
before it was read: whoever reads slowly, or not at all, holds up nobody and fills no memory.
"""

import hmac
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
import structlog
from aiohttp import web

from tablehall.hall.hall import Hall
from tablehall.hall.records import Opened, decode
from tablehall.hall.table import LogError
from tablehall.hall.verify import Seeds
from tablehall.journal.api import Listing, whole_log
from tablehall.net.answers import PIECE, start_stream
from tablehall.net.callers import RECORD, Callers, share
from tablehall.net.readers import Readers, measured
from tablehall.net.replays import secret_still

logged = structlog.get_logger("tablehall.http")

REPLAYED = 16 * 2**20
"""A longer log than this (nobody plays that long) is not played again here."""

NO_SUCH_TABLE = "There is no such table.\n"
NOT_OVER = "This game is not over yet; watch it at its table.\n"
NOT_EVERYBODY = "Not everybody may see these moves.\n"
TOO_LONG = "This log is too long to be replayed here; export it, and use: tablehall replay\n"


class GameLog(NamedTuple):
    """A log that may be read by who asked for it."""

    lines: list[bytes]
    size: int
    seeds: Seeds
    """Those that the log does not reveal: its game goes on."""


class GameLogs:
    """Who may read which log."""

    def __init__(self, hall: Hall, callers: Callers, readers: Readers) -> None:
        self.hall, self.callers, self.readers = hall, callers, readers

    async def listing(self, request: web.Request) -> Listing:
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

    @asynccontextmanager
    async def over(self, request: web.Request, listing: Listing) -> AsyncIterator[GameLog]:
        """The log of a game that is over for good: while it can go on, its throws are nobody's business."""
        if listing.status == "live":
            raise web.HTTPConflict(text=NOT_OVER)
        caller = share(request)
        async with self._turn(request, caller), self.readers.log(listing.table, caller) as (lines, size):
            seeds = set(self.hall.saved_seeds)
            if why := await self.readers.read(lambda _: secret_still(lines, seeds)):
                raise web.HTTPConflict(text=f"{why}\n")
            yield GameLog(lines, size, {})

    @asynccontextmanager
    async def seen_by_all(self, request: web.Request, listing: Listing) -> AsyncIterator[GameLog]:
        """The log of a game in which everybody sees everything: over for good, or going on before the eyes of
        whoever may look on."""
        if listing.status == "live":
            async with self._live(request, listing) as log:
                yield log
            return
        game = self.hall.games.get(listing.game)
        if game is None or not game.open_information:
            raise web.HTTPForbidden(text=NOT_EVERYBODY)
        async with self.over(request, listing) as log:
            yield log

    @asynccontextmanager
    async def _live(self, request: web.Request, listing: Listing) -> AsyncIterator[GameLog]:
        table = self.hall.tables.get(listing.table)
        if table is None:
            raise web.HTTPNotFound(text=NO_SUCH_TABLE)
        shown = table.sheet.code or table.sheet.spectators
        if not table.game.open_information or not shown or table.scene.hidden:
            raise web.HTTPForbidden(text=NOT_EVERYBODY)
        seeds = {table.sheet.commitment: table.seed}
        async with self._turn(request, share(request)):
            log = await self.readers.read(lambda journal: measured(whole_log(journal, listing.table)))
            yield GameLog(log.lines, log.size, seeds)

    @asynccontextmanager
    async def _turn(self, request: web.Request, caller: str) -> AsyncIterator[None]:
        """The caller's turn, if they have waited for it."""
        async with self.readers.turn(caller):
            if request.transport is None:
                raise ConnectionResetError
            yield

    def charge_replay(self, request: web.Request, log: GameLog) -> None:
        """A log is played again for somebody, who pays for every record of it."""
        if log.size > REPLAYED:
            raise web.HTTPRequestEntityTooLarge(REPLAYED, 0, text=TOO_LONG)
        self.callers.charge("requests", share(request), RECORD * len(log.lines))

    async def tell(
        self,
        request: web.Request,
        parts: Iterator[bytes],
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> web.StreamResponse:
        """Answer with something long, piece by piece; what fits into one is an answer like any other."""
        pieces, caller = in_pieces(parts), share(request)
        try:
            piece = await self._next(pieces)
        except LogError as error:
            raise web.HTTPConflict(text=f"This game cannot be replayed: {error}\n") from error
        if len(piece) < PIECE:
            charset = "utf-8" if kind.startswith("text/") else None
            return web.Response(body=piece, content_type=kind, charset=charset, headers=headers)
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


def private(listing: Listing) -> bool:
    return bool(msgspec.json.decode(listing.summary).get("private"))


def same(code: str, wanted: str) -> bool:
    """Whether a code is the right one; how wrong it is takes no time to find out."""
    return hmac.compare_digest(code.encode("utf-8", "surrogatepass"), wanted.encode())
