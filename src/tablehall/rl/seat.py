"""One seat at a table as an environment of Gymnasium; the house's bots have the others."""

import random
from typing import Any, SupportsFloat

import gymnasium

from tablehall.bots import Thought
from tablehall.bots.levels import levels_of, think
from tablehall.games.api import AnyGame
from tablehall.rl.encoding import Encoding
from tablehall.rl.table import Observation, Table


class SeatEnv(gymnasium.Env[Any, Any]):
    """Play against the house. `seat` is yours; None: another one each game, in turns. What you are given is
    always a moment at which you are on turn, or the end. In `info` stands which seat is yours."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 (Gymnasium wants it so)

    def __init__(
        self,
        game: AnyGame | str,
        level: int = 1,
        *,
        seat: int | None = None,
        seats: int | None = None,
        options: Any = None,
        effort: float = 1.0,
        longest: int = 0,
        render_mode: str | None = None,
        encoding: Encoding | None = None,
    ) -> None:
        self.table = Table(game, seats, options, longest, encoding)
        arena, numbers = self.table.arena, self.table.encoding
        if not 1 <= level <= len(levels_of(arena.game)):
            raise ValueError(
                f"{arena.game.title} has levels 1 to {len(levels_of(arena.game))}, no level {level}."
            )
        if seat is not None and not 0 <= seat < arena.seats:
            raise ValueError(f"There are seats 0 to {arena.seats - 1}, no seat {seat}.")
        self.level, self.render_mode = level, render_mode
        self._fixed, self._effort = seat, effort
        self.observation_space = numbers.observation_space()
        self.action_space = numbers.action_space()
        self._chance = random.Random()
        self._games = 0
        self.seat = seat or 0
        """The seat that is yours in this game."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The next game; with a seed, the first one of that seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
            self._chance = random.Random(seed)
        self.table.reset(seed)
        self.seat = self._games % self.table.arena.seats if self._fixed is None else self._fixed
        self._games += 1
        self._let_others_play()
        if self.table.over:  # the others ended it before one was ever on turn
            return self.reset()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Act, and let the others play until you are on turn again or the game is over."""
        rewards = self.table.step(action).rewards
        rewards = self._let_others_play() or rewards
        seen, info = self._seen()
        return seen, rewards[self.seat], self.table.over, self.table.cut_off, info

    def _let_others_play(self) -> tuple[float, ...]:
        table = self.table
        rewards: tuple[float, ...] = ()
        while not table.over and not table.cut_off and table.seat != self.seat:
            thought = Thought(self._chance, self._effort)
            move = think(table.arena.game, table.arena.state, table.seat, self.level, thought)
            rewards = table.play(move).rewards
        return rewards

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        return self.table.observe(self.seat), {"seat": self.seat}

    def render(self) -> str | None:
        """The position in words, as your seat sees it."""
        game, state = self.table.arena.game, self.table.arena.state
        return game.describe(game.view(state, self.seat)) if self.render_mode == "ansi" else None
