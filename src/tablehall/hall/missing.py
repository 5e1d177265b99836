"""Tables whose game the hall does not have now: they are kept as they are, and wait until it has it again.

Their logs cannot be replayed without the rules, but who sits there can be read from them: nobody of those is
forgotten, and each is told when they come in.
"""

from typing import TYPE_CHECKING

import msgspec

from tablehall.hall import records, saves
from tablehall.hall.people import Missed, Person
from tablehall.hall.refusals import Why

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall
    from tablehall.hall.recovery import Remembered


class WaitingTable(msgspec.Struct, frozen=True):
    """A table that waits for its game, as far as it is known without the rules."""

    number: int
    game: str
    seats: dict[int, tuple[int, str]]
    """By seat: whose it is (0: it is kept for nobody), and what they are called at the table."""
    at: int
    """When anything last happened there."""

    @property
    def people(self) -> set[int]:
        """Those for whom a seat is kept."""
        return {person for person, _ in self.seats.values() if person}


def read(remembered: "Remembered") -> WaitingTable:
    """A table as the journal has it."""
    seats: dict[int, tuple[int, str]] = {}
    at = 0
    if remembered.snapshot is not None:
        save = saves.decode(remembered.snapshot)
        at = save.scene.at
        for number, seat in enumerate(save.scene.seats):
            if seat is not None:
                seats[number] = (0 if seat.gone or seat.bot else seat.person, seat.name)
    for line in remembered.lines:
        record = records.decode(line)
        at = record.at
        _seat(seats, record)
    return WaitingTable(remembered.number, remembered.game, seats, at)


def _seat(seats: dict[int, tuple[int, str]], record: records.AnyRecord) -> None:
    """What a record says about who sits where."""
    match record:
        case records.Sat():
            seats[record.seat] = (0 if record.bot else record.person, record.name)
        case records.Stood():
            seats.pop(record.seat, None)
        case records.Drawn():
            seats |= dict(enumerate(zip(record.people, record.names, strict=True)))
        case records.Dropped() | records.Replaced() if record.seat in seats:
            seats[record.seat] = (0, seats[record.seat][1])


def absent(hall: "Hall", table: int) -> Why:
    """Why there is no table of this number."""
    return Why.GAME_MISSING if table in hall.missing else Why.NO_SUCH_TABLE


def told(hall: "Hall", person: Person) -> tuple[Missed, ...]:
    """What somebody who comes in is told of their tables that wait for their game."""
    return tuple(
        Missed(
            table.number, table.game, tuple(name for _, name in table.seats.values()), "waits", "", table.at
        )
        for table in hall.missing_of.get(person.id, ())
    )
