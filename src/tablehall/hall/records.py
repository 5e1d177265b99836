"""The records of a table's log: everything that ever happened at it, in order.

Each record carries the hash of the one before it. State is never stored but as a snapshot
to load faster: replaying the records is the truth.
"""

import hashlib
from typing import Literal

import msgspec

from tablehall.games.api import Outcome
from tablehall.hall.terms import Terms

GENESIS = "0" * 64
Proposable = Literal["takeback", "draw", "rematch", "put_away"]
"""What needs everybody's consent."""


class Record(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True, gc=False):
    """One line of a table's log."""

    seq: int
    at: int
    prev: str


class Opened(Terms, frozen=True, tag_field="what", tag="opened", kw_only=True):
    """A table was opened; its dice are committed to before anybody sits down."""

    seq: int
    at: int
    prev: str
    table: int
    version: int
    commitment: str
    options: msgspec.Raw = msgspec.Raw(b"{}")
    code: str = ""
    """The invite code of a private table; empty for a public one."""
    host: int = 0
    promised: int = 0
    """Since when the seed was promised to those who open the table; 0: it was drawn just now, by a house that
    knew what they add to it."""


class Resized(Record, frozen=True, tag="resized"):
    """The number of seats was changed before the start."""

    seats: int


class Sat(Record, frozen=True, tag="sat"):
    """Somebody took a seat (or, at a table brought back from a save, their seat)."""

    seat: int
    person: int
    name: str
    entropy: str = ""
    bot: int = 0
    """The level of the house's player who sat down; 0: a person."""
    asks: bool = False
    """Whether their door can ask them what shall become of somebody who is away."""
    stranger: bool = False
    """Whether their door knows names at tables only: nobody has made sure that the name is theirs."""


class Stood(Record, frozen=True, tag="stood"):
    """Somebody left their seat before the game started."""

    seat: int


class Drawn(Record, frozen=True, tag="drawn"):
    """The lot gave everybody a seat at once, in this order; 0 is a player who is no person
    of the hall."""

    people: tuple[int, ...]
    names: tuple[str, ...]


class Started(Record, frozen=True, tag="started"):
    """The game began."""

    throws: tuple[int, ...] = ()


class Moved(Record, frozen=True, tag="moved"):
    """A move."""

    seat: int
    move: msgspec.Raw
    """On its way in the game's own Move, from the log the bytes of one."""
    throws: tuple[int, ...] = ()


class Expired(Record, frozen=True, tag="expired"):
    """A deadline was missed, and the rules say what that means."""

    seat: int
    throws: tuple[int, ...] = ()


class Blundered(Record, frozen=True, tag="blundered"):
    """A player answered with what is no move, and the rules say what that means."""

    seat: int


class Went(Record, frozen=True, tag="went"):
    """A player lost their connection."""

    seat: int
    throws: tuple[int, ...] = ()


class Came(Record, frozen=True, tag="came"):
    """A player came back to their seat."""

    seat: int
    throws: tuple[int, ...] = ()
    asks: bool = False
    """As in `Sat`."""


class Asked(Record, frozen=True, tag="asked"):
    """A player has been away for longer than they are awaited, and who waits is asked what shall become
    of the game."""

    seat: int


class Claimed(Record, frozen=True, tag="claimed"):
    """Who waits has answered; what follows from it stands in the next records."""

    seat: int
    claim: Literal["win", "draw", "bot", "wait"]


class Dropped(Record, frozen=True, tag="dropped"):
    """A player is out for good: they resigned, left, ran out of time or stayed away."""

    seat: int
    why: Literal["resigned", "left", "time", "absent", "last_player"]
    throws: tuple[int, ...] = ()


class Replaced(Record, frozen=True, tag="replaced"):
    """One of the house's players goes on for somebody who is out for good, under the name
    that everybody at the table knows."""

    seat: int
    person: int
    bot: int
    throws: tuple[int, ...] = ()


class Said(Record, frozen=True, tag="said"):
    """A chat message; `to` names the only seats that may read it besides its author."""

    name: str
    text: str
    seat: int | None = None
    to: tuple[int, ...] | None = None

    def readable_by(self, seat: int | None) -> bool:
        """Whether the viewer in this seat (None: a spectator) may read it."""
        return self.to is None or self.seat == seat or seat in self.to


class Proposed(Record, frozen=True, tag="proposed"):
    """A player proposed to take back, to call it a draw, to put the game away, or to play again."""

    kind: Proposable
    seat: int


class Answered(Record, frozen=True, tag="answered"):
    """A player agreed to a proposal or declined it."""

    seat: int
    yes: bool


class TakenBack(Record, frozen=True, tag="taken_back"):
    """The last moves were undone by consent."""

    plies: int


class Saved(Record, frozen=True, tag="saved"):
    """The game was saved under a name; put away, it leaves the hall until it is reopened."""

    name: str
    put_away: bool
    seat: int | None = None
    deserted: bool = False
    """Whether the hall itself put it away, since everybody was gone."""


class Reopened(Record, frozen=True, tag="reopened"):
    """A saved game was brought back and waits for its players. A copy of a game that went
    on elsewhere has a table number and, once the old seed is known, a seed of its own."""

    table: int
    save: str
    origin: int = 0
    """The table whose log holds everything before; 0: this very one."""
    commitment: str = ""
    seed: str = ""
    """The old seed, if it is known by now."""
    host: int = 0
    throws: tuple[int, ...] = ()
    kept: bool = False
    """Whether everybody still has their seat: it goes on where it stood, with everybody away."""
    copied: bool = False
    """Whether the game went on, or will go on, elsewhere too: the result of this copy counts for nobody."""


class Resumed(Record, frozen=True, tag="resumed"):
    """The game goes on: after the hall was down (`lost` is given back), or from a save."""

    lost: int = 0


class Carried(Record, frozen=True, tag="carried"):
    """The hall stood still for a moment, or was down while the table waited, or another of its nodes goes on
    with the table; the time `lost` meanwhile is given back."""

    lost: int = 0


class Closed(Record, frozen=True, tag="closed"):
    """The table was given up without a result."""

    why: str
    seed: str = ""


class Ended(Record, frozen=True, tag="ended"):
    """The game is over; the seed of its dice is revealed."""

    outcome: Outcome
    seed: str
    rematch: str | None = None
    """The hash of the seed that a rematch is promised, if one can be played."""


class Withheld(Record, frozen=True, tag="withheld"):
    """Stands in an export for words that were not meant for everybody; `hash` is theirs, so
    that the chain holds."""

    hash: str


AnyRecord = (
    Opened
    | Resized
    | Sat
    | Stood
    | Drawn
    | Started
    | Moved
    | Expired
    | Blundered
    | Went
    | Came
    | Asked
    | Claimed
    | Dropped
    | Replaced
    | Said
    | Withheld
    | Proposed
    | Answered
    | TakenBack
    | Saved
    | Reopened
    | Resumed
    | Carried
    | Closed
    | Ended
)

THROWING = {Started, Expired, Went, Came, Dropped, Replaced, Reopened}
"""What may make the dice roll, besides moves."""

_decoder = msgspec.json.Decoder(AnyRecord)
encode = msgspec.json.Encoder().encode


def decode(line: bytes) -> AnyRecord:
    """A record from its line."""
    record: AnyRecord = _decoder.decode(line)
    return record


def link(record: AnyRecord, line: bytes) -> str:
    """The hash by which the next record is tied to this one."""
    return record.hash if isinstance(record, Withheld) else digest(line)


def digest(line: bytes) -> str:
    """The hash that the next record carries."""
    return hashlib.sha256(line).hexdigest()
