"""Replicas: taking in what other nodes have decided, and telling it to the people of this one."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from tablehall.cluster import messages
from tablehall.cluster.handlers import shared
from tablehall.cluster.shared import SharedHall, epochs_of
from tablehall.games.api import UNREADABLE
from tablehall.hall import commands, facts, records
from tablehall.hall.decision import Deciding
from tablehall.hall.entrance import depart, hang_up, lost, take_places
from tablehall.hall.facts import Row
from tablehall.hall.hall import NOTHING
from tablehall.hall.notices import Parted, Seated
from tablehall.hall.people import Profile
from tablehall.hall.table import LogError, Table
from tablehall.hall.watching import look

log = structlog.get_logger("tablehall.cluster")

Sender = str
"""The name of the node that decided."""

_profile = msgspec.json.Decoder(Profile).decode


def apply_changes(decision: Deciding, sender: Sender, changes: Iterable[messages.Change]) -> set[int]:
    """Take in what a node has decided; what is to be told lies in the decision then.

    Returns the tables whose replica is broken and must be fetched anew."""
    hall, broken = shared(decision), set()
    for change in changes:
        game = getattr(change, "game", None)
        if game is not None and game not in hall.games:
            continue  # a newer node plays more games than this one
        try:
            APPLY[type(change)](decision, sender, change)
        except Exception as error:  # what else was decided counts, here and in the journal
            table = getattr(change, "table", 0)
            if isinstance(error, REPAIRED) and table in hall.remote and type(change) is not messages.Snapshot:
                broken.add(table)
            else:
                log.exception("what a node has decided could not be applied", change=type(change).__name__)
    return broken


REPAIRED = (LogError, KeyError, *UNREADABLE)
"""What a replica is fetched anew for."""


# People.


def _facts(decision: Deciding, _: Sender, change: messages.Facts) -> None:
    hall = shared(decision)
    for row in change.kept:
        fact = facts.read(Row(*row))
        hall.learn(fact)
        if isinstance(fact, facts.Banned) and fact.by == "address":
            hall.barred(fact.whom)


def _came(decision: Deciding, _: Sender, change: messages.Came) -> None:
    hall, profile = shared(decision), _profile(change.profile)
    hall.learn(facts.Known(profile))
    person = hall.people.by_id[profile.id]
    games = None if change.games is None else frozenset(change.games)
    hall.people.attach(person, change.conn, games, asks=change.asks)
    take_places(decision, person)
    hall.replicate_tables(decision, person)


def _hung_up(decision: Deciding, _: Sender, change: messages.HungUp) -> None:
    person = decision.hall.people.by_conn.get(change.conn)
    if person is not None:
        hang_up(decision, person, change.conn)


def _left(decision: Deciding, _: Sender, change: messages.Left) -> None:
    person = decision.hall.people.by_id.get(change.person)
    if person is None:
        return
    if not set(person.conns) <= set(change.conns):  # they have come in elsewhere meanwhile
        for conn in set(person.conns) & set(change.conns):
            hang_up(decision, person, conn)
    elif person.here:
        given_up = None if change.giving_up is None else frozenset(change.giving_up)
        depart(decision, person, giving_up=given_up)


def _here(decision: Deciding, _: Sender, change: messages.Here) -> None:
    known = set(change.conns)
    for conn, person in list(decision.hall.people.by_conn.items()):
        if person.profile.kind != "bot" and conn not in known:
            lost(decision, commands.Lost(conn))


def _looks(decision: Deciding, _: Sender, change: messages.Looks) -> None:
    hall = decision.hall
    person, table = hall.people.by_id.get(change.person), hall.tables.get(change.table)
    if person is not None and table is not None:
        look(decision, table, person, on=change.on)


def _parting(decision: Deciding, _: Sender, change: messages.Parting) -> None:
    decision.tell([(change.conn, None)], Parted(change.why))  # type: ignore[arg-type]


# Tables.


def _new_table(decision: Deciding, sender: Sender, change: messages.NewTable) -> None:
    hall = shared(decision)
    hall.remote[change.table] = sender
    _take_in(decision, Table(hall.games[change.game], change.seed), change.lines)


def _snapshot(decision: Deciding, sender: Sender, change: messages.Snapshot) -> None:
    hall = shared(decision)
    known = hall.tables.get(change.table)
    hall.remote[change.table] = sender
    if known is not None and _tell_missed(decision, known, change.seed, change.tail):
        return
    table = messages.restore(change.snapshot, hall.games[change.game], change.seed)
    table = replace_table(decision, change.table, table)
    for watcher in frozenset(change.watchers) & hall.people.by_id.keys():
        hall.watch(hall.people.by_id[watcher], table, on=True)


def _tell_missed(decision: Deciding, known: Table, seed: bytes, lines: list[bytes]) -> bool:
    """What was missed on the way is told, not passed over. Whether the table is whole then: of one that
    waits the lobby knows everything but what was said there, and who sits there must hear that it begins."""
    replica, new = known.scene.state is not None, known.scene.status == "waiting" and not known.scene.save
    if not lines or not (replica or new):
        return False
    if records.decode(lines[0]).seq > known.scene.seq + 1:
        return False
    known.seed = seed
    _take_in(decision, known, lines)
    return replica


def replace_table(decision: Deciding, number: int, table: Table) -> Table:
    """This is how a table stands. Whoever holds it, in the middle of a conversation, sees it so."""
    hall = shared(decision)
    known, before = hall.tables.get(number, table), NOTHING
    if known is not table:
        before = known.scene
        for slot in REPLACED:
            setattr(known, slot, getattr(table, slot))
    hall.adopt(known, before)
    hall.expect_people(known)
    decision.release_players(before)
    return known


REPLACED = ("chat", "dice", "past", "rested", "scene", "seed", "sheet")
"""What a table is; the rest is about who hears of it here."""


def _records(decision: Deciding, _: Sender, change: messages.Records) -> None:
    _take_in(decision, decision.hall.tables[change.table], change.lines)


def _take_in(decision: Deciding, table: Table, lines: list[bytes]) -> None:
    hall = shared(decision)
    for line in lines:
        record = records.decode(line)
        if record.seq <= table.scene.seq:
            continue
        decision.take_in(table, record, line)
        hall.expect_people(table)
    while len(hall.finished) > hall.limits.finished:
        decision.forget(hall.tables[next(iter(hall.finished))])


def _lobby_update(decision: Deciding, sender: Sender, change: messages.LobbyUpdate) -> None:
    hall, number = shared(decision), change.table
    before, hall.remote[number] = hall.remote.get(number, sender), sender
    if before != sender and watchers_here(hall, number):
        pass  # a successor that does not know of them: it will, and then shows the whole table
    elif change.snapshot:
        replace_table(decision, number, messages.restore(change.snapshot, hall.games[change.game]))
    elif number not in hall.tables:
        del hall.remote[number]
        return
    table = hall.tables[number]
    decision.list_table(change.change, table)  # type: ignore[arg-type]
    if change.change == "gone" and (change.snapshot or number not in hall.finished):
        decision.forget(table)


def watchers_here(hall: SharedHall, number: int) -> list[int]:
    """Who looks on at a table from this node."""
    table = hall.tables.get(number)
    people = [hall.people.by_id[watcher] for watcher in table.watchers] if table is not None else []
    return [person.id for person in people if hall.epoch in epochs_of(person)]


def _place(decision: Deciding, _: Sender, change: messages.Place) -> None:
    hall = decision.hall
    table = hall.tables[change.table]
    person = hall.people.by_conn.get(change.conn)
    if person is None:
        return
    seat = table.scene.seat_of(person.id)
    if seat is None:
        hall.watch(person, table, on=True)
    decision.tell([(change.conn, seat)], Seated(table.sheet, table.scene, table.game))


def _taken(decision: Deciding, sender: Sender, change: messages.Taken) -> None:
    hall = shared(decision)
    hall.remote[change.table] = sender
    adopt(decision, change.table, change.game, change.seed, change.snapshot, change.lines)


def adopt(
    decision: Deciding, number: int, game: str, seed: bytes, snapshot: bytes | None, lines: list[bytes]
) -> Table:
    """A table as the journal has it. What nobody here has heard of is told now."""
    hall = shared(decision)
    known = hall.tables.get(number)
    if known is not None and _tell_missed(decision, known, seed, lines):
        return hall.tables.get(number, known)
    if snapshot is not None:
        table = messages.restore(snapshot, hall.games[game], seed)
    else:
        table = Table(hall.games[game], seed)
    for line in lines:
        if snapshot is None or records.decode(line).seq > table.scene.seq:
            table.replay(line)
    return replace_table(decision, number, table)


def mislay(decision: Deciding, number: int) -> None:
    """The node that had a table is gone, and the journal knows nothing of it."""
    hall = decision.hall
    table = hall.tables.get(number)
    if table is None:
        return
    if table.scene.seq >= 0 and table.scene.status in ("waiting", "playing"):
        closed = records.Closed(table.scene.seq + 1, decision.now, table.scene.prev, "lost")
        decision.take_in(table, closed, records.encode(closed))
        decision.list_table("gone", table)
    decision.forget(table)


def conclude(decision: Deciding, number: int, lines: list[bytes]) -> None:
    """A table is over, and the node that had it died before it could say so."""
    hall = decision.hall
    table = hall.tables.get(number)
    if table is None:
        return
    told = number in hall.finished
    with suppress(LogError, KeyError, *UNREADABLE):
        _tell_missed(decision, table, table.seed, lines)
    if not told:
        decision.list_table("gone", table)
    decision.forget(table)  # nobody may write there any more, not even a last word


APPLY: dict[type, Callable[[Deciding, Sender, Any], None]] = {
    messages.Facts: _facts,
    messages.Came: _came,
    messages.HungUp: _hung_up,
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
