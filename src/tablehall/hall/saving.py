"""Saving a game under a name, by one player or with everybody's consent, and deleting a save."""

from msgspec.structs import replace

from tablehall.games.api import Reason
from tablehall.hall import commands, facts, records
from tablehall.hall.decision import Deciding
from tablehall.hall.lookups import seated
from tablehall.hall.opening import desert
from tablehall.hall.refusals import Why
from tablehall.hall.saves import GOOD_NAME, SaveFile, free_name, is_known
from tablehall.hall.table import Table


def save(decision: Deciding, command: commands.Save) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    if table.scene.status != "playing" or table.scene.is_out(seat):
        return Why.NOT_STARTED if table.scene.status == "waiting" else Why.FINISHED
    if not GOOD_NAME.fullmatch(command.name) or not command.name.strip():
        return Why.BAD_SAVE_NAME
    if (table.sheet.game, command.name) in decision.hall.saves:
        return Why.SAVE_EXISTS
    if refused := cannot_save(decision, table, seat):
        return refused
    if table.sheet.rated and consenting(table) - {seat}:
        return Why.NEEDS_CONSENT
    keep(decision, table, seat, command.name, put_away=command.put_away)
    return None


def cannot_save(decision: Deciding, table: Table, seat: int) -> Why | None:
    """Why nobody can save this game, or not the player of this seat."""
    if table.organiser is not None:
        return Why.IN_CONTEST
    taken = table.scene.seats[seat]
    return decision.hall.shares.no_room_for_save(taken.person if taken else 0)


def consenting(table: Table) -> set[int]:
    """Whose consent it needs to put a rated game away: of everybody whose door can ask them. The others know
    from their own document that any player may."""
    return {number for number, seat in table.scene.people() if seat.asks}


def put_away_together(decision: Deciding, table: Table, seat: int) -> None:
    """Everybody wants to go on another time: the game is put away under a name of its own."""
    hall = decision.hall
    name = free_name(table, decision.now, hall.saves, alone=hall.peers.alone)
    keep(decision, table, seat, name, put_away=True)


def keep(decision: Deciding, table: Table, seat: int, name: str, *, put_away: bool) -> None:
    """Keep a game as it is now."""
    saver = table.scene.seats[seat]
    decision.write(table, records.Saved, name, put_away, seat)
    decision.keep(facts.Saved(SaveFile.of(table, decision.now, name, by=saver.person if saver else 0)))
    if put_away:
        decision.discard_save(table)
        decision.list_table("gone", table)
        decision.release_seats(table.scene.seats)


def delete(decision: Deciding, command: commands.Delete) -> Reason | None:
    """Somebody does not want a save any more. It is gone when none of its players does; the keeper's word
    counts for all of them."""
    hall = decision.hall
    save = hall.saves.get((command.game, command.name))
    if save is None or (command.by and command.by not in save.people()):
        return Why.NO_SUCH_SAVE
    if hall.in_play(save):
        return Why.SAVE_IN_PLAY
    deleted = tuple(sorted({*save.deleted_by, command.by}))
    if command.by and any(is_wanted(decision, person, deleted) for person in save.people()):
        decision.keep(facts.Saved(replace(save, deleted_by=deleted)))
        return None
    waiting = hall.tables.get(hall.saves_out.get((command.game, command.name), 0))
    if waiting is not None:
        desert(decision, waiting)
    decision.discard(save)
    return None


def is_wanted(decision: Deciding, player: int, deleted: tuple[int, ...]) -> bool:
    """Whether a player of a save may still want it: not if they have said that they do not. (Strangers have
    no words for it: a save is theirs as long as somebody whom the hall knows keeps it with them.)"""
    return player not in deleted and is_known(player, decision.hall.people.by_id)
