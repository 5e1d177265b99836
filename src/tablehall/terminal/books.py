"""Moves as they are written in the books of a game, if it brings such a notation."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from tablehall.games.board import Place, Step
from tablehall.games.look import Look
from tablehall.games.notation import Meant, Notation
from tablehall.protocols.house.replies import Happened
from tablehall.terminal.spelling import Move, as_board, spell


class Books(NamedTuple):
    """One position of a game whose moves are written in books; where there is no such notation, or the
    position is not one of it, nothing is read and nothing written."""

    notation: Notation | None
    view: Any

    def write(self, move: Move, after: Any = None) -> str:
        """A move as in books, and the position it led to, if that is known."""
        board, made = as_board(self.view), _as_move(move)
        if self.notation is None or board is None or made is None:
            return ""
        try:
            return self.notation.write(board, made, as_board(after))
        except ValueError:
            return ""

    def read(self, written: str, moves: Sequence[Move]) -> list[Meant]:
        """Those of the moves that may be meant."""
        board, made = as_board(self.view), [_as_move(move) for move in moves]
        if self.notation is None or board is None or None in made:
            return []
        try:
            found = self.notation.read(written, board, made)
        except ValueError:
            return []
        return [Meant(moves[made.index(one.move)], one.then) for one in found]


def _as_move(move: Move) -> Step | Place | None:
    try:
        return msgspec.convert(move, Step | Place)
    except msgspec.ValidationError:
        return None


class Scribe:
    """Writes down the moves of a table as they are heard, each in the position in which it was made."""

    def __init__(self, look: Look, notation: Notation | None = None, view: Any = None) -> None:
        self.look = look
        self._notation = notation if notation is not None and notation.told else None
        self._view = view

    def see(self, view: Any) -> None:
        """How it stands now."""
        self._view = view

    def hear(self, news: Happened) -> str:
        """The move that was made, if one was: as in books, or by its squares."""
        before, self._view = self._view, self._view if news.view is UNSET else news.view
        if news.what != "moved":
            return ""
        return Books(self._notation, before).write(news.move, self._view) or spell(news.move, self.look)
