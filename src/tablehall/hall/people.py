"""People: who is known to the hall, who is here, and how they prove who they are.

There are four kinds. A *guest* has a hall-wide name and a secret to come back with. Some
doors know no secrets: a *visitor* is whoever comes in under that name while its owner is
away. And some know names only at a table: a *stranger* has a secret but no name of their own.
A *bot* is one of the house's own players: it has a name, and nobody can come in under it.
"""

import hashlib
from typing import Literal

import msgspec

from tablehall.hall.names import clash_keys
from tablehall.hall.promises import Promise
from tablehall.hall.scores import Score

Kind = Literal["guest", "visitor", "stranger", "bot"]


REGISTERED: tuple[Kind, ...] = ("guest", "bot")
"""Whose names are their own."""
DEVICES = 8
"""So many secrets somebody has at a time, one for each device; the oldest goes first."""
CONNECTIONS = 16
"""So many connections speak for one person at a time; the oldest goes first."""
MISSED = 20
"""Of so many games somebody hears on their return how they went on without them."""


How = Literal["won", "lost", "drawn", "replaced", "put away", "closed", "waits"]
"""`waits`: the hall does not have the game now; the table is kept until it has."""


class Missed(msgspec.Struct, omit_defaults=True, frozen=True, gc=False):
    """What became of a game while one of its players was away."""

    table: int
    game: str
    players: tuple[str, ...]
    how: How
    why: str
    at: int
    save: str = ""
    """The name under which it can be brought back, if it was put away."""
    code: str = ""
    """What opens its log, if the table was private."""


class Profile(msgspec.Struct, omit_defaults=True, frozen=True):
    """What is remembered of a person."""

    id: int
    kind: Kind
    name: str
    secret: str = ""
    """The hash of their secret."""
    ticket: int = 0
    """The number of their visit; a new one whenever they come in anew."""
    seen: int = 0
    """When they were last here; 0: they are here."""
    scores: dict[str, Score] = {}
    more_secrets: tuple[str, ...] = ()
    """The hashes of the secrets of their other devices."""
    dialect: str = ""
    """How their client wants to be spoken to, if it was recognised by something that it says only once."""
    missed: tuple[Missed, ...] = ()
    """What they have not seen yet of games that went on without them."""
    origin: str = ""
    """Where they came from when they first came, hidden under the hall's key."""


class Person:
    """A person and, if they are here, the connections that speak for them."""

    __slots__ = ("asks", "conns", "games", "profile", "promise", "tables", "watching")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.conns: tuple[int, ...] = ()
        """The connections that speak for them, the newest last."""
        self.games: frozenset[str] | None = None
        """The games their door can carry; None: all."""
        self.asks = False
        """Whether their door has words for presence."""
        self.tables: set[int] = set()
        self.watching: set[int] = set()
        self.promise: Promise | None = None
        """The seed of the next table that they open, if they were told its hash."""

    @property
    def id(self) -> int:
        return self.profile.id

    @property
    def here(self) -> bool:
        return bool(self.conns)

    def attends(self, game: str) -> bool:
        """Whether they are here, through a door that can carry this game."""
        return bool(self.conns) and (self.games is None or game in self.games)


class People:
    """Everybody the hall knows."""

    def __init__(self) -> None:
        self.by_id: dict[int, Person] = {}
        self.by_name: dict[str, Person] = {}
        self.by_clash_key: dict[str, Person] = {}
        """Whose name a reader would take one for: those of guests and of the house's players."""
        self.by_secret: dict[str, Person] = {}
        self.by_conn: dict[int, Person] = {}

    def know(self, profile: Profile) -> Person:
        """This is what is known of somebody from now on."""
        person = self.by_id.get(profile.id)
        if person is None:
            person = self.by_id[profile.id] = Person(profile)
        else:
            before, person.profile = person.profile, profile
            if _called(before) == _called(profile):  # only what they have done is different
                return person
            self._unlist(before)
        if profile.kind != "stranger":
            self.by_name[profile.name] = person
        if profile.kind in REGISTERED:
            for key in clash_keys(profile.name):
                self.by_clash_key.setdefault(key, person)
        for secret in secrets_of(profile):
            self.by_secret[secret] = person
        return person

    def forget(self, person: Person) -> None:
        """Nothing is known of this person any more."""
        self.by_id.pop(person.id, None)
        self._unlist(person.profile)
        for conn in person.conns:
            self.by_conn.pop(conn, None)

    def _unlist(self, profile: Profile) -> None:
        for secret in secrets_of(profile):
            self.by_secret.pop(secret, None)
        if profile.kind != "stranger":
            self.by_name.pop(profile.name, None)
        if profile.kind in REGISTERED:
            for key in clash_keys(profile.name):  # of two from a time when both were free the first holds it
                if key in self.by_clash_key and self.by_clash_key[key].id == profile.id:
                    del self.by_clash_key[key]

    def holder(self, name: str) -> Person | None:
        """The guest or house player for whom somebody under this name would be taken."""
        return next((self.by_clash_key[key] for key in clash_keys(name) if key in self.by_clash_key), None)

    def here(self, number: int) -> Person | None:
        """A person who is here; what is still heard of one who was shown out counts no more."""
        person = self.by_id.get(number)
        return person if person is not None and person.conns else None

    def attach(self, person: Person, conn: int, games: frozenset[str] | None, *, asks: bool) -> list[int]:
        """Let a connection speak for a person. Returns those that no longer do: all others, unless the
        door has words for presence."""
        others = [other for other in person.conns if other != conn]
        kept = others[1 - CONNECTIONS :] if asks and person.asks else []
        displaced = others[: len(others) - len(kept)]
        for other in displaced:
            del self.by_conn[other]
        person.conns, person.games, person.asks = (*kept, conn), games, asks
        self.by_conn[conn] = person
        return displaced

    def detach(self, conn: int) -> None:
        """A connection speaks for nobody any longer."""
        person = self.by_conn.pop(conn, None)
        if person is not None:
            person.conns = tuple(other for other in person.conns if other != conn)
            if not person.conns:
                person.promise = None


def _called(profile: Profile) -> tuple[object, ...]:
    """What somebody is found by."""
    return profile.name, profile.kind, profile.secret, profile.more_secrets


def secrets_of(profile: Profile) -> tuple[str, ...]:
    """The hashes of everything that somebody can prove who they are with."""
    return (profile.secret, *profile.more_secrets) if profile.secret else ()


def secret_hash(secret: str) -> str:
    """What is kept of a secret: enough to recognise it, too little to use it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
