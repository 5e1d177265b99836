"""The games as environments to train programs in: PettingZoo, Gymnasium, many tables at once, and live.

    env = TableEnv("connect_four")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))

What a seat observes is made of its view alone, so nothing hidden gets in.
"""

from tablehall.extras import needed_for

with needed_for("tablehall.rl"):
    import gymnasium as gymnasium
    import numpy as numpy
    import pettingzoo as pettingzoo

from tablehall.rl.aec import TableEnv
from tablehall.rl.catalogue import encoding_of
from tablehall.rl.encoding import Encoding, Field
from tablehall.rl.live import LiveSeat
from tablehall.rl.positions import Follower, state_from
from tablehall.rl.seat import SeatEnv
from tablehall.rl.table import IllegalActionError, Observation
from tablehall.rl.tables import Tables

__all__ = [
    "Encoding",
    "Field",
    "Follower",
    "IllegalActionError",
    "LiveSeat",
    "Observation",
    "SeatEnv",
    "TableEnv",
    "Tables",
    "encoding_of",
    "state_from",
]
