"""Seats: sitting down, getting up, and the beginning of a game when everybody is there."""

from tablehall.games.api import Reason
from tablehall.hall import commands, records
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import get_up
from tablehall.hall.lookups import seated, visit
from tablehall.hall.names import good_name, speakable
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.saves import is_known
from tablehall.hall.scene import Seat
from tablehall.hall.table import Table
from tablehall.hall.watching import look

LONGEST_NAME = 64


def no_room(decision: Deciding, person: Person) -> Why | None:
    """Why this person may not sit down at another table."""
    hall = decision.hall
    if hall.closing:
        return Why.CLOSING
    if len(person.tables) >= hall.limits.tables_each:
        return Why.TOO_MANY_SEATS
    return None


def bad_seat(decision: Deciding, person: Person, name: str, entropy: str) -> Why | None:
    """Why somebody cannot sit down under this name, with this share of chance."""
    known = name and name == person.profile.name  # it was looked at when they came in
    if not known and not good_name(name, LONGEST_NAME):
        return Why.BAD_NAME
    if decision.hall.bans.bar(name, decision.now):  # some doors know names at tables only
        return Why.BANNED
    return None if not entropy or (len(entropy) <= 64 and speakable(entropy)) else Why.BAD_ENTROPY


def take(decision: Deciding, table: Table, person: Person, seat: int, name: str, entropy: str) -> None:
    """Somebody sits down."""
    decision.write(table, records.Sat, seat, person.id, name, entropy, 0, person.asks)


def join(decision: Deciding, command: commands.Join) -> Reason | None:
    found = visit(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    person, table = found
    theirs = _seat_kept(table, person)
    if table.sheet.code and command.code != table.sheet.code and theirs is None:
        return Why.WRONG_CODE
    if table.scene.seat_of(person.id) is not None:
        return Why.ALREADY_SEATED
    if table.scene.status != "waiting":
        return Why.TABLE_FULL if table.scene.status == "playing" else Why.FINISHED
    name = command.name or (theirs.name if theirs else person.profile.name)
    if refused := (no_room(decision, person) or bad_seat(decision, person, name, command.entropy)):
        return refused
    seat = _free_seat(table, command.seat, name)
    if isinstance(seat, Why):
        return seat
    if _somebody_elses(decision, table, seat, person):
        return Why.NOT_YOUR_SEAT
    take(decision, table, person, seat, name, command.entropy)
    decision.result = table
    begin_if_complete(decision, table)
    return None


def _seat_kept(table: Table, person: Person) -> Seat | None:
    """The seat that somebody had when this game was saved."""
    return next((seat for seat in table.scene.seats if seat and seat.was == person.id), None)


def _somebody_elses(decision: Deciding, table: Table, number: int, person: Person) -> bool:
    """Whether a seat of a game that the hall itself has put away belongs to somebody else, who never gave
    it up."""
    hall, seat = decision.hall, table.scene.seats[number]
    save = hall.saves.get((table.sheet.game, table.scene.save))
    if seat is None or seat.was in (0, person.id) or save is None or not save.deserted:
        return False
    return is_known(seat.was, hall.people.by_id)


def begin_if_complete(decision: Deciding, table: Table) -> None:
    """Somebody sat down: the game begins if nobody is missing now."""
    if _complete(table) and (table.sheet.start == "full" or table.scene.state is not None):
        start(decision, table)
    else:
        decision.list_table("changed", table)


def _free_seat(table: Table, wanted: int | None, name: str) -> int | Why:
    """The seat somebody may take: any free one, or at a saved game the one of their name."""
    seats = table.scene.seats
    if table.scene.save:
        for number, seat in enumerate(seats):
            if seat and seat.name == name:
                return Why.SEAT_NAME_TAKEN if seat.person else number
        return Why.NOT_YOUR_SEAT
    if None not in seats:
        return Why.TABLE_FULL
    if any(seat and seat.name == name for seat in seats):
        return Why.SEAT_NAME_TAKEN
    if wanted is None:
        return seats.index(None)
    if not 0 <= wanted < len(seats):
        return Why.BAD_SEATS
    return Why.SEAT_TAKEN if seats[wanted] else wanted


def _complete(table: Table) -> bool:
    seats = table.scene.seats
    return None not in seats and all(seat and (seat.person or seat.gone) for seat in seats)


def start(decision: Deciding, table: Table) -> None:
    """Begin, or go on from a save."""
    decision.write(table, records.Started if table.scene.state is None else records.Resumed)
    decision.list_table("changed", table)


def start_asked(decision: Deciding, command: commands.Start) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table = found.table
    if table.scene.status != "waiting":
        return Why.ALREADY_STARTED
    if not _complete(table):
        return Why.NOT_READY
    start(decision, table)
    return None


def resize(decision: Deciding, command: commands.Resize) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table = found.table
    if table.scene.status != "waiting" or table.scene.save:
        return Why.ALREADY_STARTED
    if command.seats not in table.game.seats or command.seats < len(table.scene.taken()):
        return Why.BAD_SEATS
    decision.write(table, records.Resized, command.seats)
    if _complete(table) and table.sheet.start == "full":
        start(decision, table)
    else:
        decision.list_table("changed", table)
    return None


def leave(decision: Deciding, command: commands.Leave) -> Reason | None:
    found = visit(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    person, table = found
    if command.table in person.watching:
        look(decision, table, person, on=False)
        return None
    if command.table not in person.tables:
        return Why.NOT_HERE
    get_up(decision, table, person)
    return None
