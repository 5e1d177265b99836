"""What a game looks like, as data: page, terminal and the boards door draw from it, and nothing
in them knows one game from another. A game on squares is drawn wholly from its look; any other
game is drawn in words unless the page has a board of its own for it.

Pictures are SVG: what would be inside an `<svg>` element, without a style of its own. `drawing.py`
helps to make them.
"""

from typing import Literal

import msgspec

Texts = dict[str, str]
"""The same text in several languages, by their codes."""
BoardKind = Literal["", "chequered", "cells", "lines", "frame"]


def texts(en: str, de: str = "", it: str = "", cs: str = "", fr: str = "", es: str = "") -> Texts:
    """A text in as many of the page's languages as one knows."""
    said = {"en": en, "de": de, "it": it, "cs": cs, "fr": fr, "es": es}
    return {code: text for code, text in said.items() if text}


class PieceLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a kind of piece is drawn."""

    pictures: tuple[str, ...] = ()
    """A picture for each owner, on 100 by 100."""
    signs: str = ""
    """One character for each owner, for those who have nothing but characters."""
    letter: str = ""
    """Its letter, in lower case; left out: the first of its name."""
    start: int = 0
    """How many of it each seat begins with, where pieces are taken: who looks on counts what is missing."""
    worth: int = 0
    """What it counts among friends; 0: nobody counts."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How a game is shown and how its moves are written."""

    board: BoardKind = ""
    """What the pieces stand on: two-coloured squares, ruled cells, the crossings of lines, or the
    holes of a frame. Empty: it is not played on squares."""
    ground: str = ""
    """The colour under ruled cells; left out: that of paper."""
    rules: str = ""
    """The colour of the lines between ruled cells; left out: a dark one."""
    dark_corner: bool = True
    """Whether the square in the corner at seat 0's left is a dark one."""
    facing: bool = False
    """Whether seat 1 sits opposite and sees the board from the other side."""
    falls: bool = False
    """Whether pieces fall to the lowest free square: a column says everything about a move."""
    line: int = 0
    """So many in a line win, for the reason `line`; 0: lines mean nothing."""
    pairs: int = 0
    """So many captured pairs win; 0: pairs mean nothing."""
    pieces: dict[str, PieceLook] = {}
    """The kinds of pieces; the first one that is drawn for a seat stands for the seat."""
    inks: tuple[str, ...] = ("#ffffff", "#ffd24a")
    """The colours of each seat's characters on a dark board."""
    promotion: tuple[int, ...] = ()
    """The rows on which a piece becomes another by the next move; both are written as one: e7e8q."""
    promotes: dict[str, tuple[str, ...]] = {}
    """The kinds of pieces that become others there, and which."""
    numbers: dict[str, tuple[str, ...]] = {}
    """Fields of a move in which a number stands for a word, and the words."""
    tints: dict[str, str] = {}
    """The colours of words and letters that stand for its pieces, where it is told in words; they are
    letters without them, too."""
    palette: dict[str, str] = {}
    """Its colours on the page, in CSS, by day and by night (`light-dark(..., ...)`): `accent` for words on
    paper, `ground` and `ground-2` for what the board lies on, `ink` for what is written there, `wood-light`
    and `wood-dark` for two-coloured squares."""
    cover: str = ""
    """The picture of the game, on 160 by 110."""
    titles: Texts = {}
    """What people of other languages call it."""
    about: Texts = {}
    """The game in a sentence."""
    ends: dict[str, str] = {}
    """Why it ended, for people: a sentence for each reason of an outcome."""
    boards: int = 0
    """Its place in the list of the boards door, which shows any game on squares for two; 0: it is
    not offered there."""

    def letter(self, kind: str) -> str:
        """The letter of a kind of piece."""
        return self.pieces.get(kind, UNDRAWN).letter or kind[:1]

    def sign(self, kind: str, owner: int) -> str:
        """The character of a piece, if it has one."""
        return self.pieces.get(kind, UNDRAWN).signs[owner : owner + 1]


UNDRAWN = PieceLook()
