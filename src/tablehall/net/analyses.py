"""After a game: other moves are tried from any of its positions, and the house says what it would do there.

Only games that are over for good are looked at like this: nobody is helped in one that goes on, and no secret
of one is told. What is asked is played off the loop, and the house thinks in processes of its own.
"""

from collections import Counter
from typing import Annotated, Any

import msgspec
from aiohttp import web
from msgspec import Meta

from tablehall.games.api import UNREADABLE
from tablehall.games.dice import Dice
from tablehall.hall.analysis import AnalysisError, Line, Tried, TriedMove, table_after, told, tried, with_move
from tablehall.hall.hall import Hall
from tablehall.hall.staff import levels
from tablehall.hall.table import LogError, move_decoder
from tablehall.journal.api import Listing
from tablehall.net.answers import encoded, json
from tablehall.net.callers import RECORD, of_this_hall, share
from tablehall.net.game_logs import GameLogs
from tablehall.net.opinions import BusyError, Opinions

LONGEST = 300
"""So many moves may be tried in a row."""
PARTS = 16
"""A move as books write it has no more parts than this."""
NO_DICE = Dice(bytes(32))
"""What the house would throw is not told."""

FOREIGN = "Pages of that origin may not ask here.\n"
UNREADABLE_LINE = "This is no line of moves: {}\n"
NO_PLAYERS = "The house has no players here whom one could ask.\n"
BUSY = "The house's players are busy; ask again in a moment.\n"
IS_OVER = "Nobody is on turn there.\n"
PLAYED_AGAIN = "Those who played here play the same again now; the house says nothing until that is over.\n"

encode = msgspec.json.Encoder().encode


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """Moves to be tried from a position of a finished game."""

    after: Annotated[int, Meta(ge=0, lt=2**53)]
    """The record after which it stood."""
    moves: Annotated[list[TriedMove], Meta(max_length=LONGEST)] = []
    seat: Annotated[int, Meta(ge=0, lt=64)] | None = None
    """Through whose eyes; None: a spectator's."""


read_asked = msgspec.json.Decoder(Asked).decode


class Analyses:
    """The routes about what might have been."""

    def __init__(self, logs: GameLogs) -> None:
        self.logs, self.hall, self.callers = logs, logs.hall, logs.callers
        self.opinions: Opinions | None = None
        """Where the house's players are asked, if there are any."""
        self._asking: Counter[str] = Counter()

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        for path, handler in (("/analysis", self.analysis), ("/opinion", self.opinion)):
            app.router.add_post(rf"/api/tables/{{table:\d{{1,16}}}}{path}", handler)

    async def analysis(self, request: web.Request) -> web.Response:
        """What is seen after some moves."""
        asked = await self._asked(request)
        listing = await self.logs.listing(request)
        line = await self._line(request, listing, asked)
        seat = asked.seat if asked.seat in range(len(line.people)) else None
        return encoded(await self.logs.readers.read(lambda _: encode(told(line, seat))))

    async def opinion(self, request: web.Request) -> web.Response:
        """What the house would do there."""
        asked, caller = await self._asked(request), share(request)
        listing = await self.logs.listing(request)
        if self.opinions is None or not (known := levels(self.hall, listing.game)):
            raise web.HTTPConflict(text=NO_PLAYERS)
        self.callers.check("opinions", caller)
        if self._asking[caller]:
            raise self.callers.refusal("opinions", caller)
        self._asking[caller] += 1
        try:
            line = await self._line(request, listing, asked)
            if played_again(self.hall, line):
                raise web.HTTPConflict(text=PLAYED_AGAIN)
            self.callers.charge("opinions", caller, 1)
            return json(await self._advice(self.opinions, line, asked.seat, known[-1]))
        except BusyError as error:
            raise web.HTTPServiceUnavailable(text=BUSY, headers={"Retry-After": "5"}) from error
        finally:
            del self._asking[caller]

    async def _asked(self, request: web.Request) -> Asked:
        if not of_this_hall(request):
            raise web.HTTPForbidden(text=FOREIGN)
        try:
            return read_asked(await request.read())
        except UNREADABLE as error:
            raise web.HTTPBadRequest(text=UNREADABLE_LINE.format(str(error)[:200])) from error

    async def _line(self, request: web.Request, listing: Listing, asked: Asked) -> Line:
        """The line that is asked for, if the game is over for good."""
        async with self.logs.over(request, listing) as log:
            self.logs.charge_replay(request, log)
            self.callers.charge("requests", share(request), RECORD * len(asked.moves))
            games = self.hall.games
            try:
                return await self.logs.readers.read(
                    lambda _: tried(table_after(log.lines, games, asked.after), asked.moves)
                )
            except AnalysisError as error:
                raise web.HTTPBadRequest(text=f"{error}\n") from error
            except LogError as error:
                raise web.HTTPConflict(text=f"This game cannot be replayed: {error}\n") from error

    async def _advice(self, opinions: Opinions, line: Line, seat: int | None, level: int) -> dict[str, Any]:
        """The best move, all of its parts, and what the house says of the first."""
        game, turn = line.game, line.game.turn(line.state).seats
        if not turn:
            raise web.HTTPConflict(text=IS_OVER)
        seat = seat if seat in turn else turn[0]
        said: dict[str, Any] = {"seat": seat, "level": level}
        parts: list[Tried] = []
        while not parts or (parts[-1].more and len(parts) < PARTS):
            answer = await opinions.ask(game, encode(line.state), seat, level)
            if not parts:
                judged = {"value": answer.value, "ends": answer.ends}
                said |= {name: number for name, number in judged.items() if number is not None}
            line = with_move(line, seat, move_decoder(game)(answer.move), NO_DICE)
            parts.append(line.tried[-1])
        written = "".join(part.written for part in parts)
        return {**said, "moves": [part.move for part in parts], **({"notation": written} if written else {})}


def played_again(hall: Hall, line: Line) -> bool:
    """Whether the same people are at another table of the same game right now: a rematch, above all."""
    known = (hall.people.by_id.get(who) for who in line.people)
    somebody = next((person for person in known if person and person.profile.kind != "bot"), None)
    for number in somebody.tables if somebody is not None else ():
        table = hall.tables.get(number)
        if table is None or table.sheet.game != line.game.name:
            continue
        here = {0, *(seat.person for seat in table.scene.seats if seat)}
        if table.scene.status in ("waiting", "playing") and here.issuperset(line.people):
            return True
    return False
