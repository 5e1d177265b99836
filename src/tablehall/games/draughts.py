"""Moves by the numbers of the dark squares, as books of draughts write them: 11-15, 22x15, 22x15x8."""

import re
from collections.abc import Sequence
from typing import Any

from tablehall.games.board import BoardView, Step
from tablehall.games.notation import Meant, Notation


class Numbered(Notation):
    """The numbers of English draughts: 1 to 32, beginning at the right of whoever has the dark pieces.
    They are read, and not told: no board here shows them."""

    told = False

    def write(self, view: BoardView, move: Step, after: BoardView | None = None) -> str:
        jumps = "x" if abs(move.to_r - move.r) == 2 else "-"
        return f"{number(move.r, move.c)}{jumps}{number(move.to_r, move.to_c)}"

    def read(self, written: str, view: BoardView, moves: Sequence[Any]) -> list[Meant]:
        text = re.sub(r"\s", "", written)
        if not re.fullmatch(r"\d+(?:[-x:]\d+)+", text):
            return []
        start, end, *more = map(int, re.findall(r"\d+", text))
        then = f"{end}x{'x'.join(map(str, more))}" if more else ""
        return [
            Meant(move, then)
            for move in moves
            if (number(move.r, move.c), number(move.to_r, move.to_c)) == (start, end)
        ]


def number(r: int, c: int) -> int:
    """The number of a dark square."""
    return 4 * r + (7 - c) // 2 + 1


NUMBERED = Numbered()
