"""Absences: players go and come, and what `presence` says is due takes effect."""

from collections.abc import Sequence

from tablehall.games.api import Reason, drawn
from tablehall.hall import commands, records
from tablehall.hall.clock import slow
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import conclude, drop, expire, get_up, stand
from tablehall.hall.lookups import seated
from tablehall.hall.people import Person
from tablehall.hall.presence import Due, in_question
from tablehall.hall.refusals import Why
from tablehall.hall.scene import Scene
from tablehall.hall.staff import levels, pick, stand_in
from tablehall.hall.table import Table


def take_effect(decision: Deciding, table: Table, due: Due) -> None:
    """What was due is done."""
    scene = table.scene
    if due.what == "play on":
        expire(decision, table, due.seat)
    elif due.what == "notice":
        decision.write(table, records.Went, due.seat)
        conclude(decision, table)
    elif due.what == "free":
        free_seat(decision, table, due.seat)
    elif due.what in ("forfeit", "alone"):
        here = [seat for _, seat in scene.players() if not seat.away]
        away = [number for number, seat in scene.people() if seat.away and not in_question(seat, here)]
        missing = away if due.what == "alone" else [due.seat]
        _no_longer_awaited(decision, table, missing, "absent" if due.what == "forfeit" else "last_player")
    elif due.what == "deserted":
        desert(decision, table)
    else:
        decision.close(table, due.what)


def _no_longer_awaited(decision: Deciding, table: Table, missing: Sequence[int], why: str) -> None:
    """Their grace is over: one of the house's players goes on if the table wants that, else who waits is
    asked if they can be, else the seats are lost."""
    missing = [number for number in missing if not stand_in(decision, table, number, "absent")]
    if any(seat.asks for _, seat in table.scene.people() if not seat.away):
        for number in missing:
            decision.write(table, records.Asked, number)
    else:
        _take_seats(decision, table, missing, why)
    conclude(decision, table)


def _take_seats(decision: Deciding, table: Table, missing: Sequence[int], why: str) -> None:
    """Players who stayed away are out."""
    for number in missing:
        if table.scene.status == "playing":
            drop(decision, table, number, why, more=number != missing[-1])


def free_seat(decision: Deciding, table: Table, number: int) -> None:
    """The seat of somebody who is away becomes free, before the game has begun."""
    seat = table.scene.seats[number]
    person = decision.hall.people.by_id.get(seat.person) if seat else None
    if person is not None:
        get_up(decision, table, person)
    else:  # of whom nothing is known any more
        stand(decision, table, number)


def desert(decision: Deciding, table: Table) -> None:
    """Everybody is gone: the game can be brought back, unless there is nothing to go on with."""
    if table.scene.last is None or table.organiser is not None:
        decision.close(table, "deserted")
    else:
        decision.put_away(table)


def put_away(decision: Deciding, command: commands.PutAway) -> Reason | None:
    table = decision.hall.tables.get(command.table)
    if table is None:
        return Why.NO_SUCH_TABLE
    if table.scene.status != "playing" or any(not seat.away for _, seat in table.scene.people()):
        return Why.NOT_ON_OFFER
    desert(decision, table)
    return None


# Going and coming.


def note_presence(decision: Deciding, table: Table, person: Person) -> None:
    """Write down that a player went or came, if they did."""
    number = table.scene.seat_of(person.id)
    seat = table.scene.seats[number] if number is not None else None
    waiting = table.scene.status == "waiting"
    if seat is None or seat.gone or not (waiting or table.scene.status == "playing"):
        return
    if not decision.hall.peers.owns(table.sheet.table):
        return
    if seat.away and person.attends(table.sheet.game):
        decision.write(table, records.Came, number, (), person.asks)
    elif not person.attends(table.sheet.game) and not (seat.noticed or (seat.away and _told_enough(table))):
        decision.write(table, records.Went, number)
    else:
        return
    if waiting:
        decision.list_table("changed", table)
    else:
        conclude(decision, table)


def _told_enough(table: Table) -> bool:
    """Whether the rules need not hear of somebody's going: then it is written down once."""
    return table.scene.status == "waiting" or slow(table.sheet.clock)


# What who waits may say.


def claim(decision: Deciding, command: commands.Claim) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    scene = table.scene
    missing = [number for number, other in scene.people() if other.overdue]
    if scene.status != "playing" or scene.is_out(seat) or seat in missing or not missing:
        return Why.NOBODY_OVERDUE
    if command.what == "bot":
        return _replace(decision, table, seat, missing, command.level)
    if command.what == "draw" and not _alone(scene, seat, missing):
        return Why.NOT_ON_OFFER
    decision.write(table, records.Claimed, seat, command.what)
    if command.what == "draw":
        decision.finish(table, drawn(len(scene.seats), "absent"))
    elif command.what == "win":
        _take_seats(decision, table, missing, "absent")
    return None


def _alone(scene: Scene, seat: int, missing: Sequence[int]) -> bool:
    """Whether there is nobody else to ask."""
    return all(n == seat or n in missing or scene.is_out(n) for n in range(len(scene.seats)))


def _replace(
    decision: Deciding, table: Table, seat: int, missing: Sequence[int], level: int
) -> Reason | None:
    """Players of the house go on for those who are missing."""
    plan, known = table.sheet.bots, levels(decision.hall, table.sheet.game)
    level = level or (plan.level if plan else known[len(known) // 2] if known else 0)
    if pick(decision, table, level) is None:
        return Why.NO_BOTS
    decision.write(table, records.Claimed, seat, "bot")
    for number in missing:
        bot = pick(decision, table, level)
        if bot is not None:
            decision.write(table, records.Replaced, number, bot.id, level)
    conclude(decision, table)
    return None
