"""Clocks: how long an answer may take. All times are milliseconds."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from tablehall.games.api import Turn

SHORTEST, LONGEST = 100, 30 * 24 * 3600 * 1000
SLOW = 3600 * 1000
"""Whoever has so long for every answer need not be there."""


class ClockSpec(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a table measures time: not at all, afresh for each answer, or a total per player."""

    kind: Literal["none", "answer", "total"] = "none"
    time: int = 0
    increment: int = 0
    """Added to a player's total after each of their moves."""
    paces: dict[str, int] = {}
    """The time of an answer for particular classes of deadline, by `Turn.pace`."""

    def sensible(self) -> bool:
        if self.kind == "none":
            return True
        times = (self.time, *self.paces.values())
        return all(SHORTEST <= t <= LONGEST for t in times) and 0 <= self.increment <= LONGEST


def slow(spec: ClockSpec) -> bool:
    """Whether every answer may take an hour or more: then players come and go, and nobody is absent."""
    if spec.kind == "answer":
        return min(spec.time, *spec.paces.values()) >= SLOW if spec.paces else spec.time >= SLOW
    return spec.kind == "total" and min(spec.time, spec.increment) >= SLOW


def start_turn(turn: Turn, running: Sequence[int], mover: int | None, now: int) -> tuple[int, ...]:
    """Since when each seat's clock runs (0: it does not). Whoever is on turn and did not
    just move keeps the time they have already used."""
    return tuple(
        [
            (then if then and seat != mover else now) if seat in turn.seats else 0
            for seat, then in enumerate(running)
        ]
    )


def spend(
    spec: ClockSpec, left: tuple[int, ...], running: Sequence[int], seat: int, now: int
) -> tuple[int, ...]:
    """What is left on the clocks after this seat's move."""
    if spec.kind != "total" or not running[seat]:
        return left
    rest = max(0, left[seat] - (now - running[seat])) + spec.increment
    return (*left[:seat], rest, *left[seat + 1 :])


def deadline(
    spec: ClockSpec, turn: Turn, left: Sequence[int], running: Sequence[int]
) -> tuple[int, int] | None:
    """When the next flag falls, and whose: (time, seat)."""
    if spec.kind == "none":
        return None
    allowed = spec.paces.get(turn.pace, spec.time)
    flags = [
        (running[seat] + (left[seat] if spec.kind == "total" else allowed), seat)
        for seat in turn.seats
        if running[seat]
    ]
    return min(flags, default=None)
