"""A board of squares in coloured characters. Pure: a view in, lines of text out."""

from typing import Any, NamedTuple

from rich.style import Style
from rich.text import Text

from tablehall.games.board import BoardView, Piece, Square
from tablehall.terminal.pointer import Pointer
from tablehall.terminal.spelling import FALLING, column, piece_letter

SIGNS = {
    "chess": ({"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘", "pawn": "♙"},
              {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}),
    "checkers": ({"man": "●", "king": "◉"}, {"man": "○", "king": "◎"}),
    "dama": ({"man": "○", "king": "◎"}, {"man": "●", "king": "◉"}),
    "connect_four": ({"red": "●"}, {"yellow": "○"}),
}  # fmt: skip
"""The signs of each seat's pieces, dark ones filled; without one a piece is the letter of its kind."""
TURNED = {"chess", "checkers", "dama"}
"""Games that seat 1 looks at from the other side."""
INKS = {
    "White": "#ffffff", "Black": "#101010", "Dark": "#5a0f0f", "Light": "#fff3d6",
    "Red": "#ff6b5e", "Yellow": "#ffe14d", "X": "#ffffff", "O": "#ffd24a",
}  # fmt: skip
USUAL_INKS = ("#ffffff", "#ffd24a")
CHECKED, EVEN = ("#4f7c66", "#86a98f"), ("#28475c", "#2d4f66")
LAST, TAKEN, TARGET, CURSOR = "#7a86c8", "#d08a2e", "#5da04a", "#c9a227"
SIZES = ((7, 3), (5, 2), (3, 1), (2, 1))
"""Width and height of a square, the largest that fits is taken."""
EDGE = 3
"""The width of the rows' numbers."""


class Look(NamedTuple):
    """How somebody looks at a board."""

    game: str
    seat_names: tuple[str, ...] = ()
    turned: bool = False
    letters: bool = False
    size: tuple[int, int] = (3, 1)

    def fit(self, board: BoardView, width: int, height: int) -> "Look":
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


def sign(piece: Piece, look: Look) -> str:
    """The one character of a piece; seat 0's letters are capitals. Who is called X has X on the board."""
    seat = look.seat_names[piece.owner] if piece.owner < len(look.seat_names) else ""
    if len(seat) == 1:
        return seat
    signs = SIGNS.get(look.game, ({}, {}))
    if not look.letters and piece.owner < len(signs) and piece.kind in signs[piece.owner]:
        return signs[piece.owner][piece.kind]
    letter = piece_letter(piece.kind)
    return letter.upper() if piece.owner == 0 else letter


def paint(
    board: BoardView, look: Look, pointer: Pointer, last: set[Square], *, cursor: bool = True
) -> list[Text]:
    """The board, line by line."""
    rows, columns = range(len(board.rows)), range(len(board.rows[0]))
    targets = pointer.targets()
    wide, high = look.size
    lines = []
    for r in rows if look.turned else reversed(rows):
        for part in range(high):
            line = Text(f"{r + 1:2} " if part == high // 2 else " " * EDGE, "dim")
            for c in reversed(columns) if look.turned else columns:
                here = (r, c)
                ground = _ground(here, look, pointer, last, targets)
                marked = cursor and pointer.at == here
                inner = (
                    _cell(board.rows[r][c], look, here in targets, marked, wide) if part == high // 2 else ""
                )
                line.append(inner.ljust(wide), _ink(board.rows[r][c], look) + Style(bgcolor=ground))
            lines.append(line)
    names = [str(c + 1) if look.game in FALLING else column(c) for c in columns]
    foot = "".join(
        name.rjust(2) if wide == 2 else name.center(wide)
        for name in (reversed(names) if look.turned else names)
    )
    return [*lines, Text(" " * EDGE + foot, "dim")]


def _ground(here: Square, look: Look, pointer: Pointer, last: set[Square], targets: set[Square]) -> str:
    if here == pointer.taken:
        return TAKEN
    if here in targets and (pointer.taken is not None):
        return TARGET
    if here in last:
        return LAST
    shades = CHECKED if look.game in TURNED else EVEN
    return shades[(here[0] + here[1]) % 2]


def _cell(piece: Piece | None, look: Look, target: bool, marked: bool, wide: int) -> str:
    inner = sign(piece, look) if piece else "·" if target else " "
    if wide == 2:
        return f"{'›' if marked else ' '}{inner}"
    text = inner.center(wide)
    return f"[{text[1:-1]}]" if marked else text


def _ink(piece: Piece | None, look: Look) -> Style:
    if piece is None:
        return Style(color="#e8e8e8")
    name = look.seat_names[piece.owner] if piece.owner < len(look.seat_names) else ""
    return Style(color=INKS.get(name, USUAL_INKS[piece.owner % 2]), bold=True)
