"""The facts of the hall: everything it remembers beside the logs of its tables. A closed list.

Each fact says what has become true. The journal keeps it as a row, by kind and key, and only the
latest of each key; `load` reads the rows back. `Hall.learn` is the one way a fact changes anything.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from tablehall.hall import saves
from tablehall.hall.bans import Ban, By
from tablehall.hall.people import Profile
from tablehall.hall.saves import SaveFile

Rows = Mapping[str, Mapping[str, bytes]]
"""Rows as a journal gives them back: by kind and key."""

encode = msgspec.json.Encoder().encode


class Row(NamedTuple):
    """A fact as the journal keeps it; without a value there is nothing left to keep."""

    kind: str
    key: str
    value: bytes | None


class Fact(msgspec.Struct, frozen=True, gc=False):
    """Something the hall knows."""

    @abstractmethod
    def row(self) -> Row:
        """What the journal keeps of it."""


# People.


class Known(Fact, frozen=True):
    """This is known of a person."""

    profile: Profile

    def row(self) -> Row:
        return Row("person", str(self.profile.id), encode(self.profile))


class Forgotten(Fact, frozen=True):
    """Nothing is known of a person any more."""

    person: int

    def row(self) -> Row:
        return Row("person", str(self.person), None)


class PairingCode(msgspec.Struct, frozen=True, array_like=True):
    """A code that brings somebody to another device: its hash, and until when it does."""

    code_hash: str
    until: int


class Paired(Fact, frozen=True):
    """Somebody has a code for another device; None: no longer."""

    person: int
    code: PairingCode | None

    def row(self) -> Row:
        return Row("code", str(self.person), None if self.code is None else encode(self.code))


class Banned(Fact, frozen=True):
    """Nobody may come in under this name, or from this address."""

    by: By
    whom: str
    ban: Ban

    def row(self) -> Row:
        return Row("ban", f"{self.by}/{self.whom}", encode(self.ban))


class Unbanned(Fact, frozen=True):
    """A ban is lifted."""

    by: By
    whom: str

    def row(self) -> Row:
        return Row("ban", f"{self.by}/{self.whom}", None)


class Appointed(Fact, frozen=True):
    """Whoever has the token with this hash is the keeper of the hall."""

    token_hash: str

    def row(self) -> Row:
        return Row("keeper", "token", encode(self.token_hash))


# Games that were put away.


class Saved(Fact, frozen=True):
    """A game is kept under a name."""

    save: SaveFile

    def row(self) -> Row:
        return Row("save", f"{self.save.sheet.game}/{self.save.name}", encode(self.save))


class Discarded(Fact, frozen=True):
    """A game is no longer kept."""

    game: str
    name: str

    def row(self) -> Row:
        return Row("save", f"{self.game}/{self.name}", None)


# Numbers, and the time.


class Numbered(Fact, frozen=True):
    """So many numbers were given to people and their visits."""

    count: int

    def row(self) -> Row:
        return Row("hall", "numbers", b"%d" % self.count)


class Counted(Fact, frozen=True):
    """So many tables were opened."""

    count: int

    def row(self) -> Row:
        return Row("hall", "opened", b"%d" % self.count)


class HallKey(Fact, frozen=True):
    """A secret of this hall: the numbers of its tables are shuffled with it, and what is known of where
    people come from is hidden with it. The numbers of the first so many tables were given out before."""

    key: str
    since: int = 0

    def row(self) -> Row:
        return Row("hall", "key", encode((self.key, self.since)))


class Spread(Fact, frozen=True):
    """In which steps the numbers of tables were given out before they were shuffled."""

    step: int
    start: int

    def row(self) -> Row:
        return Row("hall", "spread", b"[%d,%d]" % (self.step, self.start))


class Alive(Fact, frozen=True):
    """The hall was up at this time; a hall of several nodes notes it for each."""

    at: int
    node: str = ""

    def row(self) -> Row:
        return Row("hall", f"alive/{self.node}" if self.node else "alive", b"%d" % self.at)


class Missing(Fact, frozen=True):
    """The hall does not have a game of which there are tables, and was last up with it at this time; None: it
    has it again, and those tables have got back what they lost."""

    game: str
    since: int | None

    def row(self) -> Row:
        value = None if self.since is None else b"%d" % self.since
        return Row("hall", f"missing/{self.game}", value)


class Named(Fact, frozen=True):
    """What tells the nodes of this hall from those of others."""

    id: str

    def row(self) -> Row:
        return Row("hall", "id", self.id.encode())


# Contests.


class ContestInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a contest beside its players' totals."""

    game: str = ""
    title: str = ""
    games: int = 0


class Standing(NamedTuple):
    """The total of one name."""

    points: int = 0
    games: int = 0


class Registration(msgspec.Struct, array_like=True, frozen=True):
    """What is kept of a program: through which door it came, from where, and what for."""

    door: str
    address: tuple[str | int, ...]
    name: str
    spectator: bool = False


class Held(Fact, frozen=True):
    """A contest is held: its game, its title, and how many games were played."""

    contest: str
    info: ContestInfo

    def row(self) -> Row:
        return Row("contest", self.contest, encode(self.info))


class Scored(Fact, frozen=True):
    """The total of a name in a contest; None: it has none any more."""

    contest: str
    name: str
    standing: Standing | None

    def row(self) -> Row:
        value = None if self.standing is None else b"[%d,%d]" % self.standing
        return Row("standing", f"{self.contest}/{self.name}", value)


class Registered(Fact, frozen=True):
    """A program takes part in a contest; None: no longer. Its key is its name or, for those who look
    on without one, where they are."""

    contest: str
    key: str
    registration: Registration | None

    def row(self) -> Row:
        value = None if self.registration is None else encode(self.registration)
        return Row("contestant", f"{self.contest}/{self.key}", value)


# What nodes of one hall note for each other; it means nothing to the hall itself.


class Noted(Fact, frozen=True):
    """A note by one node for whoever goes on in its place; None: it is done with."""

    kind: Literal["asked", "unsettled"]
    key: str
    value: bytes | None

    def row(self) -> Row:
        return Row(self.kind, self.key, self.value)


# Reading them back.

_profile = msgspec.json.Decoder(Profile).decode
_ban = msgspec.json.Decoder(Ban).decode
_code = msgspec.json.Decoder(PairingCode).decode
_token_hash = msgspec.json.Decoder(str).decode
_hall_key = msgspec.json.Decoder(tuple[str, int]).decode
_spread = msgspec.json.Decoder(tuple[int, int]).decode
_info = msgspec.json.Decoder(ContestInfo).decode
_standing = msgspec.json.Decoder(Standing).decode
_registration = msgspec.json.Decoder(Registration).decode


def read(row: Row) -> Fact:
    """A fact from its row."""
    if row.kind not in _READ:
        raise _unknown(row.kind)
    return _READ[row.kind](row.key, row.value)


def _unknown(kind: str) -> ValueError:
    return ValueError(f"a fact of the kind {kind!r} is unknown here: use a newer tablehall")


def load(rows: Rows) -> Iterator[Fact]:
    """Every fact that a journal has kept."""
    for kind, values in rows.items():
        for key, value in values.items():
            yield read(Row(kind, key, value))


def _person(key: str, value: bytes | None) -> Fact:
    return Forgotten(int(key)) if value is None else Known(_profile(value))


def _banned(key: str, value: bytes | None) -> Fact:
    kind, _, whom = key.partition("/")
    if kind not in ("name", "address"):
        raise ValueError(f"nobody is banned by their {kind}")
    by: By = "name" if kind == "name" else "address"
    return Unbanned(by, whom) if value is None else Banned(by, whom, _ban(value))


def _save(key: str, value: bytes | None) -> Fact:
    return Discarded(*key.split("/", 1)) if value is None else Saved(saves.decode(value))


def _paired(key: str, value: bytes | None) -> Fact:
    return Paired(int(key), None if value is None else _code(value))


def _about_the_hall(key: str, value: bytes | None) -> Fact:
    if key.startswith("missing/"):
        return Missing(key.removeprefix("missing/"), None if value is None else int(value))
    assert value is not None
    if key == "key":
        return HallKey(*_hall_key(value))
    if key == "spread":
        return Spread(*_spread(value))
    if key == "id":
        return Named(value.decode())
    what, _, node = key.partition("/")
    if what == "alive":
        return Alive(int(value), node)
    if what == "numbers":
        return Numbered(int(value))
    if what == "opened":
        return Counted(int(value))
    raise _unknown(f"hall/{key}")


def _scored(key: str, value: bytes | None) -> Fact:
    contest, _, name = key.partition("/")
    return Scored(contest, name, None if value is None else _standing(value))


def _registered(key: str, value: bytes | None) -> Fact:
    contest, _, name = key.partition("/")
    return Registered(contest, name, None if value is None else _registration(value))


_READ: dict[str, Callable[[str, bytes | None], Fact]] = {
    "person": _person,
    "ban": _banned,
    "keeper": lambda _, value: Appointed(_token_hash(value or b"")),
    "save": _save,
    "code": _paired,
    "hall": _about_the_hall,
    "contest": lambda key, value: Held(key, _info(value or b"")),
    "standing": _scored,
    "contestant": _registered,
    "asked": lambda key, value: Noted("asked", key, value),
    "unsettled": lambda key, value: Noted("unsettled", key, value),
}
