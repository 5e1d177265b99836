"""Random games through environments for training, ours beside PettingZoo's own and OpenSpiel's, in one run.

Everybody does the same: look at the observation and the legal actions, take one of these at random, go on.
What counts is seconds of CPU. All are measured round after round, since a machine's speed changes from minute
to minute.
"""

import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from tablehall.rl import TableEnv, Tables

Steps = Iterator[int]
"""Plays for ever; says now and then how many steps it has made since it said so last."""
PEERS = {"connect_four": "connect_four_v3", "chess": "chess_v6"}
SPIEL = {"connect_four": "connect_four", "chess": "chess", "tictactoe": "tic_tac_toe", "checkers": "checkers"}


class Pace(NamedTuple):
    """Steps a second of CPU, in the middle of all rounds."""

    game: str
    ours: float
    many: float
    """Ours, of 64 tables at once."""
    zoo: float | None
    """PettingZoo's own environment, without its wrappers."""
    zoo_wrapped: float | None
    """The same as its users get it."""
    spiel: float | None
    """OpenSpiel from Python, with its observation tensor."""


def in_turns(env: Any, chance: random.Random) -> Steps:
    """Any environment of PettingZoo."""
    while True:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                env.step(chance.choice(seen["action_mask"].nonzero()[0]))
                steps += 1
        yield steps


def side_by_side(game: str, number: int = 64) -> Steps:
    """Many tables of ours at once."""
    tables, chance = Tables(game, number), np.random.default_rng(1)
    turns = tables.reset(1)
    while True:
        turns = tables.step((turns.masks * chance.random(turns.masks.shape)).argmax(1)).turns
        yield number


def in_spiel(name: str, chance: random.Random) -> Steps:
    """A game of OpenSpiel."""
    game = pyspiel.load_game(name)
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        yield steps


def pace(steps: Steps, seconds: float) -> float:
    """Steps a second of CPU, over at least so many seconds."""
    made, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not made:
        made += next(steps)
    return made / spent


def compare(games: Sequence[str], seconds: float, rounds: int) -> list[Pace]:
    """All of these games and their peers, round after round."""
    runners = {game: _runners(game) for game in games}
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for game, whose in runners.items():
            for name, steps in whose.items():
                found.setdefault((game, name), []).append(pace(steps, seconds))
    middle = {key: statistics.median(rates) for key, rates in found.items()}
    return [
        Pace(
            game,
            middle[game, "ours"],
            middle[game, "many"],
            middle.get((game, "zoo")),
            middle.get((game, "wrapped")),
            middle.get((game, "spiel")),
        )
        for game in games
    ]


def _runners(game: str) -> dict[str, Steps]:
    runners = {"ours": in_turns(TableEnv(game), random.Random(1)), "many": side_by_side(game)}
    if game in PEERS:
        module = _zoo(PEERS[game])
        runners["zoo"] = in_turns(module.raw_env(), random.Random(1))
        runners["wrapped"] = in_turns(module.env(), random.Random(1))
    if game in SPIEL:
        runners["spiel"] = in_spiel(SPIEL[game], random.Random(1))
    return runners


def _zoo(name: str) -> Any:
    with warnings.catch_warnings():  # it would rather have one ask for its games by name
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo import classic

        return getattr(classic, name)


def tell(paces: Sequence[Pace], say: Callable[[str], None] = print) -> None:
    """All figures as a table."""
    say(
        "game              ours   64 tables  PettingZoo   (wrapped)   OpenSpiel"
        "  ours/PettingZoo   ours/OpenSpiel"
    )
    for found in paces:
        peers = [found.zoo, found.zoo_wrapped, found.spiel]
        figures = "".join([f"{rate:>12,.0f}" if rate else f"{'':>12}" for rate in peers])
        ratios = "".join(
            [f"{found.ours / rate:>17.2f}" if rate else f"{'':>17}" for rate in (found.zoo, found.spiel)]
        )
        say(f"{found.game:<13}{found.ours:>9,.0f}{found.many:>12,.0f}{figures}{ratios}")
