"""What somebody came for, and how they get there: which hall, under which name, to which table."""

import contextlib
import getpass
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from tablehall.client import Guest, NobodyThereError, RefusedError, Table
from tablehall.client.address import DEFAULT, shown
from tablehall.games import known_games
from tablehall.games.look import Look
from tablehall.games.notation import Notation
from tablehall.hall.names import good_name, reserved
from tablehall.protocols.house.replies import GameCard, TableCard
from tablehall.terminal.books import Scribe
from tablehall.terminal.choices import Choices
from tablehall.terminal.kept import Kept
from tablehall.terminal.presence import host_words
from tablehall.terminal.spelling import Move, seat_list
from tablehall.terminal.times import WishError
from tablehall.terminal.wishes import find_game

USUAL_BOT = 2
"""The level of the house's player when nobody else could come."""
TAKEN = ("name_taken", "name_in_use")


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """What was typed after `tablehall play` or `watch`."""

    game: str = ""
    bots: int = 0
    """The level of the players of the house on the other seats; 0: none."""
    host: str = ""
    name: str = ""
    table: int | None = None
    code: str = ""
    """The invite code of the table."""
    device: str = ""
    """The code that another device of theirs has shown."""
    watch: bool = False
    new: bool = False
    """Whether a game of this kind that one has not finished is left alone."""


class Visit(msgspec.Struct):
    """A guest who has come in, and the hall around them."""

    guest: Guest
    errand: Errand
    games: dict[str, GameCard]
    own: bool = False
    """Whether the hall runs in this very program."""

    @property
    def place(self) -> str:
        """Which hall this is."""
        return f"a hall of your own ({shown(self.guest.url)})" if self.own else shown(self.guest.url)

    def look(self, table: Table) -> Look:
        """What the game at a table looks like."""
        card = self.games.get(table.game)
        return card.look if card else Look()

    def notation(self, table: Table) -> Notation | None:
        """How the moves of the game at a table are written in its books, if that is known here."""
        game = known_games().get(table.game)
        return game.notation if game else None

    def choices(self, table: Table, moves: Sequence[Move] = ()) -> Choices:
        """Moves that may be made at a table."""
        return Choices(self.look(table), moves, table.view, self.notation(table))

    def scribe(self, table: Table) -> Scribe:
        """Who writes down the moves of a table from now on."""
        notation = self.notation(table)
        return Scribe(self.look(table), told=notation is None or notation.told)

    async def table(self) -> Table | None:
        """The table one came for; None: to the lobby."""
        errand, guest = self.errand, self.guest
        if errand.table is not None:
            return await self._numbered(errand.table, errand.code)
        if errand.watch or not errand.game:
            return None
        back = [t for t in guest.tables.values() if t.game == errand.game and not t.over]
        if back and not errand.new:
            return back[0]
        if errand.bots:
            levels = self.games[errand.game].bots
            if errand.bots not in levels:
                known = seat_list(map(str, levels)) if levels else "none"
                raise WishError(f"--with bot:{errand.bots}: the levels of this game are {known}.")
            return await guest.open(errand.game, bots=errand.bots)
        if self.own:
            with contextlib.suppress(RefusedError):
                return await guest.open(errand.game, bots=USUAL_BOT)
        return await self._any(errand.game)

    async def _numbered(self, number: int, code: str) -> Table:
        if number in self.guest.tables:
            return self.guest.tables[number]
        if self.errand.watch:
            return await self.guest.watch(number, code)
        return await self.guest.join(number, code)

    async def _any(self, game: str) -> Table:
        """A table of this game that waits, the oldest first, those whose host is away last; or a new one."""
        waiting = (await self.guest.lobby()).values()
        for card in sorted(waiting, key=lambda card: (bool(host_words(card)), card.opened)):
            if card.game == game and has_room(card):
                with contextlib.suppress(RefusedError):  # somebody was quicker
                    return await self.guest.join(card.table)
        return await self.guest.open(game)


def has_room(card: TableCard) -> bool:
    """Whether anybody may sit down at a table."""
    return card.status == "waiting" and None in card.seats and not card.save


@asynccontextmanager
async def visit(errand: Errand) -> AsyncIterator[Visit]:
    """Come into the hall; where there is none and none was named, open one of one's own."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            come_in = _come_by_code if errand.device else _come_in
            guest = await stack.enter_async_context(come_in(errand, errand.host or DEFAULT))
            own = False
        except NobodyThereError:
            if errand.host or errand.watch or errand.device:
                raise
            address = await stack.enter_async_context(own_hall())
            name = errand.name or login()
            guest = await stack.enter_async_context(Guest(address, name=name, words=True))
            own = True
        games = {game.name: game for game in await guest.games()}
        if errand.game:
            errand = msgspec.structs.replace(errand, game=find_game(errand.game, games))
        yield Visit(guest, errand, games, own)


@asynccontextmanager
async def _come_in(errand: Errand, address: str) -> AsyncIterator[Guest]:
    """Come in under the name that was wished for, or under one that is free."""
    for name in [errand.name] if errand.name else free_names():
        guest = Guest(address, name=name, words=True)
        kept = Kept(guest.url, name)
        with contextlib.closing(kept):
            if kept.in_use and not errand.name:
                continue
            guest.secret = kept.secret
            try:
                await guest.come_in()
            except RefusedError as no:
                if no.reason in TAKEN and not errand.name:
                    continue
                raise
            kept.keep(guest.secret)
            try:
                yield guest
            finally:
                await guest.close()
                kept.keep(guest.secret)  # another one, if the hall had forgotten everybody
            return


@asynccontextmanager
async def _come_by_code(errand: Errand, address: str) -> AsyncIterator[Guest]:
    """Come in as who one is at another device; from now on this one knows it too."""
    async with Guest(address, code=errand.device, words=True) as guest:
        with contextlib.closing(Kept(guest.url, guest.name)) as kept:
            kept.keep(guest.secret)
            yield guest


def login() -> str:
    """What this user is called on this machine, if that is a name for anybody in the hall (`root` is not)."""
    try:
        name = getpass.getuser()[:14].strip()
    except (OSError, KeyError):
        name = ""
    return name if good_name(name) and not reserved(name) else "guest"


def free_names() -> Iterator[str]:
    """One's own name, and others like it should it be taken."""
    yield login()
    for number in range(2, 6):
        yield f"{login()}-{number}"
    yield f"{login()}-{secrets.token_hex(2)}"


@asynccontextmanager
async def own_hall() -> AsyncIterator[str]:
    """A hall in this program that keeps nothing: its address."""
    from tablehall.logs import without_logs
    from tablehall.protocols.house import HouseDoor
    from tablehall.server import Server
    from tablehall.settings import Settings

    with without_logs():  # a line would spoil the screen
        server = Server(Settings(host="127.0.0.1", port=0, memory=True), doors=[HouseDoor])
        await server.start()
        try:
            yield f"127.0.0.1:{server.opened[0].port}"
        finally:
            await server.stop(1.0)
