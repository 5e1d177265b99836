"""The lobby of the door: who may open the next table, and who came before it was open."""

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from tablehall.games.shelfie import game
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.people import Person, secret_hash
from tablehall.hall.saves import STRANGER, SaveFile, may_reopen
from tablehall.hall.table import Table
from tablehall.protocols.door import tables_of
from tablehall.protocols.listing import saves_of, some_at_a_time
from tablehall.protocols.shelfie.render import RESET

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

GAMES = frozenset({game.name})
MOST_EARLY = max(game.seats) - 1


class Lobby:
    """At most one connection is the first player at a time. Tables that wait are the hall's."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.first: ShelfieSession | None = None
        """To whom the first player's id is offered."""
        self.lapsed = False
        """Whether the first player has taken so long that whoever asks next is the first."""
        self.early: list[ShelfieSession] = []
        """Who joined while the first player was still creating the game."""
        self._open: dict[int, tuple[int, int, int]] = {}
        """The public tables where somebody may sit down: when they were opened, and in which order they came.
        """
        self._oldest: list[tuple[int, int, int]] = []
        """The same, the oldest first."""
        self._came = 0
        self._played: dict[int, Table] = {}
        for table in hall.tables.values():
            self._keep(table)
        hall.list_keepers.append(self._keep)

    def next_table(self) -> Table | None:
        """The table that the next Join enters: the oldest public one with a free seat at which somebody
        is there."""
        return self.hall.tables[self._oldest[0][-1]] if self._oldest else None

    def _keep(self, table: Table) -> None:
        """A table came, changed or went."""
        if table.sheet.game != game.name or table.sheet.code or table.hidden:
            return
        number, scene = table.sheet.table, table.scene
        here = number in self.hall.tables
        if here and scene.status == "playing":
            self._played[number] = table
        else:
            self._played.pop(number, None)
        if not (here and scene.status == "waiting" and has_room(table) and scene.welcoming()):
            if place := self._open.pop(number, None):
                del self._oldest[bisect_left(self._oldest, place)]
        elif number not in self._open:
            self._came += 1
            self._open[number] = (table.sheet.opened, self._came, number)
            insort(self._oldest, self._open[number])

    def playing(self) -> Table | None:
        """A public game that is being played."""
        return next(iter(self._played.values()), None)

    def saves(self) -> Iterator[bytes]:
        """The names of the saves that nobody is playing, in JSON. Private games are not for everybody."""
        hall = self.hall
        known = hall.people.by_id

        def names(some: list[SaveFile]) -> bytes:
            free = [
                save.name for save in some if may_reopen(save, STRANGER, known) and not hall.in_play(save)
            ]
            return b"".join([b"," + msgspec.json.encode(name) for name in free])

        return some_at_a_time(saves_of(hall, game.name), names)

    def owner_of(self, id: str) -> Person | None:
        """Who has this id."""
        person = self.hall.people.by_secret.get(secret_hash(id))
        return person if person is not None and person.profile.kind == "stranger" else None

    def table_of(self, person: Person | None) -> Table | None:
        """Where somebody sits, if their game is not over."""
        return next(tables_of(self.hall, person, GAMES, "waiting", "playing"), None) if person else None

    def early_one(self, id: str) -> "ShelfieSession | None":
        """Who joined early and has this id."""
        return next((session for session in self.early if session.id == id), None)

    def has_early(self, name: str) -> bool:
        """Whether somebody of that name has joined early."""
        return any(session.name == name for session in self.early)

    def release(self) -> "list[ShelfieSession]":
        """Everybody who came early, to be seated or sent away."""
        early, self.early = self.early, []
        return early

    # The right to create the next game.

    def offer_to(self, session: "ShelfieSession") -> None:
        self.first, self.lapsed = session, False

    def lapse(self) -> None:
        """The first player has taken too long. Who has joined waits no longer; who asks next is the first,
        and until then the right is still the same player's."""
        self.lapsed = True
        loaded = self.hall.tables.get(self.first.table) if self.first is not None else None
        if self.first is not None and loaded is not None and loaded.scene.occupied():
            self.first.follow_up(commands.Close(loaded.sheet.table, "reset"))
        self._send_away()

    def make_way(self) -> None:
        """Somebody asks whether they are the first: they are if the right has lapsed."""
        if self.first is not None and self.lapsed:
            self.first.begin_anew()

    def renew(self) -> None:
        """Somebody joins the game that is being created: its first player has time for it again."""
        if self.first is not None and self.lapsed:
            self.lapsed = False
            self.first.takes_time()

    def reset(self) -> None:
        """The first player is gone: the next Hello finds an empty lobby."""
        self.first, self.lapsed = None, False
        self._send_away()

    def _send_away(self) -> None:
        for session in self.release():
            session.send_away(RESET)


def has_room(table: Table) -> bool:
    """Whether a seat is free; at a table with a saved game, whether somebody is still missing."""
    seats = table.scene.seats
    if table.scene.save:
        return any(seat and not seat.person and not seat.gone for seat in seats)
    return None in seats
