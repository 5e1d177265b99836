"""The keeper's way into the hall: who is here, what is played, and what only the keeper may do.

Every request carries the keeper's token. It was made by a machine and cannot be guessed, so its
hash is all that is kept of it, and comparing hashes is all it takes to recognise it.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import structlog
from aiohttp import web

from tablehall.hall import commands, facts
from tablehall.hall.refusals import Why
from tablehall.net.admin import lists, models
from tablehall.net.admin.lists import unhurried
from tablehall.net.admin.models import answer, find, normal, part, problem, read, token_hash
from tablehall.net.admin.views import AdminViews, remembered
from tablehall.net.callers import Callers, TooMuch, address_of, of_this_hall, share
from tablehall.net.connection import Connection
from tablehall.net.lobby import looked_at
from tablehall.net.pipeline import Pipeline, safely

log = structlog.get_logger("tablehall.keeper")

MOST_BANS = 10_000
NOT_THERE = (Why.NO_SUCH_TABLE, Why.NO_SUCH_SAVE)

Handler = Callable[[web.Request], Awaitable[web.Response]]


class AdminRoutes:
    """The routes for the keeper of the hall."""

    def __init__(self, pipeline: Pipeline, callers: Callers, doors: Collection[str]) -> None:
        self.pipeline, self._callers = pipeline, callers
        self.key = ""
        """The key in the data folder: whoever may read it may have a new token made."""
        self._views = AdminViews(pipeline, doors)

    async def appoint(self) -> str:
        """Recognise the token of an earlier start; at the first one make it and return it."""
        return "" if self.pipeline.hall.keeper else await self._new_token()

    async def _new_token(self) -> str:
        token = secrets.token_urlsafe(32)
        decision = self.pipeline.hall.deciding(self.pipeline.now())
        decision.keep(facts.Appointed(token_hash(token)))
        await remembered(self.pipeline, decision)
        return token

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        for method, path, handler in (
            ("GET", "", self.overview),
            ("GET", "/tables", self.tables),
            ("GET", "/people", self.people),
            ("GET", "/saves", self.saves),
            ("DELETE", "/saves", self.delete_save),
            ("GET", "/limited", self.limited),
            ("GET", "/bans", self.bans),
            ("POST", "/bans", self.ban),
            ("DELETE", "/bans", self.lift),
            ("POST", "/kick", self.kick),
            ("POST", "/close", self.close),
            ("POST", "/drain", self.drain),
        ):
            app.router.add_route(method, f"/api/keeper{path}", self._for_keeper(handler))
        app.router.add_post("/api/keeper/token", self.token)
        app.router.add_get("/keeper", to_page)

    # Who asks.

    def _for_keeper(self, handler: Handler) -> Handler:
        async def guarded(request: web.Request) -> web.Response:
            self._check(request, self.pipeline.hall.keeper)
            return await handler(request)

        return guarded

    def is_keeper(self, request: web.Request) -> bool:
        """Whether a request has the keeper's token, or the key in the data folder."""
        return self._shows(request, self.pipeline.hall.keeper) or self._shows(request, self._key_hash)

    @property
    def _key_hash(self) -> str:
        return token_hash(self.key) if self.key else ""

    def _shows(self, request: web.Request, wanted: str) -> bool:
        scheme, _, shown = request.headers.get("Authorization", "").partition(" ")
        right = bool(shown) and hmac.compare_digest(token_hash(shown.strip()), wanted)
        return bool(wanted) and right and scheme.lower() == "bearer"

    def _check(self, request: web.Request, wanted: str) -> None:
        """Who shows the right token is the keeper, whatever others have tried; who does not may try it only
        so often. What pages from elsewhere want is not done in the keeper's name."""
        if not self._shows(request, wanted):
            caller = share(request)
            try:
                self._callers.check("tokens", caller)
            except TooMuch as error:
                raise problem(web.HTTPTooManyRequests, str(error), error.seconds) from error
            self._callers.charge("tokens", caller, 1)
            if "Authorization" in request.headers:
                log.info("a wrong keeper's token", address=address_of(request))
            raise problem(web.HTTPUnauthorized, "Only the keeper of the hall may do that.")
        if request.method != "GET" and not of_this_hall(request):
            raise problem(web.HTTPForbidden, "Pages of that origin may not come in here.")

    async def token(self, request: web.Request) -> web.Response:
        """Make a new token; the old one opens nothing any more. For `tablehall keeper`, which has
        the key from the data folder."""
        self._check(request, self._key_hash)
        return answer({"token": await self._new_token()})

    # Looking.

    async def overview(self, request: web.Request) -> web.Response:
        return answer(await self._views.overview())

    async def tables(self, request: web.Request) -> web.Response:
        """All tables, private ones too, the newest first; `find` part of a name, title or number."""
        found = part(await lists.tables_standing(self.pipeline.hall, find(request)), request, "tables")
        return answer({**found, "tables": [lists.table_card(table) for table in found["tables"]]})

    async def people(self, request: web.Request) -> web.Response:
        """Everybody who is here; `find` part of a name or an address."""
        return answer(part(await lists.people_here(self.pipeline, find(request)), request, "people"))

    async def saves(self, request: web.Request) -> web.Response:
        """All saves, the newest first; `find` part of a game, its name or a player's."""
        hall = self.pipeline.hall
        found = part(await lists.saves_kept(hall, find(request)), request, "saves")
        return answer({**found, "saves": [lists.save_card(hall, save) for save in found["saves"]]})

    async def bans(self, request: web.Request) -> web.Response:
        return answer(part(self._bans(), request, "bans"))

    def _bans(self) -> list[lists.BanCard]:
        return lists.bans_listed(self.pipeline.hall, self.pipeline.clock())

    async def limited(self, request: web.Request) -> web.Response:
        """Who wanted too much lately, of the hall or over HTTP; the latest first."""
        lately = self.pipeline.hall.shares.limited.lately(self.pipeline.clock())
        found = part(lately, request, "limited")
        return answer(
            {**found, "limited": [lists.limited_card(self.pipeline, who) for who in found["limited"]]}
        )

    # Doing.

    async def kick(self, request: web.Request) -> web.Response:
        asked = await read(request, models.Kick)
        hall = self.pipeline.hall
        if bool(asked.person) == bool(asked.program):
            raise problem(web.HTTPBadRequest, "Say either a person or a program.")
        if asked.program:
            await self._do(commands.Dismiss(asked.contest, asked.program))
            return done("showed out a program", program=asked.program, contest=asked.contest)
        person = hall.people.by_id.get(asked.person)
        if person is None or person.profile.kind == "bot":
            raise problem(web.HTTPNotFound, "There is no such person.")
        await self._do(commands.Kick(asked.person))
        return done("showed somebody out", person=asked.person, name=person.profile.name)

    async def close(self, request: web.Request) -> web.Response:
        asked = await read(request, models.CloseTable)
        await self._do(commands.Close(asked.table, "keeper"))
        return done("closed a table", table=asked.table)

    async def delete_save(self, request: web.Request) -> web.Response:
        """The keeper's word counts for all of a save's players; it is not taken from those who play it."""
        asked = await read(request, models.DeleteSave)
        await self._do(commands.Delete(asked.game, asked.name))
        return done("deleted a save", game=asked.game, save=asked.name)

    async def ban(self, request: web.Request) -> web.Response:
        asked = await read(request, models.NewBan)
        name, address = asked.name.strip(), normal(asked.address.strip())
        if not (name or address):
            raise problem(web.HTTPBadRequest, "Say a name, an address or both.")
        if not (name + asked.reason).isprintable():
            raise problem(web.HTTPBadRequest, "A name and a reason can be read by people.")
        if address and address == normal(address_of(request)):
            raise problem(web.HTTPConflict, "That is your own address: you would ban yourself.")
        if len(self._bans()) >= MOST_BANS:
            raise problem(web.HTTPConflict, "There are too many bans; lift some first.")
        until = self.pipeline.clock() + asked.minutes * 60_000 if asked.minutes else 0
        if address:  # their seats are not kept for them, so they leave before their connections do
            for person in await self._people_from(address):
                await self._do(commands.Kick(person))
        await self._do(commands.Ban(name, address, until, asked.reason.strip()))
        if address:
            await self._hang_up_on(address)
        return done("banned somebody", name=name, address=address, minutes=asked.minutes)

    async def _people_from(self, address: str) -> list[int]:
        connections = self.pipeline.connections
        return [
            person.id
            async for conn, person in unhurried(list(self.pipeline.hall.people.by_conn.items()))
            if normal(getattr(connections.get(conn), "address", "")) == address
        ]

    async def _hang_up_on(self, address: str) -> None:
        async for listener in unhurried(list(self.pipeline.connections.values())):
            if isinstance(listener, Connection) and normal(listener.address) == address:
                safely("showing out", listener.show_out)

    async def lift(self, request: web.Request) -> web.Response:
        name, address = request.query.get("name", ""), request.query.get("address", "")
        bans = self.pipeline.hall.bans
        if name not in bans.names and address not in bans.addresses:
            raise problem(web.HTTPNotFound, "There is no such ban.")
        await self._do(commands.Unban(name, address))
        return done("lifted a ban", name=name, address=address)

    async def drain(self, request: web.Request) -> web.Response:
        asked = await read(request, models.DrainHall)
        await self._do(commands.Drain(asked.on))
        for door in looked_at(self.pipeline):  # the list of tables says so
            safely("telling", door.list_again)
        return done("lets nobody new in" if asked.on else "lets everybody in", on=asked.on)

    async def _do(self, command: commands.Command) -> None:
        decision = await self.pipeline.decide(command)
        if decision.refused is not None:
            kind = web.HTTPNotFound if decision.refused in NOT_THERE else web.HTTPConflict
            raise problem(kind, decision.refused.value)
        await remembered(self.pipeline, decision)


async def to_page(request: web.Request) -> web.Response:
    """The keeper's page is a room of the page."""
    raise web.HTTPFound("/#/keeper")


def done(what: str, **about: Any) -> web.Response:
    """Whatever the keeper does is written down; answered when it is done."""
    log.info(f"the keeper {what}", **about)
    return answer({"done": True})
