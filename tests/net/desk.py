"""A pipeline on a desk: its commits end when the test says so."""

import asyncio
from collections.abc import Callable
from typing import Any

from tablehall.games import house_games
from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.journal.api import Batch
from tablehall.journal.memory import MemoryJournal
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
