"""Patience: whom the games of a contest wait for, and how often those are invited who do not answer.

A program that has missed some invitations in a row is *parked*: invited, but no longer waited for. However
many are parked, each game looks only after a few of them, in turn. Who is new is waited for on trust, and so
is who is late: few of them at a time, since any number of names can be registered that never answer.
"""

from collections import OrderedDict
from itertools import islice
from typing import TYPE_CHECKING

from tablehall.contests.roster import Contestant
from tablehall.hall.decision import Deciding

if TYPE_CHECKING:
    from tablehall.contests.contest import Contest

LOOKED_AFTER = 32
"""So many of those who are parked are looked after with each game, ..."""
MANY = 500
"""... or more if they are new."""
ON_TRUST = 20
"""So many are waited for who have not answered in time since they came, ..."""
TRUST = 600_000
"""... each until then, though it be gone."""


class Patience:
    """Who is waited for, and who is not."""

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest
        self.keen: dict[Contestant, None] = {}
        """The programs that are waited for, ..."""
        self.parked: OrderedDict[Contestant, None] = OrderedDict()
        """... and those that are not: who was looked after longest ago is the first."""
        self._on_trust: dict[Contestant, int] = {}
        for who in contest.roster.players.values():
            self.welcome(who, who.heard)

    def welcome(self, who: Contestant, now: int) -> None:
        """Somebody is there, perhaps for the first time."""
        if who not in self.keen and who not in self.parked and not self._trust(who, now):
            who.misses = self.contest.settings.parked_after
        self.sort(who)
        if who in self.parked:
            self.parked.move_to_end(who, last=False)

    def sort(self, who: Contestant) -> None:
        """Somebody has answered, or has not."""
        if self.contest.parked(who):
            self.keen.pop(who, None)
            self.parked.setdefault(who)
        else:
            self.parked.pop(who, None)
            self.keen.setdefault(who)

    def _trust(self, who: Contestant, now: int) -> bool:
        """Whether somebody can be waited for on trust."""
        trusted = self._on_trust
        for other, since in list(trusted.items()):
            if now - since > TRUST:
                del trusted[other]
        if who not in trusted and len(trusted) >= ON_TRUST:
            return False
        trusted[who] = now
        return True

    def in_time(self, who: Contestant) -> None:
        """Somebody has answered an invitation in time."""
        self._on_trust.pop(who, None)
        who.misses = who.relapses = 0
        if who in self.parked:
            self.sort(who)

    def late(self, who: Contestant, now: int) -> None:
        """Somebody has answered too late: who is parked is waited for once more."""
        if who in self.parked and now >= who.rests and self._trust(who, now):
            who.misses = self.contest.settings.parked_after - 1
            who.relapses += 1
            self.sort(who)

    def forget(self, who: Contestant) -> None:
        """Somebody takes no part any longer."""
        self.keen.pop(who, None)
        self.parked.pop(who, None)

    def free(self) -> list[Contestant]:
        """The programs that are waited for and could play now."""
        return [who for who in self.keen if who.ready and who.match is None]

    def due(self, decision: Deciding) -> list[Contestant]:
        """Who else is to be invited now."""
        found = []
        for count in range(min(MANY, len(self.parked))):
            who = next(iter(self.parked))
            if count >= LOOKED_AFTER and who.invited:
                break
            self.parked.move_to_end(who)
            if who.ready and who.match is None and self._reminded(who, decision.now):
                found.append(who)
        return found

    def _reminded(self, who: Contestant, now: int) -> bool:
        pace = self.contest.settings.silent_invited_every
        return not self._silent(who, now) or now - who.invited >= pace

    def _silent(self, who: Contestant, now: int) -> bool:
        return now - who.heard > self.contest.settings.silent_after

    def awake(self, now: int) -> list[Contestant]:
        """Who is worth a word though there is nothing to answer: of those who are parked only some."""
        parked = (who for who in islice(self.parked, MANY) if not self._silent(who, now))
        return [*self.keen, *parked]

    def present(self, now: int) -> int:
        """How many programs are there, as far as can be told: who has ended says nothing any more, and is
        not waited for."""
        return len(self.keen) + sum(not self._silent(who, now) for who in self.parked)

    def dispensable(self) -> Contestant | None:
        """Who of those that do not play has been silent for longest (as far as it takes to look): they give
        way to somebody new if there is no room."""
        idle = [who for who in islice(self.parked, LOOKED_AFTER) if who.match is None]
        return min(idle, key=lambda who: who.heard, default=None)
