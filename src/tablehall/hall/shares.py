"""Shares: how much of the hall one person may have, and everybody together who comes from one address.

Whatever one guest could use up for all the others has a share for each person and one for each address,
far below what there is in all: names, tables, saves, talk, and guesses at the codes of private tables.
Where somebody comes from is remembered as a hash under the hall's own key, with the name they have taken.
"""

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from tablehall.hall.addresses import share_of
from tablehall.hall.budget import Budgets
from tablehall.hall.limited import Limited, LimitedList
from tablehall.hall.people import Person, Profile
from tablehall.hall.refusals import Why
from tablehall.hall.saves import SaveFile

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall
    from tablehall.hall.table import Table

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Rate = Annotated[float, Meta(gt=0, le=10**12)]
Burst = Annotated[float, Meta(ge=0, le=10**12)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What bounds the hall, and what bounds each person and each address in it."""

    people: Positive = 200_000
    people_per_address: NotNegative = 2_000
    tables: Positive = 50_000
    tables_each: NotNegative = 200
    """At so many tables one person sits, or looks on, at the same time."""
    tables_per_address: NotNegative = 5_000
    """So many tables were opened by people from one address."""
    spectators: NotNegative = 1_000
    saves: NotNegative = 10_000
    saves_each: NotNegative = 50
    saves_per_address: NotNegative = 500
    put_away: NotNegative = 5_000
    put_away_per_address: NotNegative = 500
    """So many games of hosts from one address the hall itself keeps when everybody has left."""
    finished: NotNegative = 1_000
    chat: Rate = 100
    """Bytes of talk a second, sustained; ..."""
    chat_burst: Burst = 8_000
    """... and at once."""
    chat_per_address: Rate = 1_000
    chat_burst_per_address: Burst = 100_000
    guesses: Rate = 0.2
    """Wrong codes a second, sustained; ..."""
    guesses_burst: Burst = 20
    """... and at once."""


SAID = 100
"""What a message costs beside its text: so much its record takes on the disk at least."""

REFUSED = (
    Why.TOO_MANY_NAMES,
    Why.TOO_MANY_OPENED,
    Why.TOO_MANY_OF_YOUR_SAVES,
    Why.TALKING_TOO_FAST,
    Why.TOO_MANY_GUESSES,
)
"""Why somebody gets no more than their share."""


def origin_of(address: str, key: bytes) -> str:
    """What is remembered of where somebody comes from: enough to tell that it is the same place again."""
    return blake2b(share_of(address).encode(), digest_size=8, key=key).hexdigest() if address else ""


class Shares:
    """What everybody has of the hall."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        limits = hall.limits
        self.people: Counter[str] = Counter()
        """How many people are known from each origin, ..."""
        self.tables: Counter[str] = Counter()
        """... how many tables they have opened, ..."""
        self.saves: Counter[str | int] = Counter()
        """... and how many games they have saved, by origin and by person."""
        self.put_away: Counter[str | int] = Counter()
        """Of how many games of theirs the hall itself takes care."""
        self._opened: dict[int, str] = {}
        self._saved: dict[tuple[str, str], tuple[Counter[str | int], tuple[int, str]]] = {}
        """As whose a table or a save was counted: they may be forgotten before it is gone."""
        self._talk = Budgets(limits.chat, limits.chat_burst)
        self._talk_there = Budgets(limits.chat_per_address, limits.chat_burst_per_address)
        self._guesses = Budgets(limits.guesses, limits.guesses_burst)
        self.refused = dict.fromkeys(REFUSED, 0)
        """How often somebody got no more, ..."""
        self.limited = LimitedList()
        """... and who it was lately."""

    # Counting.

    def origin(self, person: int) -> str:
        """Where somebody came from when they first came; empty: it is not known."""
        known = self.hall.people.by_id.get(person)
        return known.profile.origin if known is not None else ""

    def count_person(self, profile: Profile, by: int) -> None:
        """Somebody is known, or known no more. (Of strangers there are as many as connections and seats.)"""
        if profile.kind != "stranger":
            _count(self.people, profile.origin, by)

    def count_table(self, table: "Table") -> None:
        """A table was opened."""
        number = table.sheet.table
        if number not in self._opened and (origin := self.origin(table.sheet.host)):
            self._opened[number] = origin
            _count(self.tables, origin, 1)

    def table_gone(self, number: int) -> None:
        """A table is over."""
        _count(self.tables, self._opened.pop(number, ""), -1)

    def count_save(self, save: SaveFile) -> None:
        """A game is kept. Whoever saved it and does not want it any more has room for another, but where they
        come from it counts as long as it is kept."""
        key = save.sheet.game, save.name
        self.save_gone(key)
        counter, whose = self.saves, (save.by, self.origin(save.by))
        if save.deserted:  # whoever opened its table may be forgotten; those who play there are not
            origins = (self.origin(person) for person in (save.sheet.host, *save.people()))
            counter, whose = self.put_away, (0, next(filter(None, origins), ""))
        elif save.by in save.deleted_by:
            whose = (0, whose[1])
        self._saved[key] = counter, whose
        for one in whose:
            _count(counter, one, 1)

    def save_gone(self, key: tuple[str, str]) -> None:
        """A game is no longer kept."""
        counter, whose = self._saved.pop(key, (self.saves, (0, "")))
        for one in whose:
            _count(counter, one, -1)

    def crowded_out(self, key: tuple[str, str]) -> SaveFile | None:
        """What makes way for a game that the hall has just put away, if it takes care of too many: the oldest
        of all, or of those whose hosts come from the same place."""
        hall, whose = self.hall, self._saved[key][1]
        keys = list(hall.put_away_since)
        if len(keys) <= hall.limits.put_away:
            if self.put_away[whose[1]] <= hall.limits.put_away_per_address:
                return None
            keys = [key for key in keys if self._saved[key][1] == whose]
        return min((hall.saves[key] for key in keys), key=lambda save: save.at)

    # Refusing.

    def no_room_for_person(self, origin: str, address: str) -> Why | None:
        """Why nobody new is taken in from an origin, which is that of this address."""
        hall = self.hall
        if len(hall.people.by_id) >= hall.limits.people:
            return Why.TOO_MANY_PEOPLE
        if not origin or self.people[origin] < hall.limits.people_per_address:
            return None
        share = share_of(address)
        return self._refuse(Why.TOO_MANY_NAMES, Limited(Why.TOO_MANY_NAMES.code, address=share), share)

    def no_room_for_table(self, person: Person) -> Why | None:
        """Why somebody may not open another table."""
        origin = person.profile.origin
        full = bool(origin) and self.tables[origin] >= self.hall.limits.tables_per_address
        return self._refuse_person(person, Why.TOO_MANY_OPENED) if full else None

    def no_room_for_save(self, person: int) -> Why | None:
        """Why somebody may not save another game."""
        hall, origin = self.hall, self.origin(person)
        if len(hall.saves) - len(hall.put_away_since) >= hall.limits.saves:
            return Why.TOO_MANY_SAVES
        full = self.saves[person] >= hall.limits.saves_each
        if full or (origin and self.saves[origin] >= hall.limits.saves_per_address):
            return self._refuse_person(hall.people.by_id[person], Why.TOO_MANY_OF_YOUR_SAVES)
        return None

    def too_much_talk(self, person: Person, text: str, now: int) -> Why | None:
        """Why somebody is not listened to: they, or all from where they come, say too much."""
        cost, origin = SAID + len(text.encode()), person.profile.origin
        if self._talk_there.left(origin, now) <= 0 or not self._talk.spend(person.id, cost, now):
            return self._refuse_person(person, Why.TALKING_TOO_FAST)
        if origin:
            self._talk_there.charge(origin, cost, now)
        return None

    def may_guess(self, person: Person, now: int) -> bool:
        """Whether a code that somebody gives is looked at."""
        may = self._guesses.left(person.profile.origin or person.id, now) >= 1
        if not may:
            self._refuse_person(person, Why.TOO_MANY_GUESSES)
        return may

    def guessed(self, person: Person, now: int) -> None:
        """Somebody has given a wrong code."""
        self._guesses.charge(person.profile.origin or person.id, 1, now)

    def _refuse_person(self, person: Person, why: Why) -> Why:
        who = Limited(why.code, person=person.id, name=person.profile.name)
        return self._refuse(why, who, person.profile.origin or person.id)

    def _refuse(self, why: Why, who: Limited, place: str | int) -> Why:
        """The keeper can see who was refused. Nothing else comes of it."""
        self.refused[why] += 1
        self.limited.add(who, self.hall.now, place)
        return why


def _count(counter: Counter[Any], key: str | int, by: int) -> None:
    if key:
        counter[key] += by
        if not counter[key]:
            del counter[key]
