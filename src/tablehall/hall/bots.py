"""Inviting the house's own players to a table, and what they can do there besides moves."""

from tablehall.games.api import Reason
from tablehall.hall import commands, records
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import expire
from tablehall.hall.lookups import seated
from tablehall.hall.refusals import Why
from tablehall.hall.seats import begin_if_complete
from tablehall.hall.staff import pick, seat_bot
from tablehall.hall.table import Table


def invite(decision: Deciding, command: commands.Invite) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table = found.table
    scene = table.scene
    if scene.status != "waiting" or scene.save:
        return Why.ALREADY_STARTED
    if command.level == 0:
        _send_away(decision, table)
        return None
    free = scene.seats.count(None)
    if not free:
        return Why.TABLE_FULL
    if not 0 <= command.seats <= free:
        return Why.BAD_SEATS
    if pick(decision, table, command.level) is None:
        return Why.NO_BOTS
    fill(decision, table, command.level, command.seats or free)
    begin_if_complete(decision, table)
    return None


def fill(decision: Deciding, table: Table, level: int, count: int) -> None:
    """The house's players take so many of the free seats."""
    free = [number for number, seat in enumerate(table.scene.seats) if seat is None]
    for number in free[:count]:
        person = pick(decision, table, level)
        if person is not None:
            seat_bot(decision, table, person, number, level)


def _send_away(decision: Deciding, table: Table) -> None:
    for number, seat in enumerate(table.scene.seats):
        if seat and seat.bot:
            decision.write(table, records.Stood, number)
    decision.list_table("changed", table)


def fill_in_time(decision: Deciding, command: commands.Fill) -> Reason | None:
    table = decision.hall.tables.get(command.table)
    if table is None:
        return Why.NO_SUCH_TABLE
    plan = table.sheet.bots
    if table.scene.status != "waiting" or table.scene.save or plan is None:
        return Why.ALREADY_STARTED
    fill(decision, table, plan.level, len(table.scene.seats))
    begin_if_complete(decision, table)
    return None


def overslept(decision: Deciding, command: commands.Overslept) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    if table.scene.status != "playing" or seat not in table.scene.turn.seats:
        return Why.FINISHED
    if table.scene.paused:  # it is asked again when the game goes on
        return Why.PAUSED
    expire(decision, table, seat)
    return None
