"""Presence: who is here, who is away, and what becomes of their seats. `docs/presence.md` is this file
as a table.

A seat belongs to a person until the game ends, they give it up, their clock runs out, or the rules below
take it. A connection is only a way to hear and speak.

* At a slow table (an hour or more for every answer) nobody is ever absent: the clock alone counts.
* At any other table the grace of whoever is away runs only while another person is there, from the later
  of the one's going and the other's coming. After it, who waits is asked what shall become of the game if
  their door has words for that, and else the table's rules take the seat.
* With everybody gone nothing runs. The game is kept, and after a while put away, not lost.
* A table may begin without somebody whose seat it held. Until they come no clock runs; if they do not
  come, the table is given up without a result.
* A waiting table holds the seat of somebody who is away for as long as its door says.

What is here follows from a table alone, so every node and every replay come to the same.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tablehall.games.api import Absence
from tablehall.hall.clock import slow
from tablehall.hall.scene import Scene, Seat, Sheet

SETTLE = 15_000
"""How long after a restart of the hall the rules are not told who is missing."""
MOMENT = 30_000
"""How long a waiting table that holds no seats holds them all the same: after a restart of the hall, and
while a page is reloaded."""


class Due(NamedTuple):
    """What has to be done at a table, and when, unless something happens before."""

    when: int
    what: Literal["flag", "empty", "free", "no show", "notice", "forfeit", "alone", "play on", "deserted"]
    seat: int = -1


def stands_still(sheet: Sheet, seats: Sequence[Seat | None]) -> bool:
    """Whether a game stands still with these players: nobody is here, or the table waits for everybody.
    (Not for those without whom it began; and a contest's game, which nobody hosts, waits for nobody.)"""
    if slow(sheet.clock) or not sheet.host:
        return False
    players = [seat for seat in seats if seat and not seat.gone and not seat.bot]
    if not any(seat.away for seat in players):
        return False
    missing = sheet.absence.pause and any(seat.away and not seat.expected for seat in players)
    return missing or all(seat.away for seat in players)


def dues(sheet: Sheet, scene: Scene) -> Iterator[Due]:
    """Everything that will become of those who are away."""
    if not scene.anybody_away():
        return
    if scene.status == "waiting":
        held = sheet.absence.held or MOMENT
        yield from (Due(seat.away + held, "free", n) for n, seat in scene.people() if seat.away)
    elif scene.unmet:
        patience = max(sheet.absence.held, sheet.absence.grace)
        late = (seat.expected for _, seat in scene.people() if seat.expected)
        yield Due(min(late) + patience, "no show")
    elif not slow(sheet.clock):
        yield from _absences(sheet.absence, scene)


def _absences(rules: Absence, scene: Scene) -> Iterator[Due]:
    """At a table that is not slow, while nobody is missing from the start."""
    players = scene.players()
    away = [(number, seat) for number, seat in players if seat.away]
    here = [seat for _, seat in players if not seat.away]
    if not here:
        if away:
            yield Due(max(seat.away for _, seat in away) + rules.all_gone, "deserted")
        return
    for number, seat in away:
        since = waited_for(seat, here)
        if not seat.noticed:
            yield Due(since + SETTLE, "notice", number)
        if rules.then == "forfeit":
            if not in_question(seat, here):
                yield Due(since + rules.grace, "forfeit", number)
        elif number in scene.turn.seats:
            yield Due(max(since + rules.grace, scene.running[number]), "play on", number)
    others = sum(1 for seat in scene.seats if seat and not seat.gone) - 1
    asked = all(in_question(seat, here) for _, seat in away)
    if rules.alone and away and len(away) == others and not asked:
        yield Due(max(waited_for(seat, here) for _, seat in away) + rules.alone, "alone")


def in_question(seat: Seat, here: Sequence[Seat]) -> bool:
    """Whether somebody is asked about a player who is away: not if whoever was has gone themselves."""
    return bool(seat.overdue) and any(other.asks for other in here)


def waited_for(seat: Seat, here: Sequence[Seat]) -> int:
    """Since when somebody who is away has been waited for by who is here."""
    return max(seat.away, seat.patience, min(other.came for other in here))


def awaited_until(sheet: Sheet, scene: Scene, number: int) -> int:
    """Until when somebody who is away is waited for before anything happens; 0: nothing runs."""
    found = [due.when for due in dues(sheet, scene) if due.what == "alone" or due[1:] == ("forfeit", number)]
    seat = scene.seats[number]
    return min(found) if found and seat is not None and seat.away else 0
