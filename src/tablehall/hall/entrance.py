"""The entrance: coming in, coming back, losing the connection, leaving."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from tablehall.games.api import Reason
from tablehall.hall import commands, facts
from tablehall.hall.absences import note_presence
from tablehall.hall.deadlines import FORGOTTEN_AFTER
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import get_up
from tablehall.hall.names import good_name, reserved
from tablehall.hall.notices import Parted
from tablehall.hall.opening import bring_back
from tablehall.hall.people import DEVICES, Person, Profile, secret_hash
from tablehall.hall.refusals import Why
from tablehall.hall.shares import origin_of
from tablehall.hall.table import Table
from tablehall.hall.watching import gather

BOTS = 10**12
"""The numbers of the house's own players begin here."""


CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody mistakes for each other; 32 of them, so that all are as likely."""
CODE_LENGTH = 8
CODE_LIVES = 60_000
"""How long a code for another device can be used."""


class GivenCode(NamedTuple):
    """A code for another device, and until when it can be used."""

    code: str
    until: int


class Entered(NamedTuple):
    """Who came in."""

    person: Person
    secret: str
    """Their new secret; empty for those who came back with it or need none."""
    returning: bool


def enter(decision: Deciding, command: commands.Enter) -> Reason | None:
    if refused := _at_the_door(decision, command):
        return refused
    found = _find(decision, command)
    if isinstance(found, Reason):
        return found
    person = found.person
    if person.profile.seen:
        decision.keep(facts.Known(replace(person.profile, seen=0)))
    come_in(decision, person, command)
    decision.result = found
    return None


def _find(decision: Deciding, command: commands.Enter) -> Entered | Why:
    """Whom somebody says they are, and proves it."""
    if command.code:
        return _by_code(decision, command)
    return _by_secret(decision, command) if command.secret else _by_name(decision, command)


def come_in(decision: Deciding, person: Person, command: commands.Enter) -> None:
    """From now on this connection speaks for a person."""
    hall = decision.hall
    displaced = hall.people.attach(person, command.conn, command.games, asks=command.asks)
    decision.tell([(conn, None) for conn in displaced], Parted("elsewhere"))
    hall.peers.came(decision, person)
    take_places(decision, person)


def take_places(decision: Deciding, person: Person) -> None:
    """Somebody is here again: the tables where they sit hear it."""
    hall = decision.hall
    hall.alarms.set(("person", person.id), None)
    for number in sorted(person.tables | person.watching):
        hall.tables[number].audience = None
    for number in sorted(person.tables):
        if number in hall.tables:  # the end of one game may push out an older finished table
            note_presence(decision, hall.tables[number], person)


def _at_the_door(decision: Deciding, command: commands.Enter) -> Why | None:
    """Why somebody may not come in, whoever they turn out to be."""
    hall, people = decision.hall, decision.hall.people
    known = people.by_secret.get(secret_hash(command.secret)) if command.secret else None
    if known is None and command.code:
        known = hall.by_code(command.code)
    if known is None and command.kind != "stranger":
        known = people.by_name.get(command.name)
    if hall.closing and not (hall.draining and known is not None and known.tables):
        return Why.CLOSING
    if command.conn in people.by_conn:
        return Why.ALREADY_ENTERED
    if hall.bans.bar(known.profile.name if known is not None else command.name, decision.now):
        return Why.BANNED
    return None


def _by_secret(decision: Deciding, command: commands.Enter) -> Entered | Why:
    person = decision.hall.people.by_secret.get(secret_hash(command.secret))
    if person is None or (person.profile.kind == "stranger") != (command.kind == "stranger"):
        return Why.UNKNOWN_SECRET
    if command.brings_back:
        bring_back(decision, person, command.games)
    return Entered(person, "", True)


def _by_code(decision: Deciding, command: commands.Enter) -> Entered | Why:
    """Somebody comes in at another device of theirs, which gets a secret of its own."""
    hall = decision.hall
    person = hall.by_code(command.code)
    if person is None or hall.codes[person.id].until < decision.now:
        return Why.UNKNOWN_CODE
    secret, profile = decision.secret(), person.profile
    more = (*profile.more_secrets, secret_hash(secret))[1 - DEVICES :]
    decision.keep(facts.Known(replace(profile, more_secrets=more)))
    decision.keep(facts.Paired(person.id, None))
    return Entered(person, secret, True)


def pair(decision: Deciding, command: commands.Pair) -> Reason | None:
    person = decision.hall.people.here(command.by)
    if person is None or person.profile.kind != "guest":
        return Why.WHO_ARE_YOU
    chance = decision.hall.chance(CODE_LENGTH)
    code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in chance)
    until = decision.now + CODE_LIVES
    decision.keep(facts.Paired(person.id, facts.PairingCode(secret_hash(code), until)))
    decision.result = GivenCode(code, until)
    return None


def _by_name(decision: Deciding, command: commands.Enter) -> Entered | Why:
    if command.kind == "stranger" and not command.name:
        return _newcomer(decision, command)
    if not good_name(command.name, command.longest_name):
        return Why.BAD_NAME
    if command.kind == "stranger":
        return _newcomer(decision, command)
    known = decision.hall.people.by_name.get(command.name)
    if known is None:
        return Why.NAME_TAKEN if _mistaken(decision, command) else _newcomer(decision, command)
    if known.profile.kind == command.kind == "bot":
        return Entered(known, "", True)
    if known.profile.kind in ("guest", "bot"):
        return Why.NAME_TAKEN
    if any(conn != command.instead_of for conn in known.conns):
        return Why.NAME_IN_USE
    if command.kind == "bot":
        return Why.NAME_TAKEN
    if command.kind == "guest":
        return Why.NAME_TAKEN if _mistaken(decision, command) else _claim(decision, known)
    if command.starts_afresh:
        _free_waiting(decision, known, command.games)
    if command.brings_back:
        bring_back(decision, known, command.games)
    profile = known.profile
    recent = decision.now - profile.seen <= command.ticket_kept
    returning = bool(profile.ticket) and (recent or _awaited(decision, known, command.games))
    if not returning:
        decision.keep(facts.Known(replace(profile, ticket=decision.number())))
    return Entered(known, "", returning)


def _mistaken(decision: Deciding, command: commands.Enter) -> bool:
    """Whether somebody new under this name would be taken for the house or for somebody else."""
    name = command.name
    return command.kind != "bot" and (reserved(name) or decision.hall.people.holder(name) is not None)


def _kept(
    decision: Deciding, person: Person, games: frozenset[str] | None, *statuses: str
) -> Iterator[Table]:
    """The tables where a seat is kept for somebody that this door can bring them back to."""
    for number in sorted(person.tables):
        table = decision.hall.tables[number]
        if table.scene.status in statuses and (games is None or table.sheet.game in games):
            yield table


def _awaited(decision: Deciding, person: Person, games: frozenset[str] | None) -> bool:
    return any(_kept(decision, person, games, "waiting", "playing"))


def _free_waiting(decision: Deciding, person: Person, games: frozenset[str] | None) -> None:
    """Nothing waits for them at this door but games that have begun."""
    peers = decision.hall.peers
    for table in list(_kept(decision, person, games, "waiting")):
        if peers.owns(table.sheet.table):
            get_up(decision, table, person)
        else:
            peers.get_up(decision, person, table.sheet.table)


def _newcomer(decision: Deciding, command: commands.Enter) -> Entered | Why:
    shares, key = decision.hall.shares, decision.hall.key.key
    if command.kind in ("guest", "visitor"):  # before there is a key nobody is known
        origin = origin_of(command.origin, bytes.fromhex(key)) if key else ""
        if refused := shares.no_room_for_person(origin, command.origin):
            return refused
    origin = origin_of(command.origin, decision.key()) if command.origin else ""
    number = _bot_number(decision) if command.kind == "bot" else decision.number()
    secret = "" if command.kind in ("visitor", "bot") else decision.secret()
    hashed = secret_hash(secret) if secret else ""
    profile = Profile(number, command.kind, command.name, hashed, ticket=number, origin=origin)
    decision.keep(facts.Known(profile))
    return Entered(decision.hall.people.by_id[number], secret, False)


def _bot_number(decision: Deciding) -> int:
    """The house's own players do not take the numbers of people."""
    return max((number for number in decision.hall.people.by_id if number >= BOTS), default=BOTS - 1) + 1


def _claim(decision: Deciding, visitor: Person) -> Entered | Why:
    """A name that only visitors used becomes a guest's own, unless a seat is kept for it."""
    if decision.hall.keeps_seat_for(visitor):
        return Why.NAME_IN_USE
    secret = decision.secret()
    decision.keep(facts.Known(replace(visitor.profile, kind="guest", secret=secret_hash(secret))))
    return Entered(visitor, secret, False)


def lost(decision: Deciding, command: commands.Lost) -> Reason | None:
    hall = decision.hall
    hall.lobby.discard(command.conn)
    person = hall.people.by_conn.get(command.conn)
    if person is None:
        return None
    if len(person.conns) > 1:
        hang_up(decision, person, command.conn)
    else:
        depart(decision, person, giving_up=frozenset())
    return None


def hang_up(decision: Deciding, person: Person, conn: int) -> None:
    """One of the connections that speak for somebody is gone; they are still here."""
    hall = decision.hall
    hall.people.detach(conn)
    hall.peers.hung_up(decision, person, conn)
    for number in person.tables | person.watching:
        hall.tables[number].audience = None


def seen(decision: Deciding, command: commands.Seen) -> Reason | None:
    person = decision.hall.people.by_id.get(command.by)
    if person is None:
        return Why.WHO_ARE_YOU
    if person.profile.missed:
        decision.keep(facts.Known(replace(person.profile, missed=())))
    return None


def speak(decision: Deciding, command: commands.Speak) -> Reason | None:
    person = decision.hall.people.by_id.get(command.by)
    if person is None:
        return Why.WHO_ARE_YOU
    if person.profile.dialect != command.dialect:
        decision.keep(facts.Known(replace(person.profile, dialect=command.dialect)))
    return None


def log_out(decision: Deciding, command: commands.LogOut) -> Reason | None:
    person = decision.hall.people.by_id.get(command.by)
    if person is None:
        return Why.WHO_ARE_YOU
    if person.profile.ticket:
        decision.keep(facts.Known(replace(person.profile, ticket=0)))
    others = [conn for conn in person.conns if conn != command.conn] if command.conn else ()
    decision.tell([(conn, None) for conn in others], Parted("left"))
    depart(decision, person, giving_up=person.games)
    return None


def kick(decision: Deciding, command: commands.Kick) -> Reason | None:
    person = decision.hall.people.by_id.get(command.person)
    if person is None:
        return Why.WHO_ARE_YOU
    show_out(decision, person)
    return None


def show_out(decision: Deciding, person: Person) -> None:
    """Somebody has to leave, and gives up all their seats."""
    decision.tell([(conn, None) for conn in person.conns], Parted("kicked"))
    depart(decision, person, giving_up=None)


def depart(decision: Deciding, person: Person, *, giving_up: frozenset[str] | None) -> None:
    """A person is no longer here. Their seats at some games (None: all) are given up, the
    others wait for them."""
    hall = decision.hall
    hall.peers.left(decision, person, giving_up)
    for conn in person.conns:
        hall.people.detach(conn)
    hall.alarms.set(("person", person.id), decision.now + FORGOTTEN_AFTER)
    for number in list(person.watching):  # other nodes hear that they left, and need not hear this
        gather(decision, hall.tables[number], person, on=False)
    for number in sorted(person.tables):
        if number in hall.tables:  # the end of one game may push out an older finished table
            _leave_behind(decision, hall.tables[number], person, giving_up)
    if hall.peers.leads and person.profile.kind != "stranger":
        decision.keep(facts.Known(replace(person.profile, seen=decision.now)))
    decision.release(person)


def _leave_behind(decision: Deciding, table: Table, person: Person, giving_up: frozenset[str] | None) -> None:
    """What becomes of a seat whose player is no longer here."""
    hall, status = decision.hall, table.scene.status
    table.audience = None
    if status == "finished":
        decision.rise(person, table)
        if not hall.audience(table):
            decision.forget(table)
    elif not hall.peers.owns(table.sheet.table):
        return
    elif (
        giving_up is None
        or table.sheet.game in giving_up
        or (status == "waiting" and not table.sheet.absence.held and not person.asks)
    ):
        get_up(decision, table, person)
    else:
        note_presence(decision, table, person)
