"""Missed: what became of a game while one of its players was away, for them to read on their return."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablehall.hall import facts, records
from tablehall.hall.people import MISSED, How, Missed
from tablehall.hall.scene import Seat
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.hall.decision import Deciding


def tell_missed(decision: "Deciding", table: Table, record: Any) -> None:
    """A game is over, put away or given up: whoever was not there hears of it when they are back."""
    scene = table.scene
    if scene.state is None or table.organiser is not None or not any(s and s.away for s in scene.seats):
        return
    still_in = [seat for seat in scene.seats if seat and not seat.gone]
    if type(record) is records.Ended:
        winners = record.outcome.winners
        for number, seat in enumerate(scene.seats):
            how: How = "drawn" if not winners else "won" if number in winners else "lost"
            miss(decision, table, (seat,), how, record.outcome.reason)
    elif type(record) is records.Saved:
        why = "deserted" if record.deserted else "saved"
        miss(decision, table, still_in, "put away", why, record.name)
    elif record.why != "reopened":
        miss(decision, table, still_in, "closed", record.why)


def miss(
    decision: "Deciding", table: Table, seats: Iterable[Seat | None], how: How, why: str, save: str = ""
) -> None:
    """Those of these who are away have missed this."""
    hall, sheet = decision.hall, table.sheet
    if not hall.peers.leads:
        return
    for seat in seats:
        person = hall.people.by_id.get(seat.person) if seat and seat.away and not seat.bot else None
        if person is None or person.here or person.profile.kind != "guest":
            continue
        names = tuple(other.name if other else "" for other in table.scene.seats)
        missed = Missed(sheet.table, sheet.game, names, how, why, decision.now, save, sheet.code)
        profile = person.profile
        decision.keep(facts.Known(replace(profile, missed=(*profile.missed, missed)[-MISSED:])))
