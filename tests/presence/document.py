"""The table of returns, read from its page."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[2] / "docs" / "presence.md"
ANY = "any"


class Cell(NamedTuple):
    """Who went, how, from where and for how long."""

    door: str
    what: str
    who: str
    where: str
    long: str

    def __str__(self) -> str:
        return " | ".join(self)


class Row(NamedTuple):
    """A line of the table: for each part of a cell the values that it covers, and what happens then."""

    parts: tuple[tuple[str, ...], ...]
    outcome: str

    def covers(self, cell: Cell) -> bool:
        """Whether it speaks of this cell."""
        return all(_says(values, value) for values, value in zip(self.parts, cell, strict=True))

    def __str__(self) -> str:
        return " | ".join([*(", ".join(values) for values in self.parts), self.outcome])


def _says(values: tuple[str, ...], value: str) -> bool:
    """Whether a value is among those of a row. A door's name stands for all its dialects."""
    return any(said in (ANY, value) or value.startswith(f"{said} ") for said in values)


class Returns:
    """Everything that the page says in its tables."""

    def __init__(self, page: str) -> None:
        self.whats = [row[0] for row in _table(page, "what went", "what that is")]
        self.longs = [row[0] for row in _table(page, "how long", "what is tried")]
        self.outcomes = [
            row[0] for row in _table(page, "outcome", "who returns finds", "who stayed was told")
        ]
        self.places = [tuple(map(_values, row)) for row in _table(page, "door", "where", "who can go")]
        header = ("door", "what went", "who", "where", "how long", "outcome")
        self.rows = [Row(tuple(map(_values, parts)), outcome) for *parts, outcome in _table(page, *header)]

    def cells(self) -> Iterator[Cell]:
        """Every combination that exists."""
        for doors, wheres, whos in self.places:
            for door, where, what, who, long in product(doors, wheres, self.whats, whos, self.longs):
                yield Cell(door, what, who, where, long)

    def expected(self, cell: Cell) -> str:
        """The outcome of a cell."""
        (row,) = [row for row in self.rows if row.covers(cell)]
        return row.outcome

    def mistakes(self) -> list[str]:
        """What is wrong with the table itself, in words."""
        cells = list(self.cells())
        found = [f"two lines name the place: {cell}" for cell, times in Counter(cells).items() if times > 1]
        for cell in cells:
            rows = [row for row in self.rows if row.covers(cell)]
            if not rows:
                found.append(f"no row covers: {cell}")
            elif len(rows) > 1:
                found.append(f"{len(rows)} rows cover: {cell}: {'; '.join(map(str, rows))}")
        found += [f"covers nothing: {row}" for row in self.rows if not any(map(row.covers, cells))]
        found += [f"no such outcome: {row}" for row in self.rows if row.outcome not in self.outcomes]
        used = {row.outcome for row in self.rows}
        return found + [f"an outcome that never comes: {word}" for word in self.outcomes if word not in used]


def _values(text: str) -> tuple[str, ...]:
    return tuple(value.strip() for value in text.split(","))


def _table(page: str, *header: str) -> list[list[str]]:
    """The rows of the table that has this header."""
    lines = iter(page.splitlines())
    for line in lines:
        if _cells(line) == list(header):
            break
    else:
        raise AssertionError(f"there is no table with the header {' | '.join(header)}")
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append(_cells(line))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
