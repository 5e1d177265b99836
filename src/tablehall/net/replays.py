"""Finished games for the page: record by record, with everything needed to check the dice."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.table import Table
from tablehall.hall.verify import opening, replayed

Draws = list[tuple[int, int]]
"""Of each throw how many results it could have had, and its result."""


class NotingDice(Dice):
    """Dice that note how many results each throw could have had."""

    __slots__ = ("draws",)

    def __init__(self, key: bytes, position: int = 0) -> None:
        super().__init__(key, position)
        self.draws: Draws = []

    def below(self, limit: int) -> int:
        value = super().below(limit)
        self.draws.append((limit, value))
        return value


def with_draws(lines: list[bytes], games: Mapping[str, AnyGame]) -> Iterator[tuple[Happened, Draws]]:
    """Everything that happened at a finished table, and the draws of each record."""
    table = opening(lines, games)
    for news in replayed(table, lines):
        yield news, _draws(table, news)


def _draws(table: Table, news: Happened) -> Draws:
    """The draws of the record just replayed; from the next one on the table's dice note them.
    Records that bring new dice throw them before anybody can look: a set-up is thrown again."""
    dice = table.dice
    if isinstance(dice, NotingDice):
        draws, dice.draws = dice.draws, []
        return draws
    again = NotingDice(dice.key)
    if isinstance(news.record, records.Started):
        table.game.setup(len(news.scene.seats), news.sheet.options, again)
    table.dice = NotingDice(dice.key, dice.position)
    return again.draws


def moves_of(lines: list[bytes]) -> list[dict[str, Any]]:
    """The moves in a log, and how many of them were taken back where."""
    told: list[dict[str, Any]] = []
    for record in map(records.decode, lines):
        if isinstance(record, records.Moved):
            told.append({"seq": record.seq, "at": record.at, "seat": record.seat, "move": record.move})
        elif isinstance(record, records.TakenBack):
            told.append({"seq": record.seq, "at": record.at, "plies": record.plies})
    return told
