"""Keeping tables running: deadlines, absences, giving up, and the end of a game."""

from typing import Literal, NamedTuple

from tablehall.games.api import Refusal
from tablehall.hall import clock, commands, records
from tablehall.hall.decision import Decision
from tablehall.hall.hall import EMPTY, HANDLERS, Hall
from tablehall.hall.people import Person
from tablehall.hall.staff import stand_in
from tablehall.hall.table import Table

SETTLE = 15_000
"""How long after a restart of the hall the rules are not told who is missing."""
AT_ONCE, BREATHER = 1000, 1000
"""So many deadlines of one table may fall at one moment; then everybody else comes first, for
a second: a game whose rules let it play itself without end must not stop the hall."""
FORGOTTEN_AFTER = 7 * 24 * 3600 * 1000
"""How long somebody without results is known who does not come back."""


class Due(NamedTuple):
    """What has to be done at a table, and when, unless something happens before."""

    when: int
    what: Literal["flag", "notice", "forfeit", "play on", "alone", "deserted", "empty"]
    seat: int = -1


def next_due(table: Table) -> Due | None:
    """The next deadline of a table."""
    scene = table.scene
    if scene.status == "waiting":
        return None if _occupied(table) else Due(scene.at + (table.sheet.absence.empty or EMPTY), "empty")
    if scene.status != "playing":
        return None
    dues = _absences(table)
    if not scene.paused:
        flag = clock.deadline(table.sheet.clock, scene.turn, scene.left, scene.running)
        if flag is not None:
            dues.append(Due(flag[0], "flag", flag[1]))
    return min(dues, default=None)


def _occupied(table: Table) -> bool:
    """Whether any person sits here who has not been put out of the game."""
    return any(seat and seat.person and not seat.gone and not seat.bot for seat in table.scene.seats)


def _absences(table: Table) -> list[Due]:
    scene, rules = table.scene, table.sheet.absence
    playing = [(number, seat) for number, seat in enumerate(scene.seats) if seat and not seat.gone]
    people = [(number, seat) for number, seat in playing if not seat.bot]
    away = [(number, seat) for number, seat in people if seat.away]
    if not away:
        return []
    dues = [Due(seat.away + SETTLE, "notice", number) for number, seat in away if not seat.noticed]
    if len(away) == len(people):
        dues.append(Due(max(seat.away for _, seat in away) + rules.all_gone, "deserted"))
    elif rules.alone and len(away) == len(playing) - 1:
        dues.append(Due(max(seat.away for _, seat in away) + rules.alone, "alone"))
    for number, seat in away:
        if rules.then == "forfeit":
            dues.append(Due(seat.away + rules.grace, "forfeit", number))
        elif number in scene.turn.seats and len(away) < len(people):
            dues.append(Due(max(seat.away + rules.grace, scene.running[number]), "play on", number))
    return dues


def arm(hall: Hall, table: Table) -> None:
    """Set the alarm for a table's next deadline."""
    due = next_due(table)
    hall.alarms.set(table.sheet.table, due and due.when)


def wake(hall: Hall, now: int) -> Decision:
    """Do everything that is due: a deadline that fires is a decision like any other."""
    hall.now = now = max(hall.now, now)
    hall.decision = Decision()
    for key in hall.alarms.ring(now):
        if key == "finished":
            _clear_away(hall)
        elif isinstance(key, int):
            table = hall.tables.get(key)
            if table is not None:
                _table_due(hall, table)
        elif isinstance(key, tuple) and key[0] == "bots":
            HANDLERS[commands.Fill](hall, commands.Fill(key[1]))
        elif isinstance(key, tuple):
            person = hall.people.by_id.get(key[1])
            if person is not None and person.conn is None:
                _person_due(hall, person)
    return hall.decision


def _clear_away(hall: Hall) -> None:
    """Finished tables do not stay for ever."""
    while hall.finished and (oldest := next(iter(hall.finished.items())))[1] <= hall.now:
        hall.forget(hall.tables[oldest[0]])
    hall.alarms.set("finished", next(iter(hall.finished.values()), None))


def _table_due(hall: Hall, table: Table) -> None:
    for _ in range(AT_ONCE):  # a seat that is played for may be due again at once
        due = next_due(table)
        if due is None or due.when > hall.now:
            arm(hall, table)
            return
        _do(hall, table, due)
        if table.sheet.table not in hall.tables or table.sheet.table in hall.finished:
            return
    hall.alarms.set(table.sheet.table, hall.now + BREATHER)


def _do(hall: Hall, table: Table, due: Due) -> None:
    if due.what in ("flag", "play on"):
        expire(hall, table, due.seat)
    elif due.what == "notice":
        hall.write(table, records.Went, due.seat)
        conclude(hall, table)
    elif due.what == "forfeit":
        drop(hall, table, due.seat, "absent")
    elif due.what == "alone":
        away = [n for n, seat in enumerate(table.scene.seats) if seat and seat.away and not seat.gone]
        for number in away:
            if table.scene.status == "playing":
                drop(hall, table, number, "last_player", more=number != away[-1])
    else:
        hall.close(table, due.what)


def _person_due(hall: Hall, person: Person) -> None:
    """Seats at waiting tables are not held for ever, nor are people without results."""
    for number in sorted(person.tables):
        if hall.tables[number].scene.status == "waiting" and number not in hall.foreign:
            get_up(hall, hall.tables[number], person)
    if not hall.registrar:
        return
    if person.profile.scores and person.profile.kind != "stranger":
        return
    until = 0 if person.profile.kind == "stranger" else person.profile.seen + FORGOTTEN_AFTER
    if person.tables or hall.now < until:
        again = until if until > hall.now else hall.now + FORGOTTEN_AFTER
        hall.alarms.set(("person", person.id), again)
    else:
        hall.people.remove(person)
        hall.keep("person", str(person.id), None)


def expire(hall: Hall, table: Table, seat: int) -> None:
    """A flag fell: the rules say what that means, or the seat is lost."""
    played = table.game.expire(table.scene.state, seat, table.dice)
    if played is None:
        drop(hall, table, seat, "time")
        return
    hall.write(table, records.Expired, seat, played=played)
    conclude(hall, table)


def blunder(hall: Hall, table: Table, seat: int) -> bool:
    """A player answered with what is no move; returns whether the rules mind."""
    played = table.game.blunder(table.scene.state, seat, table.dice)
    if isinstance(played, Refusal):
        return False
    hall.write(table, records.Blundered, seat, played=played)
    conclude(hall, table)
    return True


def drop(hall: Hall, table: Table, seat: int, why: str, *, more: bool = False) -> None:
    """A player is out for good: the game goes on without him if its rules say how, or ends
    (but not before the last one is out, if `more` follow at once)."""
    if stand_in(hall, table, seat, why):
        conclude(hall, table)
        return
    played = table.game.drop(table.scene.state, seat, table.dice)
    hall.write(table, records.Dropped, seat, why, played=played)
    if played is not None:
        conclude(hall, table)
        return
    if not more:
        hall.finish(table, table.scene.forfeited(why))


def conclude(hall: Hall, table: Table) -> None:
    """End the game if its rules say so, or set the alarm for what comes next."""
    if table.scene.status == "playing":
        outcome = table.game.outcome(table.scene.state)
        if outcome is not None:
            hall.finish(table, outcome)
            return
    arm(hall, table)


def get_up(hall: Hall, table: Table, person: Person) -> None:
    """A person leaves a table, whatever that means there now."""
    number = table.sheet.table
    seat = table.scene.seat_of(person.id)
    if table.scene.status == "playing" and seat is not None:
        hall.rise(person, number)
        taken = table.scene.seats[seat]
        if taken and not taken.gone:
            drop(hall, table, seat, "left")
    elif table.scene.status == "waiting" and seat is not None:
        hall.rise(person, number)
        hall.write(table, records.Stood, seat)
        if _occupied(table):
            hall.list_table("changed", table)
        else:
            hall.close(table, "empty")
    else:
        hall.rise(person, number)
    table.audience = None
    if table.scene.status == "finished" and number in hall.tables and not hall.audience(table):
        hall.forget(table)
