"""How moves are written. Squares have a letter and a number, `e2e4`, `c3`, `e7e8q`; where stones
fall, a column has a number; and in every game a move has its number in the list of moves."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tablehall.games.board import BoardView
from tablehall.games.look import Look

Move = Any
"""A move as the house door brings it."""

_SQUARE = r"([a-z])(\d{1,2})"
_STEP = re.compile(rf"{_SQUARE}{_SQUARE}([a-z]*)")
_NOISE = re.compile(r"[\s\-=:x>]+(?=[a-z0-9])")
_LABEL = re.compile(r" ?(\d+) ")


class UnclearError(ValueError):
    """What was written is no move, or more than one; says what to write instead."""


class Chosen(NamedTuple):
    """A move, and what the piece becomes by the next one, if that was written too."""

    move: Move
    becomes: str = ""


def column(number: int) -> str:
    """The letter of a column, counted from 0."""
    return chr(ord("a") + number)


def square(r: int, c: int) -> str:
    """A square's name: row 0, column 0 is a1."""
    return f"{column(c)}{r + 1}"


def column_names(look: Look, columns: int) -> list[str]:
    """What the columns of a board are called: numbers where a column says everything."""
    return [str(c + 1) if look.falls else column(c) for c in range(columns)]


def spell(move: Move, look: Look) -> str:
    """A move in letters, as short as people write it."""
    match move:
        case {"type": "step", "r": r, "c": c, "to_r": to_r, "to_c": to_c}:
            return square(r, c) + square(to_r, to_c)
        case {"type": "place", "c": c} if look.falls:
            return f"column {c + 1}"
        case {"type": "place", "r": r, "c": c, **rest}:
            piece = rest.get("piece", "")
            return f"{square(r, c)}={piece}" if piece else square(r, c)
        case {"type": str(kind), **rest}:
            return _sentence(in_words(kind), _parts(dict(rest), look))
    return in_words(move)


def _sentence(kind: str, parts: dict[str, str]) -> str:
    """`take cloud, cloud 1` is too long: `take cloud 1`."""
    last = kind.rsplit(" ", 1)[-1]
    if last in parts:
        kind = f"{kind} {parts.pop(last)}"
    return ", ".join([kind, *(f"{key} {value}" for key, value in parts.items())])


def _parts(rest: dict[Any, Any], look: Look) -> dict[str, str]:
    parts = {}
    for key, value in rest.items():
        if value in (None, [], ""):
            continue
        if key in look.numbers:
            value = [look.numbers[key][one] for one in (value if isinstance(value, list) else [value])]
        parts[in_words(key)] = in_words(value)
    return parts


def in_words(value: Any) -> str:
    """Any value of a game without brackets and quotation marks."""
    match value:
        case str():
            return value.replace("_", " ")
        case {"x": x, "y": y, **rest}:
            return " ".join([f"{x},{y}", *map(in_words, rest.values())])
        case dict():
            return " ".join(f"{in_words(key)} {in_words(inner)}" for key, inner in value.items())
        case [int(), *_] if all(isinstance(inner, int) for inner in value):
            return ",".join(map(str, value))
        case list() | tuple():
            return " and ".join(map(in_words, value))
    return str(value)


class Choices:
    """The legal moves of one moment, each with a number and a spelling."""

    def __init__(self, look: Look, moves: Sequence[Move]) -> None:
        self.look, self.moves = look, moves
        self.numbers = [move["c"] + 1 if look.falls else place for place, move in enumerate(moves, 1)]
        self.spellings = [spell(move, look) for move in moves]

    def listed(self, filter_: str = "") -> list[tuple[int, str, Move]]:
        """Number, spelling and move of those in whose spelling all words of the filter occur."""
        words = filter_.lower().split()
        rows = zip(self.numbers, self.spellings, self.moves, strict=True)
        return [row for row in rows if all(word in f"{row[0]} {row[1].lower()}" for word in words)]

    def find(self, written: str) -> Chosen:
        """The move that was written: by its number, by its spelling, or by enough of it."""
        text = _NOISE.sub("", " " + written.strip().lower()).strip()
        if text.isdecimal():
            return self._by_number(int(text))
        plain = [_NOISE.sub("", " " + spelling.lower()).strip() for spelling in self.spellings]
        if text in plain:
            return Chosen(self.moves[plain.index(text)])
        found = self._promoting(text) or self._becoming(text)
        if found is not None:
            return found
        fitting = self.listed(written)
        if len(fitting) == 1 and len(text) > 1:
            return Chosen(fitting[0][2])
        if fitting and len(text) > 1:
            some = "; ".join(spelling for _, spelling, _ in fitting[:4])
            raise UnclearError(f"{written!r} could be {len(fitting)} moves: {some}...")
        raise UnclearError(f"{written!r} is no move now.")

    def _by_number(self, number: int) -> Chosen:
        if number not in self.numbers:
            raise UnclearError(f"There is no move number {number} now.")
        return Chosen(self.moves[self.numbers.index(number)])

    def _promoting(self, text: str) -> Chosen | None:
        """`e7e8q`: a step onto the last row, and what the piece becomes there."""
        step = _STEP.fullmatch(text)
        if step is None or not step[5] or int(step[4]) - 1 not in self.look.promotion:
            return None
        plain = "".join(step.groups()[:4])
        return Chosen(self.moves[self.spellings.index(plain)], step[5]) if plain in self.spellings else None

    def _becoming(self, text: str) -> Chosen | None:
        """`q`, `queen`, `e8q`: what a piece becomes that waits on the last row."""
        letters = re.sub(r"^[a-z]\d+(?=[a-z])", "", text)
        for move in self.moves:
            piece = move.get("piece", "") if isinstance(move, dict) else ""
            if piece and letters in (piece, self.look.letter(piece)):
                return Chosen(move)
        return None


def as_board(view: Any) -> BoardView | None:
    """The board in a view, if it has one of squares."""
    if not isinstance(view, dict) or not {"rows", "turn"} <= view.keys():
        return None
    try:
        return msgspec.convert(view, BoardView)
    except msgspec.ValidationError:
        return None


def parted(text: str, view: Any) -> tuple[list[str], list[str]]:
    """A game's own words: the lines of its picture of a board, if it begins with one whose rows
    and columns are numbered from 0, and the lines after it."""
    board, lines = as_board(view), text.split("\n")
    if board is None or len(lines) <= len(board.rows):
        return [], lines
    rows, wide = len(board.rows), len(board.rows[0])
    labels = [found[1] for line in lines[:rows] if (found := _LABEL.match(line))]
    if labels != [str(row) for row in reversed(range(rows))] or len(lines[rows].split()) != wide:
        return [], lines
    return lines[: rows + 1], lines[rows + 1 :]


def relabelled(text: str, view: Any, look: Look) -> str:
    """A game's own words; rows and columns of a board are named as moves are written."""
    picture, after = parted(text, view)
    if not picture:
        return text
    *drawn, foot = picture
    named = [f"{len(drawn) - place:2} {line[3:]}" for place, line in enumerate(drawn)]
    under = " ".join(column_names(look, len(foot.split())))
    return "\n".join([*named, f"   {under}", *after])


def seat_list(names: Iterable[str]) -> str:
    """Names as a sentence has them: anna, bob and eve."""
    *most, last = list(names) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last
