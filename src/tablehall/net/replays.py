"""Finished games for the page: record by record, with everything needed to check the dice."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.table import Table
from tablehall.hall.verify import Seeds, opening, replayed, seeds_of
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


def moves_of(lines: list[bytes], games: Mapping[str, AnyGame], known: Seeds | None = None) -> Iterator[bytes]:
    """The moves in a log, and how many of them were taken back where, as JSON, part by part."""
    table = opening(lines, games)
    log = (records.decode(line) for line in lines)
    told = _as_logged(log) if table.game.notation is None else _as_written(replayed(table, lines, known))
    before = b""
    yield b'{"moves":['
    for each in told:
        yield before + encode(each)
        before = b","
    yield b"]}"


def _as_logged(log: Iterable[records.AnyRecord]) -> Iterator[dict[str, Any]]:
    for record in log:
        if isinstance(record, records.Moved):
            yield {"seq": record.seq, "at": record.at, "seat": record.seat, "move": record.move}
        elif isinstance(record, records.TakenBack):
            yield {"seq": record.seq, "at": record.at, "plies": record.plies}


def _as_written(happened: Iterable[Happened]) -> Iterator[dict[str, Any]]:
    for news in happened:
        for told in _as_logged((news.record,)):
            if written := news.written():
                told["notation"] = written
                if news.goes_on():
                    told["more"] = True
            yield told


def positions(
    head: dict[str, Any],
    lines: list[bytes],
    games: Mapping[str, AnyGame],
    wanted: Wanted,
    known: Seeds | None = None,
) -> Iterator[bytes]:
    """The positions of a game in which everybody sees everything, as JSON, part by part: the one after the
    record that is wanted, and those that followed."""
    before, left = b"", wanted.limit
    yield encode(head)[:-1] + b',"positions":['
    for news in _from(wanted.start, _shown(replayed(opening(lines, games), lines, known))):
        told = encode(render.happened(news, None, words=True))
        yield before + told[:-1] + b',"last":' + encode(news.scene.last) + b"}"
        before, left = b",", left - 1
        if not left:
            break
    yield b"]}"


def _shown(happened: Iterable[Happened]) -> Iterator[Happened]:
    """Those after which there is a position to be seen."""
    for news in happened:
        talk = isinstance(news.record, records.Said | records.Withheld)
        if not talk and news.scene.state is not None and not news.scene.hidden:
            yield news


def _from(start: int, happened: Iterable[Happened]) -> Iterator[Happened]:
    """How it stood after a record, and what followed."""
    stood: Happened | None = None
    for news in happened:
        if news.record.seq > start:
            if stood is not None:
                yield stood
                stood = None
            yield news
        else:
            stood = news
    if stood is not None:
        yield stood
