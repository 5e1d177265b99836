"""The HTTP side of the house door: the page, lists, results, health and figures."""

import logging
from collections.abc import Awaitable, Callable, Collection

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from tablehall import __version__
from tablehall.hall.hall import Hall
from tablehall.journal.api import Journal
from tablehall.net.admin.routes import AdminRoutes
from tablehall.net.analyses import Analyses
from tablehall.net.answers import encoded, json, number, refused, sent
from tablehall.net.archive import Archive
from tablehall.net.callers import REQUEST, Callers, TooMuch, share, too_many
from tablehall.net.contests import ContestHttp
from tablehall.net.disk import Disk
from tablehall.net.figures import Figures
from tablehall.net.game_logs import GameLogs
from tablehall.net.listings import PAGE, Lists
from tablehall.net.page import Page
from tablehall.net.pipeline import Pipeline
from tablehall.net.readers import Readers
from tablehall.net.stalls import timing
from tablehall.protocols.door import Door

UNLIMITED = ("/healthz", "/readyz")
"""Who asks for these must know at once."""
FIGURES = 8 * REQUEST
"""What it costs to gather all figures."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HouseHttp:
    """The routes of the house door."""

    def __init__(
        self, pipeline: Pipeline, door: Door, reader: Callable[[], Journal], doors: Collection[str]
    ) -> None:
        self.pipeline = pipeline
        self.hall: Hall = pipeline.hall
        self.ready = False
        self.callers = Callers(pipeline)
        self.readers = Readers(reader, self.callers)
        self.lists = Lists(pipeline, door)
        logs = GameLogs(self.hall, self.callers, self.readers)
        self.archive, self.analyses = Archive(logs), Analyses(logs)
        self.disk: Disk | None = None
        self.contests = ContestHttp(pipeline)
        self.admin = AdminRoutes(pipeline, self.callers, doors)
        self.figures = Figures(pipeline, doors)

    def app(self) -> web.Application:
        """The application, for aiohttp to serve."""
        app = web.Application(
            middlewares=[timing(self.pipeline.stalls), self.answered, self.paid], client_max_size=65_536
        )
        Page().add_to(app)
        for path, handler in (
            ("/healthz", self.healthz),
            ("/readyz", self.readyz),
            ("/metrics", self.metrics),
            ("/version", self.version),
            ("/schema.json", self.schema),
            ("/asyncapi.json", self.asyncapi),
            ("/api/games", self.games),
            ("/api/tables", self.tables),
            ("/api/saves", self.saves),
            ("/api/people/{name}", self.person),
            ("/api/leaderboard/{game}", self.leaderboard),
        ):
            app.router.add_get(path, handler)
        self.archive.add_to(app)
        self.analyses.add_to(app)
        self.contests.add_to(app)
        self.admin.add_to(app)
        return app

    # What is done about every request.

    @web.middleware
    async def answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every answer has its headers, and goes out as its reader reads it."""
        try:
            try:
                return await sent(request, await handler(request))
            except TooMuch as error:
                raise too_many(error) from error
        except web.HTTPException as error:
            return refused(error)
        except ConnectionError:  # the reader is gone: nobody hears of this one
            return web.Response()

    @web.middleware
    async def paid(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Whoever asks pays for it, unless it is the keeper."""
        if request.path in UNLIMITED or self.admin.is_keeper(request):
            return await handler(request)
        caller = share(request)
        self.callers.check("requests", caller)
        self.callers.charge("requests", caller, REQUEST)
        response = await handler(request)
        if isinstance(response, web.Response) and isinstance(response.body, bytes):
            self.callers.charge("requests", caller, len(response.body))
        return response

    # What is told.

    async def healthz(self, request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(self, request: web.Request) -> web.Response:
        ready = self.ready and not self.hall.closing and not self.pipeline.congested
        said = self.disk.sentence() if self.disk is not None else ""
        text = "ready" if ready else "not ready"
        text += (f", but {said}" if ready else f": {said}") if said else ""
        return web.Response(text=f"{text}\n", status=200 if ready else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        self.callers.charge("requests", share(request), FIGURES)
        return web.Response(body=await self.figures.text(), content_type="text/plain")

    async def version(self, request: web.Request) -> web.Response:
        return json({"tablehall": __version__})

    async def schema(self, request: web.Request) -> web.Response:
        return encoded(await self.readers.read(lambda _: self.lists.schema))

    async def asyncapi(self, request: web.Request) -> web.Response:
        return encoded(await self.readers.read(lambda _: self.lists.asyncapi))

    async def games(self, request: web.Request) -> web.Response:
        return encoded(self.lists.games)

    async def tables(self, request: web.Request) -> web.Response:
        """The public tables that wait or play, the oldest first: `limit`, and `after` what the part before
        called `next`."""
        return encoded(self.lists.tables(number(request.query.get("after"), 0), limit_of(request)))

    async def saves(self, request: web.Request) -> web.Response:
        """The same of the games that could be brought back."""
        return encoded(self.lists.saves(request.query.get("after", ""), limit_of(request)))

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
        return encoded(await self.lists.leaderboard(game, self.readers.read))

    def close(self) -> None:
        """Stop reading the journal."""
        self.readers.close()


def limit_of(request: web.Request) -> int:
    """How many are wanted in a part of a list."""
    return max(1, min(PAGE, number(request.query.get("limit"), PAGE)))


def worth_noting(record: logging.LogRecord) -> bool:
    """Whether it is our fault: what is wrong with a request its sender is told, not the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger("aiohttp.server").addFilter(worth_noting)
