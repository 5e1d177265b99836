"""Who takes part in a contest: programs known by their address, people of the hall, the house.

A name belongs to the address that registered it, and a total of points to the name. Both are
kept, so that a contest goes on after a restart as if nothing had happened.
"""

from typing import Any, Literal

import msgspec

from tablehall.hall.hall import Hall
from tablehall.hall.refusals import Why

LONGEST_NAME = 20
FORBIDDEN = frozenset(",;:")
NAMES_KEPT = 20_000
"""So many names may have points; beyond it no new ones are taken."""

Address = tuple[Any, ...]
"""Where a program is: host, port, and what else the network adds."""
Part = Literal["program", "person", "house"]


class Standing(msgspec.Struct, array_like=True):
    """The total of one name."""

    points: int = 0
    games: int = 0


class Registration(msgspec.Struct, array_like=True, frozen=True):
    """What is kept of a program: through which door it came, from where, and what for."""

    door: str
    address: tuple[str | int, ...]
    name: str
    spectator: bool = False


class Contestant:
    """Somebody who is invited to every game."""

    __slots__ = (
        "address",
        "answered",
        "door",
        "heard",
        "invitation",
        "invited",
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
        "standing",
    )

    def __init__(self, name: str, part: Part, standing: Standing, now: int) -> None:
        self.name = name
        self.part = part
        self.standing = standing
        self.door = ""
        self.address: Address = ()
        self.person = 0
        self.spectator = False
        self.heard = now
        """When it last said something."""
        self.ready = False
        """Whether it has been told that it is registered."""
        self.invitation = ""
        self.invited = 0
        """When the invitation was sent."""
        self.answered = True
        """Whether it has answered the invitation."""
        self.misses = 0
        """Invitations left without an answer, in a row."""
        self.relapses = 0
        """How often it was waited for again in vain after an answer that came too late."""
        self.lapses = 0
        """Deadlines missed at the table, in a row."""
        self.rests = 0
        """Until when it is left alone: people want to see how a game ended, and a program that
        is late again and again is waited for more and more rarely."""
        self.match: Any = None
        """The game it plays in."""


class Roster:
    """Everybody registered, by name and by address."""

    def __init__(self, hall: Hall, contest: str) -> None:
        self.hall = hall
        self.contest = contest
        self.standings: dict[str, Standing] = {}
        self.players: dict[str, Contestant] = {}
        self.spectators: dict[tuple[str, Address], Contestant] = {}
        self.by_address: dict[tuple[str, Address], Contestant] = {}
        self.people: dict[int, Contestant] = {}

    def standing(self, name: str) -> Standing:
        """The total of a name, new or known."""
        return self.standings.get(name) or Standing()

    def recall(self, now: int) -> None:
        """Everybody who was here when the hall went down, and all totals."""
        facts, mine = self.hall.contest_facts, f"{self.contest}/"
        for key, value in facts.get("standing", {}).items():
            if key.startswith(mine):
                self.standings[key.removeprefix(mine)] = msgspec.json.decode(value, type=Standing)
        for key, value in facts.get("contestant", {}).items():
            if key.startswith(mine):
                kept = msgspec.json.decode(value, type=Registration)
                self._add(kept.name, kept.door, kept.address, kept.spectator, now).ready = True

    def _add(self, name: str, door: str, address: Address, spectator: bool, now: int) -> Contestant:
        new = Contestant(name, "program", self.standing(name), now)
        new.door, new.address, new.spectator = door, address, spectator
        self.by_address[door, address] = new
        if spectator:
            self.spectators[door, address] = new
        else:
            self.players[name] = new
        return new

    def refusal(self, name: str, address: Address, most: int) -> Why | None:
        """Why a program may not play under this name; None: it may."""
        if not good_contest_name(name):
            return Why.BAD_NAME
        if self.hall.bans.bar(name, self.hall.now):
            return Why.BANNED
        known = self.players.get(name)
        if known is not None:
            mine = known.part == "program" and known.address[0] == address[0]
            return None if mine else Why.NAME_TAKEN
        return self._no_room(name, most)

    def _no_room(self, name: str, most: int) -> Why | None:
        full = name not in self.standings and len(self.standings) >= NAMES_KEPT
        return Why.CONTEST_FULL if full or len(self.players) >= most else None

    def enlist(self, name: str, door: str, address: Address, spectator: bool, now: int) -> Contestant:
        """Register a program, new or from a new address; any other at that address has left."""
        known = self.spectators.get((door, address)) if spectator else self.players.get(name)
        if known is None:
            known = self._add(name, door, address, spectator, now)
        elif (known.door, known.address) == (door, address):
            return known
        else:
            self.by_address.pop((known.door, known.address), None)
            known.door, known.address = door, address
            self.by_address[door, address] = known
        self._keep(known, Registration(door, address, name, spectator))
        return known

    def playing(self) -> bool:
        """Whether anybody is in a game right now."""
        return any(player.match is not None for player in self.players.values())

    def remove(self, contestant: Contestant) -> None:
        """It takes no part any longer; its total is kept."""
        where = (contestant.door, contestant.address)
        if contestant.part == "program":
            if self.by_address.get(where) is contestant:
                del self.by_address[where]
            self._keep(contestant, None)
        if contestant.spectator:
            self.spectators.pop(where, None)
        elif self.players.get(contestant.name) is contestant:
            del self.players[contestant.name]
        self.people.pop(contestant.person, None)
        contestant.ready = False

    def _keep(self, contestant: Contestant, what: Registration | None) -> None:
        """Spectators need no name: they are kept by where they are (no name has a blank)."""
        door, address = contestant.door, contestant.address
        key = f" {door} {address[0]} {address[1]}" if contestant.spectator else contestant.name
        self.hall.keep("contestant", f"{self.contest}/{key}", what)

    def seat_person(self, name: str, person: int, most: int, now: int) -> Contestant | Why:
        """A person of the hall takes part."""
        if not good_contest_name(name):
            return Why.BAD_NAME
        if name in self.players:
            return Why.NAME_TAKEN
        if refused := self._no_room(name, most):
            return refused
        new = Contestant(name, "person", self.standing(name), now)
        new.person, new.ready = person, True
        self.players[name] = self.people[person] = new
        return new

    def score(self, contestant: Contestant, points: int) -> tuple[str, str, bytes]:
        """Add a game to a total; returns the fact to keep."""
        standing = self.standings.setdefault(contestant.name, contestant.standing)
        contestant.standing = standing
        standing.points += points
        standing.games += 1
        return (
            "standing",
            f"{self.contest}/{contestant.name}",
            b"[%d,%d]" % (standing.points, standing.games),
        )

    def reset(self) -> list[tuple[str, str, None]]:
        """Nobody has any points; returns the facts to forget."""
        forgotten = [("standing", f"{self.contest}/{name}", None) for name in self.standings]
        self.standings.clear()
        for player in self.players.values():
            player.standing = Standing()
        return forgotten


def good_contest_name(name: str) -> bool:
    """Whether a name can be part of a message: short, printable, and without , ; : and blanks."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        return False
    return not any(char.isspace() or char in FORBIDDEN for char in name)
