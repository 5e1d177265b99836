"""The registry of a contest: who comes through its doors, moves, leaves and is forgotten.

Doors call the methods that take a `now` and submit what was decided.
"""

from abc import ABC, abstractmethod

import msgspec

from tablehall.hall.alarms import Alarms
from tablehall.hall.contestants import Address, Contestant, Roster
from tablehall.hall.decision import Decision
from tablehall.hall.draw import Tokens
from tablehall.hall.hall import Hall
from tablehall.hall.match import ContestSettings, Info
from tablehall.hall.notices import Audience, CalledOff, Enlisted, Withdrawn
from tablehall.hall.refusals import Why

SWEEP_EVERY = 30_000


class Registry(ABC):
    """Everybody who takes part in a contest, and the doors they come through."""

    def __init__(self, hall: Hall, name: str, settings: ContestSettings) -> None:
        self.hall = hall
        self.name = name
        self.settings = settings
        kept = hall.contest_facts.get("contest", {}).get(name, b"{}")
        self.info = msgspec.json.decode(kept, type=Info)
        self.roster = Roster(hall, name)
        self.roster.recall(hall.now)
        self.tokens = Tokens(hall.chance)
        self.alarms = Alarms()
        self.heralds: Audience = []
        """The doors that tell programs what happens."""

    @abstractmethod
    def step(self) -> None:
        """Invite to the next game, unless it is not time for it."""

    @abstractmethod
    def give_up(self, who: Contestant) -> None:
        """Somebody leaves, perhaps in the middle of a game."""

    @abstractmethod
    def moved(self, who: Contestant) -> None:
        """Somebody is to be found at another address."""

    @abstractmethod
    def answered(self, who: Contestant) -> None:
        """Somebody need not be waited for any longer."""

    def decide(self, now: int) -> Decision:
        """A new decision at a time."""
        self.hall.now = max(self.hall.now, now)
        self.hall.decision = Decision()
        return self.hall.decision

    def keep_info(self) -> None:
        """Have title and number of games kept."""
        self.hall.keep("contest", self.name, self.info)

    # Doors.

    def open_door(self, door: str, conn: int, now: int) -> Decision:
        """A door of this contest opens. What its clients were playing before is over."""
        decision = self.decide(now)
        self.heralds = [*self.heralds, (conn, None)]
        clients = [c for c in self.roster.by_address.values() if c.door == door]
        if clients:
            self.hall.tell_at_once([(conn, None)], CalledOff("no_players", clients))
        self.alarms.set("sweep", now + SWEEP_EVERY)
        self.alarms.set("invite", now)
        return decision

    def close_door(self, conn: int) -> None:
        """A door of this contest closes."""
        self.heralds = [herald for herald in self.heralds if herald[0] != conn]

    # Registration.

    def register(self, door: str, address: Address, name: str, now: int) -> Decision:
        """A program wants to play."""
        decision = self.decide(now)
        decision.refused = self.roster.refusal(name, address, self.settings.players)
        if decision.refused is None:
            self._enlist(door, address, name, spectator=False)
        return decision

    def register_spectator(self, door: str, address: Address, name: str, now: int) -> Decision:
        """A program wants to look on."""
        decision = self.decide(now)
        known = (door, address) in self.roster.spectators
        if not known and len(self.roster.spectators) >= self.settings.spectators:
            decision.refused = Why.CONTEST_FULL
        elif self.hall.bans.bar(name, self.hall.now):
            decision.refused = Why.BANNED
        else:
            self._enlist(door, address, name, spectator=True)
        return decision

    def _enlist(self, door: str, address: Address, name: str, *, spectator: bool) -> None:
        before = self.roster.by_address.get((door, address))
        if before is not None and (before.name, before.spectator) != (name, spectator):
            self.leave(before)
        who = self.roster.enlist(name, door, address, spectator, self.hall.now)
        if before is not who:
            self.moved(who)
        self.hall.tell(self.heralds, Enlisted(who, before is not who))

    def welcomed(self, who: Contestant, now: int) -> Decision:
        """A program has been told that it is registered: from now on it is invited."""
        decision = self.decide(now)
        if self.roster.by_address.get((who.door, who.address)) is who:
            who.ready = True
            self.step()
        return decision

    def unregister(self, who: Contestant, now: int) -> Decision:
        """A program leaves."""
        decision = self.decide(now)
        self.leave(who)
        self.hall.tell(self.heralds, Withdrawn(who))
        return decision

    def leave(self, who: Contestant) -> None:
        """Somebody takes no part any longer."""
        self.roster.remove(who)
        self.give_up(who)
        self.answered(who)

    def parked(self, who: Contestant) -> bool:
        """Whether somebody is no longer waited for."""
        return who.misses >= self.settings.parked_after

    def here(self, who: Contestant) -> bool:
        """Whether a person's connection stands."""
        person = self.hall.people.by_id.get(who.person)
        return person is not None and person.conn is not None

    def sweep(self) -> None:
        """Forget those who have been silent for too long."""
        now, settings = self.hall.now, self.settings
        for who in list(self.roster.by_address.values()):
            patience = settings.spectator_forgotten_after if who.spectator else settings.forgotten_after
            if now - who.heard > patience and (who.spectator or self.parked(who)):
                self.leave(who)
        for person in list(self.roster.people.values()):
            if person.match is None and not self.here(person):
                self.leave(person)
        self.alarms.set("sweep", now + SWEEP_EVERY)
