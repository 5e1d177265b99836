"""What can be asked of the hall: a closed list. `by` is the id of the person who asks."""

from typing import Any, Literal

import msgspec

from tablehall.games.api import Absence
from tablehall.hall.people import Kind
from tablehall.hall.records import Proposable
from tablehall.hall.terms import Terms


class Command(msgspec.Struct, frozen=True, gc=False):
    """Base of all commands."""


class Enter(Command, frozen=True):
    """Come in through a door, under a name or with the secret of an earlier visit."""

    conn: int
    kind: Kind = "guest"
    name: str = ""
    secret: str = ""
    code: str = ""
    """The code that another device of theirs was given a moment ago."""
    games: frozenset[str] | None = None
    asks: bool = False
    """Whether this door has words for presence: who waits there is asked what shall become of somebody
    who is away, and several connections speak for one person."""
    brings_back: bool = False
    """Whether games that were put away while everybody was gone come back with whoever returns: this
    door has no words for saves."""
    longest_name: int = 20
    ticket_kept: int = 0
    """For how long a visitor without a seat may come back under their old ticket."""
    instead_of: int = 0
    """The connection under this name that has been silent for so long that it may be taken over."""
    origin: str = ""
    """The address they come from."""
    starts_afresh: bool = False
    """Whether a visitor gives up the seats at waiting tables that a restart of the hall has kept."""


class Lost(Command, frozen=True):
    """A connection is gone."""

    conn: int


class Speak(Command, frozen=True):
    """A client was recognised: remember how it wants to be spoken to."""

    by: int
    dialect: str


class Pair(Command, frozen=True):
    """Give out a code that brings this person to another device of theirs."""

    by: int


class Seen(Command, frozen=True):
    """Somebody has seen what became of the games that went on without them."""

    by: int


class LogOut(Command, frozen=True):
    """Leave the hall but keep the connection."""

    by: int
    conn: int = 0
    """The connection that says so, if there may be others that speak for this person: those are told."""


class Open(Command, frozen=True):
    """Open a table."""

    by: int
    terms: Terms
    absence: Absence | None = None
    """What it means that a player is away; None: what is usual in this game."""
    private: bool = False
    sit: bool = True
    seat: int = 0
    """Where they sit down, if they do."""
    name: str = ""
    entropy: str = ""


class Join(Command, frozen=True):
    """Sit down at a table that waits for players."""

    by: int
    table: int
    code: str = ""
    seat: int | None = None
    name: str = ""
    entropy: str = ""


class Leave(Command, frozen=True):
    """Get up: before the start the seat becomes free, later the game is given up."""

    by: int
    table: int


class Invite(Command, frozen=True):
    """Have the house's own players take free seats, so many of them (0: all that are free);
    level 0 sends them away again."""

    by: int
    table: int
    level: int
    seats: int = 0


class Fill(Command, frozen=True):
    """The time has come at which the house's players take the free seats of a table."""

    table: int


class Overslept(Command, frozen=True):
    """A player of the house has found no move in its time: its flag falls."""

    by: int
    table: int


class Start(Command, frozen=True):
    """Begin the game at a table that waits for the word."""

    by: int
    table: int


class Resize(Command, frozen=True):
    """Change the number of seats before the start."""

    by: int
    table: int
    seats: int


class Watch(Command, frozen=True):
    """Look on at a table, or look away again."""

    by: int
    table: int
    code: str = ""
    on: bool = True


class WatchLobby(Command, frozen=True):
    """Hear of every table that comes, changes or goes; or no longer."""

    conn: int
    on: bool = True


class Act(Command, frozen=True):
    """Make a move: the game's own Move, or its JSON."""

    by: int
    table: int
    move: Any


class Resign(Command, frozen=True):
    """Give the game up."""

    by: int
    table: int


class Propose(Command, frozen=True):
    """Propose something that needs everybody's consent."""

    by: int
    table: int
    kind: Proposable
    entropy: str = ""
    """Their share of the dice of a rematch."""


class Answer(Command, frozen=True):
    """Agree to what is proposed, or decline it."""

    by: int
    table: int
    yes: bool
    entropy: str = ""
    """As in `Propose`."""


class Claim(Command, frozen=True):
    """Say what shall become of players who have been away for longer than they are awaited: they have
    lost, it is a draw, one of the house's players goes on for them, or they are awaited on."""

    by: int
    table: int
    what: Literal["win", "draw", "bot", "wait"]
    level: int = 0
    """How well the house's player shall play; 0: as the table or the house likes."""


class Say(Command, frozen=True):
    """Say something at a table, to everybody or to one player."""

    by: int
    table: int
    text: str
    to: str | None = None


class Save(Command, frozen=True):
    """Save a game under a name; put away, it leaves the hall until somebody reopens it. A rated game is put
    away together (`Propose`)."""

    by: int
    table: int
    name: str
    put_away: bool = True


class Delete(Command, frozen=True):
    """Delete a save: one of its players does not want it any more, or nobody (0) but the keeper of the hall
    says so."""

    game: str
    name: str
    by: int = 0


class Reopen(Command, frozen=True):
    """Bring a saved game back to a table, where each of its players has their seat."""

    by: int
    name: str
    game: str


class PutAway(Command, frozen=True):
    """Everybody has left: put the game away until somebody brings it back."""

    table: int


class Close(Command, frozen=True):
    """Close a table, whatever its state (for the keeper of the hall)."""

    table: int
    why: str = "closed"


class Kick(Command, frozen=True):
    """Show a person out (for the keeper of the hall)."""

    person: int


class Ban(Command, frozen=True):
    """Show out whoever has a name or comes from an address, and let nobody in with it any more
    (for the keeper of the hall)."""

    name: str = ""
    address: str = ""
    until: int = 0
    """When the ban lapses; 0: never."""
    reason: str = ""


class Unban(Command, frozen=True):
    """Lift a ban (for the keeper of the hall)."""

    name: str = ""
    address: str = ""


class Dismiss(Command, frozen=True):
    """Show a program out of a contest (for the keeper of the hall)."""

    contest: str
    name: str


class Drain(Command, frozen=True):
    """Let nobody new in and open no tables, until the last game is over; or no longer (for the
    keeper of the hall)."""

    on: bool = True


class Compete(Command, frozen=True):
    """Take part in a contest: be seated at every game of it; or no longer."""

    by: int
    contest: str
    on: bool = True


class Follow(Command, frozen=True):
    """Be shown a contest's games, one after the other; or no longer."""

    by: int
    contest: str
    on: bool = True


class Retitle(Command, frozen=True):
    """Give a contest a title (for the keeper of the hall)."""

    contest: str
    title: str


class Reset(Command, frozen=True):
    """Begin a contest anew: nobody has any points (for the keeper of the hall)."""

    contest: str


ContestCommand = Dismiss | Compete | Follow | Retitle | Reset
"""What is asked of a contest: whoever holds it decides."""
