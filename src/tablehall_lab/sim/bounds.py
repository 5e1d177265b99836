"""Bounds: the limits of the hall's queues, in most runs so small that a day reaches them."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from tablehall.hall import deadlines, entrance, recovery
from tablehall.net import connection, pipeline, sender
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.trace import Broken


class Bounds(msgspec.Struct, frozen=True):
    """How much may wait in a run."""

    congested: int
    """Answers for the journal, before nothing more is read."""
    paced: int
    """Messages for a connection that wants them apart."""
    known: int
    """Milliseconds for which somebody without results is known who does not come back."""


def bounds(chance: Chance) -> Bounds:
    """Draw the limits of a run."""
    return Bounds(
        chance.choice((pipeline.CONGESTED, 200, 20)),
        chance.choice((sender.PACED_MOST, 2 * connection.SLICE)),
        chance.choice((deadlines.FORGOTTEN_AFTER, 3_600_000)),
    )


@contextmanager
def within(bounds: Bounds) -> Iterator[None]:
    """Have the hall keep these limits instead of its own."""
    usual = Bounds(pipeline.CONGESTED, sender.PACED_MOST, deadlines.FORGOTTEN_AFTER)
    _set(bounds)
    try:
        yield
    finally:
        _set(usual)


def _set(bounds: Bounds) -> None:
    pipeline.CONGESTED, sender.PACED_MOST = bounds.congested, bounds.paced
    for room in (deadlines, entrance, recovery):
        setattr(room, "FORGOTTEN_AFTER", bounds.known)  # noqa: B010 (a constant, but for a day in a bottle)


def check_waiting(hall: pipeline.Pipeline) -> None:
    """Something more waits for the journal: if it is too much, the hall must know it."""
    if len(hall._pending) > pipeline.CONGESTED and not hall.congested:
        raise Broken(f"{len(hall._pending)} answers wait for the journal, and nobody minds")


def check_read(listener: connection.Connection) -> None:
    """A message of somebody is about to be looked at: not while too much waits for the journal."""
    if listener.pipeline.congested:
        raise Broken(f"connection {listener.conn} is read while too many answers wait for the journal")


def check_written(listener: connection.Connection) -> None:
    """Something more waits for somebody who wants their messages apart."""
    if listener._gap and len(listener._out) > sender.PACED_MOST:
        raise Broken(f"{len(listener._out)} messages wait for connection {listener.conn}")
