"""Many tables at once: one step moves at all of them, and a game that is over is followed by the next."""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablehall.games.api import AnyGame
from tablehall.rl.encoding import Bytes, Encoding, Mask
from tablehall.rl.table import Table


class Turns(NamedTuple):
    """What is before whoever is on turn, a row for every table."""

    observations: Bytes
    masks: Mask
    seats: NDArray[np.int64]
    """The seat on turn: whose eyes these are."""


class Moved(NamedTuple):
    """What a step at every table led to."""

    turns: Turns
    """What is to be decided next; at a table whose game has ended, in the next game."""
    rewards: NDArray[np.float32]
    """For every table and seat; 0 but at the end of a game."""
    terminated: NDArray[np.bool_]
    """Where a game has ended with this step."""
    truncated: NDArray[np.bool_]
    """Where it was cut off."""


class Tables:
    """Games side by side, for self-play: at each table the seat on turn is the one that acts."""

    def __init__(
        self,
        game: AnyGame | str,
        number: int,
        seats: int | None = None,
        options: Any = None,
        *,
        longest: int = 0,
        encoding: Encoding | None = None,
    ) -> None:
        if number < 1:
            raise ValueError("There must be at least one table.")
        self.tables = [Table(game, seats, options, longest, encoding) for _ in range(number)]
        self.encoding = self.tables[0].encoding
        self.seats = self.tables[0].arena.seats

    def reset(self, seed: int | None = None) -> Turns:
        """Begin anew everywhere; every table has a luck of its own, which follows from the seed."""
        seed = secrets.randbits(32) if seed is None else seed
        for number, table in enumerate(self.tables):
            table.reset(seed * 1_000_003 + number)
        return self._turns()

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Moved:
        """An action for every table; if one of them is not legal, nothing is done anywhere."""
        count = len(self.tables)
        if len(actions) != count:
            raise ValueError(f"There are {count} tables and {len(actions)} actions: give one for each table.")
        moves = [table.move(action) for table, action in zip(self.tables, actions, strict=True)]
        rewards = np.zeros((count, self.seats), np.float32)
        terminated, truncated = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        for number, (table, move) in enumerate(zip(self.tables, moves, strict=True)):
            step = table.play(move)
            if step.over:
                rewards[number], terminated[number] = step.rewards, True
                table.reset()
            elif table.cut_off:
                truncated[number] = True
                table.reset()
        return Moved(self._turns(), rewards, terminated, truncated)

    def _turns(self) -> Turns:
        numbers, masks, features = self.encoding, bytearray(), bytearray()
        for table in self.tables:
            mask = bytearray(numbers.actions)
            for index in table.choices:
                mask[index] = 1
            masks += mask
            features += numbers.features(table.arena.game.view(table.arena.state, table.seat), table.seat)
        count = len(self.tables)
        return Turns(
            np.frombuffer(features, np.uint8).reshape(count, *numbers.shape),
            np.frombuffer(masks, np.int8).reshape(count, numbers.actions),
            np.array([table.seat for table in self.tables]),
        )
