"""Moves as they are written in the books of a game, if it brings such a notation."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

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

    def write(self, move: Move) -> str:
        """A move as in books."""
        board, made = as_board(self.view), _as_move(move)
        if self.notation is None or board is None or made is None:
            return ""
        try:
            return self.notation.write(board, made)
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
    """Writes down the moves of a table as they are heard: as the hall writes them, or by their squares."""

    def __init__(self, look: Look, *, told: bool = True) -> None:
        """`told`: whether what is shown here goes with how the hall writes moves."""
        self.look = look
        self._told = told
        self._begun = ""

    def begin_anew(self) -> None:
        """Some of what happened was not heard."""
        self._begun = ""

    def hear(self, news: Happened) -> str:
        """The move that was made, if one was. What is one move in books is told as such when it goes on."""
        if news.what == "taken_back":
            self.begin_anew()
        if news.what != "moved":
            return ""
        if not self._told or not isinstance(news.notation, str):
            return spell(news.move, self.look)
        written = self._begun + news.notation
        self._begun = written if news.more is True else ""
        return written
