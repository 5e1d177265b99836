"""Three players of Mia: one who hardly lies, one with a rule of thumb, one without a flaw.

Each decides on its own view and its own luck, and is asked only when it is on turn.
"""

import random
from functools import cache, partial

from tablehall.bots import Levels, Strategy, Thought
from tablehall.bots.mia_solver import AT_LEAST, OPENING, solve
from tablehall.games.api import AnyGame
from tablehall.games.mia import RANK, ROLL, SEE, THROWS, Announce, Claim, MiaMove, MiaView, Round, Throw

LOWEST_PAIR = RANK[1, 1]
BRAVE = tuple(range(RANK[5, 4], RANK[6, 3] + 1))
SAY = tuple(Announce(throw) for throw in THROWS)
WAYS_OUT: tuple[MiaMove, ...] = (*SAY, ROLL)


def rank(dice: Throw | None) -> int:
    """The rank of a throw; below all others if there is none to be seen."""
    return RANK[dice] if dice else OPENING


def to_beat(claim: Claim | None) -> int:
    """The rank of the announcement to beat."""
    return RANK[claim.dice] if claim else OPENING


def honest(view: MiaView, chance: random.Random) -> MiaMove:
    """Rolls while the odds are even that it can tell the truth; if not, lies by one step."""
    claim, roll = to_beat(view.claim), rank(view.dice)
    if not view.rolls:
        return ROLL if AT_LEAST[claim + 1] * 2 >= 1 else SEE
    return SAY[max(roll, claim + 1)]


def threshold(view: MiaView, chance: random.Random) -> MiaMove:
    """Doubts a pair, rolls against less; a roll that is too low becomes at least 54 to 63."""
    claim, roll = to_beat(view.claim), rank(view.dice)
    if not view.rolls:
        return SEE if claim >= LOWEST_PAIR else ROLL
    return SAY[roll if roll > claim else max(claim + 1, chance.choice(BRAVE))]


def equilibrium(view: MiaView, chance: random.Random) -> MiaMove:
    """Between two, cannot be beaten in the long run; among more, plays by the rule of thumb."""
    if view.lost.count(None) > 2:
        return threshold(view, chance)
    second_roll, claim, roll = view.rules == "document", to_beat(view.claim), rank(view.dice)
    if not view.rolls:
        said = view.claim
        doubtful = doubt(second_roll, claim, rank(said.over), said.blind) if said else 0.0
        return SEE if chance.random() < doubtful else ROLL
    plan = solve(second_roll).against(claim)
    if view.rolls == 2:
        return SAY[plan.say_blind]
    if roll >= plan.true_from:
        return SAY[roll]
    return chance.choices(WAYS_OUT, shares(second_roll, claim))[0]


@cache
def doubt(second_roll: bool, said: int, over: int, blind: bool) -> float:
    """How often perfect play doubts an announcement."""
    return float(solve(second_roll).doubt(said, over, blind))


@cache
def shares(second_roll: bool, claim: int) -> tuple[float, ...]:
    """With a roll that is too low: how often to say each throw, and to roll again."""
    plan = solve(second_roll).against(claim)
    return (*map(float, plan.bluffs), float(plan.again))


STRATEGIES: dict[str, Strategy[MiaView, MiaMove]] = {
    "honest": honest,
    "threshold": threshold,
    "equilibrium": equilibrium,
}
"""The house's players of Mia, by name."""


def at_table(
    play: Strategy[MiaView, MiaMove], game: AnyGame, state: Round, seat: int, thought: Thought
) -> MiaMove:
    """What a strategy does with what this seat sees."""
    return play(game.view(state, seat), thought.chance)


levels: Levels = tuple(partial(at_table, play) for play in (honest, threshold, equilibrium))
