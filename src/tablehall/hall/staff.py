"""The house's own players: who of them sits down where. They are people like others, but for
the kind of their profile: what they do goes through the same commands."""

from typing import TYPE_CHECKING

from tablehall.hall import records
from tablehall.hall.decision import Deciding
from tablehall.hall.people import Person
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall

REPLACED = ("left", "absent")
"""Who goes like this may be replaced; who resigns or runs out of time has lost."""


def levels(hall: "Hall", game: str) -> tuple[int, ...]:
    """How well the house's players of a game can play."""
    return tuple(sorted({level for of, level in hall.staff if of in ("", game)}))


def pick(decision: Deciding, table: Table, level: int) -> Person | None:
    """One of the house's players of this level who does not sit here yet."""
    hall = decision.hall
    staff = hall.staff.get((table.sheet.game, level)) or hall.staff.get(("", level)) or []
    taken = {known for seat in table.scene.seats if seat for known in (seat.name, seat.person)}
    for turn in range(len(staff)):
        person = hall.people.here(staff[(table.sheet.table + turn) % len(staff)])
        if person is not None and not taken & {person.id, person.profile.name}:
            return person
    return None


def seat_bot(decision: Deciding, table: Table, person: Person, seat: int, level: int) -> None:
    """One of the house's players sits down."""
    decision.write(table, records.Sat, seat, person.id, person.profile.name, "", level)


def stand_in(decision: Deciding, table: Table, seat: int, why: str) -> bool:
    """Have a player of the house go on for somebody who is out, if the table wants that and
    there is still somebody to play against."""
    plan = table.sheet.bots
    others = [s for n, s in enumerate(table.scene.seats) if s and n != seat and not s.gone and not s.bot]
    if plan is None or not plan.replace or why not in REPLACED or not others:
        return False
    person = pick(decision, table, plan.level)
    if person is None:
        return False
    decision.write(table, records.Replaced, seat, person.id, plan.level)
    return True
