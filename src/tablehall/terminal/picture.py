"""A board of squares in coloured characters. Pure: a view in, lines of text out."""

from typing import Any, NamedTuple

from rich.style import Style
from rich.text import Text

from tablehall.games.board import BoardView, Piece, Square
from tablehall.games.look import Look
from tablehall.terminal.pointer import Pointer
from tablehall.terminal.spelling import column_names

CHECKED, EVEN = ("#4f7c66", "#86a98f"), ("#28475c", "#2d4f66")
LAST, TAKEN, TARGET, CURSOR = "#7a86c8", "#d08a2e", "#5da04a", "#c9a227"
SIZES = ((7, 3), (5, 2), (3, 1), (2, 1))
"""Width and height of a square, the largest that fits is taken."""
EDGE = 3
"""The width of the rows' numbers."""


class Sight(NamedTuple):
    """How somebody sees a board: what it looks like, from which side, how large."""

    look: Look
    seat_names: tuple[str, ...] = ()
    turned: bool = False
    letters: bool = False
    size: tuple[int, int] = (3, 1)

    def fit(self, board: BoardView, width: int, height: int) -> "Sight":
        """The largest squares for which there is room."""
        rows, columns = len(board.rows), len(board.rows[0])
        for wide, high in SIZES:
            if EDGE + wide * columns <= width and high * rows + 1 <= height:
                return self._replace(size=(wide, high))
        return self._replace(size=SIZES[-1])

    def square(self, board: BoardView, x: int, y: int) -> Square | None:
        """The square at a place of the picture."""
        (wide, high), (rows, columns) = self.size, (len(board.rows), len(board.rows[0]))
        c, line = (x - EDGE) // wide, y // high
        if x < EDGE or not (0 <= c < columns and 0 <= line < rows):
            return None
        return (line, columns - 1 - c) if self.turned else (rows - 1 - line, c)


def last_squares(last: tuple[int, Any] | None) -> set[Square]:
    """The squares of the last move."""
    match last:
        case (_, {"type": "step", "r": r, "c": c, "to_r": to_r, "to_c": to_c}):
            return {(r, c), (to_r, to_c)}
        case (_, {"type": "place", "r": r, "c": c}):
            return {(r, c)}
    return set()


def sign(piece: Piece, sight: Sight) -> str:
    """The one character of a piece; seat 0's letters are capitals. Who is called X has X on the board."""
    seat = sight.seat_names[piece.owner] if piece.owner < len(sight.seat_names) else ""
    if len(seat) == 1:
        return seat
    if not sight.letters and (drawn := sight.look.sign(piece.kind, piece.owner)):
        return drawn
    letter = sight.look.letter(piece.kind)
    return letter.upper() if piece.owner == 0 else letter


def paint(
    board: BoardView, sight: Sight, pointer: Pointer, last: set[Square], *, cursor: bool = True
) -> list[Text]:
    """The board, line by line."""
    rows, columns = range(len(board.rows)), range(len(board.rows[0]))
    targets = pointer.targets()
    wide, high = sight.size
    lines = []
    for r in rows if sight.turned else reversed(rows):
        for part in range(high):
            line = Text(f"{r + 1:2} " if part == high // 2 else " " * EDGE, "dim")
            for c in reversed(columns) if sight.turned else columns:
                here = (r, c)
                ground = _ground(here, sight, pointer, last, targets)
                marked = cursor and pointer.at == here
                inner = (
                    _cell(board.rows[r][c], sight, here in targets, marked, wide) if part == high // 2 else ""
                )
                line.append(inner.ljust(wide), _ink(board.rows[r][c], sight.look) + Style(bgcolor=ground))
            lines.append(line)
    names = column_names(sight.look, len(columns))
    foot = "".join(
        name.rjust(2) if wide == 2 else name.center(wide)
        for name in (reversed(names) if sight.turned else names)
    )
    return [*lines, Text(" " * EDGE + foot, "dim")]


def _ground(here: Square, sight: Sight, pointer: Pointer, last: set[Square], targets: set[Square]) -> str:
    if here == pointer.taken:
        return TAKEN
    if here in targets and (pointer.taken is not None):
        return TARGET
    if here in last:
        return LAST
    shades = CHECKED if sight.look.board == "chequered" else EVEN
    return shades[(here[0] + here[1]) % 2]


def _cell(piece: Piece | None, sight: Sight, target: bool, marked: bool, wide: int) -> str:
    inner = sign(piece, sight) if piece else "·" if target else " "
    if wide == 2:
        return f"{'›' if marked else ' '}{inner}"
    text = inner.center(wide)
    return f"[{text[1:-1]}]" if marked else text


def _ink(piece: Piece | None, look: Look) -> Style:
    if piece is None:
        return Style(color="#e8e8e8")
    return Style(color=look.inks[piece.owner % len(look.inks)], bold=True)
