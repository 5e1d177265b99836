"""The two dialects, as data: the document's own, and the one its authors' client speaks. And for whom
something is written: which dialect they speak, and how they write their own name."""

import re
import unicodedata
from collections.abc import Hashable
from typing import Literal

import msgspec

Line = tuple[int, ...]
"""A row of a board, or a column: the ids of its pieces; 0 is an empty square."""

LONGEST_NAME = 64
LONGEST_TYPED = 256
"""What is typed may have blanks around it and accents beside their letters; it is sent with every piece."""


class Dialect(msgspec.Struct, frozen=True):
    """A way to speak the protocol, where both spellings cannot be said at once."""

    name: Literal["document", "original"]
    columns_first: bool = False
    """Whether a board is a list of columns; otherwise it is one of rows."""
    as_high_as_wide: bool = False
    """Whether empty rows are laid on top of a board that is wider than high: the client takes the number
    of columns for the height and would draw it too low."""
    back_to_the_game: bool = False
    """Whether a refusal to create a game is followed by the whole game that the user is in: the client
    ignores the refusal and would never leave its form."""

    def height(self, rows: int, columns: int) -> int:
        """How many rows a board is said to have."""
        return max(rows, columns) if self.as_high_as_wide else rows

    def shaped(self, rows: list[Line]) -> list[Line]:
        """A board as it is sent."""
        if self.as_high_as_wide:
            columns = len(rows[0])
            rows = rows + [(0,) * columns] * (columns - len(rows))
        return list(zip(*rows, strict=True)) if self.columns_first else rows


DOCUMENT = Dialect("document")
ORIGINAL = Dialect("original", columns_first=True, as_high_as_wide=True, back_to_the_game=True)

DIALECTS = {dialect.name: dialect for dialect in (DOCUMENT, ORIGINAL)}
HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{1,255}")
"""A header that may be repeated."""
PATHS = {"": DOCUMENT, "games": ORIGINAL}
"""The addresses that people are told of. By any other path one comes to the document's dialect."""


def plain(path: str) -> str:
    """A path without what people add to it: slashes at its ends, capitals."""
    return path.strip("/").lower()


def sign(host: str) -> str:
    """What somebody reads who comes with a browser."""
    here = f"ws://{host if HOST.fullmatch(host) else 'HOST:PORT'}"
    return (
        "This is a WebSocket: board games in JSON. The authors' client, Bored Games, connects to"
        f" {here}/games and clients that keep to the document connect to {here}/\n"
    )


def by_path(path: str) -> Dialect:
    """The dialect of whoever comes by this path."""
    return PATHS.get(plain(path), DOCUMENT)


class Reader:
    """For whom something is written."""

    __slots__ = ("dialect", "name", "typed", "way")

    def __init__(self, dialect: Dialect, name: str = "", typed: str = "") -> None:
        self.dialect = dialect
        self.name = name
        """What everybody else calls them."""
        self.typed = typed
        """Their name as they typed it. The original client compares it with every name that it reads."""
        self.way: Hashable = (dialect.name, name, typed) if self.has_own_spelling() else dialect.name
        """Those for whom it is the same read the same."""

    def has_own_spelling(self) -> bool:
        """Whether they read their name in another way than everybody else."""
        return self.typed != self.name

    def spelled(self, name: str) -> str:
        """A name as they read it."""
        return self.typed if name == self.name else name


def as_name(typed: str) -> str:
    """What somebody is called who typed this: no blanks around it, accents on their letters."""
    return unicodedata.normalize("NFC", typed.strip())
