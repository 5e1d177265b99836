"""A value of Connect Four that is learned: many small looks at the board, each with weights for what it sees.

Every look (an n-tuple) is at a few neighbouring cells. A cell is empty, empty and next to be filled, one's
own, or the other's; what a look sees is a number, and the number's weight is learned. The value of a position
is the sum of what all looks say, of the board and of its mirror image.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROWS, COLUMNS = 6, 7
CELLS = ROWS * COLUMNS
KINDS = 4

Floats = NDArray[np.float32]
Boards = NDArray[np.int8]
"""Boards as rows of 42 cells, the lowest row first: 1 of whoever moved last, -1 the other's, 0 nobody's."""


def snakes(number: int, length: int, seed: int) -> NDArray[np.int64]:
    """Looks: walks over so many cells, each beside the one before."""
    chance = np.random.default_rng(seed)
    found: list[list[int]] = []
    while len(found) < number:
        walk = [int(chance.integers(CELLS))]
        while len(walk) < length:
            row, column = divmod(walk[-1], COLUMNS)
            r, c = row + int(chance.integers(-1, 2)), column + int(chance.integers(-1, 2))
            if 0 <= r < ROWS and 0 <= c < COLUMNS and r * COLUMNS + c not in walk:
                walk.append(r * COLUMNS + c)
            elif chance.random() < 0.1:
                break
        if len(walk) == length:
            found.append(walk)
    return np.array(found)


class Network:
    """What positions are worth for whoever has just moved: from -1, lost, to 1, won."""

    def __init__(self, number: int = 70, length: int = 8, seed: int = 1) -> None:
        self.looks = snakes(number, length, seed)
        self.weights: Floats = np.zeros(2 * number * KINDS**length, np.float32)
        self._prepare()

    def _prepare(self) -> None:
        number, length = self.looks.shape
        mirrored = self.looks // COLUMNS * COLUMNS + (COLUMNS - 1 - self.looks % COLUMNS)
        self._cells = np.concatenate([self.looks, mirrored]).T
        self._starts = np.tile(np.arange(number) * KINDS**length, 2)[:, None]
        self._half = number * KINDS**length

    def seen(self, boards: Boards, seats: NDArray[np.int64]) -> NDArray[np.int64]:
        """Which weights every board is judged by; `seats` are those who moved last."""
        cells = kinds(boards)
        numbers = np.zeros((self._cells.shape[1], len(boards)), np.int64)
        for places in self._cells:
            numbers *= KINDS
            numbers += cells[places]
        numbers += self._starts + seats * self._half
        return numbers.T

    def judge(self, seen: NDArray[np.int64]) -> Floats:
        """What the boards that are judged by these weights are worth."""
        worth: Floats = np.tanh(self.weights[seen].sum(1))
        return worth

    def learn(self, seen: NDArray[np.int64], truth: Floats, rate: float) -> None:
        """Move the values of these boards towards what they should have been."""
        worth = self.judge(seen)
        change = rate * (truth - worth) * (1 - worth * worth)
        np.add.at(self.weights, seen, change[:, None])

    def save(self, path: Path) -> None:
        """Keep what was learned; half the digits are enough."""
        with path.open("wb") as file:
            np.savez_compressed(file, looks=self.looks, weights=self.weights.astype(np.float16))

    @classmethod
    def load(cls, path: Path) -> "Network":
        """What was learned another day."""
        network = cls.__new__(cls)
        with path.open("rb") as file, np.load(file) as kept:
            network.looks, network.weights = kept["looks"], kept["weights"].astype(np.float32)
        network._prepare()
        return network


def kinds(boards: Boards) -> Boards:
    """Each cell of all boards: 0 empty, 1 next to be filled, 2 of whoever moved last, 3 the other's."""
    grid = boards.reshape(-1, ROWS, COLUMNS)
    taken = grid != 0
    below = np.concatenate([np.ones_like(taken[:, :1]), taken[:, :-1]], 1)
    found = np.where(grid > 0, 2, np.where(grid < 0, 3, below)).astype(np.int8)
    return np.ascontiguousarray(found.reshape(-1, CELLS).T)


def four(boards: Boards) -> NDArray[np.bool_]:
    """Whether whoever moved last has four in a line."""
    own = boards.reshape(-1, ROWS, COLUMNS) > 0
    found = np.zeros(len(own), np.bool_)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        rows, columns = ROWS - 3 * down, COLUMNS - 3 * abs(right)
        first = 3 if right < 0 else 0
        line = np.ones((len(own), rows, columns), np.bool_)
        for step in range(4):
            left = first + step * right
            line &= own[:, step * down : step * down + rows, left : left + columns]
        found |= line.any((1, 2))
    return found


def dropped(boards: Boards) -> tuple[Boards, NDArray[np.bool_]]:
    """The seven boards after each (whose mover the other one is), and which of them there really are."""
    count = len(boards)
    heights = (boards.reshape(count, ROWS, COLUMNS) != 0).sum(1)
    possible = heights < ROWS
    after = np.repeat(-boards[:, None, :], COLUMNS, 1)
    columns = np.arange(COLUMNS)
    cells = np.minimum(heights, ROWS - 1) * COLUMNS + columns
    board = np.arange(count)[:, None]
    after[board, columns, cells] = np.where(possible, 1, after[board, columns, cells])
    return after.reshape(-1, CELLS), possible
