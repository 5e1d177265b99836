"""How a game becomes numbers: every move has an index, every view is an array of bytes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]


class Field(NamedTuple):
    """A part of an observation: what it says, in how many numbers, and the greatest of them."""

    name: str
    size: int
    high: int = 1


class Encoding(ABC):
    """The numbers of one game, for so many seats and with these options. Nothing here changes: one
    encoding serves every table."""

    actions: int
    """How many indexes there are."""
    shape: tuple[int, ...]
    """The shape of an observation."""
    fields: tuple[Field, ...]
    """What an observation says: along its last axis, in this order."""

    @abstractmethod
    def index(self, move: Any, seat: int) -> int:
        """The number of a move, as this seat counts."""

    @abstractmethod
    def move(self, index: int, seat: int, view: Any) -> Any:
        """The move with this number; the view says what the number leaves open."""

    @abstractmethod
    def features(self, view: Any, seat: int) -> bytearray:
        """What the seat sees in this view, number by number."""

    def observe(self, view: Any, seat: int) -> Bytes:
        """What the seat sees in this view, as an array."""
        return np.frombuffer(self.features(view, seat), np.uint8).reshape(self.shape)

    def choices(self, moves: Iterable[Any], seat: int) -> dict[int, Any]:
        """These moves by their numbers."""
        return {self.index(move, seat): move for move in moves}

    def mask(self, indexes: Iterable[int]) -> Mask:
        """1 for each of these indexes, 0 for every other."""
        mask = bytearray(self.actions)
        for index in indexes:
            mask[index] = 1
        return np.frombuffer(mask, np.int8)

    @property
    def high(self) -> Bytes:
        """The greatest number an observation can have anywhere: divide by it and all are from 0 to 1."""
        along = [field.high for field in self.fields for _ in range(field.size)]
        return np.broadcast_to(np.array(along, np.uint8), self.shape).copy()

    def observation_space(self) -> spaces.Dict:
        """What a seat is given on its turn: the observation and the mask of its legal actions."""
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(self.shape, np.uint8), self.high, dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def action_space(self) -> "spaces.Discrete[np.int64]":
        """Every index."""
        return spaces.Discrete(self.actions)


class Listed(Encoding):
    """An encoding of a game whose moves can be written down in a list, whatever the position is."""

    def __init__(self, *moves: Sequence[Any]) -> None:
        """The moves as each seat counts them; one list serves all seats."""
        self._moves = moves
        self._indexes = [{move: index for index, move in enumerate(listed)} for listed in moves]
        self.actions = len(moves[0])

    def index(self, move: Any, seat: int) -> int:
        """The place of a move in the seat's list."""
        return self._indexes[seat % len(self._indexes)][move]

    def move(self, index: int, seat: int, view: Any = None) -> Any:
        """The move at this place of the seat's list."""
        return self._moves[seat % len(self._moves)][index]

    def choices(self, moves: Iterable[Any], seat: int) -> dict[int, Any]:
        """These moves by their numbers."""
        indexes = self._indexes[seat % len(self._indexes)]
        return {indexes[move]: move for move in moves}


def row_of(fields: Sequence[Field]) -> tuple[int]:
    """The shape of an observation that is one row of fields."""
    return (sum(field.size for field in fields),)


def one_hot(value: int | None, size: int) -> list[int]:
    """A number from 0 on as so many numbers, all 0 but one; None: all are 0."""
    return [int(place == value) for place in range(size)]


def around(seat: int, seats: int) -> list[int]:
    """All seats in the order in which this one counts them: itself, then those after it."""
    return [(seat + place) % seats for place in range(seats)]
