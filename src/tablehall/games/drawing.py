"""Drawing pieces and covers: SVG from a few strokes and colours.

A colour may follow the page's, by day and by night: `var(--wood,#e2b878)`. Whoever does not know
the page takes the colour behind the comma (`plain_colours`).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tablehall.games.look import PieceLook

WOOD_LIGHT, WOOD_DARK = "var(--wood-light,#ecd9b4)", "var(--wood-dark,#b5835a)"
WOOD, THREAD = "var(--wood,#e2b878)", "var(--thread,#7d5b30)"
FRAME, BEHIND = "var(--frame,#2c5c94)", "var(--behind,#d5dfea)"
FELT, SLATE = "var(--felt,#3b8a63)", "var(--slate,#33473f)"
CHALK, APRICOT = "var(--chalk,#f4efe2)", "var(--apricot,#ffc58f)"
BLUE, ORANGE = "var(--chalk,#1f5f8b)", "var(--apricot,#c05621)"
"""The same for whoever has no slate under it."""
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
    shade: str = "#0003"
    """The side away from the lamp."""
    gleam: str = "#fff8"
    """Where the lamp is mirrored."""


IVORY = Paint("#fbf0d9", "#4b3823", "#4b3823", "#dcc294", "#fffdf6")
EBONY = Paint("#4a403a", "#17120f", "#b9a997", "#302824", "#8f8176")


def painted(drawing: str, *paints: Paint) -> tuple[str, ...]:
    """A drawing in each seat's colours; `LINE`, `SHADE` and `GLEAM` in it stand for those of the paint."""
    return tuple(
        f'<g fill="{paint.fill}" stroke="{paint.edge}" stroke-width="2.6" stroke-linejoin="round"'
        f' stroke-linecap="round">{_coloured(drawing, paint)}</g>'
        for paint in paints
    )


def _coloured(drawing: str, paint: Paint) -> str:
    return drawing.replace("LINE", paint.line).replace("SHADE", paint.shade).replace("GLEAM", paint.gleam)


def line(path: str, width: float = 3) -> str:
    """A line on a piece."""
    return f'<path fill="none" stroke="LINE" stroke-width="{width:g}" d="{path}"/>'


def shade(path: str) -> str:
    """The part of a piece that the lamp does not reach."""
    return f'<path fill="SHADE" stroke="none" d="{path}"/>'


def gleam(path: str, width: float = 3) -> str:
    """Where the lamp is mirrored on a piece."""
    return f'<path fill="none" stroke="GLEAM" stroke-width="{width:g}" d="{path}"/>'


STONE = (
    '<ellipse cx="50" cy="54" rx="45" ry="43" fill="#0003" stroke="none"/><circle cx="50" cy="49" r="43.5"/>'
    + shade("M7.8 54a42.3 42.3 0 0 0 84.4 0a48 40 0 0 1-84.4 0z")
    + gleam("M24 33a34 34 0 0 1 17-13", 7)
)
MAN = (
    '<path fill="#0003" stroke="none" d="M5 52v6a45 41 0 0 0 90 0v-6z"/>'
    '<path fill="SHADE" d="M7 46v7a43 41 0 0 0 86 0v-7"/><ellipse cx="50" cy="46" rx="43" ry="41"/>'
    '<g fill="none" stroke="SHADE" stroke-width="4"><ellipse cx="50" cy="46" rx="31" ry="29"/>'
    '<ellipse cx="50" cy="46" rx="18" ry="17"/></g>' + gleam("M13 40a37 35 0 0 1 20-25")
)
KING = (
    '<path fill="#0003" stroke="none" d="M5 54v7a45 36 0 0 0 90 0v-7z"/>'
    '<path fill="SHADE" d="M7 49v9a43 36 0 0 0 86 0v-9"/>'
    '<path fill="SHADE" d="M7 40v9a43 36 0 0 0 86 0v-9"/>'
    '<ellipse cx="50" cy="40" rx="43" ry="36"/>'
    + gleam("M13 35a37 30 0 0 1 20-22M12 60a43 36 0 0 0 20 23")
    + '<path fill="#e9b03a" stroke="#6b4708" d="M27 58L21 29L37 40L50 18L63 40L79 29L73 58Q50 64 27 58Z"/>'
    '<path fill="none" stroke="#8f6311" stroke-width="3" d="M29 50q21 6 42 0"/>'
)
DISC = (
    '<circle cx="50" cy="50" r="44"/><circle cx="50" cy="50" r="34" fill="SHADE" stroke="none"/>'
    '<circle cx="50" cy="53" r="32" stroke="none"/>' + gleam("M13 50a37 37 0 0 1 24-35")
)


def draughts(start: int, signs: tuple[str, str], *paints: Paint) -> dict[str, PieceLook]:
    """The pieces of any kind of draughts: men, so many for each at the start, and kings with a crown;
    signs for each."""
    men, kings = signs
    return {
        "man": PieceLook(painted(MAN, *paints), men, start=start),
        "king": PieceLook(painted(KING, *paints), kings),
    }


def at(x: float, y: float, size: float, picture: str) -> str:
    """A piece on a cover: its left upper corner and its size."""
    return f'<g transform="translate({x} {y}) scale({size / 100:g})">{picture}</g>'


def several(places: Iterable[tuple[float, float]], size: float, drawing: str, paint: Paint) -> str:
    """The same piece at some places of a cover."""
    return painted("".join(at(x, y, size, drawing) for x, y in places), paint)[0]


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
