"""The window in which to join the next game of a contest.

Everybody is invited, each with a token of their own, and waited for as long as there is patience with
them.
"""

from typing import TYPE_CHECKING

from tablehall.contests.notices import CalledOff, Invited
from tablehall.contests.roster import Contestant
from tablehall.contests.seating import seat_everybody
from tablehall.hall.decision import Deciding, Decision

if TYPE_CHECKING:
    from tablehall.contests.contest import Contest

LONGEST_PENALTY = 64_000


class Window:
    """Who is invited to the next game, and who has joined it."""

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest
        self.roster = contest.roster
        self.patience = contest.patience
        self.inviting = False
        self.invited_at = 0
        self.not_before = 0
        self.joined: list[Contestant] = []
        self.awaited: set[Contestant] = set()
        """Who is invited, is waited for and has not answered."""

    def people(self, decision: Deciding) -> list[Contestant]:
        """The people who are here and have rested."""
        people = self.roster.people.values()
        return [
            c for c in people if c.match is None and c.rests <= decision.now and self.contest.register.here(c)
        ]

    def step(self, decision: Deciding) -> None:
        if self.inviting or self.contest.hall.closing or not self.contest.heralds or self.contest.busy():
            return
        keen = self.patience.free()
        ready = len(self.people(decision)) + len(keen)
        if ready:
            ready += len(self.contest.house(self.contest.settings.fill - ready))
        if ready < 2 and (self.contest.running or not (keen or self.patience.parked)):
            self._wait_for_people(decision)
        elif decision.now < self.not_before:
            self.contest.alarms.set("invite", self.not_before)
        else:
            self._invite(decision, keen)
            if not keen and ready >= 2:
                self.close(decision)

    def _wait_for_people(self, decision: Deciding) -> None:
        rests = [c.rests for c in self.roster.people.values() if c.match is None and c.rests > decision.now]
        if rests:
            self.contest.alarms.set("invite", min(rests))

    def _invite(self, decision: Deciding, keen: list[Contestant]) -> None:
        self.inviting = True
        self.invited_at = decision.now
        self.joined, self.awaited = [], set(keen)
        who = [*keen, *self.patience.due(decision), *self.roster.spectators.values()]
        for contestant in who:
            contestant.invitation = self.contest.tokens()
            contestant.invited = decision.now
        self.contest.tell(Invited(who))

    def invitations_sent(self, now: int) -> None:
        """A door has sent its invitations: now the time to answer them begins."""
        self.invited_at = now
        if self.inviting:
            window = self.contest.settings.join_window + self.contest.settings.grace
            self.contest.alarms.set("window", now + window + 1)

    def join(self, who: Contestant, token: str, now: int, *, play: bool) -> Decision | None:
        """Somebody joins the next game, or says that it only looks on. None: a stale token."""
        who.heard = now
        known = bool(token) and token == who.invitation
        since = max(who.invited, self.invited_at if self.inviting else 0)
        if known and now <= since + self.contest.settings.join_window + self.contest.settings.grace + 1:
            self.patience.in_time(who)
        else:
            self.patience.late(who, now)
        if not known:
            return None
        decision = self.contest.hall.deciding(now)
        who.invitation = ""
        if self.inviting:
            if play and not who.spectator:
                self.joined.append(who)
            self.answered(decision, who)
        return decision

    def answered(self, decision: Deciding, who: Contestant) -> None:
        if who in self.awaited:
            self.awaited.discard(who)
            if self.inviting and not self.awaited and self.contest.settings.early_start:
                self.close(decision)

    def close(self, decision: Deciding) -> None:
        """Time is up, or everybody has answered: the game begins or is called off."""
        self.inviting = False
        self.contest.alarms.set("window", None)
        for who in self.awaited:
            who.misses += 1
            if self.contest.parked(who) and who.relapses:
                who.rests = decision.now + min(LONGEST_PENALTY, 1000 << min(who.relapses, 10))
            self.patience.sort(who)
        self.awaited = set()
        field = [who for who in self.joined if who.ready] + self.people(decision)
        if field:
            field += self.contest.house(self.contest.settings.fill - len(field))
        if len(field) > 1:
            self.not_before = 0
            seat_everybody(decision, self.contest, field)
        else:
            self.not_before = self.invited_at + self.contest.settings.join_window
            self.contest.alarms.set("invite", self.not_before)
            self._call_off(field)

    def _call_off(self, field: list[Contestant]) -> None:
        if not field:
            off = CalledOff("no_players", self.hearers())
        else:
            self.contest.games += 1
            off = CalledOff(
                "only_one_player", self.hearers(), field[0], self.contest.games, self.contest.tokens()
            )
        self.contest.tell(off)

    def hearers(self) -> list[Contestant]:
        """The programs that do not play but hear what happens at a table."""
        return [*self.patience.free(), *self.roster.spectators.values()]
