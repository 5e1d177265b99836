"""Who asks, and at which table: what nearly every command begins with."""

from hmac import compare_digest
from typing import NamedTuple

from tablehall.hall.decision import Deciding
from tablehall.hall.missing import absent
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table


class Visit(NamedTuple):
    """Somebody who is here, and the table they ask about."""

    person: Person
    table: Table


class Place(NamedTuple):
    """A table, and the seat of whoever asks there."""

    table: Table
    seat: int


def visit(decision: Deciding, by: int, table: int) -> Visit | Why:
    """Somebody who is here and names a table, or why not."""
    person, found = decision.hall.people.here(by), decision.hall.tables.get(table)
    if person is None:
        return Why.WHO_ARE_YOU
    return absent(decision.hall, table) if found is None else Visit(person, found)


def seated(decision: Deciding, person: int, table: int) -> Place | Why:
    """The table and the seat of a person at it, or why there is none."""
    hall = decision.hall
    found = hall.tables.get(table)
    if found is None:
        return absent(hall, table)
    seat = found.scene.seat_of(person)
    known = hall.people.by_id.get(person)
    if seat is None or known is None or table not in known.tables:
        return Why.NOT_SEATED
    return Place(found, seat)


def wrong_code(decision: Deciding, person: Person, table: Table, code: str) -> Why | None:
    """Why a private table stays closed to somebody. Who has guessed wrong too often waits until their next
    guess is looked at."""
    if not table.sheet.code:
        return None
    shares = decision.hall.shares
    if code and not shares.may_guess(person, decision.now):
        return Why.TOO_MANY_GUESSES
    if compare_digest(code.encode("utf-8", "replace"), table.sheet.code.encode()):
        return None
    if code:
        shares.guessed(person, decision.now)
    return Why.WRONG_CODE
