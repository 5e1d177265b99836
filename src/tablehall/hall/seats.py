"""Seats: sitting down, getting up, and the beginning of a game when everybody is there."""

from tablehall.games.api import Reason
from tablehall.hall import commands, records
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import get_up
from tablehall.hall.lookups import seated, visit, wrong_code
from tablehall.hall.names import good_name, reserved, speakable
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


def bad_seat(decision: Deciding, person: Person, name: str, entropy: str, save: str = "") -> Why | None:
    """Why somebody cannot sit down under this name, with this share of chance. (The seats of a saved game
    have their names already.)"""
    known = name and name == person.profile.name  # it was looked at when they came in
    if not known and not good_name(name, LONGEST_NAME):
        return Why.BAD_NAME
    if not known and not save and _mistaken(decision, person, name):
        return Why.NAME_TAKEN
    if decision.hall.bans.bar(name, decision.now):  # some doors know names at tables only
        return Why.BANNED
    return bad_entropy(entropy)


def bad_entropy(entropy: str) -> Why | None:
    """Why somebody cannot add this to the dice."""
    return None if not entropy or (len(entropy) <= 64 and speakable(entropy)) else Why.BAD_ENTROPY


def _mistaken(decision: Deciding, person: Person, name: str) -> bool:
    """Whether somebody under this name would be taken for the house or for somebody else. Strangers have
    names at tables only, and everybody knows it."""
    if person.profile.kind == "stranger":
        return False
    return reserved(name) or decision.hall.people.holder(name) not in (None, person)


def take(decision: Deciding, table: Table, person: Person, seat: int, name: str, entropy: str) -> None:
    """Somebody sits down."""
    stranger = person.profile.kind == "stranger"
    decision.write(table, records.Sat, seat, person.id, name, entropy, 0, person.asks, stranger)


def join(decision: Deciding, command: commands.Join) -> Reason | None:
    found = visit(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    person, table = found
    theirs = _seat_kept(table, person)
    if theirs is None and (refused := wrong_code(decision, person, table, command.code)):
        return refused
    if table.scene.seat_of(person.id) is not None:
        return Why.ALREADY_SEATED
    if table.scene.status != "waiting":
        return Why.TABLE_FULL if table.scene.status == "playing" else Why.FINISHED
    name = command.name or (theirs.name if theirs else person.profile.name)
    refused = no_room(decision, person) or bad_seat(decision, person, name, command.entropy, table.scene.save)
    if refused:
        return refused
    if table.scene.save:
        seat = _saved_seat(decision, table, person, name)
    else:
        seat = _free_seat(table, command.seat, name)
    if isinstance(seat, Why):
        return seat
    if table.sheet.table in person.watching:
        look(decision, table, person, on=False)
    take(decision, table, person, seat, name, command.entropy)
    decision.result = table
    begin_if_complete(decision, table)
    return None


def _seat_kept(table: Table, person: Person) -> Seat | None:
    """The seat that somebody had when this game was saved."""
    return next((seat for seat in table.scene.seats if seat and seat.was == person.id), None)


def _saved_seat(decision: Deciding, table: Table, person: Person, name: str) -> int | Why:
    """The seat that somebody may take at a saved game: the one they had. A name decides only about the seats
    of those whom the hall does not know, and lends nobody who has a name that of somebody else."""
    theirs = _seat_kept(table, person)
    for number, seat in enumerate(table.scene.seats):
        if seat is None or seat.name != name:
            continue
        taken = theirs is not None or is_known(seat.was, decision.hall.people.by_id)
        if seat is not theirs and (taken or _mistaken(decision, person, name)):
            return Why.NOT_YOUR_SEAT
        return Why.SEAT_NAME_TAKEN if seat.person else number
    return Why.NOT_YOUR_SEAT


def begin_if_complete(decision: Deciding, table: Table) -> None:
    """Somebody sat down: the game begins if nobody is missing now."""
    if _complete(table) and (table.sheet.start == "full" or table.scene.state is not None):
        start(decision, table)
    else:
        decision.list_table("changed", table)


def _free_seat(table: Table, wanted: int | None, name: str) -> int | Why:
    """The seat somebody may take: any free one."""
    seats = table.scene.seats
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
