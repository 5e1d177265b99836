"""Stalls: for how long one thing held everybody else up, as a histogram, and who it was.

What is done in one go on the loop is timed where it begins: messages, deadlines, commits that are told,
datagrams, the steps of HTTP handlers. What took less than a millisecond is only counted.
"""

import re
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Generator, Iterator
from typing import Any

import structlog
from aiohttp import web
from prometheus_client.core import HistogramMetricFamily, Metric

from tablehall.net.latency import BRIEF as BRIEF
from tablehall.net.latency import COARSE, Latency, buckets

log = structlog.get_logger("tablehall.net")

clock = time.perf_counter
WARN_EVERY = 1.0
"""Seconds between two warnings; what happens in between is counted."""
KINDS = (
    re.compile(rb'"(?:type|message)"\s*:\s*"([\w ]{1,40})"'),
    re.compile(rb'"name"\s*:\s*"([\w ]{1,40})"'),
    re.compile(rb"([A-Z_]{3,40})"),
)
"""Where the doors' messages say what they are; the rest of a message may be a secret."""
LOOKED_AT = 512


class Stalls:
    """What was measured since the start."""

    def __init__(self, warn_from: float = 0.0) -> None:
        self.latency = Latency()
        """How long everything takes; messages that took no more than a millisecond are counted only there."""
        self.brief = 0
        """How often something else took less than a millisecond."""
        self.counts = [0] * (len(COARSE) + 1)
        self.total = 0.0
        self.warn_from = warn_from
        """From how many seconds on the log names the culprit; 0: never."""
        self._warned, self._unsaid = -WARN_EVERY, 0
        self._collects = 0.0

    def noted(self, held: float, what: str, message: bytes = b"", address: str = "") -> None:
        """Something has held everybody up for so many seconds: what it was, the message that asked for it,
        and from where."""
        if held < BRIEF:
            self.brief += 1
            return
        self.counts[bisect_left(COARSE, held)] += 1
        self.total += held
        if self.warn_from and held >= self.warn_from:
            self._warn(held, what, message, address)

    def _warn(self, held: float, what: str, message: bytes, address: str) -> None:
        now = clock()
        if now - self._warned < WARN_EVERY:
            self._unsaid += 1
            return
        self._warned, unsaid, self._unsaid = now, self._unsaid, 0
        known: dict[str, Any] = {"milliseconds": round(held * 1000), "by": what}
        if message:
            known |= {"kind": kind_of(message), "bytes": len(message)}
        if address:
            known["address"] = address
        if unsaid:
            known["others_meanwhile"] = unsaid
        log.warning("everybody was held up", **known)

    def collecting(self, phase: str, _: object) -> None:
        """For `gc.callbacks`: the collector holds everybody up as well, in the middle of anything."""
        if phase == "start":
            self._collects = clock()
        else:
            self.noted(clock() - self._collects, "the garbage collector")

    def collect(self) -> Iterator[Metric]:
        """For `/metrics`."""
        brief = self.brief + sum(histogram.brief for histogram in self.latency.decision.values())
        yield HistogramMetricFamily(
            "tablehall_stall_seconds",
            "How long the loop was held by one thing (what took less than a millisecond is not in the sum)",
            buckets=buckets(COARSE, [brief + self.counts[0], *self.counts[1:]]),
            sum_value=self.total,
        )


def kind_of(message: bytes) -> str:
    """What a message is, without what it says."""
    for pattern in KINDS:
        if found := pattern.search(message, 0, LOOKED_AT):
            return found[1].decode("ascii", "replace")
    return "unreadable"


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def timing(stalls: Stalls) -> Any:
    """A middleware that times every handler, and the steps of it: while it waits it holds nobody up."""

    @web.middleware
    async def timed(request: web.Request, handler: Handler) -> web.StreamResponse:
        route = request.match_info.route.resource
        path = route.canonical if route is not None else "no such page"
        what, began = f"{request.method} {path}", clock()

        def note(held: float) -> None:
            stalls.noted(held, what, address=request.remote or "")

        try:
            response: web.StreamResponse = await _Steps(handler(request), note)
        finally:
            stalls.latency.request[path].noted(clock() - began)
        return response

    return timed


class _Steps:
    """Something that is awaited, timed from one wait to the next."""

    def __init__(self, what: Awaitable[Any], note: Callable[[float], None]) -> None:
        self._what, self._note = what, note

    def __await__(self) -> Generator[Any, Any, Any]:
        steps: Any = self._what.__await__()
        step, value = steps.send, None
        while True:
            began = clock()
            try:
                waits_for = step(value)
            except StopIteration as done:
                return done.value
            finally:
                self._note(clock() - began)
            try:
                step, value = steps.send, (yield waits_for)
            except BaseException as error:
                step, value = steps.throw, error
