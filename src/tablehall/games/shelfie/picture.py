"""A table in letters, for terminal, screen reader and log."""

from tablehall.games.shelfie.shelf import ROWS
from tablehall.games.shelfie.table import TableView
from tablehall.games.shelfie.tiles import names


def describe(view: TableView) -> str:
    """The whole table in words and letters."""
    return "\n".join([_headline(view), "", *_room(view), "", *_shelves(view), "", *_cards(view)])


def _headline(view: TableView) -> str:
    if view.over:
        return "The game is over."
    held = f" and holds {', '.join(names(view.hand))}" if view.hand else ""
    last = "" if view.finisher is None else f" Last round: seat {view.finisher} has filled the shelf."
    return f"Seat {view.turn} is on turn{held}.{last}"


def _room(view: TableView) -> list[str]:
    lines = [f"Living room, {view.bag} tiles in the bag:", "   0 1 2 3 4 5 6 7 8"]
    lines += [f" {x} {' '.join(row)}".rstrip() for x, row in enumerate(view.room)]
    return lines


def _shelves(view: TableView) -> list[str]:
    lines = ["Shelves in playing order:"]
    for seat in view.order:
        note = " (gone)" if seat in view.gone else " (away)" if seat in view.away else ""
        points = "1 point" if view.points[seat] == 1 else f"{view.points[seat]} points"
        lines.append(f"Seat {seat}, {points}{note}:")
        columns = [column.ljust(ROWS, ".") for column in view.shelves[seat]]
        lines += [f" {y} {' '.join(column[y] for column in columns)}" for y in reversed(range(ROWS))]
        lines.append("   0 1 2 3 4")
    return lines


def _cards(view: TableView) -> list[str]:
    lines = []
    for common in view.commons:
        left = ", ".join(map(str, reversed(common.tokens))) or "none"
        taken = "".join(f", {common.worth(seat)} for seat {seat}" for seat in common.takers)
        lines.append(f"Common card {common.name}: tokens left {left}{taken}.")
    for seat, card in enumerate(view.personal):
        if card:
            goals = ", ".join(f"{goal.type} {goal.x},{goal.y}" for goal in card.goals)
            lines.append(f"Personal card {card.number} of seat {seat}: {goals}.")
    return lines
