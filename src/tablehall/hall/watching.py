"""Looking on: at a table, or at the lobby."""

from tablehall.games.api import Reason
from tablehall.hall import commands
from tablehall.hall.decision import Deciding
from tablehall.hall.lookups import visit, wrong_code
from tablehall.hall.notices import Gathered
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table


def watch(decision: Deciding, command: commands.Watch) -> Reason | None:
    found = visit(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    person, table = found
    decision.result = table
    if not command.on:
        if command.table not in person.watching:
            return Why.NOT_HERE
    elif refused := _may_not_watch(decision, person, table, command.code):
        return refused
    look(decision, table, person, on=command.on)
    return None


def look(decision: Deciding, table: Table, person: Person, *, on: bool) -> None:
    """Somebody joins the spectators around a table, or leaves them."""
    decision.hall.peers.watches(decision, person, table.sheet.table, on=on)
    gather(decision, table, person, on=on)


def gather(decision: Deciding, table: Table, person: Person, *, on: bool) -> None:
    """The same on this node alone: whoever is around the table here is told."""
    hall = decision.hall
    hall.watch(person, table, on=on)
    decision.tell(hall.audience(table), Gathered(table.sheet, len(table.watchers)))


def _may_not_watch(decision: Deciding, person: Person, table: Table, code: str) -> Why | None:
    """Why somebody may not look on at a table."""
    limits = decision.hall.limits
    if refused := wrong_code(decision, person, table, code):
        return refused
    if not table.sheet.spectators:
        return Why.NO_SPECTATORS
    if table.sheet.table in person.tables:
        return Why.ALREADY_SEATED
    if len(table.watchers) >= limits.spectators or len(person.watching) >= limits.tables_each:
        return Why.TOO_MANY_SPECTATORS
    return None


def watch_lobby(decision: Deciding, command: commands.WatchLobby) -> Reason | None:
    lobby = decision.hall.lobby
    (lobby.add if command.on else lobby.discard)(command.conn)
    return None
