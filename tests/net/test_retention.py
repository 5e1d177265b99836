"""A running hall forgets what need not be kept, between commits; only one node of several does."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from tablehall.games import house_games
from tablehall.hall.decision import IndexEntry
from tablehall.hall.hall import Hall
from tablehall.journal.api import Batch, Journal, JournalError
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.writer import Writer
from tablehall.net import retention as module
from tablehall.net.retention import DAY, HOUR, Retention, RetentionSettings

NOW = 1_000 * DAY


class Full(MemoryJournal):
    """Whose writer's disk may be full; and which has to be tidied for a while."""

    broken = False
    untidy = 3

    def forget_contests(self, before: int) -> bool:
        if self.broken:
            raise JournalError("the disk is full")
        return super().forget_contests(before)

    def tidy(self) -> bool:
        self.untidy -= 1
        return self.untidy > 0


@pytest.fixture
def journal() -> Full:
    """Two games of each age, one of them of a contest."""
    made = Full()
    for table, age in enumerate((1, 23 * HOUR, 25 * HOUR, 31 * DAY)):
        for contest in (False, True):
            batch, number = Batch(), 10 * table + contest
            kinds = (b"opened", b"drawn" if contest else b"sat", b"ended")
            batch.records = [(number, seq, b'{"what":"%s"}' % kind) for seq, kind in enumerate(kinds)]
            batch.index = [IndexEntry(number, "mia", "finished", NOW - age, (), "", b"{}", contest)]
            made.commit(batch)
    return made


@pytest.fixture
async def writer(journal: Full) -> AsyncIterator[Writer]:
    made = Writer(journal, lambda _: None, lambda *_: None)
    yield made
    made.stop()


def hall() -> Hall:
    return Hall(house_games(), bytes)


def games(journal: Journal) -> list[int]:
    return sorted(listing.table for listing in journal.tables(limit=100))


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        (RetentionSettings(), [0, 1, 10, 11, 20, 30]),
        (RetentionSettings(games_days=30), [0, 1, 10, 11, 20]),
        (RetentionSettings(contests_hours=0, contests_bytes=0, games_days=1), [0, 1, 10, 11, 21, 31]),
        (RetentionSettings(contests_hours=0, contests_bytes=60), [0, 1, 10, 20, 30]),
        (RetentionSettings(contests_hours=0, contests_bytes=0), [0, 1, 10, 11, 20, 21, 30, 31]),
    ],
)
async def test_what_is_too_old_is_forgotten(
    journal: Full, writer: Writer, settings: RetentionSettings, left: list[int]
) -> None:
    await Retention(settings, hall(), writer, None).apply(NOW)
    assert games(journal) == left
    assert journal.untidy <= 0


async def test_what_is_looked_up_is_read_along(journal: Full, writer: Writer) -> None:
    read: list[str] = []

    class Reader(MemoryJournal):
        def contests_before(self, size: int) -> int:
            read.append("contests")
            return NOW

        def close(self) -> None:
            read.append("closed")

    await Retention(RetentionSettings(), hall(), writer, Reader).apply(NOW)
    assert read == ["contests", "closed"]
    assert games(journal) == [0, 10, 20, 30]


async def rounds(retention: Retention, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """So many rounds, without waiting between them."""
    slept = 0

    async def sleep(_: float) -> None:
        nonlocal slept
        slept += 1
        if slept > count:
            raise asyncio.CancelledError

    monkeypatch.setattr(module, "PAUSE", 0)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await retention.run(lambda: NOW)


async def test_only_the_leader_forgets(
    journal: Full, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    node: Any = hall()
    node.peers.leads = False
    await rounds(Retention(RetentionSettings(), node, writer, None), monkeypatch, 3)
    assert len(games(journal)) == 8


async def test_trouble_is_logged_and_tried_again(
    journal: Full, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.broken = True
    with capture_logs() as logs:
        await rounds(Retention(RetentionSettings(), hall(), writer, None), monkeypatch, 2)
    assert [entry["why"] for entry in logs] == ["the disk is full"] * 2
    assert len(games(journal)) == 8
    monkeypatch.undo()
    journal.broken = False
    await Retention(RetentionSettings(), hall(), writer, None).apply(NOW)
    assert len(games(journal)) == 6
