"""A position in colours, for a terminal that has them: every letter is still there without them."""

import re
from functools import lru_cache

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tablehall.client import Table
from tablehall.games.look import Look
from tablehall.terminal.picture import EDGE, ground, ink
from tablehall.terminal.spelling import as_board, parted

LIGHT = 128
"""From this brightness on a colour wants dark letters on it."""


def tinted(text: str, look: Look) -> Text:
    """Words of a game, those that stand for pieces in their colours."""
    shown = Text(text)
    if look.tints:
        for found in _pieces(tuple(look.tints)).finditer(text):
            shown.stylize(_on(look.tints[found[0]]), *found.span())
    return shown


def coloured(text: str, table: Table, look: Look) -> Text:
    """The position of a table in words and letters: pieces on squares in the colours of their owners."""
    board, picture = as_board(table.view), parted(table.text, table.view)[0]
    shown, start = tinted(text, look), 0
    if board is None or not picture:
        return shown
    for r, line in zip(reversed(range(len(board.rows))), text.split("\n"), strict=False):
        for c, piece in enumerate(board.rows[r]):
            if piece is not None:
                cell = start + EDGE + 2 * c
                shown.stylize(ink(piece, look) + Style(bgcolor=ground((r, c), look)), cell, cell + 1)
        start += len(line) + 1
    return shown


def colour_console() -> Console | None:
    """Standard output, if it is a terminal with colours and nobody has said NO_COLOR."""
    console = Console(soft_wrap=True, highlight=False, markup=False)
    return console if console.is_terminal and console.color_system and not console.no_color else None


@lru_cache(maxsize=16)
def _pieces(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


@lru_cache(maxsize=64)
def _on(tint: str) -> Style:
    """Letters that can be read on a colour, whatever the terminal's own are."""
    red, green, blue = (int(tint[place : place + 2], 16) for place in (1, 3, 5))
    dark_letters = 299 * red + 587 * green + 114 * blue >= 1000 * LIGHT
    return Style(color="#101010" if dark_letters else "#ffffff", bgcolor=tint, bold=True)
