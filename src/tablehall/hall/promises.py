"""Promises: the seed of a table that is not opened yet.

Who opens a table, or agrees to a rematch, sends their share of chance before there is a table. It counts
only if the seed was fixed earlier still; so each of them is told the hash of that seed in time. A promise
is kept in memory, used once, and otherwise forgotten.
"""

from typing import TYPE_CHECKING, NamedTuple

from tablehall.games.dice import commitment

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall
    from tablehall.hall.people import Person


class Promise(NamedTuple):
    """A seed, and since when it has been fixed."""

    seed: bytes
    at: int

    @property
    def commitment(self) -> str:
        """What is told of it."""
        return commitment(self.seed)


def promise_to(hall: "Hall", person: "Person") -> str:
    """The hash of the seed of the next table that somebody opens; it is drawn when it is first told."""
    if person.promise is None:
        person.promise = Promise(hall.chance(32), hall.now)
    return person.promise.commitment
