"""Contests over HTTP: how they stand, for everybody; their title and their end, for the keeper."""

import hmac

import msgspec
from aiohttp import web

from tablehall.contests.contest import Contest, contests
from tablehall.games.api import UNREADABLE
from tablehall.hall import commands
from tablehall.net.admin.models import token_hash
from tablehall.net.admin.views import remembered
from tablehall.net.answers import encode, encoded
from tablehall.net.callers import of_this_hall
from tablehall.net.listings import A_MILLISECOND
from tablehall.net.pipeline import Pipeline
from tablehall.protocols.house import render


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """What the keeper of the hall wants done: a new title, or everything from the beginning."""

    title: str | None = None
    reset: bool = False


class ContestHttp:
    """The routes about contests. Only who has the keeper's key may change anything."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.key = ""
        """The keeper's key; without one nothing can be ordered."""
        self._cards: dict[str, tuple[int, bytes]] = {}

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/api/contest", self.contests)
        app.router.add_get("/api/contest/{contest}", self.contest)
        app.router.add_post("/api/contest/{contest}", self.order)

    async def contests(self, request: web.Request) -> web.Response:
        cards = [self._card(contest) for contest in contests(self.pipeline.hall).values()]
        return encoded(b'{"contests":[' + b",".join(cards) + b"]}")

    async def contest(self, request: web.Request) -> web.Response:
        contest = contests(self.pipeline.hall).get(request.match_info["contest"])
        if contest is None:
            raise web.HTTPNotFound(text="No such contest is held here.\n")
        return encoded(self._card(contest))

    def _card(self, contest: Contest) -> bytes:
        """A contest as everybody is told of it. The more names there are to go through, the longer the same
        is told to all."""
        until, card = self._cards.get(contest.name, (0, b""))
        if until <= self.pipeline.clock():
            card = encode(render.contest_card(contest))
            kept_for = len(contest.roster.standings) // A_MILLISECOND
            self._cards[contest.name] = self.pipeline.clock() + kept_for, card
        return card

    async def order(self, request: web.Request) -> web.Response:
        """Do what the keeper wants; answered when it is remembered."""
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not self.key or not hmac.compare_digest(token_hash(shown), token_hash(self.key)):
            raise web.HTTPForbidden(text="Only the keeper of the hall may do that.\n")
        if not of_this_hall(request):
            raise web.HTTPForbidden(text="Pages of that origin may not come in here.\n")
        try:
            order = msgspec.json.decode(await request.read(), type=Order)
        except UNREADABLE as error:
            raise web.HTTPBadRequest(text=f"That is no order: {error}\n") from error
        name = request.match_info["contest"]
        if order.title is not None:
            await self._do(commands.Retitle(name, order.title))
        if order.reset:
            await self._do(commands.Reset(name))
        self._cards.pop(name, None)
        return await self.contest(request)

    async def _do(self, command: commands.Command) -> None:
        decision = await self.pipeline.decide(command)
        if decision.refused is not None:
            raise web.HTTPConflict(text=f"{decision.refused.value}\n")
        await remembered(self.pipeline, decision)
