"""Whose turn it is: rounds, the last round, and players who leave and come back."""

from collections.abc import Container

from msgspec.structs import replace

from tablehall.games.api import Outcome, Played
from tablehall.games.shelfie.board import put_back
from tablehall.games.shelfie.moves import Event, HandReturned, TurnPassed
from tablehall.games.shelfie.table import Table
from tablehall.games.shelfie.tiles import names


def next_in_order(table: Table, last_round: bool, skipped: Container[int]) -> int | None:
    """Who plays after the seat on turn; nobody when the last round ends or all are skipped."""
    after = table.order.index(table.turn) + 1
    others = table.order[after:] if last_round else table.order[after:] + table.order[:after]
    for seat in others:
        if seat not in skipped:
            return seat
    return None


def settle(table: Table) -> Played[Table]:
    """Pass the turn on if its owner is absent; what they hold goes back into the bag.

    While everybody is away the turn waits where it is. It never waits for a seat that is gone.
    """
    if table.over or table.turn not in table.absent:
        return Played(table)
    events: list[Event] = []
    if table.hand:
        events.append(HandReturned(table.turn, names(table.hand)))
        table = replace(table, bag=put_back(table.bag, table.hand), hand="")
    nobody = len(table.absent) == len(table.order)
    if nobody and table.turn not in table.gone:
        return Played(table, tuple(events))
    seat = next_in_order(table, table.finisher is not None, table.gone if nobody else table.absent)
    if seat is None:
        return Played(replace(table, over=True), tuple(events))
    return Played(replace(table, turn=seat), (*events, TurnPassed(seat)))


def leave(table: Table, seat: int) -> Played[Table]:
    """A player is away; they keep shelf and points and may come back."""
    return settle(replace(table, away=tuple(sorted((*table.away, seat)))))


def come_back(table: Table, seat: int) -> Played[Table]:
    """A player is back; if the turn waited for somebody who is still away, it goes on."""
    return settle(replace(table, away=tuple(s for s in table.away if s != seat)))


def leave_for_good(table: Table, seat: int) -> Played[Table]:
    """A player is gone for ever; the last one who stays wins."""
    away = tuple(s for s in table.away if s != seat)
    gone = tuple(sorted((*table.gone, seat)))
    settled = settle(replace(table, away=away, gone=gone))
    if len(gone) < len(table.order) - 1:
        return settled
    events = tuple(event for event in settled.events if not isinstance(event, TurnPassed))
    return Played(replace(settled.state, over=True), events)


def ranking(table: Table) -> Outcome:
    """The ranks after the end: points decide, then who played later; the gone come last."""
    best = sorted(
        table.order,
        key=lambda seat: (seat not in table.gone, table.points[seat], table.order.index(seat)),
        reverse=True,
    )
    alone = len(table.gone) == len(table.order) - 1
    ranks = tuple(best.index(seat) + 1 for seat in range(len(best)))
    return Outcome(ranks, table.points, "last_player" if alone else "points")
