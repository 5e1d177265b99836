"""The HTTP side of the house door: lists, replays, exports, health and figures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from tablehall import __version__
from tablehall.games.api import AnyGame
from tablehall.hall import records
from tablehall.hall.hall import Hall
from tablehall.hall.records import Opened, decode
from tablehall.hall.refusals import Why
from tablehall.hall.scores import NEWCOMER
from tablehall.hall.table import LogError
from tablehall.hall.verify import seal
from tablehall.journal.api import Journal, Listing, whole_log
from tablehall.net.admin.routes import AdminRoutes
from tablehall.net.contests import ContestHttp
from tablehall.net.page import Page
from tablehall.net.pipeline import Pipeline
from tablehall.net.replays import moves_of, with_draws
from tablehall.protocols.door import Door
from tablehall.protocols.house import render, schema

PAGE = 100
encode = msgspec.json.Encoder().encode

SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}


class Figures:
    """What `/metrics` shows, gathered when it is asked for."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    def collect(self) -> Iterator[Metric]:
        pipeline, hall = self._pipeline, self._pipeline.hall
        tables = GaugeMetricFamily("tablehall_tables", "Tables in memory", labels=["status"])
        counts: dict[str, int] = {"waiting": 0, "playing": 0, "finished": 0}
        for table in hall.tables.values():
            counts[table.scene.status] = counts.get(table.scene.status, 0) + 1
        for status, count in counts.items():
            tables.add_metric([status], count)
        yield tables
        yield GaugeMetricFamily("tablehall_people", "People known", value=len(hall.people.by_id))
        yield GaugeMetricFamily("tablehall_people_here", "People here", value=len(hall.people.by_conn))
        here = sum(count for (_, address), count in pipeline.addresses.items() if not address)
        yield GaugeMetricFamily("tablehall_open_connections", "Connections", value=here)
        yield GaugeMetricFamily("tablehall_alarms", "Deadlines set", value=len(hall.alarms))
        for name, gauge in self._pipeline.gauges.items():
            yield GaugeMetricFamily(f"tablehall_{name}", name.replace("_", " "), value=gauge())
        for name, count in sorted(pipeline.counts.items()):
            yield CounterMetricFamily(f"tablehall_{name}", name.replace("_", " "), value=count)


class HouseHttp:
    """The routes of the house door."""

    def __init__(self, pipeline: Pipeline, door: Door, reader: Callable[[], Journal]) -> None:
        self.pipeline = pipeline
        self.hall: Hall = pipeline.hall
        self.door = door
        self.ready = False
        self.contests = ContestHttp(pipeline)
        self.admin = AdminRoutes(pipeline)
        self._reader = reader
        self._journal: Journal | None = None
        self._thread = ThreadPoolExecutor(1, "reader")
        self._registry = CollectorRegistry()
        self._registry.register(Figures(pipeline))
        self._registry.register(pipeline.stalls)

    async def _read(self, work: Callable[[Journal], Any]) -> Any:
        """Read the journal off the loop, through a connection of its own."""

        def run() -> Any:
            if self._journal is None:
                self._journal = self._reader()
            return work(self._journal)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def app(self) -> web.Application:
        """The application, for aiohttp to serve."""
        app = web.Application(middlewares=[safe_headers], client_max_size=65_536)
        Page().add_to(app)
        app.router.add_get("/healthz", self.healthz)
        app.router.add_get("/readyz", self.readyz)
        app.router.add_get("/metrics", self.metrics)
        app.router.add_get("/version", self.version)
        app.router.add_get("/schema.json", self.schema)
        app.router.add_get("/asyncapi.json", self.asyncapi)
        app.router.add_get("/api/games", self.games)
        app.router.add_get("/api/tables", self.tables)
        app.router.add_get("/api/saves", self.saves)
        app.router.add_get("/api/finished", self.finished)
        app.router.add_get(r"/api/tables/{table:\d{1,16}}", self.table)
        app.router.add_get(r"/api/tables/{table:\d{1,16}}/moves", self.moves)
        app.router.add_get(r"/api/tables/{table:\d{1,16}}/replay", self.replay)
        app.router.add_get(r"/api/tables/{table:\d{1,16}}/export", self.export)
        app.router.add_get("/api/people/{name}", self.person)
        app.router.add_get("/api/leaderboard/{game}", self.leaderboard)
        self.contests.add_to(app)
        self.admin.add_to(app)
        return app

    async def healthz(self, request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(self, request: web.Request) -> web.Response:
        ready = self.ready and not self.hall.closing and not self.pipeline.congested
        return web.Response(text="ready\n" if ready else "not ready\n", status=200 if ready else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(self._registry), content_type="text/plain")

    async def version(self, request: web.Request) -> web.Response:
        return json({"tablehall": __version__})

    async def schema(self, request: web.Request) -> web.Response:
        return json(schema.json_schema())

    async def asyncapi(self, request: web.Request) -> web.Response:
        return json(schema.asyncapi())

    async def games(self, request: web.Request) -> web.Response:
        return json({"games": self.door.game_cards()})

    async def tables(self, request: web.Request) -> web.Response:
        return json({"tables": render.lobby_cards(self.hall)})

    async def saves(self, request: web.Request) -> web.Response:
        return json(
            {"saves": render.save_cards(self.hall, [save for _, save in sorted(self.hall.saves.items())])}
        )

    async def finished(self, request: web.Request) -> web.Response:
        """Finished games, the latest first: `game`, `person`, `before` (a time), `limit`."""
        query = request.query
        person = self.hall.people.by_name.get(query.get("person", ""))
        if query.get("person") and person is None:
            return json({"finished": []})
        limit = max(1, min(PAGE, number(query.get("limit"), 50)))
        game, before = query.get("game", ""), number(query.get("before"), 0)
        who = person.id if person else 0
        found = await self._read(lambda j: j.tables(game=game, person=who, before=before, limit=limit))
        return json({"finished": [card(listing) for listing in found if not private(listing)]})

    async def table(self, request: web.Request) -> web.Response:
        listing = await self._listing(request)
        return json(card(listing))

    async def _listing(self, request: web.Request) -> Listing:
        wanted = int(request.match_info["table"])
        listing: Listing | None = await self._read(lambda j: j.table(wanted))
        if listing is None:
            raise web.HTTPNotFound(text="There is no such table.\n")
        return listing

    async def _log(self, request: web.Request) -> tuple[Listing, list[bytes]]:
        listing = await self._listing(request)
        if listing.status not in ("finished", "closed"):
            raise web.HTTPConflict(text="This game is not over yet; watch it at its table.\n")
        lines: list[bytes] = await self._read(lambda j: whole_log(j, listing.table))
        opened = decode(lines[0]) if lines else None
        if isinstance(opened, Opened) and opened.code and request.query.get("code", "") != opened.code:
            raise web.HTTPForbidden(text=f"{Why.WRONG_CODE.value}\n")
        return listing, lines

    async def moves(self, request: web.Request) -> web.Response:
        """The moves of a running game so far, if everybody who may look on sees everything;
        a private table's `code` opens it."""
        table = self.hall.tables.get(int(request.match_info["table"]))
        if table is None:
            raise web.HTTPNotFound(text="There is no such table.\n")
        code = table.sheet.code
        if request.query.get("code", "") != code:
            raise web.HTTPForbidden(text=f"{Why.WRONG_CODE.value}\n")
        if not table.game.open_information or not (code or table.sheet.spectators):
            raise web.HTTPForbidden(text="Not everybody may see these moves.\n")
        lines = await self._read(lambda j: whole_log(j, table.sheet.table))
        return json({"moves": moves_of(lines)})

    async def replay(self, request: web.Request) -> web.Response:
        """Everything that happened at a finished table, `from` a record on, as spectators
        may see it; `seat` shows it through a player's eyes. `draws` are the throws of each
        record: how many results each could have had, and its result."""
        listing, lines = await self._log(request)
        start, limit = number(request.query.get("from"), 0), number(request.query.get("limit"), PAGE)
        seat = number(request.query["seat"], -1) if "seat" in request.query else None
        work = lambda _: self._replay(listing, lines, max(0, start), max(1, min(1000, limit)), seat)  # noqa: E731
        return json(await self._read(work))

    def _replay(
        self, listing: Listing, lines: list[bytes], start: int, limit: int, seat: int | None
    ) -> dict[str, Any]:
        games: dict[str, AnyGame] = self.hall.games
        try:
            shown, thrown = [], {}
            for news, draws in with_draws(lines, games):
                if draws:
                    thrown[news.record.seq] = draws
                if start <= news.record.seq < start + limit and not whispered(news.record):
                    if seat is not None and not 0 <= seat < len(news.scene.seats):
                        seat = None
                    shown.append(render.happened(news, seat, words=True))
        except LogError as error:
            raise web.HTTPConflict(text=f"This game cannot be replayed: {error}\n") from error
        return {**card(listing), "records": len(lines), "happened": shown, "draws": thrown}

    async def export(self, request: web.Request) -> web.Response:
        listing, lines = await self._log(request)
        name = f"{listing.game}-{listing.table}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=seal(lines), content_type="application/jsonl", headers=headers)

    async def person(self, request: web.Request) -> web.Response:
        person = self.hall.people.by_name.get(request.match_info["name"])
        if person is None:
            raise web.HTTPNotFound(text="Nobody of that name is known here.\n")
        results = {
            game: {"won": s.won, "lost": s.lost, "drawn": s.drawn, "rating": s.rating}
            for game, s in sorted(person.profile.scores.items())
        }
        here = person.here
        return json({"person": person.id, "name": person.profile.name, "here": here, "games": results})

    async def leaderboard(self, request: web.Request) -> web.Response:
        game = request.match_info["game"]
        if game not in self.hall.games:
            raise web.HTTPNotFound(text="The hall does not know that game.\n")
        rows = [
            (person.profile.scores.get(game, NEWCOMER), person.profile.name)
            for person in self.hall.people.by_name.values()
            if game in person.profile.scores
        ]
        rows.sort(key=lambda row: (-row[0].rating, row[1]))
        board = [
            {"name": name, "rating": s.rating, "won": s.won, "lost": s.lost, "drawn": s.drawn}
            for s, name in rows[:PAGE]
        ]
        return json({"game": game, "leaderboard": board})

    def close(self) -> None:
        """Stop reading the journal."""
        self._thread.shutdown(wait=True)
        if self._journal is not None:
            self._journal.close()


@web.middleware
async def safe_headers(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Headers for every answer; a kept-alive connection could not become a WebSocket."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(SAFE_HEADERS)
        error.force_close()
        raise
    response.headers.update(SAFE_HEADERS)
    response.force_close()
    return response


def whispered(record: records.AnyRecord) -> bool:
    """Whether this was said to some players only; it stays among them for ever."""
    return isinstance(record, records.Said) and not record.readable_by(None)


def worth_noting(record: logging.LogRecord) -> bool:
    """Whether it is our fault: what is wrong with a request its sender is told, not the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger("aiohttp.server").addFilter(worth_noting)


def json(value: Any) -> web.Response:
    return web.Response(body=encode(value), content_type="application/json")


def number(text: str | None, default: int) -> int:
    """A number from a query, or its default."""
    return int(text) if text and text.isdecimal() and len(text) < 16 else default


def private(listing: Listing) -> bool:
    return bool(msgspec.json.decode(listing.summary).get("private"))


def card(listing: Listing) -> dict[str, Any]:
    """A table in a list of games."""
    known = {"table": listing.table, "game": listing.game, "status": listing.status, "at": listing.at}
    return {**known, **msgspec.json.decode(listing.summary)}
