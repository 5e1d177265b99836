"""Inviting the house's own players to a table, and what they can do there besides moves."""

from tablehall.games.api import Reason
from tablehall.hall import commands, records
from tablehall.hall.deadlines import expire
from tablehall.hall.hall import Hall, handles, seated
from tablehall.hall.lobby import begin_if_complete
from tablehall.hall.refusals import Why
from tablehall.hall.staff import pick, seat_bot
from tablehall.hall.table import Table


@handles(commands.Invite)
def invite(hall: Hall, command: commands.Invite) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, _ = found
    scene = table.scene
    if scene.status != "waiting" or scene.save:
        return Why.ALREADY_STARTED
    if command.level == 0:
        _send_away(hall, table)
        return None
    free = scene.seats.count(None)
    if not free:
        return Why.TABLE_FULL
    if not 0 <= command.seats <= free:
        return Why.BAD_SEATS
    if pick(hall, table, command.level) is None:
        return Why.NO_BOTS
    fill(hall, table, command.level, command.seats or free)
    begin_if_complete(hall, table)
    return None


def fill(hall: Hall, table: Table, level: int, count: int) -> None:
    """The house's players take so many of the free seats."""
    free = [number for number, seat in enumerate(table.scene.seats) if seat is None]
    for number in free[:count]:
        person = pick(hall, table, level)
        if person is not None:
            seat_bot(hall, table, person, number, level)


def _send_away(hall: Hall, table: Table) -> None:
    for number, seat in enumerate(table.scene.seats):
        if seat and seat.bot:
            person = hall.people.by_id.get(seat.person)
            if person is not None:
                hall.rise(person, table.sheet.table)
            hall.write(table, records.Stood, number)
    hall.list_table("changed", table)


@handles(commands.Fill)
def fill_in_time(hall: Hall, command: commands.Fill) -> Reason | None:
    table = hall.tables.get(command.table)
    if table is None:
        return Why.NO_SUCH_TABLE
    plan = table.sheet.bots
    if table.scene.status != "waiting" or table.scene.save or plan is None:
        return Why.ALREADY_STARTED
    fill(hall, table, plan.level, len(table.scene.seats))
    begin_if_complete(hall, table)
    return None


@handles(commands.Overslept)
def overslept(hall: Hall, command: commands.Overslept) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    if table.scene.status != "playing" or seat not in table.scene.turn.seats:
        return Why.FINISHED
    expire(hall, table, seat)
    return None
