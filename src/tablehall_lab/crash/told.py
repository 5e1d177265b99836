"""What players were told, against what the journal holds."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from tablehall.games import house_games
from tablehall.hall import records
from tablehall.hall.table import LogError
from tablehall.hall.verify import opening, seeds_of, verify
from tablehall.journal.api import Journal, whole_log
from tablehall.protocols.house.replies import Happened

Fate = Literal["unknown", "acknowledged", "refused"]


class Try:
    """A move that a player has asked for, and what they were told of it."""

    __slots__ = ("fate", "move", "seat", "table")

    def __init__(self, table: int, seat: int, move: Any) -> None:
        self.table, self.seat, self.move = table, seat, move
        self.fate: Fate = "unknown"


class Reckoning(NamedTuple):
    """How a log differs from what its players were told."""

    lost: int = 0
    """Acknowledged, and not there."""
    doubled: int = 0
    """There, and asked for less often, or refused."""

    @property
    def wrong(self) -> int:
        return self.lost + self.doubled


class Told:
    """Everything that the players of a run asked for, and everything they were told."""

    def __init__(self) -> None:
        self.records: dict[int, dict[int, dict[str, Any]]] = {}
        """What was told of each table, record by record."""
        self.tries: dict[int, list[Try]] = {}
        """The moves that were asked for at each table, in their order."""
        self.tables: set[int] = set()
        """The tables that somebody was told they sit at."""
        self.gone: dict[int, int] = {}
        """Tables of which somebody was told that there are no such tables, and when."""
        self.gaps = 0
        """How often news were missing between two others, so that a player had to look."""
        self.lately: set[int] = set()
        """The tables of which something was told since the last comparison."""
        self.problems: list[str] = []

    @property
    def count(self) -> int:
        """Records that somebody was told of."""
        return sum(map(len, self.records.values()))

    @property
    def acknowledged(self) -> int:
        """Moves that somebody was told are made."""
        return sum(one.fate == "acknowledged" for tries in self.tries.values() for one in tries)

    def asks(self, table: int, seat: int, move: Any) -> Try:
        """Somebody asks for a move."""
        one = Try(table, seat, move)
        self.tries.setdefault(table, []).append(one)
        return one

    def heard(self, news: Happened) -> None:
        """Somebody was told of a record."""
        table, seq = news.table, news.seq
        seat, move = (None if value is UNSET else value for value in (news.seat, news.move))
        facts = {"what": news.what, "seat": seat, "move": move, "at": news.at}
        self.lately.add(table)
        known = self.records.setdefault(table, {}).setdefault(seq, facts)
        if known != facts:
            self.problems.append(f"table {table}: record {seq} was told in two ways: {known}, {facts}")


def compare(told: Told, journal: Journal) -> Reckoning:
    """The whole run against the journal; what is wrong is added to `told.problems` in words."""
    lost = doubled = 0
    live = {remembered.number: remembered.seed for remembered in journal.live_tables()}
    for table in sorted(told.tables | told.records.keys() | told.tries.keys()):
        lines = whole_log(journal, table)
        told.problems += check_log(table, lines, live.get(table))
        log = [msgspec.json.decode(line) for line in lines]
        if table in told.gone and not any(_over_by(record, told.gone[table]) for record in log):
            told.problems.append(f"table {table}: somebody was told that it is gone, and it was not over")
        missing = told_otherwise(table, told.records.get(table, {}), log)
        told.problems += missing
        one = reckon_table(table, told, log)
        lost, doubled = lost + max(one.lost, len(missing)), doubled + one.doubled
    return Reckoning(lost, doubled)


def _over_by(record: dict[str, Any], at: int) -> bool:
    return record["what"] in ("ended", "closed") and record["at"] <= at


def told_otherwise(table: int, known: dict[int, dict[str, Any]], log: list[dict[str, Any]]) -> list[str]:
    """Where the log is not as somebody was told."""
    problems = []
    for seq, facts in known.items():
        kept = {name: log[seq].get(name) for name in facts} if seq < len(log) else None
        if kept is None:
            problems.append(f"table {table}: record {seq} was told ({facts['what']}) but is not in the log")
        elif kept != facts:
            problems.append(f"table {table}: record {seq} was told as {facts} but kept as {kept}")
    return problems


def reckon_table(table: int, told: Told, log: list[dict[str, Any]]) -> Reckoning:
    """The moves of each seat, as they were asked for and as they were kept."""
    total = Reckoning()
    for seat in (0, 1):
        tries = [one for one in told.tries.get(table, ()) if one.seat == seat]
        kept = [record["move"] for record in log if record["what"] == "moved" and record["seat"] == seat]
        found = reckon(tries, kept)
        if found.wrong:
            asked = "; ".join(f"{one.fate} {one.move}" for one in tries)
            words = f"{found.lost} lost, {found.doubled} doubled; asked for: {asked}; kept: {kept}"
            told.problems.append(f"table {table}, seat {seat}: {words}")
        total = Reckoning(total.lost + found.lost, total.doubled + found.doubled)
    return total


def reckon(tries: Sequence[Try], kept: Sequence[Any]) -> Reckoning:
    """The least that must have gone wrong. In order, every acknowledged move is there once, one of
    unknown fate once or not at all, and nothing else is."""
    best = [Reckoning(0, extra) for extra in range(len(kept) + 1)]
    for one in (one for one in tries if one.fate != "refused"):
        surely = one.fate == "acknowledged"
        before, best = best, [_without(best[0], surely)]
        for at, move in enumerate(kept, 1):
            ways = [_without(before[at], surely), Reckoning(best[-1].lost, best[-1].doubled + 1)]
            if move == one.move:
                ways.append(before[at - 1])
            best.append(min(ways, key=lambda way: (way.wrong, way.doubled)))
    return best[-1]


def _without(before: Reckoning, surely: bool) -> Reckoning:
    return Reckoning(before.lost + surely, before.doubled)


def check_log(table: int, lines: list[bytes], seed: bytes | None) -> list[str]:
    """The log is whole: the chain of hashes holds, every move is legal, every throw is right."""
    try:
        if not lines:
            raise LogError("it was acknowledged, and is not in the journal")
        log = [records.decode(line) for line in lines]
        if seeds_of(log):
            verify(lines, house_games())
        elif seed is not None:
            running = opening(lines, house_games())
            running.seed = seed
            for line in lines:
                running.replay(line)
        else:
            _check_unplayed(lines, log)
    except LogError as error:
        return [f"table {table}: {error}"]
    return []


def _check_unplayed(lines: list[bytes], log: list[records.AnyRecord]) -> None:
    """A table that was closed before anybody played keeps its seed secret."""
    before = records.GENESIS
    for number, (line, record) in enumerate(zip(lines, log, strict=True)):
        if (record.seq, record.prev) != (number, before):
            raise LogError(f"record {number}: the chain of hashes is broken here")
        if isinstance(record, records.Started):
            raise LogError("it was played at, and is neither over nor among the tables that go on")
        before = records.link(record, line)
