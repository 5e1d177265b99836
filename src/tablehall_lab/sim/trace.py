"""The trace of a run: its last steps for people, and a hash of all of them for machines."""

import hashlib
from collections import Counter, deque

from tablehall_lab.sim.timeline import Timeline

KEPT = 100


class Broken(BaseException):
    """A promise of the hall was not kept. No `except Exception` of the hall's may hide it."""


class Trace:
    """What has happened so far."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.last: deque[tuple[int, str, str, bytes]] = deque(maxlen=KEPT)
        self.faults: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self._hash = hashlib.blake2b(digest_size=16)

    def note(self, what: str, who: str, data: bytes = b"") -> None:
        """Something happened to somebody."""
        now = self.timeline.now
        self.last.append((now, what, who, data))
        self._hash.update(b"%d %b %b " % (now, what.encode(), who.encode()))
        self._hash.update(data)

    def fault(self, kind: str, who: str = "") -> None:
        """Something was done to the hall."""
        self.faults[kind] += 1
        self.note("fault", f"{kind} {who}")

    def digest(self) -> str:
        """The same for the same run."""
        return self._hash.hexdigest()

    def told(self) -> str:
        """The last steps, one a line."""
        return "\n".join(
            f"{when / 1e6:14.6f}  {what:<8} {who:<26} {data[:120]!r}" for when, what, who, data in self.last
        )
