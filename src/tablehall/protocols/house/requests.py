"""What a client can say through the house door. Every request may carry an `re`, which
comes back with the answer to it."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from tablehall.games.api import Absence
from tablehall.hall.clock import ClockSpec
from tablehall.hall.records import Proposable
from tablehall.hall.terms import BotPlan, Terms

Tag = int | Annotated[str, Meta(max_length=64)] | None
TableNumber = Annotated[int, Meta(ge=0, le=2**53)]
Name = Annotated[str, Meta(max_length=64)]


class Request(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    gc=False,
):
    """Base of all requests."""

    re: Tag = None


class Hello(Request, frozen=True, tag="hello"):
    """Come in under a name, or come back with the secret that the first welcome gave."""

    name: Name = ""
    secret: Annotated[str, Meta(max_length=100)] = ""
    code: Annotated[str, Meta(max_length=20)] = ""
    """A code that another device of yours was given by `pair`: come in as the same person."""
    words: bool = False
    """Whether every position shall come with its description in words."""


class Pair(Request, frozen=True, tag="pair"):
    """Give me a code that brings me to another device; it lives a minute and can be used once."""


class Seen(Request, frozen=True, tag="seen"):
    """I have read what the welcome told me of games that went on without me."""


class Bye(Request, frozen=True, tag="bye"):
    """Leave the hall, with all connections; seats at running games are given up."""


class Games(Request, frozen=True, tag="games"):
    """Which games are there?"""


class Lobby(Request, frozen=True, tag="lobby"):
    """List the public tables, and tell me of every change from now on (or no longer)."""

    on: bool = True


class Open(Request, frozen=True, tag="open"):
    """Open a table and sit down at it."""

    game: Name
    seats: int = 0
    options: Raw | UnsetType = UNSET
    clock: ClockSpec = ClockSpec()
    absence: Absence | None = None
    title: str = ""
    private: bool = False
    spectators: bool = True
    start: Literal["full", "asked"] = "full"
    rated: bool = True
    seat: int = 0
    """Where you sit down."""
    entropy: str = ""
    bots: BotPlan | None = None
    """Whether the house's own players take the free seats: at once, later, or never."""

    def terms(self) -> Terms:
        """What the table is opened with; absence is as usual in the game unless the request says more."""
        return Terms(
            self.game,
            self.seats,
            self.options,
            self.clock,
            title=self.title.strip(),
            spectators=self.spectators,
            start=self.start,
            rated=self.rated,
            bots=self.bots,
        )


class Join(Request, frozen=True, tag="join"):
    """Sit down at a waiting table; a private one wants its invite code."""

    table: TableNumber
    code: Name = ""
    seat: int | None = None
    name: Name = ""
    """Your name at this table if it is not your own; at a saved game, whose seat you take."""
    entropy: str = ""


class Leave(Request, frozen=True, tag="leave"):
    """Get up from a table or look away from it; leaving a running game gives it up."""

    table: TableNumber


class Bots(Request, frozen=True, tag="bots"):
    """Have the house's own players take free seats (0: all of them); level 0 sends them away."""

    table: TableNumber
    level: int
    seats: int = 0


class Start(Request, frozen=True, tag="start"):
    """Begin the game at a table that waits for the word."""

    table: TableNumber


class Resize(Request, frozen=True, tag="resize"):
    """Change the number of seats before the start."""

    table: TableNumber
    seats: int


class Watch(Request, frozen=True, tag="watch"):
    """Look on at a table."""

    table: TableNumber
    code: Name = ""


class Sync(Request, frozen=True, tag="sync"):
    """What did I miss at this table since record `since`? Answered by the news in between,
    or by the whole table when that is too long ago."""

    table: TableNumber
    since: int = -1


class Act(Request, frozen=True, tag="act"):
    """Make a move."""

    table: TableNumber
    move: Raw


class Legal(Request, frozen=True, tag="legal"):
    """Which moves may I make?"""

    table: TableNumber


class Resign(Request, frozen=True, tag="resign"):
    """Give the game up."""

    table: TableNumber


class Propose(Request, frozen=True, tag="propose"):
    """Propose to take back my last move, to call it a draw, to put the game away, or to play again."""

    table: TableNumber
    kind: Proposable
    entropy: str = ""
    """Your share of the dice of a rematch."""


class Answer(Request, frozen=True, tag="answer"):
    """Agree to what is proposed, or decline it."""

    table: TableNumber
    yes: bool
    entropy: str = ""
    """Your share of the dice, if it is a rematch."""


class Claim(Request, frozen=True, tag="claim"):
    """Say what shall become of players who are `overdue`: I have won, it is a draw, one of the house's
    players goes on for them (0: as well as the house likes), or I wait on."""

    table: TableNumber
    claim: Literal["win", "draw", "bot", "wait"]
    level: int = 0


class Say(Request, frozen=True, tag="say"):
    """Say something at a table, to everybody or to one player."""

    table: TableNumber
    text: str
    to: Name | None = None


class Save(Request, frozen=True, tag="save"):
    """Save the game under a name; by default it is put away. A rated game is put away together: `propose`."""

    table: TableNumber
    name: Name
    put_away: bool = True


class Delete(Request, frozen=True, tag="delete"):
    """I do not want this saved game any more; it is gone when none of its players does."""

    game: Name
    name: Name


class Saves(Request, frozen=True, tag="saves"):
    """Which saved games could be brought back?"""

    game: Name = ""


class Reopen(Request, frozen=True, tag="reopen"):
    """Bring a saved game back to a table, where each of its players has their seat."""

    game: Name
    name: Name


class Contests(Request, frozen=True, tag="contests"):
    """Which contests are held here, and how do they stand?"""


class Compete(Request, frozen=True, tag="compete"):
    """Take part in a contest: from now on the lot seats me at its games (or no longer)."""

    contest: Name
    on: bool = True


class Follow(Request, frozen=True, tag="follow"):
    """Show me a contest's games, one after the other (or no longer)."""

    contest: Name
    on: bool = True


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


AnyRequest = (
    Hello
    | Pair
    | Seen
    | Bye
    | Games
    | Lobby
    | Open
    | Join
    | Leave
    | Bots
    | Start
    | Resize
    | Watch
    | Sync
    | Act
    | Legal
    | Resign
    | Propose
    | Answer
    | Claim
    | Say
    | Save
    | Delete
    | Saves
    | Reopen
    | Contests
    | Compete
    | Follow
    | Ping
)
