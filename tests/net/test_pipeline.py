"""The commit pipeline, with a journal whose commits end when the test says so: what is told when, and that
nothing that waits is forgotten."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tablehall.games import house_games
from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.journal.api import Batch
from tablehall.journal.memory import MemoryJournal
from tablehall.net import pipeline as pipelines
from tablehall.net.pipeline import Pipeline


class Word(News):
    """News of nothing but a word."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.shared = None
        self.word = word


class Ear:
    """A connection that keeps what it is told and answered."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.conn = pipeline.connect(self)
        self.heard: list[str] = []
        self.pumped = 0
        self.when_told: Callable[[str], None] = lambda word: None

    def tell(self, news: Any, seat: int | None) -> None:
        self.heard.append(news.word)
        self.when_told(news.word)

    def write(self, data: bytes) -> None:
        self.heard.append(data.decode())
        self.pipeline.dirty(self)

    def uncongested(self) -> None:
        self.pumped += 1

    def flush(self) -> None: ...
    def ring(self, name: str) -> None: ...


class HandWriter:
    """Batches are on disk when the test says so."""

    def __init__(self, journal: object, done: Callable[[Batch], None], failed: object) -> None:
        self.done = done
        self.batches: list[Batch] = []

    def submit(self, batch: Batch) -> None:
        assert not self.batches, "two batches at once"
        self.batches.append(batch)

    def commit(self) -> None:
        """What was handed over is on disk now."""
        self.done(self.batches.pop())

    def stop(self, timeout: float = 5.0) -> None: ...


class Desk:
    """A pipeline, its writer, and somebody who listens."""

    def __init__(self) -> None:
        hall = Hall(house_games(), lambda size: bytes(size))
        self.pipeline = Pipeline(hall, MemoryJournal(), writer=HandWriter)  # type: ignore[arg-type]
        self.writer: HandWriter = self.pipeline._writer  # type: ignore[assignment]
        self.ear = Ear(self.pipeline)

    def decide(self, word: str, *, durable: bool = True, answer: str = "") -> None:
        """Something is decided that the ear hears of."""
        decision = Decision()
        decision.facts = (facts.Alive(1),) if durable else ()
        decision.notices.append(([(self.ear.conn, None)], Word(word)))
        self.pipeline.submit(self.ear.conn, decision, answer.encode() or None)

    async def passes(self) -> None:
        """A few passes of the loop."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def commit(self) -> None:
        self.writer.commit()
        await self.passes()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    opened = Desk()
    yield opened
    opened.pipeline.stop()


async def test_nothing_is_told_before_it_is_on_disk_and_all_of_it_in_order(desk: Desk) -> None:
    desk.decide("first", answer="yes")
    desk.pipeline.answer(desk.ear.conn, b"no")
    desk.decide("second", durable=False)
    await desk.passes()
    desk.decide("third")
    desk.pipeline.answer(desk.ear.conn, b"maybe")
    await desk.passes()
    assert not desk.ear.heard
    await desk.commit()
    assert desk.ear.heard == ["yes", "first", "no", "second"]
    await desk.commit()
    assert desk.ear.heard[4:] == ["third", "maybe"]
    assert desk.pipeline.idle


async def test_the_next_batch_is_on_its_way_while_the_last_one_is_told_and_is_told_after_it(
    desk: Desk,
) -> None:
    desk.decide("first")
    await desk.passes()
    desk.decide("second")
    on_the_way: list[bool] = []

    def when_told(word: str) -> None:
        on_the_way.append(bool(desk.writer.batches))
        if word == "first":
            desk.decide("of the first", durable=False)
            desk.pipeline.answer(desk.ear.conn, b"to the first")

    desk.ear.when_told = when_told
    await desk.commit()
    assert desk.ear.heard == ["first"]
    assert on_the_way == [True]
    await desk.commit()
    assert desk.ear.heard == ["first", "second", "of the first", "to the first"]


async def test_answers_to_who_is_gone_hold_nobody_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    gone = Ear(desk.pipeline)
    desk.decide("first")
    await desk.passes()
    for _ in range(20):
        desk.pipeline.answer(gone.conn, b"hello?")
    desk.pipeline.disconnect(gone.conn)
    desk.decide("second")
    await desk.commit()
    await desk.passes()
    await desk.commit()
    assert desk.ear.heard == ["first", "second"]


async def test_it_is_read_on_when_the_answers_that_piled_up_are_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    monkeypatch.setattr(pipelines, "CONGESTED", 12)
    desk.decide("first")
    await desk.passes()
    for number in range(20):
        desk.pipeline.answer(desk.ear.conn, b"%d" % number)
    assert desk.pipeline.congested
    await desk.commit()
    await desk.passes()
    assert desk.ear.heard == ["first", *map(str, range(20))]
    assert not desk.pipeline.congested
    assert desk.ear.pumped


async def test_no_commit_is_larger_than_it_may_be(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    for number in range(8):
        desk.decide(str(number))
    sizes = []
    await desk.passes()
    while desk.writer.batches:
        sizes.append(len(desk.writer.batches[0].kept))
        await desk.commit()
    assert sizes == [3, 3, 2]
    assert desk.ear.heard == list(map(str, range(8)))


async def test_who_no_longer_waits_until_all_is_settled_holds_nobody_up(desk: Desk) -> None:
    desk.decide("first")
    impatient, patient = (asyncio.ensure_future(desk.pipeline.settled()) for _ in range(2))
    await desk.passes()
    impatient.cancel()
    await desk.passes()
    assert not patient.done()
    await desk.commit()
    assert desk.ear.heard == ["first"]
    assert patient.done()


async def test_a_pass_has_one_time_and_the_next_one_a_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline, times = desk.pipeline, iter(range(1_000, 2_000))
    monkeypatch.setattr(pipeline, "clock", lambda: next(times))
    await desk.passes()
    first = pipeline.now()
    assert pipeline.now() == first
    pipeline.wake()
    woken = pipeline.now()
    assert woken > first
    await desk.passes()
    assert pipeline.now() > woken
