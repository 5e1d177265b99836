"""Saved games: a seat waits for the person who had it, and until everybody is back nobody sees a thing."""

import re
from collections.abc import Iterable
from typing import Any

from tablehall.hall import facts, records
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Happened
from tablehall.hall.people import Person
from tablehall.hall.saves import SaveFile
from tablehall.hall.scene import Seat
from tablehall_lab.sim.trace import Broken

POSITIONS = {
    "house": re.compile(rb'"view":(?!null)'),
    "boards": re.compile(rb'"type":"SET_GAME_STATE"'),
    "shelfie": re.compile(rb'"name":"GameSetUp"'),
    "eriantys": re.compile(rb'"message":"GameStarted"'),
}
"""How each door begins to show a position."""


class SavedGames:
    """Knows whose seats are in every save there is."""

    def __init__(self) -> None:
        self.saves: dict[tuple[str, str], SaveFile] = {}
        self.strangers: set[int] = set()
        """Who was here without a name of their own: names tell whose seats those are."""

    # Decisions.

    def begins(self, hall: Hall) -> None:
        """A new life, with whatever was saved before it."""
        self.saves = dict(hall.saves)

    def learn(self, known: Iterable[facts.Fact]) -> None:
        """Facts that were decided."""
        for fact in known:
            if isinstance(fact, facts.Saved):
                self.saves[fact.save.sheet.game, fact.save.name] = fact.save
            elif isinstance(fact, facts.Discarded):
                self.saves.pop((fact.game, fact.name), None)
            elif isinstance(fact, facts.Known) and fact.profile.kind == "stranger":
                self.strangers.add(fact.profile.id)

    def wrote(self, hall: Hall, table: int, line: bytes) -> None:
        """Whoever brings a save back, or sits down there, is one of its players."""
        there = hall.tables.get(table)
        if there is None or not there.scene.save:
            return
        save = self.saves.get((there.sheet.game, there.scene.save))
        if line.startswith(b'{"what":"reopened"'):
            self._brought_back(hall, save, records.decode(line))
        elif line.startswith(b'{"what":"sat"') and save is not None:
            self._sat(hall, save, records.decode(line))

    def _brought_back(self, hall: Hall, save: SaveFile | None, record: Any) -> None:
        person = hall.people.by_id.get(record.host)
        if save is None or person is None:
            raise Broken(f"a save was brought back that is none, or by nobody: {record}")
        if person.id not in save.people() and not any(self._by_name(hall, s, person) for s in _free(save)):
            raise Broken(f"person {person.id} brought {record.save!r} back, and plays in none of its seats")

    def _sat(self, hall: Hall, save: SaveFile, record: Any) -> None:
        seat, person = save.scene.seats[record.seat], hall.people.by_id.get(record.person)
        if record.bot or seat is None or person is None or seat.person == record.person:
            return
        if record.person in save.people() or seat.name != record.name or _known(hall, seat.person):
            raise Broken(
                f"person {record.person} ({record.name}) has taken seat {record.seat} of {save.name!r}, "
                f"which is that of person {seat.person} ({seat.name})"
            )

    def _by_name(self, hall: Hall, seat: Seat, person: Person) -> bool:
        """Whether a seat of somebody whom nobody knows may be this person's."""
        theirs = person.profile.kind == "stranger" or person.profile.name == seat.name
        return theirs and not _known(hall, seat.person)

    # What is told, and what is there.

    def told(self, door: str, news: Happened, said: list[bytes]) -> None:
        """Nothing of a position is shown while a saved game waits for its players."""
        scene, shows = news.scene, POSITIONS.get(door)
        if scene.status != "waiting" or scene.state is None or shows is None:
            return
        if any(shows.search(data) for data in said):
            raise Broken(f"table {news.sheet.table} waits for its players, and its position is shown: {said}")

    def check(self, hall: Hall) -> None:
        """Whoever sits in a save is not forgotten."""
        for save in hall.saves.values():
            for person in save.people():
                if person not in hall.people.by_id and person not in self.strangers:
                    raise Broken(f"person {person} plays in {save.name!r}, and nobody knows them any more")


def _free(save: SaveFile) -> list[Seat]:
    return [seat for _, seat in save.scene.players()] if not save.sheet.code else []


def _known(hall: Hall, person: int) -> bool:
    """Whether somebody can come back as who they were."""
    known = hall.people.by_id.get(person)
    return known is not None and known.profile.kind != "stranger"
