"""The house's own players: who of them sits down where. They are people like others, but for
the kind of their profile: what they do goes through the same commands."""

from tablehall.hall import records
from tablehall.hall.hall import Hall
from tablehall.hall.people import Person
from tablehall.hall.table import Table

REPLACED = ("left", "absent")
"""Who goes like this may be replaced; who resigns or oversteps his time has lost."""


def levels(hall: Hall, game: str) -> tuple[int, ...]:
    """How well the house's players of a game can play."""
    return tuple(sorted({level for of, level in hall.staff if of in ("", game)}))


def pick(hall: Hall, table: Table, level: int) -> Person | None:
    """One of the house's players of this level who does not sit here yet."""
    staff = hall.staff.get((table.sheet.game, level)) or hall.staff.get(("", level)) or []
    taken = {known for seat in table.scene.seats if seat for known in (seat.name, seat.person)}
    for turn in range(len(staff)):
        person = hall.people.here(staff[(table.sheet.table + turn) % len(staff)])
        if person is not None and not taken & {person.id, person.profile.name}:
            return person
    return None


def seat_bot(hall: Hall, table: Table, person: Person, seat: int, level: int) -> None:
    """One of the house's players sits down."""
    person.tables.add(table.sheet.table)
    table.audience = None
    hall.write(table, records.Sat, seat, person.id, person.profile.name, "", level)


def stand_in(hall: Hall, table: Table, seat: int, why: str) -> bool:
    """Have a player of the house go on for somebody who is out, if the table wants that and
    there is still somebody to play against."""
    plan = table.sheet.bots
    others = [s for n, s in enumerate(table.scene.seats) if s and n != seat and not s.gone and not s.bot]
    if plan is None or not plan.replace or why not in REPLACED or not others:
        return False
    person = pick(hall, table, plan.level)
    if person is None:
        return False
    old = table.scene.seats[seat]
    before = hall.people.by_id.get(old.person) if old else None
    if before is not None:
        hall.rise(before, table.sheet.table)
    person.tables.add(table.sheet.table)
    table.audience = None
    hall.write(table, records.Replaced, seat, person.id, plan.level)
    return True
