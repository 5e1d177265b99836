"""Three players of Eriantys: one who wanders, one who takes what is there, one who looks ahead."""

import random
from typing import Any

from tablehall.bots import Levels, Thought
from tablehall.bots.eriantys_evaluation import standing
from tablehall.bots.eriantys_plans import plans
from tablehall.bots.eriantys_turns import glance, sit_down
from tablehall.bots.playouts import Plan, search
from tablehall.games.api import AnyGame
from tablehall.games.eriantys.moves import ToDiningRoom, UseCharacter
from tablehall.games.eriantys.state import Phase, Table

MOST_PLANS = 16


class EriantysCraft:
    """What the search knows of Eriantys."""

    playouts = 16
    horizon = 10

    def plans(self, state: Table, seat: int, chance: random.Random) -> list[Plan]:
        return plans(state, seat, chance, MOST_PLANS)

    def reply(self, state: Table, seat: int, chance: random.Random) -> Plan:
        return glance(state, seat, chance)

    def worth(self, state: Table, seat: int) -> float:
        return standing(state, seat)


CRAFT = EriantysCraft()


def casual(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Sends every second student to the dining room, and leaves the rest to chance."""
    chance = thought.chance
    if state.phase is Phase.CHOOSING:
        return sit_down(state, chance)
    moves = [move for move in game.legal(state, seat) if not isinstance(move, UseCharacter)]
    seats = [move for move in moves if isinstance(move, ToDiningRoom)]
    return chance.choice(seats if seats and chance.random() < 0.5 else moves)


def greedy(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Makes the turn after which its side stands best."""
    return plans(state, seat, thought.chance, 1)[0][0]


def searching(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Tries the best turns out, with what the others may do next."""
    return search(game, state, seat, thought, CRAFT)


levels: Levels = (casual, greedy, searching)
