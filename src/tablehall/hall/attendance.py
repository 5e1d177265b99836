"""Attendance: what changes at a table when players go and come, when the hall was down, and when a game
begins or goes on without somebody. Each function gives the fields of the scene that are different then."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tablehall.games.api import Turn
from tablehall.hall import clock
from tablehall.hall.presence import stands_still
from tablehall.hall.scene import Scene, Seat, Sheet

Seats = tuple[Seat | None, ...]
Changes = dict[str, Any]


def clocks(turn: Turn, running: Sequence[int], mover: int | None, at: int, *, unmet: bool) -> tuple[int, ...]:
    """Since when each clock runs. None does before everybody has been there."""
    return (0,) * len(running) if unmet else clock.start_turn(turn, running, mover, at)


def begun(sheet: Sheet, scene: Scene, turn: Turn, at: int) -> Changes:
    """The game begins, or goes on from a save. Somebody whose seat the table has held may be missing: they
    are expected. The clocks start anew, or go on from where they stood still."""
    idle = (0,) * len(scene.seats)
    running = _stood_still(scene, at) if scene.paused else idle
    if not sheet.absence.held or not scene.anybody_away():
        return {"paused": 0, "running": clocks(turn, running, None, at, unmet=False)}
    seats = tuple(
        seat and (seat if seat.gone else replace(seat, expected=seat.away and at)) for seat in scene.seats
    )
    return {"paused": 0, "seats": seats, "unmet": True, "running": idle}


def going(sheet: Sheet, scene: Scene, seats: Seats, at: int) -> Changes:
    """Somebody has gone, and these are the seats now."""
    if all(seat.away for seat in seats if seat and not seat.gone and not seat.bot):
        seats = tuple(seat and replace(seat, overdue=0) for seat in seats)  # nobody waits any more
    still = scene.status == "playing" and stands_still(sheet, seats)
    return {"seats": seats, "paused": scene.paused or (at if still else 0)}


def going_on(sheet: Sheet, scene: Scene, seats: Seats, at: int) -> Changes:
    """Somebody is no longer missing, and these are the seats now: a pause ends, and cost nobody time; the
    clocks start once everybody has been there."""
    changes: Changes = {"seats": seats}
    if scene.unmet and not any(seat and seat.expected and not seat.gone for seat in seats):
        idle = (0,) * len(seats)
        changes |= {"unmet": False, "running": clocks(scene.turn, idle, None, at, unmet=False)}
    if scene.paused and not stands_still(sheet, seats):
        changes = {"running": _stood_still(scene, at), **changes, "paused": 0}
    return changes


def _stood_still(scene: Scene, at: int) -> tuple[int, ...]:
    """Since when the clocks run after a pause: it cost nobody time."""
    stood = at - scene.paused
    return tuple(then and min(at, then + stood) for then in scene.running)


def waited_on(seats: Seats, at: int) -> Seats:
    """Who waits has been asked, and waits on."""
    return tuple(replace(seat, overdue=0, patience=at) if seat and seat.overdue else seat for seat in seats)


def kept(scene: Scene, at: int) -> Changes:
    """A game that everybody had left is on its table again: everybody is away, and no time has passed."""
    seats = tuple(
        seat and (seat if seat.gone or seat.bot else replace(seat, away=at, overdue=0, patience=0))
        for seat in scene.seats
    )
    running = _stood_still(replace(scene, paused=scene.paused or scene.at), at)
    return {"seats": seats, "paused": at, "running": running}


def after_downtime(sheet: Sheet, scene: Scene, at: int, lost: int) -> Changes:
    """The hall was down: everybody is away, and nobody's clock has run."""
    seats = tuple(
        seat and (seat if seat.bot or seat.gone else _gone(_later(seat, lost), at)) for seat in scene.seats
    )
    still = at if stands_still(sheet, seats) else 0
    return {
        **given_back(scene, lost),
        "seats": seats,
        "paused": scene.paused + lost if scene.paused else still,
    }


def given_back(scene: Scene, lost: int) -> Changes:
    """Nobody's clock has run, and nobody has stayed away, while there was no hall to come to."""
    return {
        "seats": tuple(seat and _later(seat, lost) for seat in scene.seats),
        "paused": scene.paused and scene.paused + lost,
        "running": tuple(then and then + lost for then in scene.running),
    }


def _gone(seat: Seat, at: int) -> Seat:
    """Somebody is away, and nobody is there to wait for them."""
    return replace(seat, away=seat.away or at, overdue=0)


def _later(seat: Seat, lost: int) -> Seat:
    """Whatever counts from a moment in the past counts from so much later."""
    return replace(
        seat,
        away=seat.away and seat.away + lost,
        came=seat.came and seat.came + lost,
        patience=seat.patience and seat.patience + lost,
        expected=seat.expected and seat.expected + lost,
    )
