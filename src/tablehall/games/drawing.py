"""Drawing pieces and covers: SVG from a few strokes and colours.

A colour may follow the page's, by day and by night: `var(--wood,#e4bf86)`. Whoever does not know
the page takes the colour behind the comma (`plain_colours`).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tablehall.games.look import PieceLook

WOOD_LIGHT, WOOD_DARK = "var(--wood-light,#f0e2c6)", "var(--wood-dark,#b98d62)"
WOOD, THREAD = "var(--wood,#e4bf86)", "var(--thread,#7d5b30)"
FRAME, PAPER, PENCIL = "var(--frame,#2d5f9a)", "var(--card,#fffdf8)", "var(--soft,#665e51)"
FELT = "var(--felt,#3b8a63)"
BLUE, ORANGE = "var(--blue,#1f5f8b)", "var(--orange,#c05621)"
_FOLLOWING = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")


def plain_colours(picture: str) -> str:
    """A picture for those who have no page around it."""
    return _FOLLOWING.sub(r"\1", picture)


class Paint(NamedTuple):
    """The colours of a seat's pieces."""

    fill: str
    edge: str
    line: str
    """What is drawn on a piece."""


IVORY = Paint("#fffaf0", "#3a332a", "#a3978a")
EBONY = Paint("#3a3431", "#14110f", "#d9cdbb")


def painted(drawing: str, *paints: Paint) -> tuple[str, ...]:
    """A drawing in each seat's colours; `LINE` in it is the colour of what is drawn on a piece."""
    return tuple(
        f'<g fill="{paint.fill}" stroke="{paint.edge}" stroke-width="3.5" stroke-linejoin="round"'
        f' stroke-linecap="round">{drawing.replace("LINE", paint.line)}</g>'
        for paint in paints
    )


STONE = '<circle cx="50" cy="50" r="43"/>'
MAN = (
    '<circle cx="50" cy="50" r="35"/>'
    '<circle cx="50" cy="50" r="25" fill="none" stroke="LINE" stroke-width="3"/>'
)
KING = (
    '<circle cx="50" cy="50" r="35"/>'
    '<path fill="#d99a20" stroke="none" d="M31 64L27 40L39 50L50 32L61 50L73 40L69 64Z"/>'
)


def draughts(signs: tuple[str, str], *paints: Paint) -> dict[str, PieceLook]:
    """The pieces of any kind of draughts: men, and kings with a crown; signs for each."""
    men, kings = signs
    return {"man": PieceLook(painted(MAN, *paints), men), "king": PieceLook(painted(KING, *paints), kings)}


def at(x: float, y: float, size: float, picture: str) -> str:
    """A piece on a cover: its left upper corner and its size."""
    return f'<g transform="translate({x} {y}) scale({size / 100:g})">{picture}</g>'


def chequers(columns: int, rows: int, size: int, first: int = 0) -> str:
    """A few squares of a chequered board; `first` is 1 if the one in the left upper corner is dark."""
    return "".join(
        f'<rect x="{c * size}" y="{r * size}" width="{size}" height="{size}"'
        f' fill="{(WOOD_LIGHT, WOOD_DARK)[(r + c + first) % 2]}"/>'
        for r in range(rows)
        for c in range(columns)
    )


def ruled(lines: str, colour: str, width: float) -> str:
    """Lines on a cover."""
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" d="{lines}"/>'


def circles(places: Iterable[tuple[float, float]], radius: float) -> str:
    """Circles on a cover; the element around them says in which colour."""
    return "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{radius}"/>' for x, y in places)
