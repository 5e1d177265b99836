"""A game's own words on a screen: tall parts of them stand side by side where there is room."""

from itertools import zip_longest
from textwrap import wrap

TALL = 5
"""From so many lines on a part may have another one beside it."""
GAP = 3


def side_by_side(text: str, width: int) -> str:
    """The same words in fewer lines, none of them longer than the width."""
    rows: list[list[list[str]]] = []
    for part in parts(text):
        beside = rows[-1] if rows else []
        if beside and all(len(other) >= TALL for other in (*beside, part)) and _fit([*beside, part], width):
            beside.append(part)
        else:
            rows.append([part])
    return "\n".join(short for row in rows for line in _joined(row) for short in broken(line, width))


def broken(line: str, width: int) -> list[str]:
    """A line in as many as it needs; those after the first stand a little to the right."""
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrap(line, max(width, 20), subsequent_indent=indent, break_on_hyphens=False)


def parts(text: str) -> list[list[str]]:
    """The lines of a text, parted before every heading and around every blank line."""
    found: list[list[str]] = []
    for line in text.split("\n"):
        goes_on = bool(found) and bool(line) and bool(found[-1][0]) and not line.endswith(":")
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _fit(row: list[list[str]], width: int) -> bool:
    return sum(_wide(part) for part in row) + GAP * (len(row) - 1) <= width


def _wide(part: list[str]) -> int:
    return max(map(len, part))


def _joined(row: list[list[str]]) -> list[str]:
    widths = [_wide(part) + GAP for part in row]
    return [
        "".join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*row, fillvalue="")
    ]
