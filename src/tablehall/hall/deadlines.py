"""Deadlines: the next thing that is due at a table, and doing what is due.

Which deadline is next follows from a table alone; `Hall` sets its alarm after every record. When it
rings, `wake` decides, as on any command.
"""

import itertools
from typing import TYPE_CHECKING

from tablehall.hall import clock, commands, facts, presence
from tablehall.hall.absences import take_effect
from tablehall.hall.bots import fill_in_time
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.forfeits import expire
from tablehall.hall.people import Person
from tablehall.hall.presence import Due
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall

EMPTY = 60_000
"""How long a table waits for its first player."""
AT_ONCE, BREATHER = 1000, 1000
"""So many deadlines of one table may fall at one moment; then everybody else comes first, for
a second: a game whose rules let it play itself without end must not stop the hall."""
TOGETHER = 500
"""So many alarms are one decision: when very many ring at one moment, everybody else comes in between."""
FORGOTTEN_AFTER = 7 * 24 * 3600 * 1000
"""How long somebody without results is known who does not come back."""


def next_due(table: Table) -> Due | None:
    """The next deadline of a table."""
    scene = table.scene
    if scene.status == "waiting":
        if not scene.occupied() and table.organiser is None:  # an organiser's players are drawn at once
            return Due(scene.at + (table.sheet.absence.empty or EMPTY), "empty")
        return min(presence.dues(table.sheet, scene), default=None) if table.timed else None
    if scene.status != "playing" or not table.timed:
        return None
    due = min(presence.dues(table.sheet, scene), default=None)
    if scene.paused:
        return due
    flag = clock.deadline(table.sheet.clock, scene.turn, scene.left, scene.running)
    if flag is not None and (due is None or flag[0] <= due.when):
        return Due(flag[0], "flag", flag[1])
    return due


def wake(hall: "Hall", now: int) -> Decision:
    """Do everything that is due: a deadline that fires is a decision like any other."""
    decision = hall.deciding(now)
    for key in itertools.islice(hall.alarms.ring(decision.now), TOGETHER):
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
            if person is not None and not person.here:
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
    decision.give_back(number)
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
    if due.what == "flag":
        expire(decision, table, due.seat)
    else:
        take_effect(decision, table, due)


def _person_due(decision: Deciding, person: Person) -> None:
    """People without results are not known for ever."""
    hall, profile = decision.hall, person.profile
    if not hall.peers.leads:
        return
    if profile.scores and profile.kind != "stranger":
        return
    until = 0 if profile.kind == "stranger" else profile.seen + FORGOTTEN_AFTER
    if hall.keeps_seat_for(person) or decision.now < until:
        again = until if until > decision.now else decision.now + FORGOTTEN_AFTER
        hall.alarms.set(("person", person.id), again)
    else:
        if person.id in hall.codes:
            decision.keep(facts.Paired(person.id, None))
        decision.keep(facts.Forgotten(person.id))
