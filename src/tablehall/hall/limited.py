"""Who was told lately that they want too much: a short list for the keeper, kept in memory alone."""

from collections import Counter, OrderedDict

import msgspec

LATELY = 3_600_000
LISTED, LISTED_EACH = 500, 50
"""So many entries in all, and from one place: nobody who comes under many names hides the others."""


class Limited(msgspec.Struct, omit_defaults=True):
    """Somebody who wanted too much of something, how often they were told so, and when last."""

    what: str
    times: int = 0
    at: int = 0
    until: int = 0
    """When they may have more, if that is known."""
    person: int = 0
    name: str = ""
    address: str = ""
    """Whose share was used up, if it is not a person's."""


class LimitedList:
    """Everybody who was told so, the latest last."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str | int, str], tuple[str | int, Limited]] = OrderedDict()
        self._from: Counter[str | int] = Counter()

    def add(self, who: Limited, now: int, place: str | int, wait: int = 0) -> None:
        """Somebody was told so once more; `place` is where they come from."""
        key = who.person or who.address, who.what
        if key in self._known:
            self._known.move_to_end(key)
        else:
            self._make_room(place)
            self._known[key] = place, who
            self._from[place] += 1
        known = self._known[key][1]
        known.times, known.at, known.until = known.times + 1, now, now + wait if wait else 0

    def _make_room(self, place: str | int) -> None:
        if self._from[place] >= LISTED_EACH:
            self._drop(next(key for key, (whence, _) in self._known.items() if whence == place))
        elif len(self._known) >= LISTED:
            self._drop(next(iter(self._known)))

    def _drop(self, key: tuple[str | int, str]) -> None:
        place, _ = self._known.pop(key)
        self._from[place] -= 1
        if not self._from[place]:
            del self._from[place]

    def lately(self, now: int) -> list[Limited]:
        """Who was told so within the last hour, the latest first."""
        return [who for _, who in reversed(self._known.values()) if who.at > now - LATELY]
