"""Deadlines: the next thing that is due at a table, and doing what is due.

Which deadline is next follows from a table alone; `Hall` sets its alarm after every record. When it
rings, `wake` decides, as on any command.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

from tablehall.hall import clock, commands, facts, records
from tablehall.hall.bots import fill_in_time
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.forfeits import conclude, drop, expire, get_up
from tablehall.hall.people import Person
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall

EMPTY = 60_000
"""How long a table waits for its first player."""
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
        if scene.occupied() or table.organiser is not None:  # an organiser's players are drawn at once
            return None
        return Due(scene.at + (table.sheet.absence.empty or EMPTY), "empty")
    if scene.status != "playing":
        return None
    dues = _absences(table)
    if not scene.paused:
        flag = clock.deadline(table.sheet.clock, scene.turn, scene.left, scene.running)
        if flag is not None:
            dues.append(Due(flag[0], "flag", flag[1]))
    return min(dues, default=None)


def _absences(table: Table) -> list[Due]:
    scene, rules = table.scene, table.sheet.absence
    if not scene.anybody_away():
        return []
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


def wake(hall: "Hall", now: int) -> Decision:
    """Do everything that is due: a deadline that fires is a decision like any other."""
    decision = hall.deciding(now)
    for key in hall.alarms.ring(decision.now):
        if key == "finished":
            _clear_away(decision)
        elif isinstance(key, int):
            table = hall.tables.get(key)
            if table is not None:
                _table_due(decision, table)
        elif isinstance(key, tuple) and key[0] == "bots":
            fill_in_time(decision, commands.Fill(key[1]))
        elif isinstance(key, tuple):
            person = hall.people.by_id.get(key[1])
            if person is not None and person.conn is None:
                _person_due(decision, person)
    return decision


def _clear_away(decision: Deciding) -> None:
    """Finished tables do not stay for ever."""
    hall = decision.hall
    while hall.finished and (oldest := next(iter(hall.finished.items())))[1] <= decision.now:
        decision.forget(hall.tables[oldest[0]])
    hall.alarms.set("finished", next(iter(hall.finished.values()), None))


def _table_due(decision: Deciding, table: Table) -> None:
    hall, number = decision.hall, table.sheet.table
    for _ in range(AT_ONCE):  # a seat that is played for may be due again at once
        due = next_due(table)
        if due is None or due.when > decision.now:
            hall.arm(table)
            return
        _do(decision, table, due)
        if number not in hall.tables or number in hall.finished:
            return
    hall.alarms.set(number, decision.now + BREATHER)


def _do(decision: Deciding, table: Table, due: Due) -> None:
    if due.what in ("flag", "play on"):
        expire(decision, table, due.seat)
    elif due.what == "notice":
        decision.write(table, records.Went, due.seat)
        conclude(decision, table)
    elif due.what == "forfeit":
        drop(decision, table, due.seat, "absent")
    elif due.what == "alone":
        away = [n for n, seat in enumerate(table.scene.seats) if seat and seat.away and not seat.gone]
        for number in away:
            if table.scene.status == "playing":
                drop(decision, table, number, "last_player", more=number != away[-1])
    else:
        decision.close(table, due.what)


def _person_due(decision: Deciding, person: Person) -> None:
    """Seats at waiting tables are not held for ever, nor are people without results."""
    hall, profile = decision.hall, person.profile
    for number in sorted(person.tables):
        if hall.tables[number].scene.status == "waiting" and hall.peers.owns(number):
            get_up(decision, hall.tables[number], person)
    if not hall.peers.leads or person.id not in hall.people.by_id:
        return
    if profile.scores and profile.kind != "stranger":
        return
    until = 0 if profile.kind == "stranger" else profile.seen + FORGOTTEN_AFTER
    if person.tables or decision.now < until:
        again = until if until > decision.now else decision.now + FORGOTTEN_AFTER
        hall.alarms.set(("person", person.id), again)
    else:
        decision.keep(facts.Forgotten(person.id))
