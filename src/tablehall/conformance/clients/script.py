"""What a scenario does to a conversation: it looks at each message and says what becomes of it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablehall.conformance.clients.scenario import (
    Adds,
    Answers,
    Cuts,
    Disturbance,
    Gathered,
    Inserts,
    Loses,
    Probes,
    Repeats,
    Split,
)


class Sent(NamedTuple):
    """A message on its way to the client."""

    text: str
    scripted: bool = False
    after: float = 0.0
    """Seconds until it goes."""
    changed: bool = True
    """Whether it is not what the server sent."""


class Script:
    """The disturbances of one trial; they count over all its connections."""

    def __init__(self, disturbs: tuple[Disturbance, ...], kind: Callable[[str], str]) -> None:
        self._disturbs = disturbs
        self._kind = kind
        self._counts: Counter[str] = Counter()
        self.cut = False
        """Whether the connection is to be broken off now."""
        self.probe = False
        """Whether a ping is to be sent now."""
        self.split = any(isinstance(one, Split) for one in disturbs)
        self.gathered = any(isinstance(one, Gathered) for one in disturbs)

    def _meant(self, side: str, text: str, kinds: tuple[type[Disturbance], ...]) -> Iterator[Disturbance]:
        kind = self._kind(text)
        self._counts[side + kind] += 1
        for one in self._disturbs:
            meant = one.kind in ("", kind) and one.nth in (0, self._counts[side + kind])
            if isinstance(one, kinds) and meant:
                yield one

    def from_client(self, text: str) -> list[Sent] | None:
        """What the client is answered instead of the server; None: it is passed on."""
        for one in self._meant(">", text, (Answers,)):
            assert isinstance(one, Answers)
            return [Sent(one.text, scripted=True)]
        return None

    def from_server(self, text: str) -> list[Sent]:
        """What the client hears of a message of the server."""
        sent, later = Sent(text, changed=False), []
        for one in self._meant("<", text, (Adds, Cuts, Inserts, Loses, Probes, Repeats)):
            match one:
                case Loses():
                    return []
                case Adds(keys=keys):
                    sent = Sent(json.dumps({**json.loads(text), **keys}))
                case Inserts(text=more):
                    later.append(Sent(more, scripted=True))
                case Repeats(after=after):
                    later.append(Sent(text, scripted=True, after=after))
                case Cuts():
                    self.cut = True
                case Probes():
                    self.probe = True
        return [sent, *later]
