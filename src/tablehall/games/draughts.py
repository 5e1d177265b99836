"""Moves of draughts, from square to square: `-` for a step, `x` for a capture, 11-15, 22x15x8.

In books of English draughts the dark squares have numbers. Czech ones name squares as in chess, and so we
write our small dáma, which no book knows: c2-d3, c2xe4.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from tablehall.games.board import BoardView, Step
from tablehall.games.coordinates import square_name
from tablehall.games.notation import Meant, Notation


class Numbered(Notation):
    """The numbers of English draughts: 1 to 32, beginning at the right of whoever has the dark pieces. A
    terminal does not tell them: its board does not show them."""

    told = False

    def write(self, view: BoardView, move: Step, after: BoardView | None = None) -> str:
        jumps = "x" if abs(move.to_r - move.r) == 2 else "-"
        return f"{number(move.r, move.c)}{jumps}{number(move.to_r, move.to_c)}"

    def read(self, written: str, view: BoardView, moves: Sequence[Any]) -> list[Meant]:
        return _meant(written, moves, r"\d+", lambda r, c: str(number(r, c)))

    def written(self, game: Any, before: Any, move: Step, after: Any) -> str:
        to = number(move.to_r, move.to_c)
        if before.jumping >= 0:
            return f"x{to}"
        return f"{number(move.r, move.c)}{'x' if abs(move.to_r - move.r) == 2 else '-'}{to}"

    def goes_on(self, state: Any) -> bool:
        return bool(state.jumping >= 0)


class Named(Notation):
    """The names of the squares. Whether a king that flies captures, its way tells."""

    def write(self, view: BoardView, move: Step, after: BoardView | None = None) -> str:
        up, side = (1 if to > at else -1 for at, to in ((move.r, move.to_r), (move.c, move.to_c)))
        way = (view.rows[move.r + n * up][move.c + n * side] for n in range(1, abs(move.to_r - move.r)))
        captures = any(piece and piece.owner != view.turn for piece in way)
        return f"{square_name(move.r, move.c)}{'x' if captures else '-'}{square_name(move.to_r, move.to_c)}"

    def read(self, written: str, view: BoardView, moves: Sequence[Any]) -> list[Meant]:
        return _meant(written.lower(), moves, r"[a-z]\d+", square_name)

    def written(self, game: Any, before: Any, move: Step, after: Any) -> str:
        other = 1 - before.turn
        sign = "-" if before.pieces[other] == after.pieces[other] else "x"
        return f"{square_name(move.r, move.c)}{sign}{square_name(move.to_r, move.to_c)}"


def _meant(written: str, moves: Sequence[Any], square: str, name: Callable[[int, int], str]) -> list[Meant]:
    """The moves that begin as it is written; what follows is left for the moves after it."""
    text = re.sub(r"\s", "", written)
    if not re.fullmatch(f"{square}(?:[-x:]{square})+", text):
        return []
    start, end, *more = re.findall(square, text)
    then = f"{end}x{'x'.join(more)}" if more else ""
    return [
        Meant(move, then)
        for move in moves
        if (name(move.r, move.c), name(move.to_r, move.to_c)) == (start, end)
    ]


def number(r: int, c: int) -> int:
    """The number of a dark square."""
    return 4 * r + (7 - c) // 2 + 1


NUMBERED, NAMED = Numbered(), Named()
