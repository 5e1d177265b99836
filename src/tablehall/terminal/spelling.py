"""How moves are written. Squares have a letter and a number, `e2e4`, `c3`, `e7e8q`; where stones
fall, a column has a number."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from tablehall.games.board import BoardView
from tablehall.games.coordinates import LETTERS, square_name
from tablehall.games.look import Look

Move = Any
"""A move as the house door brings it."""

_LABEL = re.compile(r" ?(\d+) ")


def column_names(look: Look, columns: int) -> list[str]:
    """What the columns of a board are called: numbers where a column says everything."""
    return [str(c + 1) if look.falls else LETTERS[c] for c in range(columns)]


def spell(move: Move, look: Look) -> str:
    """A move in letters, as short as people write it."""
    match move:
        case {"type": "step", "r": r, "c": c, "to_r": to_r, "to_c": to_c}:
            return square_name(r, c) + square_name(to_r, to_c)
        case {"type": "place", "c": c} if look.falls:
            return f"column {c + 1}"
        case {"type": "place", "r": r, "c": c, **rest}:
            piece = rest.get("piece", "")
            return f"{square_name(r, c)}={piece}" if piece else square_name(r, c)
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
