"""What stands where on a screen of some size; tall parts of a game's own words stand side by side where
there is room."""

from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from tablehall.games.board import BoardView
from tablehall.terminal.picture import EDGE, SIZES

TALL = 5
"""From so many lines on a part may have another one beside it."""
GAP = 3
SMALLEST = (34, 10)
"""Columns and lines: in less nothing can be shown that would be of use."""
NARROW, BROAD = 14, 36
"""The width of what stands beside a board."""
WORDS_BESIDE = 72
"""From this width on there is room for something beside a game's own words."""
LOW, LOW_BELOW = 20, 28
"""With fewer lines not everything is shown at once: beside the position, and below it."""


class Room(NamedTuple):
    """How a table is laid out."""

    beside: int = BROAD
    """The width of what stands beside the position; 0: it stands below it."""
    low: bool = False
    """Whether there are so few lines that only what is in use is shown."""


def room_for(board: BoardView | None, width: int, height: int) -> Room:
    """The room that a window of this size has for a position on squares, or in words."""
    if board is None:
        return Room(BROAD, height < LOW) if width >= WORDS_BESIDE else Room(0, height < LOW_BELOW)
    smallest = 1 + EDGE + SIZES[-1][0] * len(board.rows[0])
    return Room(min(BROAD, max(NARROW, width - smallest)), height < LOW)


def side_by_side(text: str, width: int) -> str:
    """The same words in fewer lines, none of them longer than the width."""
    rows: list[list[list[str]]] = []
    for part in parts(text):
        beside = rows[-1] if rows else []
        if beside and all(len(other) >= TALL for other in (*beside, part)) and _fit([*beside, part], width):
            beside.append(part)
        else:
            rows.append([part])
    return "\n".join(short for row in rows for line in _joined(row) for short in broken(line, width))


def broken(line: str, width: int) -> list[str]:
    """A line in as many as it needs; those after the first stand a little to the right."""
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrap(line, max(width, 20), subsequent_indent=indent, break_on_hyphens=False)


def parts(text: str) -> list[list[str]]:
    """The lines of a text, parted before every heading and around every blank line."""
    found: list[list[str]] = []
    for line in text.split("\n"):
        goes_on = bool(found) and bool(line) and bool(found[-1][0]) and not line.endswith(":")
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _fit(row: list[list[str]], width: int) -> bool:
    return sum(_wide(part) for part in row) + GAP * (len(row) - 1) <= width


def _wide(part: list[str]) -> int:
    return max(map(len, part))


def _joined(row: list[list[str]]) -> list[str]:
    widths = [_wide(part) + GAP for part in row]
    return [
        "".join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*row, fillvalue="")
    ]
