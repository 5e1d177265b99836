"""Judging a soak: after a warm-up every figure must be flat, within a stated tolerance."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median

import msgspec

WARM_UP = 0.4
"""The share of a soak that is not judged; restarts happen in it."""
FEWEST = 8
"""So many samples are needed to speak of a trend."""
GAMES = 10
"""So many games of a kind are needed in each half to compare their sizes."""


class Sample(msgspec.Struct, frozen=True):
    """What was seen of the hall at one moment."""

    at: float
    """Seconds since the beginning."""
    memory: int
    descriptors: int
    threads: int
    connections: int
    tables: int
    on_disk: int
    games: int
    """Games played to their end so far."""

    @property
    def held(self) -> int:
        """Descriptors that are no connection of anybody's."""
        return self.descriptors - self.connections


class Verdict(msgspec.Struct, frozen=True):
    """One figure: its middle, what it grew by while it was judged, and what it was allowed to."""

    name: str
    middle: float
    growth: float
    allowed: float
    unit: str = ""

    @property
    def flat(self) -> bool:
        return self.growth <= self.allowed


class Promise(msgspec.Struct, frozen=True):
    """One thing that was promised: what was found, and what was allowed."""

    name: str
    found: float
    allowed: float
    unit: str = ""

    @property
    def kept(self) -> bool:
        return self.found <= self.allowed


def growth(points: Sequence[tuple[float, float]]) -> float:
    """By how much a series rises from its first point to its last, by its straightest line.

    The line is Theil's: the middle of all slopes, so that a single spike bends nothing."""
    if len(points) < 2:
        return 0.0
    slopes = [
        (y2 - y1) / (x2 - x1) for n, (x1, y1) in enumerate(points) for x2, y2 in points[n + 1 :] if x2 > x1
    ]
    return median(slopes) * (points[-1][0] - points[0][0]) if slopes else 0.0


def trend(name: str, points: Sequence[tuple[float, float]], share: float, least: float, unit: str) -> Verdict:
    """Whether a series is flat: it may grow by a share of its middle, and by some little in any case."""
    middle = median(y for _, y in points)
    return Verdict(name, middle, growth(points), max(share * middle, least), unit)


def judged(samples: Sequence[Sample]) -> list[Sample]:
    """The samples after the warm-up."""
    end = max((sample.at for sample in samples), default=0.0)
    return [sample for sample in samples if sample.at >= WARM_UP * end]


def judge(
    samples: Sequence[Sample], sizes: Mapping[str, tuple[Sequence[int], int]], tolerance: float
) -> list[Verdict]:
    """A verdict on every figure. `sizes` are the bytes of each game in the log by kind, and how many
    of them were played in the first half."""
    late = judged(samples)
    if len(late) < FEWEST:
        raise ValueError(f"{len(late)} samples after the warm-up are too few: soak longer")
    mib = [(s.at, s.memory / 2**20) for s in late]
    return [
        trend("memory", mib, tolerance, 2.0, "MiB"),
        trend("descriptors but connections", [(s.at, s.held) for s in late], 0.1, 6, ""),
        trend("threads", [(s.at, s.threads) for s in late], 0.0, 0.5, ""),
        bytes_a_game(sizes),
    ]


def bytes_a_game(sizes: Mapping[str, tuple[Sequence[int], int]]) -> Verdict:
    """Whether games of a kind take the same room in the log late as they did early. Games that are
    played at random differ in length, so a quarter more or less is no growth."""
    ratios, games = [], []
    for of_kind, early in sizes.values():
        before, after = of_kind[:early], of_kind[early:]
        if min(len(before), len(after)) >= GAMES:
            ratios.append(fmean(after) / fmean(before))
            games.append(min(len(before), len(after)))
    ratio = sum(r * n for r, n in zip(ratios, games, strict=True)) / sum(games) if games else 1.0
    return Verdict("bytes a game, late for early", ratio, ratio - 1, 0.25)
