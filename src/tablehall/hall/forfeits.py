"""Forfeits: leaving in the middle of a game, running out of time, answering with nonsense, and the
end of a game that follows from it."""

from tablehall.games.api import Refusal
from tablehall.hall import records
from tablehall.hall.decision import Deciding
from tablehall.hall.people import Person
from tablehall.hall.staff import stand_in
from tablehall.hall.table import Table


def get_up(decision: Deciding, table: Table, person: Person) -> None:
    """A person leaves a table: before the start the seat becomes free, in a game it is lost."""
    scene, number = table.scene, table.sheet.table
    seat = scene.seat_of(person.id)
    if seat is None or scene.status not in ("waiting", "playing"):
        decision.rise(person, table)
    elif scene.status == "playing":
        if scene.is_out(seat):
            decision.rise(person, table)
        else:
            drop(decision, table, seat, "left")
    else:
        stand(decision, table, seat)
    hall = decision.hall
    if table.scene.status == "finished" and number in hall.tables and not hall.audience(table):
        decision.forget(table)


def stand(decision: Deciding, table: Table, seat: int) -> None:
    """A seat becomes free before the start; nobody keeps a table waiting where nobody sits."""
    decision.write(table, records.Stood, seat)
    if table.scene.occupied():
        decision.list_table("changed", table)
    else:
        decision.close(table, "empty")


def drop(decision: Deciding, table: Table, seat: int, why: str, *, more: bool = False) -> None:
    """A player is out for good: the game goes on without them if its rules say how, or ends
    (but not before the last one is out, if `more` follow at once)."""
    if stand_in(decision, table, seat, why):
        conclude(decision, table)
        return
    played = table.game.drop(table.scene.state, seat, table.dice)
    decision.write(table, records.Dropped, seat, why, played=played)
    if played is not None:
        conclude(decision, table)
    elif not more:
        decision.finish(table, table.scene.forfeited(why))


def expire(decision: Deciding, table: Table, seat: int) -> None:
    """A flag fell: the rules say what that means, or the seat is lost."""
    played = table.game.expire(table.scene.state, seat, table.dice)
    if played is None:
        drop(decision, table, seat, "time")
        return
    decision.write(table, records.Expired, seat, played=played)
    conclude(decision, table)


def blunder(decision: Deciding, table: Table, seat: int) -> bool:
    """A player answered with what is no move; returns whether the rules mind."""
    played = table.game.blunder(table.scene.state, seat, table.dice)
    if isinstance(played, Refusal):
        return False
    decision.write(table, records.Blundered, seat, played=played)
    conclude(decision, table)
    return True


def conclude(decision: Deciding, table: Table) -> None:
    """End the game if its rules say so."""
    if table.scene.status == "playing":
        outcome = table.game.outcome(table.scene.state)
        if outcome is not None:
            decision.finish(table, outcome)
