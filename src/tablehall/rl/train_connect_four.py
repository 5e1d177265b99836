"""Learn Connect Four from nothing but games against oneself, then play the house.

    python -m tablehall.rl.train_connect_four --seconds 480 --out four.npz
    python -m tablehall.rl.train_connect_four --load four.npz --games 200 --level 2

Temporal-difference learning: at many tables at once the best move, as far as one knows, is made, and what the
position before it was thought to be worth is corrected by what it turned out to be worth now.
"""

import argparse
import random
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablehall.arena import Arena, Tally
from tablehall.bots import Bot, Thought
from tablehall.bots.levels import think
from tablehall.games.api import AnyGame
from tablehall.rl.catalogue import encoding_of
from tablehall.rl.table import Observation
from tablehall.rl.tables import Tables
from tablehall.rl.tuples import CELLS, COLUMNS, Boards, Floats, Network, dropped, four

LOST = np.float32(-2)
"""Less than anything can be worth: a move that there is not."""
OPENING = 6
"""So many moves of a game are its opening, in which one tries more."""
CURIOUS = (0.1, 0.4)
"""How often one tries any move instead of the best: later, and in the opening."""
RATES = (0.004, 0.0005)
"""How much of an error is corrected at once: at the beginning, and in the end."""
EVERY = 30.0
"""Seconds between two words about how far it is."""
NUMBERS = encoding_of("connect_four")


def boards_of(observations: NDArray[np.uint8]) -> Boards:
    """The boards that somebody on turn sees, told by who moved before them."""
    seen = observations.astype(np.int8)
    return (seen[..., 1] - seen[..., 0]).reshape(-1, CELLS)


def worths(network: Network, after: Boards, seen: NDArray[np.int64]) -> Floats:
    """What boards are worth for whoever moved last: a line wins, a full board is a draw, else one guesses."""
    found = network.judge(seen)
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
        mask = NUMBERS.mask(NUMBERS.choices(game.legal(state, seat), seat))
        return NUMBERS.move(
            self({"observation": NUMBERS.observe(view, seat), "action_mask": mask}), seat, view
        )

    def _replies(self, boards: Boards, ahead: int) -> Floats:
        """What every column is worth on these boards, for whoever is on turn there."""
        after, possible = dropped(boards)
        movers = np.repeat((boards != 0).sum(1) % 2, COLUMNS)
        found = worths(self.network, after, self.network.seen(after, movers))
        open_ends = possible.ravel() & ~four(after) & (after == 0).any(1)
        if ahead > 1 and open_ends.any():
            found[open_ends] = -self._replies(after[open_ends], ahead - 1).max(1)
        return np.where(possible, found.reshape(-1, COLUMNS), LOST)


def train(
    network: Network,
    seconds: float,
    *,
    most: int = 10**12,
    seed: int = 1,
    number: int = 64,
    tell: Callable[[int, float], None] = lambda games, spent: None,
) -> int:
    """Play against oneself for so long, or so many games at most; returns their number."""
    chance, tables, rows = np.random.default_rng(seed), Tables("connect_four", number), np.arange(number)
    turns, games, start = tables.reset(seed), 0, time.monotonic()
    before, goes_on = np.zeros((number, 1), np.int64), np.zeros(number, np.bool_)
    while (share := max((time.monotonic() - start) / seconds, games / most)) < 1:
        after, possible = dropped(boards_of(turns.observations))
        seen = network.seen(after, np.repeat(turns.seats, COLUMNS))
        worth = np.where(possible, worths(network, after, seen).reshape(number, COLUMNS), LOST)
        if goes_on.any():
            network.learn(before[goes_on], -worth.max(1)[goes_on], RATES[0] + share * (RATES[1] - RATES[0]))
        begun = turns.observations[..., :2].sum((1, 2, 3)) >= OPENING
        curious = chance.random(number) < np.where(begun, *CURIOUS)
        luck = np.where(possible, chance.random((number, COLUMNS)), LOST)
        chosen = np.where(curious, luck.argmax(1), worth.argmax(1))
        before = seen[rows * COLUMNS + chosen]
        turns, _, ended, _ = tables.step(chosen)
        goes_on, games = ~ended, games + int(ended.sum())
        tell(games, share * seconds)
    return games


def match(player: Player, other: int | Bot, games: int, *, opening: int = 4, seed: int = 1) -> Tally:
    """So many games against a level of the house or another bot. So many moves of each are made at random,
    and every such opening is played twice, once from either side."""
    total = Tally()
    for number in range(games):
        arena, chance = Arena("connect_four"), random.Random(f"{seed}/{number // 2}")
        for _ in range(opening):
            arena.step(chance.choice(arena.legal()))
        mine, got = number % 2, 0.0
        while not arena.over:
            seat = arena.turn[0]
            bot = player.bot if seat == mine else other
            got = arena.step(_move(arena, seat, bot, Thought(chance))).rewards[mine]
        total += Tally(int(got > 0), int(got == 0), int(got < 0))
    return total


def _move(arena: Arena, seat: int, bot: int | Bot, thought: Thought) -> Any:
    if isinstance(bot, int):
        return think(arena.game, arena.state, seat, bot, thought)
    return bot(arena.game, arena.state, seat, thought)


def main(words: list[str] | None = None) -> None:
    """Train a player and have it play the house; or only the latter."""
    asked = _asked(words)
    if asked.load is not None:
        network = _loaded(asked.load)
    else:
        network = Network()
        games = train(network, asked.seconds, seed=asked.seed, tell=_progress())
        print(f"{games} games against oneself in {asked.seconds:g} s")
        network.save(asked.out)
        print(f"What was learned is in {asked.out}.")
    for opening in (0, 4):
        tally = match(
            Player(network, asked.ahead), asked.level, asked.games, opening=opening, seed=asked.seed
        )
        print(
            f"Level {asked.level} after {opening} moves at random: won {tally.won}, drawn {tally.drawn}, "
            f"lost {tally.lost} of {tally.games}"
        )


def _asked(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m tablehall.rl.train_connect_four", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=480, help="how long to learn")
    parser.add_argument("--out", type=Path, default=Path("four.npz"), help="where to keep what was learned")
    parser.add_argument("--load", type=Path, help="do not learn, play with what was learned before")
    parser.add_argument("--games", type=int, default=100, help="games against the house")
    parser.add_argument(
        "--level", type=int, choices=(1, 2, 3), default=2, help="which of the house's players"
    )
    parser.add_argument("--ahead", type=int, default=4, help="how many moves to look ahead when it counts")
    parser.add_argument("--seed", type=int, default=1, help="the same seed has the same luck")
    asked = parser.parse_args(words)
    if asked.seconds <= 0:
        parser.error("--seconds must be more than 0")
    if asked.load is not None and not asked.load.exists():
        parser.error(f"{asked.load} is not there: train a player first, with --out {asked.load}")
    return asked


def _loaded(path: Path) -> Network:
    try:
        return Network.load(path)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise SystemExit(f"{path} holds no player that was trained by this program ({error}).") from error


def _progress() -> Callable[[int, float], None]:
    """Says now and then how far it is."""
    said = 0.0

    def tell(games: int, spent: float) -> None:
        nonlocal said
        if spent - said >= EVERY:
            said = spent
            print(f"{spent:5.0f} s: {games} games", flush=True)

    return tell


if __name__ == "__main__":
    main()
