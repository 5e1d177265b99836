"""The lists of the house door, in pieces: what is the same for everybody is encoded once."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from tablehall.hall.hall import Hall
from tablehall.hall.people import Profile
from tablehall.hall.scene import Scene, Sheet
from tablehall.hall.table import Table
from tablehall.protocols.house import render, replies
from tablehall.protocols.listing import STANDING, TableList, in_pieces, saves_of, some_at_a_time

encode = msgspec.json.Encoder().encode


def _card(sheet: Sheet, scene: Scene) -> bytes:
    """A table in the list; a private one is not."""
    return b"" if sheet.code else b"," + encode(render.table_card(sheet, scene))


class LobbyTables:
    """The public tables, and the private ones that keep a seat for somebody."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._public = TableList(hall, _card)
        self._people: dict[int, frozenset[int]] = {}
        """For whom each private table keeps a seat, ..."""
        self._kept: dict[int, set[int]] = {}
        """... and the tables of each of them."""
        for table in hall.tables.values():
            self._keep(table)
        hall.list_keepers.append(self._keep)

    def _keep(self, table: Table) -> None:
        """A private table came, changed or went."""
        if not table.sheet.code or not table.scene.save:
            return
        number, people = table.sheet.table, frozenset[int]()
        if number in self._hall.tables and table.scene.status in STANDING:
            people = frozenset(who for seat in table.scene.seats if seat for who in (seat.was, seat.person))
        for person in self._people.pop(number, frozenset()) - people:
            self._kept[person].discard(number)
            if not self._kept[person]:
                del self._kept[person]
        if people:
            self._people[number] = people
        for person in people:
            self._kept.setdefault(person, set()).add(number)

    def texts(self, person: int = 0) -> Iterator[bytes]:
        """The cards of all tables that somebody may see."""
        kept = sorted(self._kept.get(person, ())) if person else []
        tables = [self._hall.tables[number] for number in kept]
        private = [b"," + encode(render.table_card(table.sheet, table.scene)) for table in tables]
        return chain(self._public.now().texts(), private)


def listing(reply: replies.Reply, field: str, texts: Iterator[bytes]) -> Iterator[bytes]:
    """A reply with a list in a field, which is empty in the reply that is given."""
    head, empty, tail = encode(reply).partition(f'"{field}":['.encode())
    return in_pieces(head + empty, texts, tail)


def saves(hall: Hall, game: str, whoever: Profile) -> Iterator[bytes]:
    """The saves that somebody could bring back, a few at a time."""

    def cards(some: list[Any]) -> bytes:
        return b"".join([b"," + encode(card) for card in render.save_cards(hall, some, whoever)])

    return some_at_a_time(saves_of(hall, game), cards)
