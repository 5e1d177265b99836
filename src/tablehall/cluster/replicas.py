"""Replicas: taking in what other nodes have decided, and telling it to the people of this one."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from tablehall.cluster import messages
from tablehall.cluster.shared import EPOCH_SHIFT, SharedHall
from tablehall.games.api import UNREADABLE
from tablehall.hall import records, saves
from tablehall.hall.bans import Ban
from tablehall.hall.entrance import depart, take_places
from tablehall.hall.hall import LINGER
from tablehall.hall.lobby import look
from tablehall.hall.notices import Parted, Seated
from tablehall.hall.people import Person, Profile
from tablehall.hall.scene import Seat
from tablehall.hall.table import LogError, Table

log = structlog.get_logger("tablehall.cluster")

Sender = str
"""The name of the node that decided."""

_profile = msgspec.json.Decoder(Profile).decode


def apply_changes(hall: SharedHall, sender: Sender, changes: Iterable[messages.Change]) -> set[int]:
    """Take in what a node has decided; what is to be told lies in `hall.decision` then.

    Returns the tables whose replica is broken and must be fetched anew."""
    broken = set()
    for change in changes:
        game = getattr(change, "game", None)
        if game is not None and game not in hall.games:
            continue  # a newer node plays more games than this one
        try:
            APPLY[type(change)](hall, sender, change)
        except Exception as error:  # what else was decided counts, here and in the journal
            table = getattr(change, "table", 0)
            if (
                isinstance(error, REPAIRED)
                and table in hall.foreign
                and type(change) is not messages.Snapshot
            ):
                broken.add(table)
            else:
                log.exception("what a node has decided could not be applied", change=type(change).__name__)
    return broken


REPAIRED = (LogError, KeyError, *UNREADABLE)
"""What a replica is fetched anew for."""


# People.


def _facts(hall: SharedHall, _: Sender, change: messages.Facts) -> None:
    for kind, key, value in change.kept:
        if kind == "person":
            keep_person(hall, int(key), value)
        elif kind == "save" and value is not None:
            save = saves.decode(value)
            hall.saves[save.sheet.game, save.name] = save
            hall.saved_seeds.add(bytes.fromhex(save.seed))
        elif kind == "keeper" and value is not None:
            hall.new_token(value)
        elif kind == "ban":
            how, _, whom = key.partition("/")
            bans = dict(hall.bans.kinds())[how]
            if value is None:
                bans.pop(whom, None)
            else:
                bans[whom] = msgspec.json.decode(value, type=Ban)
                if how == "address":
                    hall.barred(whom)


def keep_person(hall: SharedHall, number: int, value: bytes | None) -> Person | None:
    """What is known of somebody has changed, or nothing is known any more."""
    person = hall.people.by_id.get(number)
    if value is None:
        if person is not None:
            for watched in person.watching:
                hall.tables[watched].watchers -= {number}
                hall.tables[watched].audience = None
            hall.people.remove(person)
        return None
    profile = _profile(value)
    if person is None:
        person = Person(profile)
        hall.people.add(person)
        for table in [hall.tables[n] for n in hall.seats_kept.pop(number, ()) if n in hall.tables]:
            seat_people(hall, table)
        return person
    if (profile.secret, profile.name) != (person.profile.secret, person.profile.name):
        hall.people.by_secret.pop(person.profile.secret, None)
        person.profile = profile
        hall.people.add(person)
    person.profile = profile
    return person


def _came(hall: SharedHall, _: Sender, change: messages.Came) -> None:
    number = _profile(change.profile).id
    person = keep_person(hall, number, change.profile)
    assert person is not None
    hall.people.attach(person, change.conn)
    person.games = None if change.games is None else frozenset(change.games)
    person.hold = change.hold
    take_places(hall, person)
    hall.replicate_tables(person)


def _left(hall: SharedHall, _: Sender, change: messages.Left) -> None:
    person = hall.people.by_id.get(change.person)
    if person is not None and person.conn is not None and change.conn in (0, person.conn):
        depart(hall, person, giving_up=None if change.giving_up is None else frozenset(change.giving_up))


def _here(hall: SharedHall, _: Sender, change: messages.Here) -> None:
    known = set(change.people)
    for person in list(hall.people.by_conn.values()):
        if person.profile.kind != "bot" and person.id not in known:
            depart(hall, person, giving_up=frozenset())


def _looks(hall: SharedHall, _: Sender, change: messages.Looks) -> None:
    person, table = hall.people.by_id.get(change.person), hall.tables.get(change.table)
    if person is not None and table is not None:
        look(hall, table, person, on=change.on)


def _parting(hall: SharedHall, _: Sender, change: messages.Parting) -> None:
    hall.tell([(change.conn, None)], Parted(change.why))  # type: ignore[arg-type]


# Tables.


def _new_table(hall: SharedHall, sender: Sender, change: messages.NewTable) -> None:
    table = Table(hall.games[change.game], change.seed)
    hall.tables[change.table] = table
    hall.foreign[change.table] = sender
    _take_in(hall, table, change.lines)


def _snapshot(hall: SharedHall, sender: Sender, change: messages.Snapshot) -> None:
    known = hall.tables.get(change.table)
    hall.foreign[change.table] = sender
    if known is not None and _tell_missed(hall, known, change.seed, change.tail):
        return
    table = messages.restore(change.snapshot, hall.games[change.game], change.seed)
    table.watchers = frozenset(change.watchers) & hall.people.by_id.keys()
    for watcher in table.watchers:
        hall.people.by_id[watcher].watching.add(change.table)
    replace_table(hall, change.table, table)


def _tell_missed(hall: SharedHall, known: Table, seed: bytes, lines: list[bytes]) -> bool:
    """What was missed on the way is told, not passed over. Whether the table is whole then: of one that
    waits the lobby knows everything but what was said there, and who sits there must hear that it begins."""
    replica, new = known.scene.state is not None, known.scene.status == "waiting" and not known.scene.save
    if not lines or not (replica or new):
        return False
    if records.decode(lines[0]).seq > known.scene.seq + 1:
        return False
    known.seed = seed
    _take_in(hall, known, lines)
    return replica


def replace_table(hall: SharedHall, number: int, table: Table) -> Table:
    """This is how a table stands. Whoever holds it, in the middle of a conversation, sees it so."""
    known = hall.tables.get(number)
    if known is None:
        known = hall.tables[number] = table
    else:
        before = known.scene.seats
        table.watchers |= known.watchers
        for slot in REPLACED:
            setattr(known, slot, getattr(table, slot))
        _forget_seats(hall, before, known)
    if known.scene.save:
        hall.saves_out[known.sheet.game, known.scene.save] = number
    seat_people(hall, known)
    hall.sort_in(known)
    if number not in hall.finished:
        _over(hall, known)  # one that is over does not stay for ever here either
    return known


REPLACED = ("chat", "dice", "past", "rested", "scene", "seed", "sheet", "watchers")
"""What a table is; the rest is about who hears of it here."""


def _forget_seats(hall: SharedHall, before: tuple[Seat | None, ...], now: Table) -> None:
    """Whoever sat at a table and does so no longer is free."""
    sits = {seat.person for seat in now.scene.seats if seat}
    for seat in before:
        person = hall.people.by_id.get(seat.person) if seat and seat.person not in sits else None
        if person is not None:
            hall.rise(person, now.sheet.table)


def seat_people(hall: SharedHall, table: Table) -> None:
    """Whoever sits at a table knows it."""
    table.audience = None
    for seat in table.scene.seats:
        person = hall.people.by_id.get(seat.person) if seat and not seat.gone else None
        if person is not None:
            person.tables.add(table.sheet.table)
        elif seat and seat.person and not seat.gone:  # the leader's word of them comes later
            hall.seats_kept.setdefault(seat.person, set()).add(table.sheet.table)


def _records(hall: SharedHall, _: Sender, change: messages.Records) -> None:
    _take_in(hall, hall.tables[change.table], change.lines)


def _take_in(hall: SharedHall, table: Table, lines: list[bytes]) -> None:
    for line in lines:
        record = records.decode(line)
        if record.seq <= table.scene.seq:
            continue
        before = table.scene.seats
        news = table.take_in(record, line)
        seated = AT_SEATS.get(type(record))
        if seated is not None:
            seated(hall, table, record, before)
        hall.announce(table, news)
        if type(record) in OVER:
            _over(hall, table)


def _sat(hall: SharedHall, table: Table, record: records.Sat, _: Any) -> None:
    number, person = table.sheet.table, hall.people.by_id.get(record.person)
    table.audience = None
    if person is not None:
        person.tables.add(number)
        person.watching.discard(number)
        table.watchers -= {person.id}
    else:
        hall.seats_kept.setdefault(record.person, set()).add(number)


def _rises(hall: SharedHall, table: Table, record: Any, before: Any) -> None:
    seat = before[record.seat]
    person = hall.people.by_id.get(seat.person) if seat else None
    table.audience = None
    if person is not None and getattr(record, "why", "left") == "left":
        hall.rise(person, table.sheet.table)
    if type(record) is records.Replaced:
        _sat(hall, table, record, before)  # type: ignore[arg-type]  # it names its person as well


def _moves_up(hall: SharedHall, table: Table, *_: Any) -> None:
    seat_people(hall, table)


AT_SEATS: dict[type, Callable[..., None]] = {
    records.Sat: _sat,
    records.Stood: _rises,
    records.Dropped: _rises,
    records.Replaced: _rises,
    records.Resized: _moves_up,
    records.Drawn: _moves_up,
    records.Reopened: _moves_up,
}
OVER = {records.Ended, records.Closed, records.Saved}


def _over(hall: SharedHall, table: Table) -> None:
    number, status = table.sheet.table, table.scene.status
    if status == "finished":
        hall.finished[number] = hall.now + LINGER
        if len(hall.finished) > hall.limits.finished:
            hall.forget(hall.tables[next(iter(hall.finished))])
        elif len(hall.finished) == 1:
            hall.alarms.set("finished", hall.now + LINGER)


def _lobby_update(hall: SharedHall, sender: Sender, change: messages.LobbyUpdate) -> None:
    number = change.table
    before, hall.foreign[number] = hall.foreign.get(number, sender), sender
    if before != sender and watchers_here(hall, number):
        pass  # a successor that does not know of them: it will, and then shows the whole table
    elif change.snapshot:
        replace_table(hall, number, messages.restore(change.snapshot, hall.games[change.game]))
    elif number not in hall.tables:
        del hall.foreign[number]
        return
    table = hall.tables[number]
    hall.list_table(change.change, table)
    if change.change == "gone" and (change.snapshot or number not in hall.finished):
        hall.forget(table)


def watchers_here(hall: SharedHall, number: int) -> list[int]:
    """Who looks on at a table from this node."""
    table = hall.tables.get(number)
    people = [hall.people.by_id[watcher] for watcher in table.watchers] if table is not None else []
    return [person.id for person in people if (person.conn or 0) >> EPOCH_SHIFT == hall.epoch]


def _place(hall: SharedHall, _: Sender, change: messages.Place) -> None:
    table = hall.tables[change.table]
    person = hall.people.by_conn.get(change.conn)
    if person is None:
        return
    seat = table.scene.seat_of(person.id)
    if seat is None:
        person.watching.add(change.table)
        table.watchers |= {person.id}
    table.audience = None
    hall.tell([(change.conn, seat)], Seated(table.sheet, table.scene, table.game))


def _taken(hall: SharedHall, sender: Sender, change: messages.Taken) -> None:
    adopt(hall, change.table, change.game, change.seed, change.snapshot, change.lines)
    hall.foreign[change.table] = sender


def adopt(
    hall: SharedHall, number: int, game: str, seed: bytes, snapshot: bytes | None, lines: list[bytes]
) -> Table:
    """A table as the journal has it. What nobody here has heard of is told now."""
    known = hall.tables.get(number)
    if known is not None and _tell_missed(hall, known, seed, lines):
        return hall.tables.get(number, known)
    if snapshot is not None:
        table = messages.restore(snapshot, hall.games[game], seed)
    else:
        table = Table(hall.games[game], seed)
    for line in lines:
        if snapshot is None or records.decode(line).seq > table.scene.seq:
            table.replay(line)
    return replace_table(hall, number, table)


def mislay(hall: SharedHall, number: int) -> None:
    """The node that had a table is gone, and the journal knows nothing of it."""
    table = hall.tables.get(number)
    if table is None:
        return
    if table.scene.seq >= 0 and table.scene.status in ("waiting", "playing"):
        closed = records.Closed(table.scene.seq + 1, hall.now, table.scene.prev, "lost")
        line = records.encode(closed)
        hall.announce(table, table.take_in(closed, line))
        hall.list_table("gone", table)
    hall.forget(table)


def conclude(hall: SharedHall, number: int, lines: list[bytes]) -> None:
    """A table is over, and the node that had it died before it could say so."""
    table = hall.tables.get(number)
    if table is None:
        return
    told = number in hall.finished
    with suppress(LogError, KeyError, *UNREADABLE):
        _tell_missed(hall, table, table.seed, lines)
    if not told:
        hall.list_table("gone", table)
    hall.forget(table)  # nobody may write there any more, not even a last word


APPLY: dict[type, Callable[[SharedHall, Sender, Any], None]] = {
    messages.Facts: _facts,
    messages.Came: _came,
    messages.Left: _left,
    messages.Here: _here,
    messages.Looks: _looks,
    messages.Parting: _parting,
    messages.NewTable: _new_table,
    messages.Snapshot: _snapshot,
    messages.Records: _records,
    messages.LobbyUpdate: _lobby_update,
    messages.Place: _place,
    messages.Taken: _taken,
}
