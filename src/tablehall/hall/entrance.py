"""The entrance: coming in, coming back, losing the connection, leaving."""

from collections.abc import Iterator
from typing import NamedTuple

from tablehall.games.api import Reason
from tablehall.hall import commands, records
from tablehall.hall.deadlines import FORGOTTEN_AFTER, arm, conclude, get_up
from tablehall.hall.hall import Hall, handles
from tablehall.hall.notices import Gathered, Parted
from tablehall.hall.people import Person, Profile, good_name, secret_hash
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table

BOTS = 10**12
"""The numbers of the house's own players begin here."""


class Entered(NamedTuple):
    """Who came in."""

    person: Person
    secret: str
    """His new secret; empty for those who came back with it or need none."""
    returning: bool


@handles(commands.Enter)
def enter(hall: Hall, command: commands.Enter) -> Reason | None:
    if refused := _at_the_door(hall, command):
        return refused
    found = _by_secret(hall, command) if command.secret else _by_name(hall, command)
    if isinstance(found, Reason):
        return found
    person = found.person
    before = hall.people.attach(person, command.conn)
    if before is not None:
        hall.tell([(before, None)], Parted("elsewhere"))
    if person.profile.seen:
        person.profile.seen = 0
        hall.keep_person(person)
    person.games, person.hold = command.games, command.hold
    hall.decision.result = found
    hall.came(person)
    take_places(hall, person)
    return None


def take_places(hall: Hall, person: Person) -> None:
    """Somebody is here again: the tables where he sits hear it."""
    hall.alarms.set(("person", person.id), None)
    for number in sorted(person.tables | person.watching):
        hall.tables[number].audience = None
    for number in sorted(person.tables):
        if number in hall.tables:  # the end of one game may push out an older finished table
            note_presence(hall, hall.tables[number], person)


def _at_the_door(hall: Hall, command: commands.Enter) -> Why | None:
    """Why somebody may not come in, whoever he turns out to be."""
    people = hall.people
    known = people.by_secret.get(secret_hash(command.secret)) if command.secret else None
    if known is None and command.kind != "stranger":
        known = people.by_name.get(command.name)
    if hall.closing and not (hall.draining and known is not None and known.tables):
        return Why.CLOSING
    if command.conn in people.by_conn:
        return Why.ALREADY_ENTERED
    if hall.bans.bar(known.profile.name if known is not None else command.name, hall.now):
        return Why.BANNED
    return None


def _by_secret(hall: Hall, command: commands.Enter) -> Entered | Why:
    person = hall.people.by_secret.get(secret_hash(command.secret))
    if person is None or (person.profile.kind == "stranger") != (command.kind == "stranger"):
        return Why.UNKNOWN_SECRET
    return Entered(person, "", True)


def _by_name(hall: Hall, command: commands.Enter) -> Entered | Why:
    if command.kind == "stranger" and not command.name:
        return _newcomer(hall, command)
    if not good_name(command.name, command.longest_name):
        return Why.BAD_NAME
    if command.kind == "stranger":
        return _newcomer(hall, command)
    known = hall.people.by_name.get(command.name)
    if known is None:
        return _newcomer(hall, command)
    if known.profile.kind == command.kind == "bot":
        return Entered(known, "", True)
    if known.profile.kind in ("guest", "bot"):
        return Why.NAME_TAKEN
    if known.conn is not None:
        return Why.NAME_IN_USE
    if command.kind == "bot":
        return Why.NAME_TAKEN
    if command.kind == "guest":
        return _claim(hall, known)
    if command.starts_afresh:
        _free_waiting(hall, known, command.games)
    profile = known.profile
    recent = hall.now - profile.seen <= command.ticket_kept
    returning = bool(profile.ticket) and (recent or _awaited(hall, known, command.games))
    if not returning:
        profile.ticket = hall.number()
        hall.keep_person(known)
    return Entered(known, "", returning)


def _kept(hall: Hall, person: Person, games: frozenset[str] | None, *statuses: str) -> Iterator[Table]:
    """The tables where a seat is kept for him that this door can bring him back to."""
    for number in sorted(person.tables):
        table = hall.tables[number]
        if table.scene.status in statuses and (games is None or table.sheet.game in games):
            yield table


def _awaited(hall: Hall, person: Person, games: frozenset[str] | None) -> bool:
    return any(_kept(hall, person, games, "waiting", "playing"))


def _free_waiting(hall: Hall, person: Person, games: frozenset[str] | None) -> None:
    """Nothing waits for him at this door but games that have begun."""
    for table in list(_kept(hall, person, games, "waiting")):
        if table.sheet.table in hall.foreign:
            hall.vacate(person, table.sheet.table)
        else:
            get_up(hall, table, person)


def _newcomer(hall: Hall, command: commands.Enter) -> Entered:
    number = _bot_number(hall) if command.kind == "bot" else hall.number()
    secret = "" if command.kind in ("visitor", "bot") else hall.secret()
    hashed = secret_hash(secret) if secret else ""
    person = Person(Profile(number, command.kind, command.name, hashed, number))
    hall.people.add(person)
    hall.keep_person(person)
    return Entered(person, secret, False)


def _bot_number(hall: Hall) -> int:
    """The house's own players do not take the numbers of people."""
    return BOTS + sum(person.profile.kind == "bot" for person in hall.people.by_id.values())


def _claim(hall: Hall, visitor: Person) -> Entered | Why:
    """A name that only visitors used becomes a guest's own, unless its seat is waiting."""
    if visitor.tables:
        return Why.NAME_IN_USE
    secret = hall.secret()
    visitor.profile.kind = "guest"
    visitor.profile.secret = secret_hash(secret)
    hall.people.add(visitor)
    hall.keep_person(visitor)
    return Entered(visitor, secret, False)


def note_presence(hall: Hall, table: Table, person: Person) -> None:
    """Write down that a player went or came, if he did."""
    number = table.scene.seat_of(person.id)
    seat = table.scene.seats[number] if number is not None else None
    waiting = table.scene.status == "waiting"
    if seat is None or seat.gone or not (waiting or table.scene.status == "playing"):
        return
    if table.sheet.table in hall.foreign:
        return
    if seat.away and person.attends(table.sheet.game):
        hall.write(table, records.Came, number)
    elif not person.attends(table.sheet.game) and not (seat.noticed or (seat.away and waiting)):
        hall.write(table, records.Went, number)
    else:
        return
    arm(hall, table)
    conclude(hall, table)


@handles(commands.Lost)
def lost(hall: Hall, command: commands.Lost) -> Reason | None:
    hall.lobby.discard(command.conn)
    person = hall.people.by_conn.get(command.conn)
    if person is not None:
        depart(hall, person, giving_up=frozenset())
    return None


@handles(commands.LogOut)
def log_out(hall: Hall, command: commands.LogOut) -> Reason | None:
    person = hall.people.by_id.get(command.by)
    if person is None:
        return Why.WHO_ARE_YOU
    person.profile.ticket = 0
    depart(hall, person, giving_up=person.games)
    return None


@handles(commands.Kick)
def kick(hall: Hall, command: commands.Kick) -> Reason | None:
    person = hall.people.by_id.get(command.person)
    if person is None:
        return Why.WHO_ARE_YOU
    show_out(hall, person)
    return None


def show_out(hall: Hall, person: Person) -> None:
    """Somebody has to leave, and gives up all his seats."""
    if person.conn is not None:
        hall.tell([(person.conn, None)], Parted("kicked"))
    depart(hall, person, giving_up=None)


def depart(hall: Hall, person: Person, *, giving_up: frozenset[str] | None) -> None:
    """A person is no longer here. His seats at some games (None: all) are given up, the
    others wait for him."""
    hall.left(person, giving_up)
    hall.people.detach(person)
    person.profile.seen = hall.now
    for number in person.watching:
        table = hall.tables[number]
        table.watchers -= {person.id}
        table.audience = None
        hall.tell(hall.audience(table), Gathered(table.sheet, len(table.watchers)))
    person.watching.clear()
    for number in sorted(person.tables):
        if number not in hall.tables:  # the end of one game pushed out an older finished table
            continue
        table = hall.tables[number]
        table.audience = None
        status = table.scene.status
        if status == "finished":
            hall.rise(person, number)
            if not hall.audience(table):
                hall.forget(table)
        elif number in hall.foreign:
            continue
        elif giving_up is None or table.sheet.game in giving_up or (status == "waiting" and not person.hold):
            get_up(hall, table, person)
        else:
            note_presence(hall, table, person)
    if person.profile.kind == "stranger" and not person.tables and hall.registrar:
        hall.people.remove(person)
        hall.keep("person", str(person.id), None)
        return
    if person.profile.kind != "stranger" and hall.registrar:
        hall.keep_person(person)
    hall.alarms.set(("person", person.id), hall.now + (person.hold or FORGOTTEN_AFTER))
