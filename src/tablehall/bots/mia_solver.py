"""Perfect play of Mia between two, in exact fractions.

Once a claim is not doubted, the dice under it no longer matter: whoever rolls next only has
to beat it. So the game is a ladder of 21 small games, one for each claim to beat (and one for
opening), solved from the top. In each, the roller has thrown r and says b; the other either
SEEs, and r >= b decides, or rolls with b to beat, which the roller survives with
probability keep[b] = 1 - value[b].

Say the answerer doubts b so often that a bluff of b wins with probability at most w. Their best
is one w for all b: a doubt rate of 1 - w / keep[b], and none where keep[b] <= w already. Then a
true b wins 1 - w * value[b] / keep[b], and the roller's rolls fall in two heaps: those that are
announced as they are, and the short ones, which win w whatever they say. A larger w helps the
short ones and hurts the true ones; the best w is the smallest at which the short ones are
enough to supply every true b with its share of bluffs, value[b] of all who say b.

The second roll of the document is heard by everybody but seen by nobody, so a blind b simply
wins with the worse of keep[b] and the chance to have rolled it; short rolls that are not
needed as bluffs roll again, and w is what that is worth.
"""

from fractions import Fraction
from functools import cache

from tablehall.games.api import Value
from tablehall.games.mia import MIA, RANK, THROWS

TOP = RANK[MIA]
OPENING = -1
"""The claim to beat when there is none; ranks count from 0."""

CHANCE = tuple(Fraction(1 if high == low else 2, 36) for high, low in THROWS)
"""How likely each throw is, from the lowest to Mia."""
AT_LEAST = tuple(sum(CHANCE[rank:], Fraction(0)) for rank in range(len(THROWS)))


class Plan(Value, frozen=True):
    """How to roll against one claim. All claims and rolls are ranks, 0 to 20."""

    value: Fraction
    """The chance to win for whoever has decided to roll."""
    bluff_worth: Fraction
    """The chance to win with a roll that is too low."""
    true_from: int
    """The lowest roll that is announced as it is."""
    bluffs: tuple[Fraction, ...]
    """With a lower roll: how often to say each of the 21 throws."""
    again: Fraction
    """With a lower roll: how often to roll again instead."""
    say_blind: int
    """What to say after the second roll."""


class Solution(Value, frozen=True):
    """Perfect play of both sides; the first plan is the opening, then one for each claim."""

    plans: tuple[Plan, ...]

    def against(self, claim: int) -> Plan:
        """The plan for rolling with this claim to beat."""
        return self.plans[claim + 1]

    def doubt(self, said: int, over: int, blind: bool = False) -> Fraction:
        """How often to SEE `said`, which had to beat `over`."""
        keep = 1 - self.against(said).value
        if blind:
            return Fraction(AT_LEAST[said] < keep)
        return max(Fraction(0), 1 - self.against(over).bluff_worth / keep)


@cache
def solve(second_roll: bool) -> Solution:
    """Perfect play with or without the document's blind second roll."""
    values: dict[int, Fraction] = {}
    plans: list[Plan] = []
    for claim in range(TOP - 1, OPENING - 1, -1):
        plan = plan_against(claim, values, second_roll)
        values[claim] = plan.value
        plans.append(plan)
    return Solution(tuple(reversed(plans)))


def plan_against(claim: int, values: dict[int, Fraction], second_roll: bool) -> Plan:
    """The best way to beat a claim, once all higher claims are solved."""
    keep = {said: 1 - values[said] for said in range(claim + 1, TOP)}
    again, say_blind = best_blind(keep) if second_roll else (Fraction(0), TOP)
    worth = bluff_worth(keep, again)
    doubted = [said for said in keep if keep[said] > worth]
    bluffing = {said: CHANCE[said] * values[said] / keep[said] for said in doubted}
    value = CHANCE[TOP] + worth * sum(CHANCE[roll] for roll in range(TOP) if roll not in doubted)
    value += sum(CHANCE[said] - worth * bluffing[said] for said in doubted)
    true_from = doubted[0] if doubted else TOP
    if worth > again:
        true_from -= 1  # the highest throw that is never doubted: true or not, it wins `worth`
    short = sum(CHANCE[:true_from], Fraction(0))
    bluffs = [bluffing.get(said, Fraction(0)) / short for said in range(len(THROWS))]
    left = 1 - sum(bluffs, Fraction(0))
    if worth > again or not second_roll:
        bluffs = shed(bluffs, left, true_from if worth > again else None)
        left = Fraction(0)
    return Plan(value, worth, true_from, tuple(bluffs), left, say_blind)


def bluff_worth(keep: dict[int, Fraction], again: Fraction) -> Fraction:
    """The smallest worth of a bluff, from that of rolling again, for which there are enough rolls.

    Of those who say a throw that is doubted, the share keep[said] must be telling the truth.
    """

    def sayers(worth: Fraction) -> Fraction:
        return sum((CHANCE[said] / kept for said, kept in keep.items() if kept > worth), Fraction(0))

    worths = sorted({again, *(kept for kept in keep.values() if kept > again)})
    return next(worth for worth in worths if sayers(worth) <= 1 - CHANCE[TOP])


def shed(bluffs: list[Fraction], left: Fraction, safe: int | None) -> list[Fraction]:
    """Where short rolls go that are not needed as bluffs and cannot be rolled again: to the
    throw nobody doubts, if there is one, else they lose anyway, whatever they say."""
    if safe is not None:
        return [left if said == safe else share for said, share in enumerate(bluffs)]
    if left == 1:
        return [*bluffs[:TOP], left]
    return [share / (1 - left) for share in bluffs]


def best_blind(keep: dict[int, Fraction]) -> tuple[Fraction, int]:
    """What a second roll is worth, and what to say after it."""
    worths = [(min(kept, AT_LEAST[said]), said) for said, kept in keep.items()]
    return max([*worths, (AT_LEAST[TOP], TOP)])
