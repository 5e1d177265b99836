"""The two dialects, as data: the document's own, and the one its authors' last client speaks."""

from typing import Literal, NamedTuple

import msgspec

ONE, ONE_KINGS, TWO, TWO_KINGS, ON_TURN = range(5)
"""What can be said of a board: each player's nickname and pieces, where his kings are, and
the nickname of the player on turn."""

MALFORMED = b"450\n"
THROWN_OUT = b"460\n"


class Codes(NamedTuple):
    """How a request is refused."""

    stranger: bytes = MALFORMED
    """The number is not that of this connection's user."""
    place: bytes = MALFORMED
    """It cannot be asked from where he is, or not now."""
    wrong: bytes = MALFORMED
    """What is asked for does not exist or is not allowed."""


class Dialect(msgspec.Struct, frozen=True):
    """A way to speak the protocol."""

    name: Literal["document", "original"]
    refusals: dict[str, Codes]
    state: tuple[int, ...]
    """What a 207 says of the board, in order."""
    turn: tuple[int, ...]
    """What a 208 says of it."""
    patience: int
    """So many invalid requests are borne: in a row, or in all."""
    in_a_row: bool
    lobby_kept: bool
    """Whether a player lost in the lobby comes back under his old number."""
    gap: int = 0
    """Milliseconds between two lines."""


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
    state=(ONE, TWO, ON_TURN),
    turn=(ONE, TWO),
    patience=5,
    in_a_row=True,
    lobby_kept=True,
)

_PLAIN = Codes(stranger=b"410\n", place=b"420\n")

ORIGINAL = Dialect(
    "original",
    refusals={
        **dict.fromkeys(DOCUMENT.refusals, _PLAIN),
        "CONNECT": Codes(stranger=b"410\n", place=b"401\n", wrong=b"400\n"),
        "JOIN_GAME": _PLAIN._replace(wrong=b"402\n"),
        "TURN": _PLAIN._replace(wrong=b"403\n"),
    },
    state=(ONE, ONE_KINGS, TWO, TWO_KINGS, ON_TURN),
    turn=(ONE, ONE_KINGS, TWO, TWO_KINGS, ON_TURN),
    patience=2,
    in_a_row=False,
    lobby_kept=False,
    gap=15,
)
