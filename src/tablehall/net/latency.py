"""Latency: how long decisions, commits, news and requests take, as histograms for `/metrics`."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client.core import HistogramMetricFamily, Metric

BRIEF = 0.001
FINE = (0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005)
COARSE = (BRIEF, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
BOUNDS = (*FINE, *COARSE)
"""The buckets, in seconds."""


class Histogram:
    """How often something took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def noted(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    @property
    def brief(self) -> int:
        """How often it took no more than a millisecond."""
        return sum(self.counts[: len(FINE) + 1])


def buckets(bounds: tuple[float, ...], counts: list[int]) -> list[tuple[str, float]]:
    """Buckets as Prometheus wants them: each with all that is in those below it."""
    return list(zip([*map(str, bounds), "+Inf"], accumulate(counts), strict=True))


class Latency:
    """What was measured since the start."""

    def __init__(self) -> None:
        self.decision: defaultdict[str, Histogram] = defaultdict(Histogram)
        """By door: from a message to what is decided on it (of datagrams the first in each pass of the
        loop)."""
        self.commit = Histogram()
        """From handing decisions over to having them on disk, ..."""
        self.tell = Histogram()
        """... and how long it took to tell everybody what was in a commit."""
        self.request: defaultdict[str, Histogram] = defaultdict(Histogram)
        """By route: from a request over HTTP until its answer was taken."""

    def expect(self, doors: Iterable[str], route: str) -> None:
        """Show these from the beginning."""
        for door in doors:
            self.decision.setdefault(door, Histogram())
        self.request.setdefault(route, Histogram())

    def collect(self) -> Iterator[Metric]:
        """For `/metrics`."""
        yield _family("decision", "From a message to what is decided on it", "door", self.decision)
        yield _family("commit", "From handing decisions over to having them on disk", "", {"": self.commit})
        yield _family("tell", "Telling everybody the news of a commit", "", {"": self.tell})
        yield _family("request", "From a request over HTTP until its answer was taken", "route", self.request)


def _family(name: str, words: str, label: str, measured: dict[str, Histogram]) -> Metric:
    labels = [label] if label else []
    family = HistogramMetricFamily(f"tablehall_{name}_seconds", words, labels=labels)
    for value, histogram in measured.items():
        family.add_metric([value] if label else [], buckets(BOUNDS, histogram.counts), histogram.total)
    return family
