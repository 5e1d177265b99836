"""The moves that may be made now, and which of them is meant by what somebody writes: in every game a move
has its number in the list and its spelling, and a game may bring the notation of its books."""

import re
from collections.abc import Sequence
from typing import Any

from tablehall.client import Table
from tablehall.games.look import Look
from tablehall.games.notation import Meant, Notation
from tablehall.terminal.books import Books
from tablehall.terminal.spelling import Move, spell

_SQUARE = r"([a-z])(\d{1,2})"
_STEP = re.compile(rf"{_SQUARE}{_SQUARE}([a-z]*)")
_NOISE = re.compile(r"[\s\-=:x>]+(?=[a-z0-9])")


class UnclearError(ValueError):
    """What was written is no move, or more than one; says what to write instead."""


class Choices:
    """The legal moves of one moment, each with a number and a spelling."""

    def __init__(
        self, look: Look, moves: Sequence[Move], view: Any = None, notation: Notation | None = None
    ) -> None:
        self.look, self.moves = look, moves
        self.numbers = [move["c"] + 1 if look.falls else place for place, move in enumerate(moves, 1)]
        self.spellings = [spell(move, look) for move in moves]
        self._books = Books(notation, view)
        names = [self._books.write(move) for move in moves]
        self.labels = [
            f"{name}  {spelling}" if _plain(name) not in ("", *spelling.split()) else spelling
            for name, spelling in zip(names, self.spellings, strict=True)
        ]
        """What each is called in a list: as in books, and by its squares."""

    def anew(self, moves: Sequence[Move], view: Any) -> "Choices":
        """The moves of another moment."""
        return Choices(self.look, moves, view, self._books.notation)

    def listed(self, filter_: str = "") -> list[tuple[int, str, Move]]:
        """Number, label and move of those in whose label all words of the filter occur."""
        words = filter_.lower().split()
        rows = zip(self.numbers, self.labels, self.moves, strict=True)
        return [row for row in rows if all(word in f"{row[0]} {row[1].lower()}" for word in words)]

    def find(self, written: str) -> Meant:
        """The move that was written: by its number, by its spelling, as in books, or by enough of it."""
        if written.strip().isdecimal():
            return self._by_number(int(written))
        text = _plain(written)
        for spellings in (self.spellings, self.labels):
            if text in (plain := [_plain(spelling) for spelling in spellings]):
                return Meant(self.moves[plain.index(text)])
        found = self._as_in_books(written) or self._promoting(text) or self._becoming(text)
        if found is not None:
            return found
        fitting = self.listed(written)
        if len(fitting) == 1 and len(text) > 1:
            return Meant(fitting[0][2])
        if fitting and len(text) > 1:
            raise _unclear(written, [label for _, label, _ in fitting])
        raise UnclearError(f"{written!r} is no move now.")

    def _by_number(self, number: int) -> Meant:
        if number not in self.numbers:
            raise UnclearError(f"There is no move number {number} now.")
        return Meant(self.moves[self.numbers.index(number)])

    def _as_in_books(self, written: str) -> Meant | None:
        found = self._books.read(written, self.moves)
        if len(found) > 1:
            raise _unclear(written, [self.labels[self.moves.index(one.move)] for one in found])
        return found[0] if found else None

    def _promoting(self, text: str) -> Meant | None:
        """`e7e8q`: a step onto the last row, and what the piece becomes there."""
        step = _STEP.fullmatch(text)
        if step is None or not step[5] or int(step[4]) - 1 not in self.look.promotion:
            return None
        plain = "".join(step.groups()[:4])
        return Meant(self.moves[self.spellings.index(plain)], step[5]) if plain in self.spellings else None

    def _becoming(self, text: str) -> Meant | None:
        """`q`, `queen`, `e8q`: what a piece becomes that waits on the last row."""
        letters = re.sub(r"^[a-z]\d+(?=[a-z])", "", text)
        for move in self.moves:
            piece = move.get("piece", "") if isinstance(move, dict) else ""
            if piece and letters in (piece, self.look.letter(piece)):
                return Meant(move)
        return None


def _plain(written: str) -> str:
    """What was written, without what only joins its parts."""
    return _NOISE.sub("", " " + written.strip().lower()).strip()


def _unclear(written: str, labels: list[str]) -> UnclearError:
    some = "; ".join(label.replace("  ", " ") for label in labels[:4])
    return UnclearError(f"{written!r} could be {len(labels)} moves: {some}{'...' * (len(labels) > 4)}.")


async def play(table: Table, meant: Meant, choices: Choices) -> None:
    """Make a move that was chosen, and those that were written after it."""
    await table.act(meant.move)
    while meant.then:
        choices = choices.anew(await table.legal(), table.view)
        meant = choices.find(meant.then)
        await table.act(meant.move)
