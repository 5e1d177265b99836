"""A table as an environment of PettingZoo: the seats act one after the other."""

from typing import Any, SupportsInt

from gymnasium import spaces
from pettingzoo import AECEnv

from tablehall.games.api import AnyGame
from tablehall.rl.encoding import Encoding
from tablehall.rl.table import Observation, Table


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types to inherit
    """A table of any game. The agents are `seat_0`, `seat_1`, ...; at the end every seat gets from 1 (the
    best place) to -1 (the worst). The same seed and the same actions are the same game, dice and all."""

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        options: Any = None,
        *,
        longest: int = 0,
        render_mode: str | None = None,
        encoding: Encoding | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, options, longest, encoding)
        self.render_mode = render_mode
        name = f"tablehall_{self.table.arena.game.name}_v{self.table.arena.game.version}"
        self.metadata = {"name": name, "render_modes": ["ansi", "human"], "is_parallelizable": False}
        numbers = self.table.encoding
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.arena.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: numbers.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: numbers.action_space() for agent in self.possible_agents}
        self._begin()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent is given."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        """The indexes of all moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next game; with a seed, the first one of that seed."""
        self.table.reset(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]
        self._skip_agent_selection: str | None = None

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty while it is not on turn."""
        return self.table.observe(self._seat[agent])

    def step(self, action: SupportsInt | None) -> None:
        """The agent on turn acts; after the end, each agent takes its leave with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is on turn and has to act: None is for those whose game is over.")
        step = self.table.step(action)
        self._cumulative_rewards[agent] = 0.0
        if step.over:
            self.rewards = dict(zip(self.agents, step.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.table.cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.table.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in words, as a spectator sees it: as a text (`ansi`) or printed (`human`)."""
        game, state = self.table.arena.game, self.table.arena.state
        text = game.describe(game.view(state, None))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to put away."""
