"""What the house door says. A field that is left out has its default."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tablehall.games.api import Absence, Outcome
from tablehall.games.look import Look
from tablehall.hall.clock import ClockSpec
from tablehall.hall.people import Missed
from tablehall.hall.scene import Proposal, Status
from tablehall.protocols.house.requests import Tag


class Reply(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of everything said."""

    re: Tag = None


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A taken seat."""

    name: str
    person: int
    away: int = 0
    """Since when the player is away."""
    gone: bool = False
    """Whether they are out of this game for good."""
    bot: int = 0
    """The level of the house's player who sits here; 0: a person."""
    until: int = 0
    """Until when a player who is away is waited for before anything happens; 0: nothing runs."""
    overdue: int = 0
    """Since when they have been away for longer than that: `claim` says what shall become of it."""
    expected: int = 0
    """When the game began without them; no clock runs before they come."""
    stranger: bool = False
    """Whether their name is one for this table only, which anybody may have chosen."""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby."""

    table: int
    game: str
    status: Status
    seats: tuple[Chair | None, ...]
    opened: int
    title: str = ""
    options: Any = None
    clock: ClockSpec = ClockSpec()
    spectators: bool = True
    start: Literal["full", "asked"] = "full"
    rated: bool = True
    save: str = ""


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    seats: tuple[int, ...]
    seat_names: tuple[str, ...]
    options: Any
    """The JSON schema of its options."""
    move: Any
    """The JSON schema of its moves."""
    takeback: bool
    draw_by_agreement: bool
    absence: Absence
    bots: tuple[int, ...] = ()
    """The levels of the house's players of this game."""
    look: Look = Look()
    """What it looks like, for those who draw it."""
    formats: tuple[str, ...] = ()
    """The kinds of files in which other programs know its games."""


class SaveCard(msgspec.Struct, frozen=True):
    """A saved game."""

    game: str
    name: str
    players: tuple[str, ...]
    at: int
    deserted: bool = False
    """Whether the hall put it away, since everybody was gone."""
    yours: bool = False
    """Whether you play in it."""


class Standing(msgspec.Struct, frozen=True):
    """The total of one name in a contest."""

    name: str
    points: int
    games: int


class ContestCard(msgspec.Struct, frozen=True):
    """A contest, and how it stands."""

    name: str
    game: str
    title: str
    options: Any
    games: int
    """How many were played."""
    programs: int
    """How many are there: registered, and waited for or heard of lately..."""
    people: int
    """... and how many people take part."""
    spectators: int
    tables: tuple[int, ...]
    """The tables that play right now; you may watch them."""
    standings: tuple[Standing, ...]
    """The best hundred."""


class Clocks(msgspec.Struct, frozen=True):
    """Milliseconds left to each seat, and since when its clock runs (0: it does not)."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of chat."""

    seq: int
    at: int
    name: str
    text: str
    seat: int | None = None
    to: tuple[int, ...] | None = None


class Welcome(Reply, frozen=True, tag="welcome"):
    """You are in. Keep the secret: with it you come back to your seats."""

    person: int
    name: str
    tables: tuple[int, ...] = ()
    """Where you sit."""
    secret: str = ""
    missed: tuple[Missed, ...] = ()
    """What became of games while you were away; told again until you say `seen`."""
    promise: str = ""
    """The hash of the seed of the dice of the next table that you open."""


class Code(Reply, frozen=True, tag="code"):
    """A code for another device of yours, and until when it can be used."""

    code: str
    until: int


class Refused(Reply, frozen=True, tag="refused"):
    """It was not done, and nothing has changed; the sentence says why."""

    reason: str
    sentence: str
    detail: str = ""


class Done(Reply, frozen=True, tag="done"):
    """It was done."""

    table: int | None = None


class Pong(Reply, frozen=True, tag="pong"):
    """Here."""

    at: int


class GameList(Reply, frozen=True, tag="games"):
    """The games that can be played here."""

    games: tuple[GameCard, ...]


class LobbyList(Reply, frozen=True, tag="lobby"):
    """The public tables that wait or play; `draining`: no more are opened, the hall will close."""

    tables: tuple[TableCard, ...]
    draining: bool = False


class SaveList(Reply, frozen=True, tag="saves"):
    """The saved games that could be brought back."""

    saves: tuple[SaveCard, ...]


class ContestList(Reply, frozen=True, tag="contests"):
    """The contests that are held here, and how they stand."""

    contests: tuple[ContestCard, ...]


class Moves(Reply, frozen=True, tag="legal"):
    """The moves you may make now."""

    table: int
    moves: tuple[Any, ...]


class Listed(Reply, frozen=True, tag="listed"):
    """The lobby changed; `outcome`: how the game ended whose table is gone."""

    change: Literal["opened", "changed", "gone"]
    card: TableCard
    outcome: Outcome | None = None


class Gathered(Reply, frozen=True, tag="gathered"):
    """So many spectators are around the table."""

    table: int
    watching: int


class Parted(Reply, frozen=True, tag="parted"):
    """This connection no longer speaks for you, and why."""

    why: Literal["elsewhere", "kicked", "closing", "left"]


class Table(Reply, frozen=True, tag="table"):
    """Everything about a table, as you may see it; `seq` is its latest record. The answer
    to opening, joining, watching and reopening one, and how a game of a contest begins."""

    card: TableCard
    seq: int
    at: int
    you: int | None
    """Your seat; null: you look on."""
    commitment: str
    """The hash of the seed of the dice."""
    view: Any = None
    text: str = ""
    """The position in words, if you asked for words when you came in."""
    turn: tuple[int, ...] = ()
    clocks: Clocks | UnsetType = UNSET
    paused: int = 0
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    last: tuple[int, Any] | None = None
    chat: tuple[Line, ...] = ()
    watching: int = 0
    code: str = ""
    """The invite code, for those who sit at a private table."""
    rematch: str = ""
    """The hash of the seed of the dice of a rematch, when the game is over."""
    promise: str = ""
    """The hash of the seed of the dice of the next table that you open."""


class Happened(Reply, frozen=True, tag="happened"):
    """Something happened at a table; `what` says which fields come with it. `text` is what
    was said, or the position in words if you asked for words when you came in."""

    table: int
    seq: int
    at: int
    what: str
    seat: int | UnsetType = UNSET
    move: Any = UNSET
    notation: str | UnsetType = UNSET
    """The move in the game's own notation, if it has one."""
    more: bool | UnsetType = UNSET
    """Whether the move goes on: the next part of it is written behind this one."""
    events: list[Any] | UnsetType = UNSET
    view: Any = UNSET
    turn: tuple[int, ...] | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    paused: int | UnsetType = UNSET
    seats: tuple[Chair | None, ...] | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    name: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    to: tuple[int, ...] | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    yes: bool | UnsetType = UNSET
    plies: int | UnsetType = UNSET
    why: str | UnsetType = UNSET
    put_away: bool | UnsetType = UNSET
    deserted: bool | UnsetType = UNSET
    claim: str | UnsetType = UNSET
    lost: int | UnsetType = UNSET
    proposal: Proposal | UnsetType | None = UNSET
    outcome: Outcome | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    rematch: str | UnsetType = UNSET


AnyReply = (
    Welcome
    | Code
    | Refused
    | Done
    | Pong
    | GameList
    | LobbyList
    | SaveList
    | ContestList
    | Moves
    | Listed
    | Gathered
    | Parted
    | Table
    | Happened
)
