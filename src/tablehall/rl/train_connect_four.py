"""Learn Connect Four from nothing but games against oneself, then play the house.

    python -m tablehall.rl.train_connect_four --seconds 480 --out four.npz
    python -m tablehall.rl.train_connect_four --load four.npz --games 200 --level 2

Temporal-difference learning: at many tables at once the best move, as far as one knows, is made, and what the
position before it was thought to be worth is corrected by what it turned out to be worth now.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablehall.arena import Tally, compete
from tablehall.bots import Thought
from tablehall.games.api import AnyGame
from tablehall.rl.catalogue import encoding_of
from tablehall.rl.table import Observation
from tablehall.rl.tables import Tables
from tablehall.rl.tuples import CELLS, COLUMNS, Boards, Floats, Network, dropped, four

LOST = np.float32(-2)
"""Less than anything can be worth: a move that there is not."""
OPENING = 6
"""So many moves of a game are its opening, in which one tries more."""
CURIOUS = np.array([0.4, 0.1])
"""How often one tries any move instead of the best: in the opening, and later."""
NUMBERS = encoding_of("connect_four")


def boards_of(observations: NDArray[np.uint8]) -> Boards:
    """The boards that somebody on turn sees, told by who moved before them."""
    seen = observations.astype(np.int8)
    return (seen[..., 1] - seen[..., 0]).reshape(-1, CELLS)


def worths(network: Network, after: Boards, movers: NDArray[np.int64]) -> Floats:
    """What boards are worth for whoever moved last: a line is a win, a full board is a draw, else one guesses."""
    found = network.judge(network.seen(after, movers))
    found[(after != 0).all(1)] = 0
    found[four(after)] = 1
    return found


class Player:
    """Looks so many moves ahead, and trusts what was learned about the positions there."""

    def __init__(self, network: Network, ahead: int = 4) -> None:
        self.network, self.ahead = network, ahead

    def __call__(self, seen: Observation) -> int:
        """The column to play."""
        board = boards_of(seen["observation"][None])
        return int(self._replies(board, self.ahead).argmax())

    def bot(self, game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
        """The same as a bot of the arena."""
        view = game.view(state, seat)
        return NUMBERS.move(self({"observation": NUMBERS.observe(view, seat), "action_mask": NUMBERS.mask(())}), seat, view)

    def _replies(self, boards: Boards, ahead: int) -> Floats:
        """What every column is worth on these boards, for whoever is on turn there."""
        after, possible = dropped(boards)
        movers = np.repeat((boards != 0).sum(1) % 2, COLUMNS)
        found = worths(self.network, after, movers)
        open_ends = possible.ravel() & ~four(after) & (after == 0).any(1)
        if ahead > 1 and open_ends.any():
            found[open_ends] = -self._replies(after[open_ends], ahead - 1).max(1)
        return np.where(possible, found.reshape(-1, COLUMNS), LOST)


def train(
    network: Network,
    seconds: float,
    *,
    seed: int = 1,
    number: int = 64,
    tell: Callable[[int, float], None] = lambda games, spent: None,
) -> int:
    """Play against oneself for so long; returns the number of games."""
    chance, tables = np.random.default_rng(seed), Tables("connect_four", number)
    turns, rows = tables.reset(seed), np.arange(number)
    before: NDArray[np.int64] | None = None
    known, games, start = np.zeros(number, np.bool_), 0, time.monotonic()
    while (spent := time.monotonic() - start) < seconds:
        share = spent / seconds
        after, possible = dropped(boards_of(turns.observations))
        movers = np.repeat(turns.seats, COLUMNS)
        worth = np.where(possible, worths(network, after, movers).reshape(number, COLUMNS), LOST)
        if before is not None and known.any():
            network.learn(before[known], -worth.max(1)[known], 0.004 * (1 - share) + 0.0005)
        begun = (turns.observations[..., :2].sum((1, 2, 3)) >= OPENING).astype(np.int64)
        curious = chance.random(number) < CURIOUS[begun]
        luck = np.where(possible, chance.random((number, COLUMNS)), LOST)
        chosen = np.where(curious, luck.argmax(1), worth.argmax(1))
        before = network.seen(after.reshape(number, COLUMNS, CELLS)[rows, chosen], turns.seats)
        turns, _, ended, _ = tables.step(chosen)
        known, games = ~ended, games + int(ended.sum())
        tell(games, spent)
    return games


def match(player: Player, level: int, games: int, seed: int = 1) -> Tally:
    """So many games against a level of the house, each side beginning every other one."""
    return compete("connect_four", player.bot, level, games, seed)
