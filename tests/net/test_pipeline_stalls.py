"""The pipeline notices when the hall has stood still, once or again and again, and gives the time back."""

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tablehall.games import house_games
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Command, Enter, Join, Open, Say
from tablehall.hall.hall import Hall
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch, Journal
from tablehall.journal.memory import MemoryJournal
from tablehall.net.pipeline import Pipeline
from tablehall_lab.sim.timeline import EPOCH, MS, Loop, Timeline

ANSWER = 3_000
STALL = 60_000


class AtOnce:
    """A writer that has everything on disk at once."""

    def __init__(self, journal: Journal, done: Callable[[Batch], None], failed: object) -> None:
        self.journal, self.done = journal, done

    def submit(self, batch: Batch) -> None:
        self.journal.commit(batch)
        self.done(batch)

    def stop(self, timeout: float = 5.0) -> None: ...


class Bottle:
    """Two at a table with a short time for every answer, and a time that the test lets pass."""

    def __init__(self) -> None:
        self.timeline = Timeline()
        self.until = 0
        self.loop = Loop(self.timeline)
        self.hall = Hall(house_games(), random.Random(1).randbytes)
        self.pipeline = Pipeline(
            self.hall,
            MemoryJournal(),
            clock=lambda: EPOCH + self.timeline.now // MS,
            loop=self.loop,  # type: ignore[arg-type]
            writer=AtOnce,  # type: ignore[arg-type]
        )
        people = [
            self.do(Enter(conn, "guest", name)).person.id for conn, name in ((101, "ann"), (102, "ben"))
        ]
        self.ann = people[0]
        terms = Terms("tictactoe", clock=ClockSpec("answer", ANSWER))
        self.table: Table = self.do(Open(people[0], terms))
        self.do(Join(people[1], self.table.sheet.table))

    def do(self, command: Command) -> Any:
        decision = self.hall.handle(command, self.pipeline.now())
        assert decision.refused is None
        self.pipeline.submit(0, decision)
        return decision.result

    def run(self, ms: int) -> None:
        """Let time pass, everything happening when it is due, or late."""
        self.until = self.timeline.now + ms * MS
        while (due := self.timeline.due()) is not None and due <= self.until:
            handle = self.timeline.next()
            if handle is not None and handle.call is not None:
                handle.call(*handle.args)
        self.timeline.now = self.until

    def over(self) -> bool:
        return self.table.scene.status == "finished"

    def stall(self) -> None:
        """For a while nothing happens."""
        self.until += STALL * MS
        self.timeline.stall(STALL * MS)

    def works(self) -> None:
        """Somebody is heard, and what they want takes that long."""
        self.pipeline.now()
        self.stall()


@pytest.fixture
def bottle() -> Iterator[Bottle]:
    bottle = Bottle()
    bottle.run(1_000)
    yield bottle
    bottle.pipeline.stop()


def assert_nothing_lost(bottle: Bottle) -> None:
    """Whoever is on turn has what is left of their time, but for what is too short to be noticed."""
    bottle.run(ANSWER - 1_000 - 600)
    assert bottle.over() is False
    bottle.run(ANSWER)
    assert bottle.over() is True


def test_a_stall_costs_nobody_their_game(bottle: Bottle) -> None:
    bottle.stall()
    assert_nothing_lost(bottle)


def test_nor_do_several_in_one_pass_of_the_loop(bottle: Bottle) -> None:
    bottle.stall()
    for _ in range(5):
        bottle.works()
    assert_nothing_lost(bottle)


def test_nor_one_in_every_pass_of_the_loop(bottle: Bottle) -> None:
    def again(times: int) -> None:
        bottle.works()
        if times:
            bottle.loop.call_soon(again, times - 1)

    bottle.loop.call_soon(again, 10)
    assert_nothing_lost(bottle)


def test_nor_one_while_what_has_arrived_is_read(bottle: Bottle) -> None:
    bottle.pipeline.wake()
    bottle.loop.call_soon(bottle.works)
    assert_nothing_lost(bottle)


def test_nor_one_while_something_is_done_that_is_due(bottle: Bottle) -> None:
    class Slow:
        def ring(self, name: str) -> None:
            bottle.stall()

    conn = bottle.pipeline.connect(Slow())  # type: ignore[arg-type]
    bottle.pipeline.alarm(conn, "slow", 100)
    assert_nothing_lost(bottle)


def test_it_is_noticed_before_anything_is_decided_whoever_asks(bottle: Bottle) -> None:
    bottle.stall()
    decision = asyncio.run(
        bottle.pipeline.decide(Say(bottle.ann, bottle.table.sheet.table, "are you there?"))
    )
    assert decision.refused is None
    bottle.pipeline.submit(0, decision)
    assert bottle.pipeline.counts["stood_still"] == 1
    assert_nothing_lost(bottle)


def test_a_hall_with_nothing_to_do_does_not_stand_still() -> None:
    bottle = Bottle()
    bottle.run(100 * ANSWER)
    assert bottle.over()
    assert bottle.pipeline.counts["stood_still"] == 0
