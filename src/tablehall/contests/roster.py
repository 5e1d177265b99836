"""Who takes part in a contest: programs known by where they are, people of the hall, the house.

A name belongs to the place it was registered from, and a total of points to the name. Both are
kept, so that a contest goes on after a restart as if nothing had happened.
"""

from collections import Counter
from typing import Any, Literal, NamedTuple

from tablehall.hall import facts
from tablehall.hall.addresses import share_of
from tablehall.hall.decision import Deciding
from tablehall.hall.facts import Registration, Standing
from tablehall.hall.hall import Hall

NAMES_KEPT = 20_000
"""So many names may have points; beyond it no new ones are taken."""

Part = Literal["program", "person", "house"]

NO_POINTS = Standing()


class Client(NamedTuple):
    """Where a program is: the door it came through, and its address there."""

    door: str
    address: tuple[Any, ...]
    """Whatever the door needs to reach it; what comes first says to whom a name belongs."""

    @property
    def origin(self) -> str:
        """Whose programs these are: only they may use a name that one of them registered."""
        return str(self.address[0])

    @property
    def share(self) -> str:
        """Whose share of the places they take: a whole network may be somebody's own."""
        return share_of(self.origin)

    def key(self) -> str:
        """What those are kept by who need no name (no name has a blank)."""
        return f" {self.door} {self.address[0]} {self.address[1]}"


NOWHERE = Client("", ("",))
"""Where people of the hall and the house's players are: no door needs to reach them."""


class Contestant:
    """Somebody who is invited to every game."""

    __slots__ = (
        "client",
        "heard",
        "invitation",
        "invited",
        "kept",
        "lapses",
        "match",
        "misses",
        "name",
        "part",
        "person",
        "ready",
        "relapses",
        "rests",
        "spectator",
        "sure",
    )

    def __init__(self, name: str, part: Part, now: int, client: Client = NOWHERE) -> None:
        self.name = name
        self.part = part
        self.client = client
        self.person = 0
        self.spectator = False
        self.heard = now
        """When it last said something that makes sense here."""
        self.ready = False
        """Whether it has been told that it is registered where it is now; before that it is told nothing."""
        self.sure = False
        """Whether its door knows that it really is there; before that, where it is is not remembered."""
        self.kept = False
        """Whether anything of it is remembered."""
        self.invitation = ""
        self.invited = 0
        """When the invitation was sent."""
        self.misses = 0
        """Invitations left without an answer, in a row."""
        self.relapses = 0
        """How often it was waited for again in vain after an answer that came too late."""
        self.lapses = 0
        """Turns missed or spoiled at the table, in a row."""
        self.rests = 0
        """Until when it is left alone: people want to see how a game ended, and a program that
        is late again and again is waited for more and more rarely."""
        self.match: Any = None
        """The game it plays in."""


class Roster:
    """Everybody registered, by name and by where they are."""

    def __init__(self, hall: Hall, contest: str) -> None:
        self.hall = hall
        self.contest = contest
        self.standings = hall.contest_book(contest).standings
        self.players: dict[str, Contestant] = {}
        self.spectators: dict[Client, Contestant] = {}
        self.clients: dict[Client, Contestant] = {}
        self.people: dict[int, Contestant] = {}
        self.programs_of: Counter[str] = Counter()
        """How many programs each caller has registered, ..."""
        self.spectators_of: Counter[str] = Counter()
        """... and how many spectators."""
        for kept in hall.contest_book(contest).registrations.values():  # they were here before it stopped
            who = self._add(kept.name, Client(kept.door, kept.address), kept.spectator, hall.now)
            who.ready = who.sure = who.kept = True

    def standing(self, name: str) -> Standing:
        """The total of a name, new or known."""
        return self.standings.get(name, NO_POINTS)

    def _add(self, name: str, client: Client, spectator: bool, now: int) -> Contestant:
        new = Contestant(name, "program", now, client)
        new.spectator = spectator
        self.clients[client] = new
        if spectator:
            self.spectators[client] = new
        else:
            self.players[name] = new
        self._held(spectator)[client.share] += 1
        return new

    def _held(self, spectator: bool) -> "Counter[str]":
        return self.spectators_of if spectator else self.programs_of

    def _let_go(self, contestant: Contestant) -> None:
        held, share = self._held(contestant.spectator), contestant.client.share
        held[share] -= 1
        if not held[share]:
            del held[share]

    def held(self, client: Client, spectator: bool) -> int:
        """How many others of its kind the caller of a program has registered; one at the same place would
        make room."""
        there = self.clients.get(client)
        return self._held(spectator)[client.share] - (there is not None and there.spectator == spectator)

    def taken(self, name: str, client: Client) -> bool | None:
        """Whether a name is somebody else's; None: it is nobody's so far."""
        known = self.players.get(name)
        if known is None:
            return None
        return known.part != "program" or known.client.origin != client.origin

    def names_full(self, name: str) -> bool:
        """Whether no more names can have points, and this one has none."""
        return name not in self.standings and len(self.standings) >= NAMES_KEPT

    def enlist(
        self, decision: Deciding, name: str, client: Client, spectator: bool, sure: bool
    ) -> Contestant:
        """Register a program, new or from a new place; any other there has left."""
        known = self.spectators.get(client) if spectator else self.players.get(name)
        if known is None:
            known = self._add(name, client, spectator, decision.now)
        elif known.client != client:
            self.clients.pop(known.client, None)
            known.client, known.ready, known.sure = client, False, False
            self.clients[client] = known
        known.heard = decision.now
        if sure and not known.sure:
            self.make_sure(decision, known)
        return known

    def make_sure(self, decision: Deciding, contestant: Contestant) -> None:
        """It really is where it says, and that is remembered."""
        contestant.sure = contestant.kept = True
        client = contestant.client
        self._keep(
            decision,
            contestant,
            Registration(client.door, client.address, contestant.name, contestant.spectator),
        )

    def remove(self, decision: Deciding, contestant: Contestant) -> None:
        """It takes no part any longer; its total is kept."""
        if contestant.part == "program":
            if self.clients.get(contestant.client) is contestant:
                del self.clients[contestant.client]
                self._let_go(contestant)
            if contestant.kept:
                self._keep(decision, contestant, None)
        if contestant.spectator:
            self.spectators.pop(contestant.client, None)
        elif self.players.get(contestant.name) is contestant:
            del self.players[contestant.name]
        self.people.pop(contestant.person, None)
        contestant.ready = False

    def _keep(self, decision: Deciding, contestant: Contestant, what: Registration | None) -> None:
        key = contestant.client.key() if contestant.spectator else contestant.name
        decision.keep(facts.Registered(self.contest, key, what))

    def seat_person(self, name: str, person: int, now: int) -> Contestant:
        """A person of the hall takes part."""
        new = Contestant(name, "person", now)
        new.person, new.ready = person, True
        self.players[name] = self.people[person] = new
        return new

    def score(self, decision: Deciding, contestant: Contestant, points: int) -> None:
        """Add a game to a total."""
        before = self.standing(contestant.name)
        after = Standing(before.points + points, before.games + 1)
        decision.keep(facts.Scored(self.contest, contestant.name, after))

    def reset(self, decision: Deciding) -> None:
        """Nobody has any points."""
        for name in list(self.standings):
            decision.keep(facts.Scored(self.contest, name, None))
