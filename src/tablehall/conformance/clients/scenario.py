"""A scenario is data: the situation, what disturbs the conversation, and when it has come to its end."""

from typing import Any

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Somebody of the house who plays with the client."""

    opens: bool = False
    """They open a table of every game and wait; else they join the client's."""
    away_after: int = 0
    """Instead of the move of this number they are lost for a moment; 0: never."""
    gives_up_after: int = 150
    """After so many moves they leave the game."""
    says: str = ""
    """A line of chat with the first move."""


class Disturbance(msgspec.Struct, frozen=True):
    """What happens to a message on its way. `kind` is the kind of message, `nth` which of them (0: each)."""

    kind: str = ""
    nth: int = 0


class Split(Disturbance, frozen=True):
    """Every message of the server comes in three segments."""


class Gathered(Disturbance, frozen=True):
    """The server's messages of a moment come in one segment."""


class Adds(Disturbance, frozen=True):
    """The server's JSON objects have one more key."""

    keys: dict[str, Any] = {}


class Inserts(Disturbance, frozen=True):
    """After a message of the server the client hears something that nobody sent."""

    text: str = ""


class Answers(Disturbance, frozen=True):
    """What the client says is not passed on, but answered at once."""

    text: str = ""


class Repeats(Disturbance, frozen=True):
    """A datagram arrives twice, the second time so many seconds later."""

    after: float = 0.0


class Loses(Disturbance, frozen=True):
    """A datagram to the client is lost."""


class Cuts(Disturbance, frozen=True):
    """After a message of the server the connection is broken off, and the client is started once more."""


class Probes(Disturbance, frozen=True):
    """After a message of the server the client is sent a WebSocket ping."""


class Scenario(msgspec.Struct, frozen=True):
    """One conversation with a client."""

    name: str
    title: str
    """What happens in it, for people."""
    until: str = ""
    """It has come to its end when the client has heard a message of this kind ..."""
    times: int = 1
    """... so many times."""
    must: tuple[str, ...] = ()
    """What the client must have said by then; `ROLL|SEE` is one of the two."""
    seat: Seat | None = None
    settings: dict[str, Any] = {}
    """Of the door."""
    disturbs: tuple[Disturbance, ...] = ()
    may_end: bool = False
    """The client may end by itself before that."""
    quiet: float = 0.0
    """Or it has come to its end when it has said what it must, and so many seconds have passed."""
    linger: float = 0.15
    """Seconds in which the client may still say something wrong."""
    document: bool = True
