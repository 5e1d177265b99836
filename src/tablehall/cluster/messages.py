"""What nodes say to each other."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import AnyGame, Outcome, Reason
from tablehall.hall import commands
from tablehall.hall.commands import Command
from tablehall.hall.facts import Row
from tablehall.hall.saves import SaveFile
from tablehall.hall.saves import decode as decode_save
from tablehall.hall.scene import NOBODY
from tablehall.hall.table import Table


class Message(msgspec.Struct, array_like=True, tag=True, gc=False):
    """Base of everything that is said."""


# Commands and their answers.


class Ask(Message):
    """Decide on a command. The number never comes twice from this node, also when it asks again."""

    id: str
    kind: str
    command: bytes


class Misdirected(Message):
    """That is not decided on here."""

    id: str


class Done(Message):
    """The answer to a command: why not, or what came of it."""

    id: str
    refused: str = ""
    table: int = 0
    person: int = 0
    secret: str = ""
    returning: bool = False

    def repeatable(self) -> "Done":
        """As it may be kept: a secret is not."""
        return msgspec.structs.replace(self, secret="?" if self.secret else "")


# What was decided on elsewhere.


class NewTable(Message):
    """A new table, from its first record on."""

    table: int
    game: str
    seed: bytes
    lines: list[bytes]


class Snapshot(Message):
    """A table as it is now, for a node where somebody comes to it."""

    table: int
    game: str
    seed: bytes
    snapshot: bytes
    watchers: list[int]
    tail: list[bytes]
    """Its latest records, for a node that knew it some moments ago."""


class Records(Message):
    """What happened at a table."""

    table: int
    lines: list[bytes]


class LobbyUpdate(Message):
    """What the lobby shows of a table has changed. Without a snapshot: the replica here is right."""

    change: str
    table: int
    game: str
    snapshot: bytes


class Facts(Message):
    """Facts that are kept."""

    kept: list[Row]


class Came(Message):
    """Somebody came in."""

    profile: bytes
    conn: int
    games: list[str] | None
    asks: bool


class HungUp(Message):
    """One of the connections that speak for somebody is gone."""

    person: int
    conn: int


class Left(Message):
    """Somebody is no longer here, and gives up their seats at some games (None: all)."""

    person: int
    giving_up: list[str] | None
    conns: list[int]
    """The connections that spoke for them: who came back meanwhile is not meant."""


class Here(Message):
    """No other connections speak for anybody."""

    conns: list[int]


class Looks(Message):
    """Somebody looks on at a table, or no longer."""

    person: int
    table: int
    on: bool


class Parting(Message):
    """A connection no longer speaks for its person."""

    conn: int
    why: str


class Place(Message):
    """A contest has given a connection's person a place at a table."""

    conn: int
    table: int


class Taken(Message):
    """The sender decides on this table from now on; this is how it stands in the journal."""

    table: int
    game: str
    seed: bytes
    snapshot: bytes | None
    lines: list[bytes]


class Given(Message):
    """The addressee decides on these tables from now on."""

    tables: list[int]


Change = (
    NewTable
    | Snapshot
    | Records
    | LobbyUpdate
    | Facts
    | Came
    | HungUp
    | Left
    | Here
    | Looks
    | Parting
    | Place
    | Taken
    | Given
)


def merge(changes: list[Change], change: Change) -> None:
    """Several records of one table in a row are one change."""
    last = changes[-1] if changes else None
    if type(change) is Records and isinstance(last, Records | NewTable) and last.table == change.table:
        changes[-1] = msgspec.structs.replace(last, lines=[*last.lines, *change.lines])
    else:
        changes.append(change)


class Effects(Message):
    """One decision: everything that follows from it here, and whose answer it is."""

    changes: list[Change]
    done: Done | None = None


class Synced(Message):
    """That was everything the sender has to tell a newcomer."""


class Datagram(Message):
    """A datagram from a program to a door that another node answers for, or the answer to one."""

    door: str
    host: str
    port: int
    data: bytes
    out: bool = False


AnyMessage = Ask | Misdirected | Effects | Synced | Datagram

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AnyMessage).decode


# Commands among nodes only.


class Fetch(Command, frozen=True):
    """Let this node have a table as it is."""

    table: int


class Desert(Command, frozen=True):
    """Give up a table whose saved game goes on elsewhere."""

    table: int


class Reserve(Command, frozen=True):
    """Make sure that a save has a name of its own, whichever node keeps it."""

    game: str
    name: str


class PersonHere(NamedTuple):
    """Somebody who is connected to a node."""

    person: int
    conn: int
    games: tuple[str, ...] | None
    asks: bool


class Present(Command, frozen=True):
    """Who is connected to a node, for a node that has just become the leader."""

    people: tuple[PersonHere, ...]


class Settle(Command, frozen=True):
    """Write the result of a game into everybody's score."""

    id: str
    game: str
    people: tuple[int, ...]
    outcome: Outcome


class Barrier(Command, frozen=True):
    """Say something, so that everything said before has arrived."""


KINDS: dict[str, type[Command]] = {
    kind.__name__: kind
    for kind in (*vars(commands).values(), Fetch, Settle, Barrier, Desert, Reserve, Present)
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
}


def wrap(command: Command) -> tuple[str, bytes]:
    """A command for the wire; what only a game can read goes as JSON."""
    kind = type(command)
    if isinstance(command, commands.Act):
        command = msgspec.structs.replace(command, move=_json(command.move))
    elif isinstance(command, commands.Open) and command.terms.options is not msgspec.UNSET:
        terms = msgspec.structs.replace(command.terms, options=_json(command.terms.options))
        command = msgspec.structs.replace(command, terms=terms)
    return kind.__name__, encode(command)


def _json(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | msgspec.Raw) else msgspec.json.encode(value)


def unwrap(kind: str, data: bytes) -> Command:
    """The command again."""
    return msgspec.msgpack.decode(data, type=KINDS[kind])


# Reasons are members of many enums: the hall's own, and one of every game.


def spell(reason: Reason | None) -> str:
    """A reason for the wire."""
    return f"{type(reason).__module__}.{type(reason).__qualname__}/{reason.name}" if reason else ""


def reason(spelt: str) -> Reason | None:
    """The reason again."""
    if not spelt:
        return None
    where, _, name = spelt.rpartition("/")
    for kind in _kinds(Reason):
        if f"{kind.__module__}.{kind.__qualname__}" == where:
            member: Reason = kind[name]
            return member
    raise KeyError(spelt)


def _kinds(kind: Any) -> Iterator[Any]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


# Tables.


def summary(table: Table) -> bytes:
    """What the lobby shows of a table."""
    scene = msgspec.structs.replace(
        table.scene, state=None, turn=NOBODY, left=(), running=(), proposal=None, last=None
    )
    return msgspec.json.encode(SaveFile(table.sheet, scene, "", 0))


def snapshot(table: Table) -> bytes:
    """A table as it is now."""
    return msgspec.json.encode(SaveFile.of(table))


def restore(snapshot: bytes, game: AnyGame, seed: bytes = b"") -> Table:
    """The table again."""
    return decode_save(snapshot).table(game, seed)
