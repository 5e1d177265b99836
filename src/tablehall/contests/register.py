"""The register of a contest: who comes through its doors, moves, leaves and is forgotten.

Doors call the methods that take a `now` and submit what was decided.
"""

from typing import TYPE_CHECKING

from tablehall.contests.notices import Enlisted, Rejected, Rescheduled, Withdrawn
from tablehall.contests.roster import Client, Contestant
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why

if TYPE_CHECKING:
    from tablehall.contests.contest import Contest

SWEEP_EVERY = 30_000


class Register:
    """Lets programs and people into a contest, and out again."""

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest
        self.roster = contest.roster

    # Programs.

    def program(self, client: Client, name: str, now: int) -> Decision:
        """A program wants to play."""
        decision = self.contest.hall.deciding(now)
        refused = self._refusal(decision, name, client)
        return self._answer(decision, client, name, refused, spectator=False)

    def _refusal(self, decision: Deciding, name: str, client: Client) -> Why | None:
        """Why a program may not play under this name; None: it may."""
        contest = self.contest
        if not contest.names.good(name):
            return Why.BAD_NAME
        if contest.hall.bans.bar(name, decision.now):
            return Why.BANNED
        taken = self.roster.taken(name, client)
        if taken is None:
            return self.roster.no_room(name, contest.settings.players)
        return Why.NAME_TAKEN if taken else None

    def spectator(self, client: Client, name: str, now: int) -> Decision:
        """A program wants to look on; it needs no name."""
        contest = self.contest
        decision = contest.hall.deciding(now)
        known = client in self.roster.spectators
        refused = None
        if name and not contest.names.good(name):
            refused = Why.BAD_NAME
        elif not known and len(self.roster.spectators) >= contest.settings.spectators:
            refused = Why.CONTEST_FULL
        elif contest.hall.bans.bar(name, decision.now):
            refused = Why.BANNED
        return self._answer(decision, client, name, refused, spectator=True)

    def _answer(
        self, decision: Deciding, client: Client, name: str, refused: Why | None, *, spectator: bool
    ) -> Decision:
        """Answer a registration, after those before it. What is remembered is answered at once; else nobody
        tells the program anything before the answer, which programs expect to be what they hear first."""
        contest = self.contest
        decision.refused = refused
        if refused is not None:
            decision.tell(contest.audience, Rejected(client, refused))
            return decision
        who = self._enlist(decision, client, name, spectator)
        if who.ready:
            contest.tell(Enlisted(who, client))
        else:
            contest.audience_changed(who)
            decision.tell(contest.audience, Enlisted(who, client))
        return decision

    def _enlist(self, decision: Deciding, client: Client, name: str, spectator: bool) -> Contestant:
        before = self.roster.clients.get(client)
        if before is not None and (before.name, before.spectator) != (name, spectator):
            self.leave(decision, before)
        return self.roster.enlist(decision, name, client, spectator)

    def welcomed(self, who: Contestant, client: Client, now: int) -> Decision | None:
        """A program has been told that it is registered there: from now on it hears what happens and is
        invited. None: it knew before, or it is there no longer."""
        if who.ready or self.roster.clients.get(client) is not who:
            return None
        decision = self.contest.hall.deciding(now)
        who.ready = True
        self.contest.audience_changed(who)
        self.contest.window.step(decision)
        return decision

    def unregister(self, who: Contestant, now: int) -> Decision:
        """A program leaves."""
        decision = self.contest.hall.deciding(now)
        self._withdraw(decision, who)
        return decision

    def _withdraw(self, decision: Deciding, who: Contestant) -> None:
        self.leave(decision, who)
        decision.tell(self.contest.audience, Withdrawn(who))

    def dismiss(self, decision: Deciding, who: Contestant) -> None:
        """A program is shown out; the next deadline may be an earlier one now."""
        self._withdraw(decision, who)
        self.contest.tell(Rescheduled())

    # People of the hall.

    def person(self, decision: Deciding, person: Person) -> Why | None:
        """Somebody of the hall takes part; returns why they may not."""
        contest, name = self.contest, person.profile.name
        if contest.hall.closing:
            return Why.CLOSING
        if not contest.names.good(name):
            return Why.BAD_NAME
        if name in self.roster.players:
            return Why.NAME_TAKEN
        if refused := self.roster.no_room(name, contest.settings.players):
            return refused
        self.roster.seat_person(name, person.id, decision.now)
        return None

    def here(self, who: Contestant) -> bool:
        """Whether a person's connection stands."""
        return self.contest.hall.people.here(who.person) is not None

    # Leaving.

    def leave(self, decision: Deciding, who: Contestant) -> None:
        """Somebody takes no part any longer."""
        self.roster.remove(decision, who)
        self.contest.give_up(decision, who)
        self.contest.window.answered(decision, who)

    def sweep(self, decision: Deciding) -> None:
        """Forget those who have been silent for too long."""
        now, contest, settings = decision.now, self.contest, self.contest.settings
        for who in list(self.roster.clients.values()):
            patience = settings.spectator_forgotten_after if who.spectator else settings.forgotten_after
            if now - who.heard > patience and (who.spectator or contest.parked(who)):
                self.leave(decision, who)
        for person in list(self.roster.people.values()):
            if person.match is None and not self.here(person):
                self.leave(decision, person)
        contest.alarms.set("sweep", now + SWEEP_EVERY)
