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
    window: tuple[range, range] | None = None
    """The rows and columns for which there is room; None: for all."""

    def fit(self, board: BoardView, width: int, height: int, at: Square = (0, 0)) -> "Sight":
        """The largest squares for which there is room; if there is too little even for the smallest, a part
        of the board, in which the cursor is."""
        rows, columns = len(board.rows), len(board.rows[0])
        for wide, high in SIZES:
            if EDGE + wide * columns <= width and high * rows + 1 <= height:
                return self._replace(size=(wide, high), window=None)
        wide, high = SIZES[-1]
        seen = self.window or (None, None)
        window = (
            _slide(seen[0], rows, (height - 1) // high, at[0]),
            _slide(seen[1], columns, (width - EDGE) // wide, at[1]),
        )
        return self._replace(size=(wide, high), window=window)

    def seen(self, board: BoardView) -> tuple[range, range]:
        """The rows and columns that are drawn."""
        return self.window or (range(len(board.rows)), range(len(board.rows[0])))

    def square(self, board: BoardView, x: int, y: int) -> Square | None:
        """The square at a place of the picture."""
        (wide, high), (rows, columns) = self.size, self.seen(board)
        c, line = (x - EDGE) // wide, y // high
        if x < EDGE or not (0 <= c < len(columns) and 0 <= line < len(rows)):
            return None
        return (rows[line], columns[-1 - c]) if self.turned else (rows[-1 - line], columns[c])


def _slide(before: range | None, whole: int, room: int, at: int) -> range:
    """As many as there is room for, around one of them, or moved no further than needed to have it there."""
    room = max(1, min(room, whole))
    start = at - room // 2 if before is None else min(max(before.start, at - room + 1), at)
    start = min(max(start, 0), whole - room)
    return range(start, start + room)


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
    rows, columns = sight.seen(board)
    targets = pointer.targets()
    wide, high = sight.size
    lines = []
    for r in rows if sight.turned else reversed(rows):
        for part in range(high):
            line = Text(f"{r + 1:2} " if part == high // 2 else " " * EDGE, "dim")
            for c in reversed(columns) if sight.turned else columns:
                here, piece = (r, c), board.rows[r][c]
                under = _ground(here, sight, pointer, last, targets)
                marked = cursor and pointer.at == here
                inner = _cell(here, piece, sight, pointer, targets, marked) if part == high // 2 else ""
                line.append(inner.ljust(wide), ink(piece, sight.look) + Style(bgcolor=under))
            lines.append(line)
    return [*lines, Text(_foot(board, sight), "dim")]


def _foot(board: BoardView, sight: Sight) -> str:
    """The names of the columns; arrows say that there is more of the board than is seen."""
    (rows, columns), wide = sight.seen(board), sight.size[0]
    names = [column_names(sight.look, len(board.rows[0]))[c] for c in columns]
    more = "↕" * (len(rows) < len(board.rows)) + "↔" * (len(columns) < len(board.rows[0]))
    return more.ljust(EDGE) + "".join(
        name.rjust(2) if wide == 2 else name.center(wide)
        for name in (reversed(names) if sight.turned else names)
    )


def _ground(here: Square, sight: Sight, pointer: Pointer, last: set[Square], targets: set[Square]) -> str:
    if here == pointer.taken:
        return TAKEN
    if here in targets and (pointer.taken is not None):
        return TARGET
    return LAST if here in last else ground(here, sight.look)


def ground(here: Square, look: Look) -> str:
    """The colour of a square on which nothing happens."""
    shades = CHECKED if look.board == "chequered" else EVEN
    return shades[(here[0] + here[1]) % 2]


def _cell(
    here: Square, piece: Piece | None, sight: Sight, pointer: Pointer, targets: set[Square], marked: bool
) -> str:
    """What stands on a square; whatever a colour says is said by a sign, too."""
    inner = sign(piece, sight) if piece else "·" if here in targets else " "
    sides = "  "
    if marked:
        sides = "[]"
    elif here == pointer.taken:
        sides = "()"
    elif piece and here in targets and pointer.taken is not None:
        sides = "··"
    wide = sight.size[0]
    if wide == 2:
        return f"{'›' if marked else sides[0]}{inner}"
    return f"{sides[0]}{inner.center(wide - 2)}{sides[1]}"


def ink(piece: Piece | None, look: Look) -> Style:
    """How the sign of a piece is written."""
    if piece is None:
        return Style(color="#e8e8e8")
    return Style(color=look.inks[piece.owner % len(look.inks)], bold=True)
