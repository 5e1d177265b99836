"""Contests over HTTP: how they stand, for everybody; their title and their end, for the keeper."""

import hmac
from typing import Any

import msgspec
from aiohttp import web

from tablehall.contests.contest import contests
from tablehall.games.api import UNREADABLE
from tablehall.hall import commands
from tablehall.net.admin.views import remembered
from tablehall.net.pipeline import Pipeline
from tablehall.protocols.house import render

encode = msgspec.json.Encoder().encode


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

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/api/contest", self.contests)
        app.router.add_get("/api/contest/{contest}", self.contest)
        app.router.add_post("/api/contest/{contest}", self.order)

    async def contests(self, request: web.Request) -> web.Response:
        return _json({"contests": render.contest_cards(self.pipeline.hall)})

    async def contest(self, request: web.Request) -> web.Response:
        contest = contests(self.pipeline.hall).get(request.match_info["contest"])
        if contest is None:
            raise web.HTTPNotFound(text="No such contest is held here.\n")
        return _json(render.contest_card(contest))

    async def order(self, request: web.Request) -> web.Response:
        """Do what the keeper wants; answered when it is remembered."""
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not self.key or not hmac.compare_digest(shown.encode(), self.key.encode()):
            raise web.HTTPForbidden(text="Only the keeper of the hall may do that.\n")
        try:
            order = msgspec.json.decode(await request.read(), type=Order)
        except UNREADABLE as error:
            raise web.HTTPBadRequest(text=f"That is no order: {error}\n") from error
        name = request.match_info["contest"]
        if order.title is not None:
            await self._do(commands.Retitle(name, order.title))
        if order.reset:
            await self._do(commands.Reset(name))
        return await self.contest(request)

    async def _do(self, command: commands.Command) -> None:
        decision = await self.pipeline.decide(command)
        if decision.refused is not None:
            raise web.HTTPConflict(text=f"{decision.refused.value}\n")
        await remembered(self.pipeline, decision)


def _json(value: Any) -> web.Response:
    return web.Response(body=encode(value), content_type="application/json")
