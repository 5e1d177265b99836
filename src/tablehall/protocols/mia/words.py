"""Moves from what clients say, and messages from what happens at a table."""

from collections.abc import Callable
from typing import Any

from tablehall.contests.match import Match
from tablehall.contests.settings import NameRules
from tablehall.games import mia
from tablehall.protocols.mia import dialects
from tablehall.protocols.mia.dialects import Dialect

LONGEST_NAME = 20
SEPARATORS = frozenset(",;:")
ROOM = 1_140
"""Bytes for names and points in one message: a datagram without its verb and its token."""
POINTS = 12
"""Bytes that a player's points and the signs around them may need."""

PAIRS = {(one, other): (max(one, other), min(one, other)) for one in range(1, 7) for other in range(1, 7)}
DICE = {text: mia.Announce(throw) for (a, b), throw in PAIRS.items() for text in (f"{a},{b}", f"{a}{b}")}
"""Every way to write a throw: 6,3 or 3,6 or 63 or 36."""
PLAIN: dict[str, mia.MiaMove] = {dialects.ROLL: mia.ROLL, dialects.SEE: mia.SEE}
SPOKEN = {throw: f"{throw[0]},{throw[1]}" for throw in mia.THROWS}


def good_name(name: str) -> bool:
    """Whether a name can be part of a message: short, printable, and without , ; : and blanks."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        return False
    return not any(char.isspace() or char in SEPARATORS for char in name)


NAMES = NameRules(good_name, lambda name: len(name.encode()) + POINTS, ROOM)


def spoken(throw: mia.Throw) -> str:
    """A throw as it is written."""
    return SPOKEN[throw]


def move_from(meaning: str, said: list[str]) -> mia.MiaMove | None:
    """The move that a verb and what stands between it and the token mean; None: none."""
    if meaning == dialects.ANNOUNCE:
        return DICE.get(said[0]) if len(said) == 1 else None
    return None if said else PLAIN.get(meaning)


def messages(dialect: Dialect, event: Any, match: Match) -> str:
    """What everybody at a table hears of an event."""
    return SAY[type(event)](dialect, event, match)


def _rolls(dialect: Dialect, event: mia.Rolls, match: Match) -> str:
    return dialect.rolls.format(name=match.players[event.seat].name, game=match.token)


def _announced(dialect: Dialect, event: mia.Announced, match: Match) -> str:
    name = match.players[event.seat].name
    return dialect.announced.format(name=name, dice=SPOKEN[event.dice], game=match.token)


def _wants_to_see(dialect: Dialect, event: mia.WantsToSee, match: Match) -> str:
    return dialect.wants_to_see.format(name=match.players[event.seat].name, game=match.token)


def _actual_dice(dialect: Dialect, event: mia.ActualDice, match: Match) -> str:
    return dialect.actual_dice.format(dice=SPOKEN[event.dice], game=match.token)


def _lost(dialect: Dialect, event: mia.Lost, match: Match) -> str:
    names = ",".join(match.players[seat].name for seat in event.seats)
    return dialect.lost.format(names=names, reason=event.reason.value, game=match.token)


SAY: dict[type, Callable[[Dialect, Any, Match], str]] = {
    mia.Rolls: _rolls,
    mia.Announced: _announced,
    mia.WantsToSee: _wants_to_see,
    mia.ActualDice: _actual_dice,
    mia.Lost: _lost,
}
