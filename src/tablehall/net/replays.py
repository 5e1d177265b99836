"""Finished games for the page: record by record, with everything needed to check the dice."""

from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.table import Table
from tablehall.hall.verify import opening, replayed, seeds_of
from tablehall.protocols.house import render

encode = msgspec.json.Encoder().encode

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


class Wanted(NamedTuple):
    """Which records of a game, and through whose eyes."""

    start: int
    limit: int
    seat: int | None

    def holds(self, record: records.AnyRecord) -> bool:
        """Whether a record is among them, and for everybody's ears."""
        whispered = isinstance(record, records.Said) and not record.readable_by(None)
        return self.start <= record.seq < self.start + self.limit and not whispered


def replay(
    head: dict[str, Any], lines: list[bytes], games: Mapping[str, AnyGame], wanted: Wanted
) -> Iterator[bytes]:
    """A finished game as JSON, part by part: what is known of it, what happened, and every throw."""
    thrown: dict[int, Draws] = {}
    before = b""
    yield encode(head)[:-1] + b',"happened":['
    for news, draws in with_draws(lines, games):
        if draws:
            thrown[news.record.seq] = draws
        if not wanted.holds(news.record):
            continue
        seat = wanted.seat if wanted.seat in range(len(news.scene.seats)) else None
        yield before + encode(render.happened(news, seat, words=True))
        before = b","
    yield b'],"draws":' + encode(thrown) + b"}"


MOVES = (b'{"what":"moved"', b'{"what":"taken_back"')
ENDS = (b'{"what":"ended"', b'{"what":"closed"', b'{"what":"saved"')
GOES_ON = "A save of this game can still go on; delete it first."
NEVER_ENDED = "This game was given up before it had begun; there is nothing to show of it."


def secret_still(lines: list[bytes], saved_seeds: Container[bytes]) -> str:
    """Why nobody may see the throws of a game that is not live: it can go on. Empty: it is over for good."""
    end = next((line for line in reversed(lines) if line.startswith(ENDS)), b"")
    record = records.decode(end) if end else None
    if isinstance(record, records.Saved):
        return GOES_ON
    if record is None or not getattr(record, "seed", ""):
        return NEVER_ENDED
    revealed = seeds_of([records.decode(line) for line in lines if b'"seed":"' in line])
    return GOES_ON if any(seed in saved_seeds for seed in revealed.values()) else ""


def moves_of(lines: list[bytes]) -> Iterator[bytes]:
    """The moves in a log, and how many of them were taken back where, as JSON, part by part."""
    before = b""
    yield b'{"moves":['
    for record in (records.decode(line) for line in lines if line.startswith(MOVES)):
        told: dict[str, Any] = {"seq": record.seq, "at": record.at}
        if isinstance(record, records.Moved):
            told |= {"seat": record.seat, "move": record.move}
        elif isinstance(record, records.TakenBack):
            told["plies"] = record.plies
        yield before + encode(told)
        before = b","
    yield b"]}"
