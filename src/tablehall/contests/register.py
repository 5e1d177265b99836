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
SWEEP_SOON = 1_000
FORGOTTEN_AT_ONCE = 500


class Register:
    """Lets programs and people into a contest, and out again."""

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest
        self.roster = contest.roster

    # Programs.

    def program(self, client: Client, name: str, now: int, *, sure: bool = True) -> Decision:
        """A program wants to play; it is `sure` that it is where it says, or will turn out."""
        decision = self.contest.hall.deciding(now)
        refused = self._refusal(decision, name, client)
        return self._answer(decision, client, name, refused, spectator=False, sure=sure)

    def _refusal(self, decision: Deciding, name: str, client: Client) -> Why | None:
        """Why a program may not play under this name; None: it may."""
        contest, roster = self.contest, self.roster
        if not contest.names.good(name):
            return Why.BAD_NAME
        if contest.hall.bans.bar(name, decision.now):
            return Why.BANNED
        taken = roster.taken(name, client)
        if taken is None:
            if roster.held(client, spectator=False) >= contest.settings.names_per_address:
                return Why.CONTEST_FULL
            return self._no_room(decision, name)
        return Why.NAME_TAKEN if taken else None

    def _no_room(self, decision: Deciding, name: str) -> Why | None:
        """Why nobody new can take part under this name. Who is silent makes room."""
        roster, most = self.roster, self.contest.settings.players
        if roster.names_full(name):
            return Why.CONTEST_FULL
        if len(roster.players) >= most:
            silent = self.contest.patience.dispensable()
            if silent is None:
                return Why.CONTEST_FULL
            self.leave(decision, silent)
        return None

    def spectator(self, client: Client, name: str, now: int, *, sure: bool = True) -> Decision:
        """A program wants to look on; it needs no name."""
        contest = self.contest
        decision = contest.hall.deciding(now)
        refused = None
        if name and not contest.names.good(name):
            refused = Why.BAD_NAME
        elif contest.hall.bans.bar(name, decision.now):
            refused = Why.BANNED
        elif client not in self.roster.spectators:
            refused = self._no_room_to_look_on(decision, client)
        return self._answer(decision, client, name, refused, spectator=True, sure=sure)

    def _no_room_to_look_on(self, decision: Deciding, client: Client) -> Why | None:
        """Why there is no room for another spectator. Those make room of whom it is not sure that they are
        there, then those of whoever has more of them than the newcomer; the longest silent first."""
        roster, settings = self.roster, self.contest.settings
        held, of = roster.held(client, spectator=True), roster.spectators_of
        if held >= settings.names_per_address:
            return Why.CONTEST_FULL
        if len(roster.spectators) >= settings.spectators:
            others = roster.spectators.values()
            idle = [who for who in others if not who.sure or of[who.client.share] > held + 1]
            if not idle:
                return Why.CONTEST_FULL
            self.leave(decision, min(idle, key=lambda who: (who.sure, who.heard)))
        return None

    def reject(self, client: Client, now: int) -> Decision:
        """Somebody registers too often."""
        decision = self.contest.hall.deciding(now)
        return self._answer(decision, client, "", Why.CONTEST_FULL, spectator=False, sure=False)

    def proven(self, who: Contestant, now: int) -> Decision | None:
        """A program really is where it says; None: that was known before."""
        if who.sure:
            return None
        decision = self.contest.hall.deciding(now)
        self.roster.make_sure(decision, who)
        return decision

    def _answer(
        self,
        decision: Deciding,
        client: Client,
        name: str,
        refused: Why | None,
        *,
        spectator: bool,
        sure: bool,
    ) -> Decision:
        """Answer a registration, after those before it. What is remembered is answered at once; else nobody
        tells the program anything before the answer, which programs expect to be what they hear first."""
        contest = self.contest
        decision.refused = refused
        if refused is not None:
            decision.tell(contest.audience, Rejected(client, refused))
            return decision
        who = self._enlist(decision, client, name, spectator, sure)
        if who.ready:
            contest.tell(Enlisted(who, client))
        else:
            contest.audience_changed(who)
            decision.tell(contest.audience, Enlisted(who, client))
        return decision

    def _enlist(
        self, decision: Deciding, client: Client, name: str, spectator: bool, sure: bool
    ) -> Contestant:
        before = self.roster.clients.get(client)
        if before is not None and (before.name, before.spectator) != (name, spectator):
            self.leave(decision, before)
        who = self.roster.enlist(decision, name, client, spectator, sure)
        if who.ready and not spectator:
            self.contest.patience.welcome(who, decision.now)
        return who

    def welcomed(self, who: Contestant, client: Client, now: int) -> Decision | None:
        """A program has been told that it is registered there: from now on it hears what happens and is
        invited. None: it knew before, or it is there no longer."""
        if who.ready or self.roster.clients.get(client) is not who:
            return None
        decision = self.contest.hall.deciding(now)
        who.ready = True
        if not who.spectator:
            self.contest.patience.welcome(who, now)
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
        if refused := self._no_room(decision, name):
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
        self.contest.patience.forget(who)

    def sweep(self, decision: Deciding) -> None:
        """Forget those who have been silent for too long, not too many at once."""
        silent = [who for who in self.roster.clients.values() if self._forgettable(who, decision.now)]
        for who in silent[:FORGOTTEN_AT_ONCE]:
            self.leave(decision, who)
        for person in list(self.roster.people.values()):
            if person.match is None and not self.here(person):
                self.leave(decision, person)
        more = len(silent) > FORGOTTEN_AT_ONCE
        self.contest.alarms.set("sweep", decision.now + (SWEEP_SOON if more else SWEEP_EVERY))

    def _forgettable(self, who: Contestant, now: int) -> bool:
        settings = self.contest.settings
        if who.spectator and who.sure:
            return now - who.heard > settings.spectator_forgotten_after
        idle = who.spectator or self.contest.parked(who)
        return idle and now - who.heard > settings.forgotten_after
