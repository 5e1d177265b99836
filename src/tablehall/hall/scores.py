"""Scores: games won, lost and drawn, and a rating of skill.

The rating is Weng and Lin's Bayesian update for the Plackett-Luce model (2011), the one
`openskill` computes by default; the tests compare the two.
"""

import math
from collections.abc import Sequence

import msgspec

from tablehall.games.api import Outcome

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = 25.0 / 6, 25.0 / 300, 0.0001


class Score(msgspec.Struct, frozen=True):
    """One player's results in one game; the rating is a guess `mu`, give or take `sigma`."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """One number for people: what they are at least worth, a newcomer's being 1000."""
        return max(0, round(1000 + 40 * (self.mu - 3 * self.sigma)))


NEWCOMER = Score()


def rate(scores: Sequence[Score], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """The (mu, sigma) of each player after a game with these ranks, 1 the best."""
    variances = [score.sigma**2 + TAU**2 for score in scores]
    c = math.sqrt(sum(variances) + len(scores) * BETA**2)
    strengths = [math.exp(score.mu / c) for score in scores]
    fields = {rank: sum([s for s, r in zip(strengths, ranks, strict=True) if r >= rank]) for rank in ranks}
    rated = []
    for score, variance, strength, own in zip(scores, variances, strengths, ranks, strict=True):
        omega, delta = 1 / ranks.count(own), 0.0
        for rank, field in fields.items():  # each place that they might have taken
            if rank <= own:
                share = strength / field
                omega -= share
                delta += share * (1 - share)
        delta *= variance / c**2 * math.sqrt(variance) / c
        sigma = math.sqrt(variance * max(1 - delta, KAPPA))
        rated.append((score.mu + omega * variance / c, sigma))
    return rated


def settle(scores: Sequence[Score], outcome: Outcome) -> list[Score]:
    """Everybody's score after a game."""
    winners = outcome.winners
    after = []
    for seat, (score, (mu, sigma)) in enumerate(zip(scores, rate(scores, outcome.ranks), strict=True)):
        won, drawn = seat in winners, not winners
        after.append(
            Score(score.won + won, score.lost + (not won and not drawn), score.drawn + drawn, mu, sigma)
        )
    return after
