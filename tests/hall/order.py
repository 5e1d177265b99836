"""What must always hold in the hall, and a picture of everything in it to compare."""

from collections import Counter
from typing import Any

import msgspec

from tablehall.hall.deadlines import next_due
from tablehall.hall.hall import Hall
from tablehall.hall.people import secrets_of
from tablehall.hall.table import Table
from tablehall.journal.api import Journal
from tablehall.journal.memory import MemoryJournal

encode = msgspec.json.Encoder(order="sorted").encode


def portrait(table: Table) -> tuple[Any, ...]:
    """Everything a table's log decides."""
    dice = table.dice
    return table.sheet, table.scene, dice.key, dice.position, list(table.chat), list(table.past)


def picture(hall: Hall) -> bytes:
    """Everything in the hall, in bytes: two pictures differ if anything does."""
    tables = {
        str(number): (
            *(t.sheet, t.scene, t.dice.key.hex(), t.dice.position, t.dice.thrown, list(t.chat), list(t.past)),
            *(t.seed.hex(), sorted(t.watchers), [news.record.seq for news in t.ring]),
        )
        for number, t in hall.tables.items()
    }
    people = {
        str(number): (p.profile, p.conns, sorted(p.games or ()), p.asks, sorted(p.tables), sorted(p.watching))
        for number, p in hall.people.by_id.items()
    }
    known = [
        {str(key): person.id for key, person in index.items()}
        for index in (hall.people.by_name, hall.people.by_secret, hall.people.by_conn)
    ]
    saves = {f"{game}/{name}": save for (game, name), save in hall.saves.items()}
    out = {f"{game}/{name}": number for (game, name), number in hall.saves_out.items()}
    alarms = {str(key): when for key, when in hall.alarms._due.items()}
    rest = (sorted(hall.lobby), list(hall.finished), sorted(s.hex() for s in hall.saved_seeds), hall.numbers)
    return encode((tables, people, known, saves, out, alarms, rest, hall.closing))


def check_order(hall: Hall, journal: Journal) -> None:
    """Everything that must be true between two commands."""
    for number, table in hall.tables.items():
        _check_table(hall, number, table)
    _check_people(hall)
    live = {n for n, table in hall.tables.items() if n not in hall.finished and table.draft is None}
    live |= hall.missing.keys()
    assert {listing.table for listing in journal.tables(status="live", limit=10**6)} == live
    if isinstance(journal, MemoryJournal):
        assert {n for n, seed in journal._seeds.items() if seed} == live, "a seed is kept too long"
    assert set(hall.finished) <= set(hall.tables)
    assert {key for key in hall.alarms._due if isinstance(key, int)} <= set(hall.tables)
    if hall.finished:
        assert hall.alarms._due["finished"] <= min(hall.finished.values()), "finished tables would stay"
    for (game, name), number in hall.saves_out.items():
        table = hall.tables[number]
        assert (table.sheet.game, table.scene.save) == (game, name), "a save is out at the wrong table"


def _check_table(hall: Hall, number: int, table: Table) -> None:
    scene = table.scene
    assert table.sheet.table == number
    assert scene.status in ("waiting", "playing", "finished")
    assert (scene.status == "finished") == (number in hall.finished)
    seated = Counter(seat.person for seat in scene.seats if seat and seat.person)
    assert all(count == 1 for count in seated.values()), "two seats for one person"
    for seat in scene.seats:
        if seat and seat.person and not seat.gone and scene.status != "finished":
            assert number in hall.people.by_id[seat.person].tables, "a seat its owner does not know of"
    for watcher in table.watchers:
        assert number in hall.people.by_id[watcher].watching
        assert hall.people.by_id[watcher].here, "a spectator who is not here"
    remembered, table.audience = table.audience, None
    fresh = hall.audience(table)
    assert remembered is None or sorted(remembered, key=str) == sorted(fresh, key=str), "an old audience"
    table.audience = remembered
    _check_alarm(hall, number, table)


def _check_alarm(hall: Hall, number: int, table: Table) -> None:
    timed = table.sheet.clock.kind != "none" or table.scene.anybody_away()
    assert table.timed == timed, "its deadlines are not looked at, or for nothing"
    due, armed = next_due(table), hall.alarms._due.get(number)
    if due is None:
        assert armed is None, "an alarm for nothing"
    else:
        assert armed is not None, f"nobody will ring for {due}"
        assert armed <= due.when, f"{due} will ring too late"
    scene, rules = table.scene, table.sheet.absence
    here = [seat for seat in scene.seats if seat and not seat.gone]
    away = [seat for seat in here if seat.away]
    if scene.status == "playing":
        asked = any(seat.overdue for seat in away) and any(seat.asks and not seat.away for seat in here)
        timed = table.sheet.clock.kind != "none" and not scene.paused
        must = timed or (away and rules.then == "forfeit" and not asked) or scene.unmet
        assert due or not (must or (away and len(away) == len(here))), "the game could stand still for ever"
    elif scene.status == "waiting":
        assert due or any(seat.person and not seat.away for seat in here), "the table would wait for ever"


def _check_people(hall: Hall) -> None:
    people = hall.people
    for person in people.by_id.values():
        for number in person.tables:
            assert hall.tables[number].scene.seat_of(person.id) is not None, "at a table without a seat"
        for number in person.watching:
            assert person.id in hall.tables[number].watchers
        assert not person.tables & person.watching
        assert all(people.by_conn[conn] is person for conn in person.conns)
        if person.profile.kind != "stranger":
            assert people.by_name[person.profile.name] is person
        if person.profile.kind == "stranger" and not person.here:
            awaited = person.tables or person.id in hall.saves_of or ("person", person.id) in hall.alarms
            assert awaited, "a stranger who is neither here nor awaited"
    for index in (people.by_conn, people.by_name, people.by_secret):
        assert all(people.by_id[p.id] is p for p in index.values())
    assert all(conn in person.conns for conn, person in people.by_conn.items())
    for person in people.by_id.values():
        assert all(people.by_secret[secret] is person for secret in secrets_of(person.profile))
