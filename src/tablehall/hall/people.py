"""People: who is known to the hall, who is here, and how they prove who they are.

There are four kinds. A *guest* has a hall-wide name and a secret to come back with. Some
doors know no secrets: a *visitor* is whoever comes in under that name while its owner is
away. And some know names only at a table: a *stranger* has a secret but no name of their own.
A *bot* is one of the house's own players: it has a name, and nobody can come in under it.
"""

import hashlib
import unicodedata
from typing import Literal

import msgspec

from tablehall.hall.scores import Score

Kind = Literal["guest", "visitor", "stranger", "bot"]


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
    dialect: str = ""
    """How their client wants to be spoken to, if it was recognised by something that it says only once."""


class Person:
    """A person and, if they are here, the connection that speaks for them."""

    __slots__ = ("conn", "games", "hold", "profile", "tables", "watching")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.conn: int | None = None
        self.games: frozenset[str] | None = None
        """The games their door can carry; None: all."""
        self.hold = 0
        """How long their seats at waiting tables are kept when their connection is lost."""
        self.tables: set[int] = set()
        self.watching: set[int] = set()

    @property
    def id(self) -> int:
        return self.profile.id

    def attends(self, game: str) -> bool:
        """Whether they are here, through a door that can carry this game."""
        return self.conn is not None and (self.games is None or game in self.games)


class People:
    """Everybody the hall knows."""

    def __init__(self) -> None:
        self.by_id: dict[int, Person] = {}
        self.by_name: dict[str, Person] = {}
        self.by_secret: dict[str, Person] = {}
        self.by_conn: dict[int, Person] = {}

    def know(self, profile: Profile) -> Person:
        """This is what is known of somebody from now on."""
        person = self.by_id.get(profile.id)
        if person is None:
            person = self.by_id[profile.id] = Person(profile)
        else:
            self._unlist(person.profile)
            person.profile = profile
        if profile.kind != "stranger":
            self.by_name[profile.name] = person
        if profile.secret:
            self.by_secret[profile.secret] = person
        return person

    def forget(self, person: Person) -> None:
        """Nothing is known of this person any more."""
        self.by_id.pop(person.id, None)
        self._unlist(person.profile)
        if person.conn is not None:
            self.by_conn.pop(person.conn, None)

    def _unlist(self, profile: Profile) -> None:
        self.by_secret.pop(profile.secret, None)
        if profile.kind != "stranger":
            self.by_name.pop(profile.name, None)

    def here(self, number: int) -> Person | None:
        """A person who is here; what is still heard of one who was shown out counts no more."""
        person = self.by_id.get(number)
        return person if person is not None and person.conn is not None else None

    def attach(self, person: Person, conn: int) -> int | None:
        """Let a connection speak for a person; returns the one that did so before."""
        before, person.conn = person.conn, conn
        if before is not None:
            self.by_conn.pop(before, None)
        self.by_conn[conn] = person
        return before

    def detach(self, person: Person) -> None:
        if person.conn is not None:
            self.by_conn.pop(person.conn, None)
        person.conn = None


def secret_hash(secret: str) -> str:
    """What is kept of a secret: enough to recognise it, too little to use it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def good_name(name: str, longest: int = 20) -> bool:
    """Whether people can read this as a name: printable, no blank at its ends."""
    return (
        0 < len(name) <= longest
        and name.isprintable()
        and name == name.strip()
        and unicodedata.is_normalized("NFC", name)
    )


def speakable(text: str) -> bool:
    """Whether this can be written down: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
