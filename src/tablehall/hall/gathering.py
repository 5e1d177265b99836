"""A gathering: who joins the next game of a contest.

Everybody is invited to every game, each with a token of his own. A client that does not answer
holds the others up only so often: then it is *parked*, invited but no longer waited for, until
it joins again.
"""

from abc import abstractmethod

from tablehall.hall.contestants import Contestant
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.match import ContestSettings
from tablehall.hall.notices import CalledOff, Invited
from tablehall.hall.registry import Registry

LONGEST_PENALTY = 64_000


class Gathering(Registry):
    """The window in which to join the next game."""

    def __init__(self, hall: Hall, name: str, settings: ContestSettings) -> None:
        super().__init__(hall, name, settings)
        self.inviting = False
        self.invited_at = 0
        self.not_before = 0
        self.joined: list[Contestant] = []
        self.awaited: set[Contestant] = set()
        """Who is invited, is waited for and has not answered."""

    @abstractmethod
    def busy(self) -> bool:
        """Whether a game is on that everybody waits for."""

    @abstractmethod
    def begin(self, field: list[Contestant]) -> None:
        """Let these play."""

    @abstractmethod
    def house(self, missing: int) -> list[Contestant]:
        """So many of the house's own players, if there are."""

    def free(self) -> list[Contestant]:
        """The programs that could play now."""
        return [
            c for c in self.roster.players.values() if c.part == "program" and c.ready and c.match is None
        ]

    def people(self) -> list[Contestant]:
        """The people who are here and have rested."""
        people = self.roster.people.values()
        return [c for c in people if c.match is None and c.rests <= self.hall.now and self.here(c)]

    def step(self) -> None:
        if self.inviting or self.hall.closing or not self.heralds or self.busy():
            return
        free, people = self.free(), self.people()
        keen = {c for c in free if not self.parked(c)}
        ready = len(people) + len(keen)
        if ready:
            ready += len(self.house(self.settings.fill - ready))
        if ready < 2 and (self.roster.playing() or not free):
            self._wait_for_people()
        elif self.hall.now < self.not_before:
            self.alarms.set("invite", self.not_before)
        else:
            self._invite(free, keen)
            if not keen and ready >= 2:
                self.close_window()

    def _wait_for_people(self) -> None:
        rests = [c.rests for c in self.roster.people.values() if c.match is None and c.rests > self.hall.now]
        if rests:
            self.alarms.set("invite", min(rests))

    def _invite(self, free: list[Contestant], keen: set[Contestant]) -> None:
        self.inviting = True
        self.invited_at = self.hall.now
        self.joined, self.awaited = [], keen
        who = [*free, *self.roster.spectators.values()]
        for contestant in who:
            contestant.invitation = self.tokens()
            contestant.invited = self.hall.now
        self.hall.tell_at_once(self.heralds, Invited(who))

    def invitations_sent(self, now: int) -> None:
        """A door has sent its invitations: now the time to answer them begins."""
        self.invited_at = now
        if self.inviting:
            window = self.settings.join_window + self.settings.grace
            self.alarms.set("window", now + window + 1)

    def join(self, who: Contestant, token: str, now: int, *, play: bool) -> Decision | None:
        """Somebody joins the next game, or says that he only looks on. None: a stale token."""
        known = bool(token) and token == who.invitation
        since = max(who.invited, self.invited_at if self.inviting else 0)
        if known and now <= since + self.settings.join_window + self.settings.grace + 1:
            who.misses = who.relapses = 0
        elif self.parked(who) and now >= who.rests:
            who.misses = self.settings.parked_after - 1
            who.relapses += 1
        if not known:
            return None
        decision = self.decide(now)
        who.invitation = ""
        if self.inviting:
            if play and not who.spectator:
                self.joined.append(who)
            self.answered(who)
        return decision

    def answered(self, who: Contestant) -> None:
        if who in self.awaited:
            self.awaited.discard(who)
            if self.inviting and not self.awaited and self.settings.early_start:
                self.close_window()

    def close_window(self) -> None:
        """Time is up, or everybody has answered: the game begins or is called off."""
        self.inviting = False
        self.alarms.set("window", None)
        for who in self.awaited:
            who.misses += 1
            if self.parked(who) and who.relapses:
                who.rests = self.hall.now + min(LONGEST_PENALTY, 1000 << min(who.relapses, 10))
        self.awaited = set()
        field = [who for who in self.joined if who.ready] + self.people()
        if field:
            field += self.house(self.settings.fill - len(field))
        if len(field) > 1:
            self.not_before = 0
            self.begin(field)
        else:
            self.not_before = self.invited_at + self.settings.join_window
            self.alarms.set("invite", self.not_before)
            self._call_off(field)

    def _call_off(self, field: list[Contestant]) -> None:
        if not field:
            off = CalledOff("no_players", self.hearers())
        else:
            self.info.games += 1
            off = CalledOff("only_one_player", self.hearers(), field[0], self.info.games, self.tokens())
        self.hall.tell_at_once(self.heralds, off)

    def hearers(self) -> list[Contestant]:
        """The programs that do not play but hear what happens at a table."""
        waiting = [c for c in self.free() if not self.parked(c)]
        return [*waiting, *self.roster.spectators.values()]
