"""The two dialects, as data: the document's own, and the one its authors' last client speaks."""

from typing import Literal, NamedTuple

import msgspec

from tablehall.protocols.pipes.states import BOARD_FIRST, TRANSITIONS, Transitions

MALFORMED = b"450\n"
THROWN_OUT = b"460\n"


class Picture(NamedTuple):
    """All that can be said of a board."""

    one: str
    """The nickname and the pieces of the first player, ..."""
    one_kings: str
    """... and where their kings are."""
    two: str
    two_kings: str
    on_turn: str
    """The nickname of the player on turn."""


Part = Literal["one", "one_kings", "two", "two_kings", "on_turn"]


class Codes(NamedTuple):
    """How a request is refused."""

    stranger: bytes = MALFORMED
    """The number is not that of this connection's user."""
    place: bytes = MALFORMED
    """It cannot be asked from where they are, or not now."""
    wrong: bytes = MALFORMED
    """What is asked for does not exist or is not allowed."""


class Dialect(msgspec.Struct, frozen=True):
    """A way to speak the protocol."""

    name: Literal["document", "original"]
    refusals: dict[str, Codes]
    state: tuple[Part, ...]
    """What a 207 says of the board, in order."""
    turn: tuple[Part, ...]
    """What a 208 says of it."""
    patience: int
    """So many invalid requests in a row are borne."""
    lobby_kept: bool
    """Whether a player lost in the lobby comes back under their old number."""
    transitions: Transitions
    """What is said of the own game, and when."""
    gap: int = 0
    """Milliseconds between two lines."""
    called_every: int = 0
    """After so many milliseconds somebody who has not asked for the board is told again that their game has
    begun; 0: never."""
    takeover: int = 0
    """Who used to ping and has been silent for so many milliseconds may lose the nickname to another
    connection..."""
    silence: int = 0
    """... and after so many is taken for lost; 0: neither."""


DOCUMENT = Dialect(
    "document",
    refusals={
        "CONNECT": Codes(stranger=b"401\n", place=b"402\n", wrong=b"400\n"),
        "LOGOUT": Codes(stranger=b"403\n", place=b"404\n"),
        "GET_GAMES": Codes(stranger=b"405\n"),
        "CREATE_GAME": Codes(stranger=b"407\n", place=b"406\n"),
        "EXIT_GAME": Codes(stranger=b"408\n", place=b"409\n"),
        "JOIN_GAME": Codes(stranger=b"410\n", place=b"411\n", wrong=b"412\n"),
        "GET_GAME_STATE": Codes(stranger=b"413\n", place=b"414\n"),
        "TURN": Codes(stranger=b"410\n", place=b"420\n", wrong=b"403\n"),
    },
    state=("one", "two", "on_turn"),
    turn=("one", "two"),
    patience=5,
    lobby_kept=True,
    transitions=TRANSITIONS,
)

ALL_PARTS: tuple[Part, ...] = ("one", "one_kings", "two", "two_kings", "on_turn")
_PLAIN = Codes(stranger=b"410\n", place=b"420\n")

ORIGINAL = Dialect(
    "original",
    refusals={
        **dict.fromkeys(DOCUMENT.refusals, _PLAIN),
        "CONNECT": Codes(stranger=b"410\n", place=b"401\n", wrong=b"400\n"),
        "JOIN_GAME": _PLAIN._replace(wrong=b"402\n"),
        "TURN": _PLAIN._replace(wrong=b"403\n"),
    },
    state=ALL_PARTS,
    turn=ALL_PARTS,
    patience=2,
    lobby_kept=False,
    transitions=BOARD_FIRST,
    gap=60,
    called_every=1_500,
    takeover=20_000,
    silence=300_000,
)
