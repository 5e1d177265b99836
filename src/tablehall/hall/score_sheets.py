"""The score sheet of a game, from its log."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tablehall.games.api import AnyGame
from tablehall.games.formats import Clock, Player, ScoreSheet, WholeMove
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.table import LogError, Table
from tablehall.hall.verify import Seeds, opening, replayed


class Part(NamedTuple):
    """A move as the hall counts them."""

    seat: int
    written: str
    more: bool
    after: Any


def score_sheet(
    lines: list[bytes], games: Mapping[str, AnyGame], known: Seeds | None = None, until: int | None = None
) -> ScoreSheet:
    """What a log says of the game, or of what was played until one of its records."""
    table = opening(lines, games)
    start, parts, begun = None, list[Part](), 0
    for news in replayed(table, lines, known):
        if until is not None and news.record.seq > until and start is not None:
            return _sheet(table, begun, start, parts, over=False)
        if isinstance(news.record, records.Started):
            start, begun = news.scene.state, news.record.at
        _take_down(parts, news)
    if start is None:
        raise LogError("the game has not begun")
    return _sheet(table, begun, start, parts, over=table.scene.status in ("finished", "closed"))


def _take_down(parts: list[Part], news: Happened) -> None:
    if isinstance(news.record, records.Moved):
        parts.append(Part(news.record.seat, news.written(), news.goes_on(), news.scene.state))
    elif isinstance(news.record, records.TakenBack):
        del parts[-news.record.plies :]


def _sheet(table: Table, begun: int, start: Any, parts: list[Part], *, over: bool) -> ScoreSheet:
    sheet, clock = table.sheet, table.sheet.clock
    return ScoreSheet(
        table=sheet.table,
        title=sheet.title,
        begun=begun,
        rated=sheet.rated,
        clock=Clock(clock.kind, clock.time, clock.increment),
        players=tuple(
            Player(seat.name, bool(seat.bot)) if seat else Player("?") for seat in table.scene.seats
        ),
        start=start,
        moves=tuple(whole_moves(parts)),
        outcome=table.scene.outcome if over else None,
        goes_on=not over,
    )


def whole_moves(parts: Iterable[Part]) -> Iterable[WholeMove]:
    """The parts of each move put together; of one that is not complete nothing is written."""
    begun = ""
    for part in parts:
        begun += part.written
        if not part.more:
            yield WholeMove(part.seat, begun, part.after)
            begun = ""
